//! The cases of `spec/cases/domains/`: what a name's public suffix and its registrable domain are.

use std::fs;
use std::path::Path;

use napkin_domains::{
    List, Section, Sections, is_public_suffix, public_suffix, registrable_domain,
};
use serde_json::Value;

/// The suffix and the domain, as a case has them: `null` without a suffix.
fn answer(name: &str, sections: Sections) -> Value {
    let Some(suffix) = public_suffix(name, sections) else {
        assert_eq!(List::mozilla().registrable_domain(name, sections), None, "{name}");
        return Value::Null;
    };
    let domain = List::mozilla().registrable_domain(name, sections);
    // The function makes the domains of one owner equal.
    let lower = domain.map(str::to_lowercase);
    assert_eq!(registrable_domain(name, sections).as_deref(), lower.as_deref(), "{name}");
    assert_eq!(is_public_suffix(name, sections), domain.is_none(), "{name}");
    serde_json::json!([suffix.as_str(), domain])
}

#[test]
fn names_have_the_suffixes_and_domains_of_the_cases() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/cases/domains/names.jsonl");
    let text = fs::read_to_string(file).unwrap();
    let mut cases = 0;
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let name = case["name"].as_str().unwrap();
        assert_eq!(answer(name, Sections::Icann), case["icann"], "{line}");
        assert_eq!(answer(name, Sections::All), case["all"], "{line}");
        if case["icann"] != case["all"] {
            assert_eq!(public_suffix(name, Sections::All).unwrap().section(), Section::Private);
        }
        cases += 1;
    }
    assert!(cases > 0);
}
