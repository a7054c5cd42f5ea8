//! The cases of every edition of this crate: `extract`, `suffix` and `base`.

use std::collections::BTreeMap;

use crate::support::{FILES, cases, text};
use napkin::{Edition, Target};
use napkin_context::{Base, Extractor, Found, Kind, Layer, Surroundings};
use serde_json::{Value, json};

#[test]
fn every_edition() {
    let mut counts = BTreeMap::new();
    for (edition, file) in FILES {
        let edition = Edition::named(edition).unwrap();
        for case in cases(file) {
            match text(&case, "op") {
                "extract" => extract(edition, &case),
                "suffix" => suffix(edition, &case),
                "base" => base(edition, &case),
                _ => continue,
            }
            *counts.entry(text(&case, "op").to_owned()).or_insert(0) += 1;
        }
    }
    assert_eq!(counts.keys().collect::<Vec<_>>(), ["base", "extract", "suffix"], "{counts:?}");
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
        // Each alternative reading of the whole text has one alternative of each find.
        let most = finds.iter().map(|find| find.alternatives.len()).max().unwrap_or_default();
        let reading = |number: usize| -> Vec<_> {
            let other = |find: &napkin_context::Find<'_>| find.alternatives.get(number).cloned();
            finds.iter().map(|find| other(find).unwrap_or_else(|| find.uri.to_string())).collect()
        };
        let found = json!((0..most).map(reading).collect::<Vec<_>>());
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

fn base(edition: &'static Edition, case: &Value) {
    let input = &case["input"];
    let mut base = Base::new(edition);
    let mut around = Surroundings::new(edition);
    if let Some(default) = input["default"].as_str() {
        base = base.or_default(default);
        around = around.or_default(default);
    }
    if let Some(retrieved) = input["retrieval"].as_array().and_then(|chain| chain.last()) {
        base = base.retrieved_from(retrieved.as_str().unwrap());
        around = around.retrieved_from(retrieved.as_str().unwrap());
    }
    let entities: Vec<_> = input["entities"].as_array().into_iter().flatten().collect();
    for entity in entities.iter().rev() {
        let headers = entity["headers"].as_array().unwrap().iter();
        let pairs = headers.map(|pair| (pair[0].as_str().unwrap(), pair[1].as_str().unwrap()));
        base = base.entity(pairs);
    }
    let content = &input["content"];
    if let Some(embedded) = content["embedded_base"].as_str() {
        base = base.embedded(embedded);
    }
    if let Some(body) = content["body"].as_str() {
        // The base of the entities replaces them.
        if let Some(uri) = base.uri().filter(|_| base.layer() == Layer::Encapsulating) {
            around = around.encapsulated(uri);
        }
        around = around.of_kind(Kind::of_media_type(text(content, "type")).unwrap());
        let bases = around.bases(body.as_bytes(), &mut |document, found| {
            assert!(matches!(found, Found::Document), "{case}");
            base = document.base.clone();
        });
        bases.unwrap();
    }
    assert_eq!(json!(base.told()), case["expect"]["base"], "{case}");
    assert_eq!(base.layer().name(), text(&case["expect"], "established_by"), "{case}");
    if let Some(reference) = input["reference"].as_str() {
        let target = match base.target(reference) {
            Ok(Target::Uri(uri)) => json!(uri),
            Ok(Target::CurrentDocument { .. }) => panic!("{case}"),
            Err(error) => json!({"error": error.name()}),
        };
        assert_eq!(target, case["expect"]["target"], "{case}");
    }
}
