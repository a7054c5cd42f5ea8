//! Places and fixes in SARIF. `checks/schemas`, a separate workspace, validates against the schema.

use napkin_audit::sarif::{self, Origin};
use napkin_audit::{Policy, audit};
use serde_json::{Value, json};

#[test]
fn places_count_characters() {
    let input = "http://h/é|%zz".as_bytes();
    let policy = Policy::default();
    let found = audit(input, &policy);
    let escape = found.findings().iter().find(|f| f.rule.id == "malformed-escape").unwrap();
    let told = |origin| -> Value {
        let result = sarif::result(escape, input, origin, policy.edition());
        serde_json::from_str(&result).unwrap()
    };
    let result = told(Origin::Line { file: b"a b/links.txt", number: 3 });
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["region"], json!({"startLine": 3, "startColumn": 12, "endColumn": 13}));
    assert_eq!(place["artifactLocation"]["uri"], "a%20b/links.txt");
    let other = told(Origin::Line { file: b"./a\xff\xc3\xa9", number: 3 });
    let place = &other["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%FF%C3%A9");
    let replacement = &result["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(replacement["insertedContent"]["text"], "%25");
    assert_eq!(result["properties"]["start"], 12);
    assert_eq!(result["level"], "error");
    let argument = told(Origin::Argument(2));
    assert_eq!(argument["locations"][0]["logicalLocations"][0]["name"], "argument 2");
    assert!(argument["fixes"].is_null());
}

#[test]
fn every_rule_is_described() {
    let edition = Policy::default().edition();
    let log = format!("{}{}", sarif::head(edition), sarif::TAIL);
    let log: Value = serde_json::from_str(&log).unwrap();
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!(rules.len(), napkin_audit::RULES.len());
    assert!(rules.iter().all(|rule| rule["help"]["text"].as_str().unwrap().contains(" section ")
        || rule["help"]["text"].as_str().unwrap().contains(" appendix ")));
}
