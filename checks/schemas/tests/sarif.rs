//! Validates a log of all findings in hostile inputs against the SARIF schema. The package `serde-sarif` has a copy
//! of the schema.

use std::path::PathBuf;
use std::process::Command;

use napkin_audit::sarif::{self, Origin};
use napkin_audit::{Policy, audit};
use serde_json::Value;

const HOSTILE: &str = include_str!("../../../spec/cases/audit/hostile.jsonl");

/// The schema, from the source of the package.
fn schema() -> Value {
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&metadata.stdout).expect("cargo metadata");
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages.iter().find(|package| package["name"] == "serde-sarif").unwrap();
    let manifest = PathBuf::from(package["manifest_path"].as_str().unwrap());
    let schema = std::fs::read_to_string(manifest.with_file_name("src/schema.json")).unwrap();
    let mut schema: Value = serde_json::from_str(&schema).unwrap();
    // The pattern has an extra bracket, which makes it an invalid regular expression; the log has no `language`.
    for of in ["run", "toolComponent"] {
        let language = &mut schema["definitions"][of]["properties"]["language"];
        language.as_object_mut().unwrap().remove("pattern").unwrap();
    }
    schema
}

#[test]
fn a_log_of_everything_fits_the_schema() {
    let policy = Policy::default();
    let edition = policy.edition();
    let mut results = Vec::new();
    for (line, number) in HOSTILE.lines().zip(1..) {
        let case: Value = serde_json::from_str(line).unwrap();
        let input = case["input"].as_str().unwrap().as_bytes();
        let file = "a b/<stdin>";
        let place = |end| Origin::Place {
            file: file.as_bytes(),
            line: number,
            column: 7,
            end,
            within: Some("message 1"),
        };
        let line = Origin::Line { file: file.as_bytes(), number };
        for origin in [Origin::Argument(number), line, place(None), place(Some(9))] {
            for finding in audit(input, &policy).findings() {
                results.push(sarif::result(finding, input, origin, edition));
            }
        }
    }
    let log = [sarif::head(edition), results.join(",\n"), sarif::TAIL.into()].concat();
    let mut log: Value = serde_json::from_str(&log).unwrap();
    assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), results.len());
    assert!(results.len() > 300, "{}", results.len());
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let errors: Vec<_> = validator.iter_errors(&log).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    // The validator rejects an invalid log.
    log["runs"][0]["results"][0]["level"] = "fatal".into();
    assert!(!validator.is_valid(&log));
}
