//! The cases of `spec/cases/` through the library's types, those of URIs and those of IRIs.

#![allow(clippy::duplicate_mod, reason = "the answers are compiled for each family")]

#[path = "../support/mod.rs"]
mod support;

mod iris;
mod uris;

use serde_json::Value;
use support::{cases, text};

/// Operations of other crates, whose cases are in the same files.
const ELSEWHERE: [&str; 4] = ["extract", "suffix", "base", "security"];

#[test]
fn rfc3986() {
    run("rfc3986.jsonl", uris::typed::answer);
}

#[test]
fn rfc3987() {
    run("rfc3987.jsonl", iris::typed::answer);
}

#[test]
fn decided_against_peers() {
    assert_eq!(run("peers.jsonl", uris::typed::answer), cases("peers.jsonl").len());
}

#[test]
fn found_by_the_oracles() {
    assert_eq!(run("found.jsonl", uris::typed::answer), cases("found.jsonl").len());
}

/// Runs the cases of a file, except operations of other crates. An unknown operation panics. Returns their number.
fn run(file: &str, answer: impl Fn(&str, &Value) -> Value) -> usize {
    let mut count = 0;
    let mut wrong = Vec::new();
    for case in cases(file) {
        let mut op = text(&case, "op");
        if text(&case, "variant") == "redact" {
            op = "redact";
        } else if ELSEWHERE.contains(&op) || support::takes_tables(&case) {
            continue;
        }
        let found = answer(op, &case);
        if found != case["expect"] {
            wrong.push(format!(
                "{}: {}\n  found {found}\n  not   {}",
                case["id"], case["input"], case["expect"]
            ));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 0, "{file}");
    count
}
