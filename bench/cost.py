#!/usr/bin/env python3
"""What it costs to depend on napkin: crates, processor time of a cold debug build, size of a stripped release program.

    python3 bench/cost.py napkin
    python3 bench/cost.py napkin-schemes napkin-context --write

Each row is a program that depends on one library with some of its features, built in a folder of its own. By `napkin` it
parses, resolves and normalizes; by `napkin-schemes` it describes a URI; by `napkin-standards` it tells the host by the
standard that is asked for; by `napkin-context` it finds URIs in text, or the links of a document. Its size is that beyond a program that does nothing with its argument; a row without a program has none.

`--write` writes the last three columns of the table of features in the README of a crate, a row for each feature.
"""

import argparse
import os
import re
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


SCHEMES = """use napkin_schemes::describe;
fn main() {
    let text = std::env::args().nth(1).unwrap_or_default();
    if let Ok(uri) = napkin::Uri::parse(text.as_str()) {
        println!("{:?}", describe(&uri).map(|found| found.fields()));
    }
}
"""
STANDARDS = """use napkin_standards::{Standard, facts};
fn main() {
    let text = std::env::args().nth(1).unwrap_or_default();
    let standard = Standard::named(&std::env::args().nth(2).unwrap_or_default());
    match standard.map(|standard| standard.read(text.as_bytes())) {
        Some(Ok(read)) => println!("{:?}", read.parsed().fact::<facts::Host>()),
        Some(Err(error)) => println!("{error}"),
        None => {}
    }
}
"""
TEXT = """use napkin_context::Extractor;
fn main() {
    let text = std::env::args().nth(1).unwrap_or_default();
    println!("{:?}", Extractor::default().find(text.as_bytes()).collect::<Vec<_>>());
}
"""
LINKS = """use napkin_context::{Found, Surroundings};
fn main() {
    let text = std::env::args().nth(1).unwrap_or_default();
    let done = Surroundings::default().links(text.as_bytes(), &mut |_, found| match found {
        Found::Link { target, .. } => println!("{target:?}"),
        Found::Fault(fault) => println!("{fault}"),
        _ => {}
    });
    println!("{}", done.is_ok());
}
"""


def library(name, *features):
    listed = ", ".join(f'"{feature}"' for feature in features)
    return f'{name} = {{ path = "{ROOT}/crates/{name}", default-features = false, features = [{listed}] }}'


def napkin(*features):
    return library("napkin", *features)


def schemes(*features):
    return f'{napkin("std")}\n{library("napkin-schemes", *features)}'


def context(*features):
    return library("napkin-context", *features)


CORE = [
    ("fluent-uri", 'fluent-uri = "0.4.1"', FLUENT),
    ("none", napkin(), None),
    ("`alloc`", napkin("alloc"), NAPKIN),
    ("`std` (default)", napkin("std"), NAPKIN),
    ("`simd` (default)", napkin("std", "simd"), NAPKIN),
    *[(f"`{one}`", napkin("std", "simd", one), NAPKIN) for one in ["avx512", "editions", "explain", "serde", "form", "arbitrary", "proptest", "url", "http"]],
]
FAMILIES = ["web", "file", "data", "mail", "ssh", "urn", "hash", "tel", "directory", "misc"]
DOCUMENTS = ["css", "html", "xml", "markdown", "turtle", "http", "mime", "warc"]
COMPRESSIONS = ["gzip", "zstd", "xz", "bzip2", "brotli"]
CRATES = {
    "napkin": CORE,
    "napkin-schemes": [("no family", schemes(), SCHEMES)]
    + [(f"`{one}`", schemes(one), SCHEMES) for one in [*FAMILIES, "idna", "unicode", "simd"]]
    + [("all", schemes("default"), SCHEMES)],
    "napkin-standards": [("no feature", library("napkin-standards"), STANDARDS)]
    + [(f"`{one}`", library("napkin-standards", one), STANDARDS) for one in ["domains", "idna", "serde", "simd"]]
    + [("all", library("napkin-standards", "default", "serde"), STANDARDS)],
    "napkin-context": [("`text`", context("text"), TEXT), ("`documents`", context("documents"), LINKS)]
    + [(f"`{one}`", context("documents", one), LINKS) for one in [*DOCUMENTS, *COMPRESSIONS]]
    + [(f"`{one}`", context("documents", one), LINKS) for one in ["idna", "simd"]]
    + [("all", context("default"), LINKS)],
}


def build(folder, target, *options):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = dict(os.environ, CARGO_INCREMENTAL="0", CARGO_TARGET_DIR=str(target))
    subprocess.run(["cargo", "build", "--quiet", *options], cwd=folder, check=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measured(released, dependency, program):
    """Crates besides one's own, seconds, and bytes of the program; `None` without a program."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "src").mkdir()
        (folder / "src/main.rs").write_text(program or NOTHING)
        manifest = (
            '[package]\nname = "cost"\nversion = "0.0.0"\nedition = "2024"\n[workspace]\n'
            f"[dependencies]\n{dependency}\n[profile.release]\nstrip = true\nlto = true\ncodegen-units = 1\n"
        )
        (folder / "Cargo.toml").write_text(manifest)
        subprocess.run(["cargo", "fetch", "--quiet"], cwd=folder, check=True)
        # A folder of its own for what is built, since the build is cold.
        seconds = build(folder, folder / "target")
        command = ["cargo", "tree", "--edges", "normal", "--prefix", "none", "--no-dedupe"]
        tree = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
        crates = len(set(tree.stdout.splitlines())) - 1
        if not program:
            return crates, seconds, None
        build(folder, released, "--release")
        return crates, seconds, (released / "release/cost").stat().st_size


def write(crate, name, costs):
    """Writes the costs into the row of the README that begins with the name."""
    page = ROOT / "crates" / crate / "README.md"
    row = re.compile(rf"^(\| {re.escape(name)} \| [^|]* \|).*$", re.MULTILINE)
    page.write_text(row.sub(lambda found: f"{found[1]} {costs} |", page.read_text()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("crates", nargs="*", choices=[*CRATES], default=["napkin"])
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    # What is built with optimization serves all rows.
    with tempfile.TemporaryDirectory() as place:
        tell(options, Path(place))


def tell(options, released):
    _, _, empty = measured(released, "", NOTHING)
    for crate in options.crates:
        print(f"| {crate} | crates | debug build, s of processor time | kB |")
        print("| --- | --- | --- | --- |")
        for name, dependency, program in CRATES[crate]:
            crates, seconds, size = measured(released, dependency, program)
            size = round((size - empty) / 1000) if size else "–"
            costs = f"{crates} | {seconds:.1f} | {size}"
            print(f"| {name} | {costs} |", flush=True)
            if options.write:
                write(crate, name, costs)


if __name__ == "__main__":
    main()
