"""Times of the Python package beside those of other packages, as ratios of one run.

Run: checks/install/python release &&
cargo build --release --manifest-path bench/Cargo.toml --no-default-features --bin hosts &&
crates/napkin-python/target/venv/bin/python bench/python.py [rows]

With `instructions` for the rows, the instructions of a check of the format `iri` instead, which valgrind counts. With
`lists FILE...`, columns of the http URLs of files; with `threads`, what one thread and two take for twice the work.
"""

import os
import random
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import can_ada
import pyarrow
import tldextract
import w3lib.url
import yarl

import napkin
from napkin import columns, questions
from napkin.compat.tldextract import extract as own_extract
from napkin.compat.w3lib import canonicalize_url
from napkin.compat.jsonschema import FORMATS

ROUNDS = 7
HOSTS = Path(__file__).parent / "target/release/hosts"


def urls(count: int) -> list[str]:
    """URLs as crawls have them, the same in each run."""
    numbers = random.Random(3986)
    words = ["about", "archive", "article", "blog", "en", "images", "index", "news", "page", "products", "search", "wiki"]
    suffixes = ["com", "org", "net", "de", "co.uk", "com.au", "fr", "io", "gov.br"]

    def one() -> str:
        host = ".".join([*numbers.choices(["www", "blog", "shop", "m"], k=numbers.choice([0, 1, 1, 1])), numbers.choice(words) + str(numbers.randrange(900)), numbers.choice(suffixes)])
        path = "".join(f"/{word}" for word in numbers.choices(words, k=numbers.randrange(5)))
        page = numbers.choice(["", "/", f"/{numbers.randrange(10**6)}.html", f"/{numbers.choice(words)}-{numbers.choice(words)}"])
        query = numbers.choice(["", "", "", f"?id={numbers.randrange(10**5)}", f"?q={numbers.choice(words)}&page={numbers.randrange(50)}"])
        return f"{numbers.choice(['http', 'https', 'https'])}://{host}{path}{page}{query}"

    return [one() for _ in range(count)]


def times(subjects: dict[str, Callable[[], Any]], count: int) -> dict[str, float]:
    """Nanoseconds for each of a count, the best of rounds in which the subjects take turns."""
    best = dict.fromkeys(subjects, float("inf"))
    for _ in range(ROUNDS):
        for name, run in subjects.items():
            start = time.perf_counter_ns()
            run()
            best[name] = min(best[name], (time.perf_counter_ns() - start) / count)
    return best


def show(title: str, found: dict[str, float]) -> None:
    """The times, and the ratio of the first to each."""
    print(title)
    own = next(iter(found.values()))
    for name, nanoseconds in found.items():
        print(f"  {name:<42} {nanoseconds:>12,.1f} ns   {own / nanoseconds:.4f}")


# What makes a copy of a URL with a name: objects of napkin and of yarl have it alike.
WRITES: dict[str, Callable[[Any], Any]] = {
    "u / 'x'": lambda url: url / "x",
    "with_suffix": lambda url: url.with_suffix(".txt"),
    "with_name": lambda url: url.with_name("x"),
    "parent": lambda url: url.parent,
}


def each(ask: Callable[[Any], Any], texts: list[Any]) -> Callable[[], None]:
    def run() -> None:
        for text in texts:
            ask(text)

    return run


def unsplit(text: str) -> Any:
    urllib.parse.urlsplit.cache_clear()  # type: ignore[attr-defined]
    return urllib.parse.urlsplit(text)


def instructions() -> None:
    """The instructions of one turn of a loop: two runs of Python differ in nothing but their turns."""
    text = "https://www.example.org/archive/article-1234.html?"
    turns = {
        "nothing": ("", "pass"),
        "lambda instance: True": ("ask = lambda instance: True", "ask(text)"),
        "napkin": ("from napkin.compat.jsonschema import FORMATS; ask = FORMATS['iri']", "ask(text)"),
        "rfc3987": ("from rfc3987 import parse as ask", "ask(text, rule='IRI')"),
    }

    def count(program: str) -> int:
        valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", sys.executable, "-c", program]
        told = subprocess.run(valgrind, check=True, capture_output=True, text=True, env={**os.environ, "PYTHONHASHSEED": "0"})
        return int(told.stderr.rsplit("Collected :", 1)[1].split()[0])

    print(f"Instructions of a turn, for a text of {len(text)} characters")
    for name, (setup, turn) in turns.items():
        loop = f"{setup}\ndef run(text, turns):\n    for _ in turns: {turn}\nrun({text!r}, [None] * "
        few, many = count(f"{loop} 1_000)"), count(f"{loop} 11_000)")
        print(f"  {name:<42} {(many - few) / 10_000:>12,.0f}")


