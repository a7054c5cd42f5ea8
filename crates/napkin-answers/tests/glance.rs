//! The answers at a glance, sentence by sentence, to `spec/cases/glance.jsonl`.

use std::fs;
use std::path::Path;

use napkin_answers::glance::Glance;
use napkin_standards::Standard;
use serde_json::{Value, json};

#[test]
fn the_cases_are_answered() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/cases/glance.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let mut blessed = String::new();
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let input = case["input"].as_str().unwrap();
        let edition = case["edition"].as_str().unwrap_or("rfc3986");
        let standard = Standard::named(edition).unwrap();
        let answer = serde_json::to_value(Glance::new(input.as_bytes(), standard)).unwrap();
        let case = match case.get("edition") {
            Some(edition) => json!({ "input": input, "edition": edition, "answer": answer }),
            None => json!({ "input": input, "answer": answer }),
        };
        blessed.push_str(&case.to_string());
        blessed.push('\n');
    }
    if std::env::var_os("NAPKIN_BLESS").is_some() {
        fs::write(&path, &blessed).unwrap();
        return;
    }
    for (line, answered) in text.lines().zip(blessed.lines()) {
        assert_eq!(line, answered);
    }
}
