"""Compares keys of napkin with those of the programs: of lists of URLs, and of mixtures of their pieces.

    compare.py --keys target/debug/examples/keys [--mixed N] [--seed S] [LIST …]

Hosts in which programs drop octets or check `xn--` labels beside other letters are left out (docs/keys.md).
"""

import argparse
import random
import subprocess
import sys

from programs import PROFILES, keys

PIECES = r"""
% %2e %25 %2F %3B %3f %3D %26 %00 %7E %C3%A9 %FF / // \ ? # & && = ; @ : :: [ ] [::1] [::ffff:1.2.3.4] . .. /../ /./ + | ^ " ' < { * ~
! ( , _ - www. www2. WWW. http:// https:// HTTP: ftp: file: file:// mailto: gopher:// ws:// dns: 0x7f.1 0177.0.0.1 127.1 2130706433
1_0.1 :80 :443 :21 :0 :65536 :a sid=0123456789abcdef0123456789abcdef jsessionid=0123456789ABCDEF0123456789abcdef cfid=1&cftoken=2
data: text/plain base64 ;base64, ; ;charset=us-ascii charset=" , utm_a=b utm_ www.a.b. #:~:text=a
/(S(4hqa0555fwsecu455xqckv45))/a.aspx /(4hqa0555fwsecu455xqckv45)/a.aspx é bücher A Z%41 a= =b xn-- user:pw@ u@ :@ h a.b example.com
""".split()
PIECES = [piece.encode() for piece in PIECES] + [b" ", b"\t", b"\x01", b"\x7f", b"\xff"]


def mixed(urls, count):
    """Texts of pieces, and URLs in which pieces are put."""
    for _ in range(count):
        yield b"".join(random.choice(PIECES) for _ in range(random.randint(1, 7)))
        text = random.choice(urls)
        for _ in range(random.randint(1, 4)):
            at = random.randint(0, len(text))
            kept = at + (random.randint(1, 6) if random.random() < 0.3 else 0)
            text = text[:at] + random.choice(PIECES) + text[kept:]
        yield text


def is_left_out(text):
    """Whether the host can have octets that are no UTF-8, or labels with `xn--` beside letters, encoded or not."""
    lower = text.lower()
    is_ascii = text.isascii() and not any(escape in lower for escape in (b"%c", b"%f", b"%25"))
    return b"\xff" in text or b"%ff" in lower or (b"xn--" in lower and not is_ascii)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--keys", required=True)
    parser.add_argument("--profile", action="append")
    parser.add_argument("--mixed", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("lists", nargs="*")
    options = parser.parse_args()
    random.seed(options.seed)
    urls = [b"http://user@www.example.com:8080/a/b.html?c=d&e#f", b"https://example.com/", b"mailto:a@example.com"]
    for path in options.lists:
        with open(path, "rb") as lines:
            urls += [line.rstrip(b"\r\n") for line in lines]
    texts = urls + [text for text in mixed(urls, options.mixed) if not is_left_out(text)]
    different = 0
    for profile in options.profile or PROFILES:
        made = subprocess.run(
            [options.keys, profile], input=b"\n".join(texts) + b"\n", stdout=subprocess.PIPE, check=True
        ).stdout.decode().split("\n")[:-1]
        assert len(made) == len(texts)
        wrong = 0
        for text, ours, theirs in zip(texts, made, keys(profile, texts)):
            if not (ours.startswith("!") if theirs is None else ours == f"={theirs}"):
                wrong += 1
                if wrong <= 10:
                    print(f"{profile} of {text!r}:\n  program {theirs!r}\n  napkin  {ours!r}")
        print(f"{profile}: {len(texts)} texts, {wrong} different")
        different += wrong
    sys.exit(1 if different else 0)


main()
