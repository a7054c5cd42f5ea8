//! The documents of `testdata/context/`, through `base` and `links`, against what is expected of
//! them.
//!
//! `NAPKIN_BLESS=1` writes what comes out; then it is to be read.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::{cases, run};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/context")
}

/// Runs a command on a document, and gives its answers, whose source is told apart from the others.
fn answers(command: &str, case: &Value) -> (i32, Vec<Value>) {
    let file = folder().join("documents").join(case["file"].as_str().unwrap());
    let options =
        case["arguments"].as_array().unwrap().iter().map(|option| option.as_str().unwrap());
    let arguments = [command, "--json", file.to_str().unwrap()].into_iter().chain(options);
    let ran = run(arguments, b"");
    let mut answers = ran.json();
    for answer in &mut answers {
        let object = answer.as_object_mut().unwrap();
        assert_eq!(object.remove("source").unwrap(), file.to_str().unwrap());
    }
    (ran.code, answers)
}

#[test]
fn come_out_as_expected() {
    let cases = cases("context/documents.jsonl");
    assert_eq!(cases.len(), 28);
    for case in &cases {
        for command in ["base", "links"] {
            let (code, answers) = answers(command, case);
            let faulty = answers.iter().any(|answer| answer.get("error").is_some());
            assert_eq!(code, i32::from(faulty), "{case}");
            let mut lines: Vec<_> = answers.iter().map(Value::to_string).collect();
            lines.push(String::new());
            let lines = lines.join("\n");
            let id = case["id"].as_str().unwrap();
            let expected = folder().join("expected").join(format!("{id}.{command}.jsonl"));
            if std::env::var_os("NAPKIN_BLESS").is_some() {
                fs::write(&expected, &lines).unwrap();
            }
            let expected = fs::read_to_string(&expected).unwrap();
            assert_eq!(lines, expected, "{command} {id}");
        }
    }
    let files = fs::read_dir(folder().join("expected")).unwrap().count();
    assert_eq!(files, 2 * cases.len(), "each file is expected of some case");
}

/// Where a document stands in its file as it is, each reference stands where its start says.
#[test]
fn references_stand_at_their_start() {
    let mut found = 0;
    for case in cases("context/documents.jsonl") {
        let name = case["file"].as_str().unwrap();
        if Path::new(name).extension().is_some_and(|end| end == "gz") {
            continue;
        }
        let file = fs::read(folder().join("documents").join(name)).unwrap();
        for answer in answers("links", &case).1 {
            // A fault has neither.
            let Some(reference) = answer["reference"].as_str() else { continue };
            let Some(document) = answer["document_start"].as_u64() else { continue };
            let place = usize::try_from(document + answer["start"].as_u64().unwrap()).unwrap();
            let record = answer["record"]["offset"].as_u64().unwrap_or_default();
            let record = &file[usize::try_from(record).unwrap()..];
            // The block of a record begins behind its header.
            let block = match answer.get("record") {
                Some(_) => record.windows(4).position(|end| end == b"\r\n\r\n").unwrap() + 4,
                None => 0,
            };
            // What is written otherwise begins, up to there, as it is.
            let plain = reference.split(['&', '"', ')', ' ', '<', '\'']).next().unwrap();
            let plain = plain.strip_prefix("mailto:").unwrap_or(plain);
            let plain = &plain[..plain.len().min(8)];
            let stands = String::from_utf8_lossy(&record[block + place..]);
            let stands = stands.strip_prefix("mailto:").unwrap_or(&stands);
            assert!(stands.starts_with(plain), "{answer}: {:?}", &stands[..stands.len().min(40)]);
            found += 1;
        }
    }
    assert!(found > 150, "{found}");
}
