//! Laws of every view, on the inputs of all cases and on what becomes of them by small changes, read by
//! every edition.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use napkin::edition::EDITIONS;
use napkin::{Level, Normalizer, Reference};
use napkin_schemes::{Client, DEFINITIONS, Server, describe, normalize, plan};

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

/// Holds a URI to what is true of every view; whether it has one.
fn hold(reference: Reference<'_>) -> bool {
    let Ok(description) = describe(reference) else { return false };
    let text = reference.as_str();
    let in_text = |offset: Option<usize>| offset.is_none_or(|offset| offset <= text.len());
    assert!(description.fields().get("warnings").is_some());
    for client in [
        Client::default(),
        Client::default().email("a@b.c").news_server(Server::new("h.d")).allow_foreign_port(),
        Client::default().allow_control_octets().allow_foreign_port(),
    ] {
        if let Err(error) = plan(reference, &client) {
            assert!(in_text(error.offset()), "{text}: {error}");
        }
    }
    let Some(view) = description.view() else { return false };
    let view = match view {
        Ok(view) => view,
        Err(error) => {
            assert!(error.offset().is_some_and(|offset| offset <= text.len()), "{text}: {error}");
            return false;
        }
    };
    if let Ok(written) = view.to_uri() {
        let again = describe(&written).unwrap();
        let Some(Ok(again)) = again.view() else { panic!("{text} became {written}") };
        let twice = again.to_uri().map(napkin::Uri::into_text);
        assert_eq!(twice.as_deref(), Ok(written.as_str()), "{text}");
    }
    if let Some((rule, normal)) = normalize(reference) {
        assert_ne!(normal, text, "{}", rule.name);
    }
    true
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
            let once = normalizer.normalize(&uri);
            let twice = normalizer.normalize(&once);
            assert_eq!(once.as_str(), twice.as_str(), "{text}");
        }
    }
}
