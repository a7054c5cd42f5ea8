//! Laws of every view, on the inputs of all cases and on what becomes of them by small changes, read by
//! every edition.

#[path = "support/hold.rs"]
mod hold;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use hold::hold;
use napkin::edition::EDITIONS;
use napkin::{Level, Normalizer};
use napkin_schemes::{DEFINITIONS, normalize};

fn case_files() -> Vec<PathBuf> {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let folders = [testdata.clone(), testdata.join("schemes")];
    let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let files = entries.map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|extension| extension == "jsonl")).collect()
}

/// The inputs of all cases, and the examples.
fn inputs() -> BTreeSet<String> {
    let mut inputs: BTreeSet<_> = DEFINITIONS.iter().map(|known| known.example.into()).collect();
    for file in case_files() {
        for line in fs::read_to_string(file).unwrap().lines() {
            let case: serde_json::Value = serde_json::from_str(line).unwrap();
            inputs.extend(case["input"].as_str().map(String::from));
        }
    }
    inputs
}

/// A text with one thing changed in every place: left out, doubled, or another in its stead.
fn changes(text: &str) -> impl Iterator<Item = String> {
    const OTHERS: [&str; 14] =
        ["", "/", ":", "@", "?", "#", ";", "=", "&", "%", "%0D", "%2F", "%FF", "9"];
    text.char_indices().flat_map(move |(at, character)| {
        let (before, after) = (&text[..at], &text[at + character.len_utf8()..]);
        let changed = OTHERS.iter().map(move |other| [before, other, after].concat());
        changed.chain([format!("{before}{character}{character}{after}")])
    })
}

#[test]
fn views_are_total_and_written_as_they_are_read() {
    let mut views = 0_usize;
    for input in inputs() {
        for text in changes(&input).chain([input.clone()]) {
            for edition in EDITIONS {
                if let Ok(reference) = edition.parse(&text) {
                    views += usize::from(hold(reference));
                }
            }
        }
    }
    println!("{views} views");
    assert!(views > 100_000, "{views}");
}

#[test]
fn normal_forms_stay_as_they_are() {
    let normalizer = Normalizer::new(Level::Scheme).with_schemes(normalize);
    for input in inputs() {
        for text in changes(&input).chain([input.clone()]) {
            let Ok(uri) = napkin::Uri::parse(&text) else { continue };
            let once = normalizer.normalize(&uri).unwrap();
            let twice = normalizer.normalize(&once).unwrap();
            assert_eq!(once.as_str(), twice.as_str(), "{text}");
        }
    }
}

/// The short cuts of the core ask the schemes as its list of actions does.
#[test]
fn the_short_way_is_the_long_way() {
    for level in Level::ALL {
        let normalizer = Normalizer::new(level).with_schemes(normalize);
        for input in inputs() {
            for edition in EDITIONS {
                let Ok(reference) = edition.parse(&input) else { continue };
                let Ok((explained, _)) = normalizer.explain_reference(reference) else { continue };
                let short = normalizer.normalize_reference(reference).unwrap();
                assert_eq!(short, explained, "{input} at {level:?} by {}", edition.name);
            }
        }
    }
}