def main(rows: int = 10_000_000) -> None:
    some = urls(20_000)
    print(f"Python {sys.version.split()[0]}, ", end="")
    print(", ".join(f"{name} {version(name)}" for name in ["can_ada", "tldextract", "w3lib", "yarl", "jsonschema", "rfc3987", "rfc3987-syntax"]))

    uncached = getattr(urllib.parse.urlsplit, "__wrapped__", unsplit)
    subjects = {"napkin.Uri": napkin.Uri, "can_ada.parse": can_ada.parse, "urlsplit, uncached": uncached, "napkin.Url": napkin.Url}
    show("An object", times({name: each(ask, some) for name, ask in subjects.items()}, len(some)))
    hosts = {
        "napkin.Uri(…).host": each(lambda text: napkin.Uri(text).host, some),
        "can_ada.parse(…).hostname": each(lambda text: can_ada.parse(text).hostname, some),
    }
    show("An object and its host", times(hosts, len(some)))
    # Objects that there are: yarl keeps what it has parsed.
    uris, others = [napkin.Uri(text) for text in some], [yarl.URL(text) for text in some]
    updates: dict[str, Callable[[], Any]] = {
        "Uri.update_query": lambda: [uri.update_query(page=2, q="a b") for uri in uris],
        "yarl.URL.update_query": lambda: [url.update_query(page=2, q="a b") for url in others],
    }
    show("Two parameters", times(updates, len(some)))
    named = [text for text in some if "." in yarl.URL(text).name]
    for title, write in WRITES.items():
        of_each = {of.__name__: [of(text) for text in named] for of in (napkin.Uri, yarl.URL)}
        written = {f"{name}, {title}": each(write, objects) for name, objects in of_each.items()}
        show(f"A copy: {title}", times(written, len(named)))
    canonical = {"compat.w3lib": each(canonicalize_url, some), "w3lib": each(w3lib.url.canonicalize_url, some)}
    show("A canonical URL", times(canonical, len(some)))
    column = pyarrow.array(some * 10)
    asked: dict[str, Callable[[], Any]] = {
        f"columns.{name}, one thread": partial(getattr(columns, name), column, threads=1) for name in ["host", "port", "origin", "valid", "key", "any_public_host"]
    }
    coded = pyarrow.array(some[:100] * 2_000).dictionary_encode()
    for name in ["host", "any_public_host"]:
        asked[f"columns.{name} of a dictionary of 100"] = partial(getattr(columns, name), coded, threads=1)
    show("A row of a small column", times(asked, len(column)))
    one, other = pyarrow.array(some), pyarrow.array([f"h{row}.example" for row in range(len(some))])
    by_option = {
        "columns.set, one host": lambda: columns.set(one, host="h.example", key="uri", threads=1),
        "columns.set, a host for each row": lambda: columns.set(one, host=other, key="uri", threads=1),
    }
    show("An option that differs in each row", times(by_option, len(one)))

    few = urls(1_000_000)
    table = pyarrow.chunked_array([pyarrow.array(few)] * max(1, rows // len(few)))
    questions = {
        "columns.host, one thread": lambda: columns.host(table, threads=1),
        "columns.host, all cores": lambda: columns.host(table),
        "columns.valid, one thread": lambda: columns.valid(table, threads=1),
        "columns.parse, one thread": lambda: columns.parse(table, threads=1),
    }
    found = times(questions, len(table))
    with tempfile.NamedTemporaryFile() as lines:
        for _ in range(len(table) // len(few)):
            lines.write("".join(f"{text}\n" for text in few).encode())
        lines.flush()
        batch = subprocess.run([HOSTS, lines.name], check=True, capture_output=True, text=True).stdout.split()
    found["the library's batch, hosts into a column"] = float(batch[1])
    found["the library's batch, without a column"] = float(batch[0])
    show(f"A row of {len(table):,}", found)

    extract = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)
    column = pyarrow.array(some)
    domains = {
        "columns.registrable_domain, one thread": lambda: columns.registrable_domain(column, threads=1),
        "compat.tldextract": each(own_extract, some),
        "tldextract": each(extract, some),
    }
    show("A registrable domain", times(domains, len(some)))

    few_texts = some[:200]
    from rfc3987 import parse as by_rfc3987
    from rfc3987_syntax import is_valid_syntax

    checks = {
        "napkin": each(FORMATS["iri"], few_texts),
        "rfc3987": each(lambda text: by_rfc3987(text, rule="IRI"), few_texts),
        "rfc3987-syntax": each(lambda text: is_valid_syntax("iri", text), few_texts),
    }
    show("The format iri of jsonschema", times(checks, len(few_texts)))
    robots(some[:200])


def lists(files: list[str]) -> None:
    """Columns of real URLs: the http URLs of files, a line each."""
    for file in files:
        lines = Path(file).read_text(encoding="utf-8", errors="replace").splitlines()
        column = pyarrow.array([line for line in lines if line.startswith(("http://", "https://"))])
        asked: dict[str, Callable[[], Any]] = {
            "columns.host, one thread": lambda column=column: columns.host(column, threads=1),
            "columns.any_public_host, one thread": lambda column=column: columns.any_public_host(column, threads=1),
        }
        show(f"A row of {Path(file).name}, {len(column):,} http URLs", times(asked, len(column)))


def by_threads() -> None:
    """Twice the work of one thread, in one and in two: what releases the lock takes as long."""
    some = urls(20_000)
    text = " ".join(some)
    page = "".join(f'<p><a href="{url}">{url}</a>' for url in some)
    column = pyarrow.array(some * 20)
    works: dict[str, Callable[[], Any]] = {
        "questions.links": lambda: questions.links(page, base="http://h/"),
        "questions.extract": lambda: questions.extract(text),
        "columns.host": lambda: columns.host(column, threads=1),
        "columns.any_public_host": lambda: columns.any_public_host(column, threads=1),
        "napkin.Uri": each(napkin.Uri, some),
    }

    def both(work: Callable[[], Any]) -> None:
        started = [threading.Thread(target=work) for _ in range(2)]
        for one in started:
            one.start()
        for one in started:
            one.join()

    def twice(work: Callable[[], Any]) -> None:
        work(), work()

    for name, work in works.items():
        show(name, times({"two threads": partial(both, work), "one thread, twice": partial(twice, work)}, 1))


def robots(texts: list[str]) -> None:
    """Verdicts of a robots.txt of many rules, beside the standard library, which has no wildcards, and protego."""
    import urllib.robotparser

    import protego

    from napkin.compat.robotparser import RobotFileParser

    words = sorted({text.rsplit("/", 1)[-1] for text in texts if text.count("/") > 3})[:100]
    lines = ["User-agent: *", *(f"Disallow: /*{word}" if at % 2 else f"Allow: /{word}$" for at, word in enumerate(words))]
    file = "\n".join(lines)
    by_library, own = urllib.robotparser.RobotFileParser(), RobotFileParser()
    for parser in [by_library, own]:
        parser.modified()
        parser.parse(lines)
    by_protego = protego.Protego.parse(file)
    subjects: dict[str, Callable[[], Any]] = {
        "questions.robots": lambda: [questions.robots(text, robots=file, agent="ExampleBot") for text in texts],
        "compat.robotparser": lambda: [own.can_fetch("ExampleBot", text) for text in texts],
        "protego": lambda: [by_protego.can_fetch(text, "ExampleBot") for text in texts],
        "urllib.robotparser": lambda: [by_library.can_fetch("ExampleBot", text) for text in texts],
    }
    agree = list(map(bool, subjects["questions.robots"]())) == subjects["protego"]()
    show(f"A verdict of a robots.txt of {len(lines)} lines{'' if agree else ', in which protego differs'}", times(subjects, len(texts)))


if sys.argv[1:] == ["instructions"]:
    instructions()
elif sys.argv[1:] == ["threads"]:
    by_threads()
elif sys.argv[1:2] == ["lists"]:
    lists(sys.argv[2:])
else:
    main(*map(int, sys.argv[1:]))
