//! The cases of `spec/cases/template/`: the four files of uritemplate-test, whole, and those of `docs/templates.md`.

use std::fs;
use std::path::Path;

use napkin_template::{ExpandErrorKind, Template, Values};
use serde::Deserialize;
use serde_json::{Value, json};

/// A case. Its values are read by their own type, since a `Value` has its members in another order than the text.
#[derive(Deserialize)]
struct Case {
    #[serde(default)]
    variables: Values<'static>,
    #[serde(flatten)]
    rest: Value,
}

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/cases/template")
}

fn cases(file: &Path) -> Vec<Case> {
    let text = fs::read_to_string(file).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The answer to a case, in the form of its `expect`.
fn answer(Case { variables: values, rest: case }: &Case) -> Value {
    let text = |key: &str| case[key].as_str().unwrap_or_default();
    let template = match Template::parse(text("template")) {
        Ok(template) => template,
        Err(error) => return json!({"error": error.kind().name(), "offset": error.offset()}),
    };
    let expanded = match text("op") {
        "expand" => template.expand(values).map(|uri| json!(uri.as_str())),
        "expand-iri" => template.expand_to_iri(values).map(|iri| json!(iri.as_str())),
        "expand-partially" => template.expand_partially(values).map(|rest| json!(rest.as_str())),
        "level" => Ok(json!(template.level())),
        "unexpand" | "unexpand-iri" => {
            let matcher = template.matcher();
            let matcher = if text("op") == "unexpand" { matcher } else { matcher.for_iris() };
            return match matcher.unexpand(text("input")) {
                Ok(values) => serde_json::to_value(values).unwrap(),
                Err(error) => match error.readings() {
                    Some(readings) => {
                        json!({"error": error.name(), "offset": error.offset(), "readings": readings})
                    }
                    None => json!({"error": error.name(), "offset": error.offset()}),
                },
            };
        }
        other => panic!("{other}"),
    };
    expanded.unwrap_or_else(|error| json!({"error": error.name(), "offset": error.offset()}))
}

#[test]
fn uritemplate_test_passes_whole() {
    let mut tried = 0;
    for name in ["spec-examples", "spec-examples-by-section", "extended-tests", "negative-tests"] {
        for case in cases(&folder().join(name).with_extension("jsonl")) {
            let (answer, expect) = (answer(&case), &case.rest["expect"]);
            let is_expected = match expect {
                Value::String(_) => answer == *expect,
                Value::Array(any) => any.contains(&answer),
                _ => answer.is_object(),
            };
            assert!(is_expected, "{}: {answer}", case.rest);
            tried += 1;
        }
    }
    assert_eq!(tried, 270);
}

#[test]
fn the_sheet_is_as_it_says() {
    let cases = cases(&folder().join("sheet.jsonl"));
    let differs = |case: &&Case| answer(case) != case.rest["expect"];
    let wrong = cases.iter().filter(differs).map(|case| format!("{}: {}", case.rest, answer(case)));
    assert_eq!(wrong.collect::<Vec<_>>(), Vec::<String>::new());
}

/// The error of an expansion that is no reference has the error of the core, and the place in the template.
#[test]
fn what_is_no_reference_is_refused_with_its_place() {
    let template = Template::parse("/a{?x}{+y}").unwrap();
    let error = template.expand(&[("x", "1"), ("y", "[")]).unwrap_err();
    let ExpandErrorKind::NotReference(of_core) = error.kind() else { panic!("{error}") };
    assert_eq!((error.offset(), of_core.offset()), (6, 6));
    assert_eq!(
        error.to_string(),
        "what byte 6 of the template expands to makes no reference: invalid character in the query at byte 6 (query, \
         RFC 3986 section 3.4)",
    );
}
