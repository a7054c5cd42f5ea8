//! The public API of each library is a file beside, so that a change of it shows in review.
//! `NAPKIN_BLESS=1` writes them.

use std::fs;
use std::path::Path;
use std::process::Command;

use public_api::Builder;

/// The compiler whose rustdoc writes what is read here.
const COMPILER: &str = "rustc 1.95.";

/// The libraries that programs are written with; the others are made for the command.
const LIBRARIES: [&str; 4] = ["napkin", "napkin-schemes", "napkin-context", "napkin-audit"];

#[test]
fn the_public_api_is_the_one_that_is_written_down() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let version = Command::new("rustc").arg("--version").output().unwrap().stdout;
    let version = String::from_utf8(version).unwrap();
    if !version.starts_with(COMPILER) {
        eprintln!("skipped: what is read here is the JSON of {COMPILER}*, and this is {version}");
        return;
    }
    let mut changed = Vec::new();
    for library in LIBRARIES {
        let target = here.join("target/api");
        let run = Command::new(env!("CARGO"))
            .args(["rustdoc", "--quiet", "--lib", "--all-features", "--package", library])
            .arg("--target-dir")
            .arg(&target)
            .args(["--", "-Zunstable-options", "--output-format=json"])
            // The JSON of rustdoc is behind the switch for what is not stable.
            .env("RUSTC_BOOTSTRAP", "1")
            .env_remove("RUSTDOCFLAGS")
            .current_dir(here.join("../.."))
            .status();
        assert!(run.unwrap().success(), "no JSON for {library}");
        let json = target.join(format!("doc/{}.json", library.replace('-', "_")));
        let api = Builder::from_rustdoc_json(json)
            .omit_blanket_impls(true)
            .omit_auto_trait_impls(true)
            .build()
            .unwrap();
        let items: String = api.items().map(|item| format!("{item}\n")).collect();
        let file = here.join(format!("{library}.txt"));
        if std::env::var_os("NAPKIN_BLESS").is_some() {
            fs::write(&file, &items).unwrap();
        }
        let written = fs::read_to_string(&file).unwrap_or_default();
        let gone = written.lines().filter(|line| !items.lines().any(|item| item == *line));
        let new = items.lines().filter(|item| !written.lines().any(|line| line == *item));
        changed.extend(gone.map(|line| format!("- {line}")));
        changed.extend(new.map(|line| format!("+ {line}")));
    }
    assert!(changed.is_empty(), "NAPKIN_BLESS=1 writes what is meant:\n{}", changed.join("\n"));
}
