//! The programs of `examples/`, run on their cases in `spec/cases/examples.jsonl`.
//!
//! A case has the `program`, its `arguments` and maybe the name of a file for `stdin`, and expects `exit`, `stdout`
//! and `stderr`, the last two as lines. Programs run at the root of the workspace.
//!
//! A whole `cargo test` builds the examples first. With `--test examples` alone, and after a change of
//! an example, build them by `cargo build -p napkin --examples`.

use std::env::{self, consts::EXE_SUFFIX};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, fs::File};

use crate::support::cases;
use serde_json::{Value, json};

#[test]
fn dedupe_crawl() {
    run("dedupe_crawl");
}

#[test]
fn check_references() {
    run("check_references");
}

#[test]
fn edit_query() {
    run("edit_query");
}

#[test]
fn linked_data() {
    run("linked_data");
}

#[test]
fn same_host_redirect() {
    run("same_host_redirect");
}

#[test]
fn every_example_is_run() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut names: Vec<_> =
        names.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort();
    assert_eq!(
        names,
        ["check_references", "dedupe_crawl", "edit_query", "linked_data", "same_host_redirect"]
    );
}

/// Runs all cases of one example.
fn run(example: &str) {
    let cases = cases("examples.jsonl").into_iter().filter(|case| case["program"] == example);
    let cases: Vec<_> = cases.collect();
    assert!(!cases.is_empty(), "{example} has no cases");
    for case in cases {
        let found = answer(example, &case);
        assert_eq!(found, case, "{example}\n{found}\n");
    }
}

/// The case with the program's actual output as its expectation.
fn answer(example: &str, case: &Value) -> Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let stdin = match case["stdin"].as_str() {
        Some(file) => File::open(root.join(file)).unwrap().into(),
        None => Stdio::null(),
    };
    let arguments = case["arguments"].as_array().unwrap();
    let output = Command::new(program(example))
        .args(arguments.iter().map(|argument| argument.as_str().unwrap()))
        .current_dir(root)
        .stdin(stdin)
        .output()
        .unwrap();
    let mut found = case.clone();
    found["exit"] = json!(output.status.code());
    found["stdout"] = lines(output.stdout);
    found["stderr"] = lines(output.stderr);
    found
}

/// The example that cargo built: it is beside the folder of the test programs, or in `target/` if cargo has a build
/// folder elsewhere (`.ci/cache`).
fn program(example: &str) -> PathBuf {
    let this = env::current_exe().unwrap();
    let profile = this.ancestors().nth(2).unwrap();
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target");
    let program = Path::new("examples").join(format!("{example}{EXE_SUFFIX}"));
    let programs =
        [profile.join(&program), target.join(profile.file_name().unwrap()).join(program)];
    let program = programs.into_iter().find(|program| program.exists());
    program.unwrap_or_else(|| panic!("no {example}: cargo build -p napkin --examples"))
}

fn lines(output: Vec<u8>) -> Value {
    String::from_utf8(output).unwrap().lines().collect()
}
