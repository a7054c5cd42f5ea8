//! Inputs for laws: those of all cases, the examples, and small variations of them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use napkin_schemes::DEFINITIONS;

fn case_files() -> Vec<PathBuf> {
    let cases_folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/cases");
    let folders = [cases_folder.clone(), cases_folder.join("schemes")];
    let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let files = entries.map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|extension| extension == "jsonl")).collect()
}

/// The inputs of all cases, and the examples.
pub(crate) fn inputs() -> BTreeSet<String> {
    let mut inputs: BTreeSet<_> = DEFINITIONS.iter().map(|known| known.example.into()).collect();
    for file in case_files() {
        for line in fs::read_to_string(file).unwrap().lines() {
            let case: serde_json::Value = serde_json::from_str(line).unwrap();
            inputs.extend(case["input"].as_str().map(String::from));
        }
    }
    inputs
}

/// A text changed in every place: a character removed, doubled, or replaced.
pub(crate) fn changes(text: &str) -> impl Iterator<Item = String> {
    const OTHERS: [&str; 14] =
        ["", "/", ":", "@", "?", "#", ";", "=", "&", "%", "%0D", "%2F", "%FF", "9"];
    // Only some of the changes; the step does not divide their number.
    let step = if std::env::var_os("NAPKIN_DEEP").is_some() { 1 } else { 31 };
    let all = text.char_indices().flat_map(move |(at, character)| {
        let (before, after) = (&text[..at], &text[at + character.len_utf8()..]);
        let changed = OTHERS.iter().map(move |other| [before, other, after].concat());
        changed.chain([format!("{before}{character}{character}{after}")])
    });
    all.step_by(step)
}
