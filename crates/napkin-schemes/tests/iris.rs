//! The cases of RFC 3987 that need tables: mapping with its options, and host names at `scheme`.

use std::borrow::Cow;

use napkin::edition::RFC3987;
use napkin::{Level, Normalizer, Redirects, Target};
use napkin_schemes::{Mapping, MappingError, equivalent, nfc, normalize};
use serde_json::{Value, json};

fn cases() -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../spec/cases/rfc3987.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn text<'a>(case: &'a Value, field: &str) -> &'a str {
    case[field].as_str().unwrap_or_default()
}

fn told(mapped: Result<Cow<'_, str>, MappingError>) -> Value {
    match mapped {
        Ok(text) => json!(text),
        Err(error) => json!({"error": error.name()}),
    }
}

/// The text, resolved against the case's base if it has one.
fn based(case: &Value, field: &str) -> String {
    let input = text(case, field).to_owned();
    match case["base"].as_str().map(|base| RFC3987.resolver(base).resolve(&input).unwrap()) {
        Some(Target::Uri(iri)) => iri,
        _ => input,
    }
}

fn ladder<'r>(case: &Value, redirects: &'r Redirects) -> Normalizer<'r> {
    let level = Level::ALL.into_iter().find(|level| level.name() == text(case, "level"));
    let normalizer = Normalizer::new(level.unwrap()).observed(redirects);
    normalizer.with_schemes(normalize).with_equivalence(equivalent)
}

fn normal(case: &Value, redirects: &Redirects) -> Value {
    let input = based(case, "input");
    let failed = |error: &str| json!({"normalized": null, "error": error});
    let Ok(iri) = RFC3987.parse(&input) else { return failed("invalid-reference") };
    let composed = if case["nfc"] == true { nfc(iri).unwrap() } else { Cow::Borrowed(&*input) };
    let ladder = ladder(case, redirects);
    match ladder.normalize_reference(RFC3987.parse(&composed).unwrap()) {
        Ok(normal) => {
            let again = RFC3987.parse(&normal).unwrap();
            assert_eq!(ladder.normalize_reference(again).unwrap(), normal, "idempotent");
            json!(normal)
        }
        Err(_) => failed("relative-reference"),
    }
}

fn is_equivalent(case: &Value, redirects: &Redirects) -> bool {
    let (a, b) = (based(case, "input"), based(case, "other"));
    let [mut a, mut b] = [&a, &b].map(|text| RFC3987.parse(text).unwrap());
    if case["network"] == true {
        (a, b) = (a.without_fragment(), b.without_fragment());
    }
    ladder(case, redirects).equivalent_at(a, b).is_some()
}

#[test]
fn cases_of_mapping_and_comparison() {
    let mut counts = [0; 3];
    for case in cases() {
        let mapping = Mapping::new()
            .idna(text(&case, "host") == "idna")
            .nfc(case["nfc"] == true)
            .encode_ascii(text(&case, "variant") == "encode-ascii");
        let redirects = case["observed"].as_array().into_iter().flatten();
        let redirects =
            redirects.map(|pair| (pair[0].as_str().unwrap(), pair[1].as_str().unwrap()));
        let knowing = Normalizer::new(Level::Scheme).with_schemes(normalize);
        let redirects = knowing.redirects(RFC3987, redirects);
        let (number, found) = match text(&case, "op") {
            // The parser rejects octets that are not UTF-8.
            "to_uri" if case["input_hex"].is_string() => continue,
            "to_uri" => (0, told(mapping.to_uri(text(&case, "input")))),
            "to_iri" => (0, told(mapping.to_iri(text(&case, "input")))),
            "normalize" => (1, normal(&case, &redirects)),
            "equivalent" | "different" => {
                (2, json!({"equivalent": is_equivalent(&case, &redirects)}))
            }
            _ => continue,
        };
        assert_eq!(found, case["expect"], "{case}");
        counts[number] += 1;
    }
    assert_eq!(counts, [467, 71, 70]);
}
