"""Times of keys and of registrable domains beside those of packages of Python, as ratios of one run.

Run: checks/install/keys &&
cargo build --release --manifest-path bench/Cargo.toml --no-default-features --bin keys &&
target/keys/venv/bin/python -W ignore bench/keys.py LIST
"""

import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import surt
import tldextract
import w3lib.url

ROUNDS = 7
KEYS = Path(__file__).parent / "target/release/keys"

# The package beside each subject of the binary.
PROGRAMS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "surt": ("surt", surt.surt),
    "w3lib": ("w3lib", w3lib.url.canonicalize_url),
    "registrable-domain": ("tldextract", tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)),
}


def best(program: Callable[[str], Any], texts: list[str]) -> float:
    """Nanoseconds for one text, the best of rounds."""
    found = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter_ns()
        for text in texts:
            try:
                program(text)
            except ValueError:
                pass  # A text of which the package makes none.
        found = min(found, (time.perf_counter_ns() - start) / len(texts))
    return found


def main(path: str) -> None:
    texts = Path(path).read_text().splitlines()
    made = subprocess.run([KEYS, path], check=True, capture_output=True, text=True).stdout
    own = {name: float(time) for name, time in map(str.split, made.splitlines())}
    print(f"{len(texts):,} texts; parse: {own['parse']:.1f} ns")
    for name, (package, program) in PROGRAMS.items():
        theirs = best(program, texts)
        print(
            f"  {name:<20} {own[name]:>8,.1f} ns, {own[name] - own['parse']:>8,.1f} more than parse;"
            f" {package} {version(package)}: {theirs:>10,.1f} ns, {theirs / own[name]:,.0f} times"
        )


main(sys.argv[1])
