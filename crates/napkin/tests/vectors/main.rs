//! The cases of `spec/cases/` through the library's types, those of URIs and those of IRIs.

#![allow(clippy::duplicate_mod, reason = "the answers are compiled for each family")]

#[path = "../support/mod.rs"]
mod support;

mod iris;
mod uris;

use std::collections::BTreeMap;

use serde_json::Value;
use support::{cases, text};

/// Operations of other crates, whose cases are in the same files.
const ELSEWHERE: [&str; 4] = ["extract", "suffix", "base", "security"];

#[test]
fn rfc3986() {
    let run = run("rfc3986.jsonl", uris::typed::answer);
    let expected = [
        ("different", 30),
        ("equivalent", 18),
        ("normalize", 104),
        ("parse", 193),
        ("recompose", 31),
        ("redact", 13),
        ("reject", 139),
        ("resolve", 167),
    ];
    assert_eq!(run, expected.map(|(op, count)| (op.to_owned(), count)).into());
}

#[test]
fn rfc3987() {
    let run = run("rfc3987.jsonl", iris::typed::answer);
    let expected = [
        ("different", 19),
        ("equivalent", 30),
        ("normalize", 57),
        ("parse", 288),
        ("recompose", 25),
        ("redact", 3),
        ("reject", 325),
        ("relativize", 16),
        ("resolve", 68),
        ("to_iri", 266),
        ("to_uri", 138),
    ];
    assert_eq!(run, expected.map(|(op, count)| (op.to_owned(), count)).into());
}

#[test]
fn decided_against_peers() {
    let run = run("peers.jsonl", uris::typed::answer);
    assert_eq!(run.values().sum::<usize>(), cases("peers.jsonl").len());
}

#[test]
fn found_by_the_oracles() {
    let run = run("found.jsonl", uris::typed::answer);
    assert_eq!(run.values().sum::<usize>(), cases("found.jsonl").len());
}

/// Runs every case of a file and counts them by operation.
fn run(file: &str, answer: impl Fn(&str, &Value) -> Value) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
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
        *counts.entry(op.to_owned()).or_default() += 1;
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    counts
}
