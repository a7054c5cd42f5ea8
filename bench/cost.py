#!/usr/bin/env python3
"""What it costs to depend on napkin: crates, processor time of a cold debug build, size of a stripped release program.

    python3 bench/cost.py

Each row is a program that depends on one library, built in a folder of its own. The program parses, resolves and
normalizes; its size is that beyond a program that does nothing with its argument.
"""

import os
import resource
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAPKIN = """use napkin::{AbsoluteUri, Level, UriRef};
fn main() {
    let text = std::env::args().nth(1).unwrap_or_default();
    let base = AbsoluteUri::parse("http://a/b/c").unwrap();
    if let Ok(uri) = UriRef::parse(text.as_str()) {
        if let Ok(target) = uri.resolve(&base) {
            println!("{:?}", target.normalize(Level::Path).map(|uri| uri.to_string()).ok());
        }
    }
}
"""
FLUENT = """use fluent_uri::{Uri, UriRef};
fn main() {
    let text = std::env::args().nth(1).unwrap_or_default();
    let base = Uri::parse("http://a/b/c").unwrap();
    if let Ok(uri) = UriRef::parse(text.as_str()) {
        if let Ok(target) = uri.resolve_against(&base) {
            println!("{:?}", target.normalize().to_string());
        }
    }
}
"""
NOTHING = """fn main() {
    let text = std::env::args().nth(1).unwrap_or_default();
    println!("{:?}", Some(text));
}
"""


def napkin(*features):
    listed = ", ".join(f'"{feature}"' for feature in features)
    return f'napkin = {{ path = "{ROOT}/crates/napkin", default-features = false, features = [{listed}] }}'


ROWS = [
    ("nothing", "", NOTHING),
    ("fluent-uri", 'fluent-uri = "0.4.1"', FLUENT),
    ("no features", napkin(), None),
    ("`alloc`", napkin("alloc"), NAPKIN),
    ("`std`", napkin("std"), NAPKIN),
    ("defaults: `std`, `simd`", napkin("std", "simd"), NAPKIN),
    ("`std`, `avx512`", napkin("std", "avx512"), NAPKIN),
    ("defaults and `editions`", napkin("std", "simd", "editions"), NAPKIN),
    ("defaults and `explain`", napkin("std", "simd", "explain"), NAPKIN),
]


def build(folder, *options):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # A folder of its own for what is built, and no incremental build.
    environment = dict(os.environ, CARGO_INCREMENTAL="0", CARGO_TARGET_DIR=str(folder / "target"))
    subprocess.run(["cargo", "build", "--quiet", *options], cwd=folder, check=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    print("| library | crates | debug build, s of processor time | parse, resolve, normalize, kB |")
    print("| --- | --- | --- | --- |")
    empty = 0
    for name, dependency, program in ROWS:
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            (folder / "src").mkdir()
            (folder / "src/main.rs").write_text(program or NOTHING)
            manifest = (
                '[package]\nname = "cost"\nversion = "0.0.0"\nedition = "2024"\n[workspace]\n'
                f'[dependencies]\n{dependency}\n[profile.release]\nstrip = true\nlto = true\ncodegen-units = 1\n'
            )
            (folder / "Cargo.toml").write_text(manifest)
            subprocess.run(["cargo", "fetch", "--quiet"], cwd=folder, check=True)
            seconds = build(folder)
            crates = (folder / "Cargo.lock").read_text().count("[[package]]") - 1
            size = "–"
            if program:
                build(folder, "--release")
                bytes_of = (folder / "target/release/cost").stat().st_size
                empty = empty or bytes_of
                size = round((bytes_of - empty) / 1000)
            print(f"| {name} | {crates} | {seconds:.1f} | {size} |", flush=True)


if __name__ == "__main__":
    main()
