//! What the fuzzers check, on what they begin with, on every document of `testdata/`, and on those
//! with pieces cut out and put elsewhere.

mod support;

#[path = "../../../fuzz/context.rs"]
mod context;

use std::fs;

use napkin_context::Kind;
use support::{Numbers, testdata};

/// How many variants of each file are tried.
const VARIANTS: usize = 400;

fn check(target: &str, data: &[u8]) {
    match target {
        "extract" => context::extract(data),
        "typed" => context::typed(data),
        name => {
            let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name);
            context::links(kind.expect("a target is a kind of document"), data);
        }
    }
}

/// Bytes with a piece copied over another, one changed, or the end cut off.
fn varied(data: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut data = data.to_vec();
    for _ in 0..=numbers.below(3) {
        let at = numbers.below(data.len().max(1));
        match numbers.below(4) {
            0 => data.truncate(at),
            1 => {
                let from = numbers.below(data.len().max(1));
                let len = numbers.below(24).min(data.len() - from.min(data.len()));
                let piece = data[from..from + len].to_vec();
                data.splice(at.min(data.len())..at.min(data.len()), piece);
            }
            2 => {
                let end = (at + numbers.below(24)).min(data.len());
                data.drain(at.min(end)..end);
            }
            _ => {
                if let Some(byte) = data.get_mut(at) {
                    *byte = numbers.below(256) as u8;
                }
            }
        }
    }
    data
}

fn check_all(target: &str, data: &[u8], numbers: &mut Numbers) {
    check(target, data);
    for _ in 0..VARIANTS {
        check(target, &varied(data, numbers));
    }
}

#[test]
fn the_corpora() {
    let mut numbers = Numbers(11);
    let mut targets = 0;
    for target in fs::read_dir(testdata("../fuzz/fuzz_targets")).unwrap() {
        let target = target.unwrap().path();
        let name = target.file_stem().unwrap().to_str().unwrap();
        let is_kind = Kind::ALL.into_iter().any(|kind| kind.name() == name);
        // The other targets are those of other crates.
        if !is_kind && !["extract", "typed"].contains(&name) {
            continue;
        }
        targets += 1;
        for file in fs::read_dir(testdata("../fuzz/corpus").join(name)).unwrap() {
            let data = fs::read(file.unwrap().path()).unwrap();
            check_all(name, &data, &mut numbers);
        }
    }
    assert_eq!(targets, 9);
}

#[test]
fn the_documents() {
    let mut numbers = Numbers(13);
    for file in fs::read_dir(testdata("context/documents")).unwrap() {
        let path = file.unwrap().path();
        let kind = Kind::of_file_name(path.to_str().unwrap()).unwrap();
        // The first byte chooses how it is read: by RFC 3986, with surroundings.
        let data = [vec![0x1E], fs::read(&path).unwrap()].concat();
        check_all(kind.name(), &data, &mut numbers);
        check_all("extract", &data, &mut numbers);
    }
}
