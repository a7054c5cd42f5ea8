//! The keys that the programs make, as `checks/keys/cases.py` wrote them down.

use std::fs;
use std::path::Path;

use napkin_keys::{PROFILES, Profile};
use serde_json::Value;

#[test]
fn keys_are_those_of_the_programs() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/cases/keys/programs.jsonl");
    let mut wrong = Vec::new();
    let mut seen = vec![0; PROFILES.len()];
    for line in fs::read_to_string(file).unwrap().lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let name = case["profile"].as_str().unwrap();
        let place = PROFILES.iter().position(|profile: &&Profile| profile.name() == name).unwrap();
        seen[place] += 1;
        let key = PROFILES[place].key(case["input"].as_str().unwrap()).ok();
        if key.as_deref() != case["key"].as_str() {
            wrong.push(format!("{case}\n  is {key:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen.iter().all(|&cases| cases > 0), "a profile has no case");
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
