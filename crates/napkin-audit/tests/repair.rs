//! Repair: the cases of `testdata/audit/repair.jsonl`, and what holds for every input.

mod support;

use napkin::Edition;
use napkin::edition::{EDITIONS, RFC3986};
use napkin_audit::{Edit, repair};
use serde_json::json;
use support::{cases, text};

#[test]
fn cases_of_repair() {
    for case in cases("audit/repair.jsonl") {
        let edition = case["edition"].as_str().unwrap_or("rfc3986");
        let edition = Edition::named(edition).unwrap_or_else(|| panic!("{case}"));
        let found = repair(text(&case, "input").as_bytes(), edition);
        let found: Vec<_> = found.iter().map(|c| json!([c.uri, c.identity.name()])).collect();
        assert_eq!(json!(found), case["expect"], "{case}");
    }
}

/// Every string of an alphabet up to a length.
fn strings(alphabet: &[u8], longest: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut begin = 0;
    for _ in 0..longest {
        let end = all.len();
        for at in begin..end {
            for &byte in alphabet {
                let mut longer = all[at].clone();
                longer.push(byte);
                all.push(longer);
            }
        }
        begin = end;
    }
    all
}

/// Whatever the input: candidates are valid, are what their edits make of it, and need every edit.
#[test]
fn candidates_are_valid_and_as_small_as_they_can_be() {
    let mut repaired = 0;
    for tail in strings(b"a:/\\@[] %#?", 4) {
        for head in [&b""[..], b"http://", b"//h"] {
            let input = [head, &tail].concat();
            let is_valid = RFC3986.parse_bytes(napkin::Start::UriReference, &input).is_ok();
            let found = repair(&input, RFC3986);
            let shown = String::from_utf8_lossy(&input).into_owned();
            assert_eq!(is_valid, found.iter().any(|c| c.edits.is_empty()), "{shown:?}");
            assert!(found.is_sorted_by_key(napkin_audit::Candidate::cost), "{shown:?}: {found:?}");
            for candidate in &found {
                assert!(RFC3986.parse(&candidate.uri).is_ok(), "{shown:?}: {candidate:?}");
                assert_eq!(Edit::apply(&input, &candidate.edits), candidate.uri.as_bytes());
                repaired += 1;
            }
            // Of the cheapest one, no edit is for nothing; but for what is left out between a percent sign
            // and digits, which would make an escape of them.
            let joins = |edit: &Edit| edit.text.is_empty() && input.contains(&b'%');
            if let Some(first) = found.first().filter(|first| !first.edits.iter().any(joins)) {
                for left_out in 0..first.edits.len() {
                    let mut fewer = first.edits.clone();
                    fewer.remove(left_out);
                    let text = Edit::apply(&input, &fewer);
                    let fine = RFC3986.parse_bytes(napkin::Start::UriReference, &text).is_ok();
                    assert!(!fine, "{shown:?}: {first:?} without {left_out}");
                }
            }
        }
    }
    assert!(repaired > 30_000, "{repaired}");
}

/// The same for every edition, of fewer strings.
#[test]
fn candidates_are_valid_by_their_edition() {
    for edition in EDITIONS {
        let mut repaired = 0;
        for tail in strings(b"a:/\\@ %#?", 3) {
            for head in [&b"http://h/"[..], b"ftp://", b"news:", b"x:", b""] {
                let input = [head, &tail].concat();
                let is_valid = edition.parse_bytes(napkin::Start::UriReference, &input).is_ok();
                let found = repair(&input, edition);
                let shown = String::from_utf8_lossy(&input).into_owned();
                assert_eq!(is_valid, found.iter().any(|c| c.edits.is_empty()), "{shown:?}");
                for candidate in &found {
                    assert!(edition.parse(&candidate.uri).is_ok(), "{shown:?}: {candidate:?}");
                    assert_eq!(Edit::apply(&input, &candidate.edits), candidate.uri.as_bytes());
                    repaired += usize::from(!is_valid);
                }
            }
        }
        assert!(repaired > 500, "{}: {repaired}", edition.name);
    }
}
