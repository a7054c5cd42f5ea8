//! The cases of every edition about URIs in text: `extract` and `suffix`.

mod support;

use std::collections::BTreeMap;

use napkin::Edition;
use napkin_context::Extractor;
use serde_json::{Value, json};
use support::{FILES, cases, text};

#[test]
fn every_edition() {
    let mut counts = BTreeMap::new();
    for (edition, file) in FILES {
        let edition = Edition::named(edition).unwrap();
        for case in cases(file) {
            match text(&case, "op") {
                "extract" => extract(edition, &case),
                "suffix" => suffix(edition, &case),
                _ => continue,
            }
            *counts.entry(text(&case, "op").to_owned()).or_insert(0) += 1;
        }
    }
    let expected = [("extract", 79), ("suffix", 28)];
    assert_eq!(counts, expected.map(|(op, n)| (op.to_owned(), n)).into());
}

fn extract(edition: &'static Edition, case: &Value) {
    let input = text(case, "input").as_bytes();
    let extractor = Extractor::new(edition);
    let finds: Vec<_> = match text(case, "variant") {
        "typed" => extractor.typed(input).into_iter().collect(),
        _ => extractor.find(input).collect(),
    };
    let uris: Vec<_> = finds.iter().map(|find| &*find.uri).collect();
    assert_eq!(json!(uris), case["expect"], "{case}");
    for find in &finds {
        let place = &input[find.start as usize..find.end as usize];
        assert_eq!(find.raw, place, "{case}");
        assert!(edition.parse(&find.uri).is_ok(), "{case}");
    }
    if let Some(alternatives) = case.get("alternatives") {
        let other = |find: &napkin_context::Find<'_>| match &find.alternative {
            Some(alternative) => alternative.clone(),
            None => find.uri.to_string(),
        };
        let doubtful = finds.iter().any(|find| find.alternative.is_some());
        let others: Vec<_> = finds.iter().map(other).collect();
        let found = if doubtful { json!([others]) } else { json!([]) };
        assert_eq!(found, *alternatives, "{case}");
    }
}

fn suffix(edition: &'static Edition, case: &Value) {
    let input = text(case, "input").as_bytes();
    let found = match Extractor::new(edition).complete(input, case["base"].as_str()) {
        Ok(completed) => json!(completed.uri),
        Err(error) => json!({"error": error.name()}),
    };
    assert_eq!(found, case["expect"], "{case}");
}
