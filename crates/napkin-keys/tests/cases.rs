//! The keys that the programs make, as `checks/keys/cases.py` wrote them down.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use napkin_keys::{Match, NoKey, NoRange, PROFILES, Profile, STEPS, SURT, Step};
use serde_json::Value;

/// The cases of `checks/keys/cases.py`: of programs in Java, and of the others.
fn cases() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/cases/keys");
    ["programs.jsonl", "java.jsonl"]
        .map(|file| fs::read_to_string(folder.join(file)).unwrap())
        .concat()
}

#[test]
fn keys_are_those_of_the_programs() {
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for line in cases().lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let profile = Profile::named(case["profile"].as_str().unwrap()).unwrap();
        seen.insert(profile.name());
        let key = profile.key(case["input"].as_str().unwrap()).ok();
        if key.as_deref() != case["key"].as_str() {
            wrong.push(format!("{case}\n  is {key:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(seen.len(), PROFILES.len(), "a profile has no case");
}

#[test]
fn the_last_change_is_the_key() {
    for profile in PROFILES {
        for text in ["http://WWW.Example.com:80/A/../b%41?b&a#c", "example.com", "mailto:A@b"] {
            // Scrapy makes no request of a text without a host.
            let Ok(key) = profile.key(text) else { continue };
            let changes = profile.explain(text).unwrap();
            assert_eq!(
                changes.last().map_or(&*key, |change| &*change.text),
                key,
                "{}",
                profile.name()
            );
        }
    }
}

#[test]
fn any_octets_are_survived() {
    for profile in PROFILES {
        for first in (0..=u8::MAX).step_by(3) {
            for second in (0..=u8::MAX).step_by(2) {
                let _ = profile.key([first, second]);
                let _ = profile.key([b"http://", &[first, second][..], b"/?"].concat());
            }
        }
    }
}

#[test]
fn ranges_are_those_of_pywb() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/cases/keys/ranges.jsonl");
    let mut wrong = Vec::new();
    let text = fs::read_to_string(file).unwrap();
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let matching = Match::ALL.into_iter().find(|one| one.name() == case["match"]).unwrap();
        let range = SURT.range(case["input"].as_str().unwrap(), matching).unwrap();
        if range.start() != case["start"] || range.end() != case["end"] {
            wrong.push(format!("{case}\n  is {range:?}"));
        }
    }
    assert!(!text.is_empty() && wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_range_has_the_keys_of_its_pages() {
    let urls = [
        "http://example.com/",
        "http://example.com/a",
        "http://example.com/a/b",
        "http://example.com/ab",
        "http://example.com:8080/a",
        "http://a.example.com/",
        "http://example2.com/",
        "http://exam.com/",
        "mailto:a@example.com",
    ];
    let found = |url: &str, matching| {
        let range = SURT.range(url, matching).unwrap();
        let is_in = |url: &&str| range.contains(&SURT.key(url).unwrap());
        urls.into_iter().filter(is_in).collect::<Vec<_>>()
    };
    assert_eq!(found("http://www.example.com/a", Match::Exact), urls[1..2]);
    assert_eq!(found("http://example.com/a", Match::Prefix), urls[1..4]);
    assert_eq!(found("http://example.com/a/", Match::Prefix), urls[2..3]);
    assert_eq!(found("http://example.com/a", Match::Host), urls[..4]);
    assert_eq!(found("http://example.com:8080/", Match::Host), urls[4..5]);
    assert_eq!(found("example.com", Match::Domain), [&urls[..4], &urls[5..6]].concat());
    assert_eq!(found("com,example", Match::Key), urls[..7]);
    assert_eq!(found("com,example,", Match::Key), urls[5..6]);
    assert_eq!(SURT.range("mailto:a@b", Match::Host), Err(NoRange::Host));
    assert_eq!(SURT.range("", Match::Key), Err(NoRange::Empty));
    assert_eq!(SURT.range("\u{10FFFF}", Match::Key), Err(NoRange::Empty));
    assert_eq!(SURT.range("http://h:a/", Match::Exact), Err(NoRange::Key(NoKey::Port)));
}

#[test]
fn each_step_is_in_the_list_once() {
    let names: BTreeSet<_> = STEPS.iter().map(Step::name).collect();
    assert_eq!(names.len(), STEPS.len());
    for profile in PROFILES {
        assert!(profile.steps().all(|step| names.contains(step)), "{}", profile.name());
    }
    assert!(STEPS.iter().all(|step| step.about().ends_with('.')));
}
