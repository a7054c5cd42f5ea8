//! Runs the program of `examples/` on its cases in `spec/cases/examples.jsonl`, whose fields are described in
//! `crates/napkin/tests/examples.rs`.
//!
//! `cargo test` builds the program first; after a change of it, run `cargo build -p napkin-context --examples`.

use std::env::{self, consts::EXE_SUFFIX};
use std::fs::File;
use std::process::Command;

use crate::support::{case_file, cases, text};
use serde_json::{Value, json};

#[test]
fn crawl_page() {
    // Beside the folder of the test programs, or in `target/` if cargo has a build folder elsewhere (`.ci/cache`).
    let this = env::current_exe().unwrap();
    let profile = this.ancestors().nth(2).unwrap();
    let target = case_file("../../target").join(profile.file_name().unwrap());
    let program = format!("examples/crawl_page{EXE_SUFFIX}");
    let programs = [profile.join(&program), target.join(program)];
    let program = programs.into_iter().find(|program| program.exists());
    let program = program.expect("cargo build -p napkin-context --examples");
    let mut cases = cases("examples.jsonl");
    cases.retain(|case| case["program"] == "crawl_page");
    assert_eq!(cases.len(), 2);
    for case in cases {
        let output = Command::new(&program)
            .args(case["arguments"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()))
            .stdin(File::open(case_file("../..").join(text(&case, "stdin"))).unwrap())
            .output()
            .unwrap();
        let lines = |bytes| String::from_utf8(bytes).unwrap().lines().collect::<Value>();
        assert_eq!(json!(output.status.code()), case["exit"]);
        assert_eq!(lines(output.stdout), case["stdout"]);
        assert_eq!(lines(output.stderr), case["stderr"]);
    }
}
