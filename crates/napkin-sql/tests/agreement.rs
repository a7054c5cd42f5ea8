//! Compares the functions with the library, on every text of `spec/cases/` and by every edition: with columns, with
//! dictionaries, with constants.

mod support;

use std::collections::BTreeSet;

use napkin::edition::EDITIONS;
use napkin::edition::Escapes;
use napkin::{
    Edition, Encoded, Host, HostKind, Level, Normalizer, Path, Port, Query, Reference, Scheme,
    Target, Userinfo, percent,
};
use napkin_audit::{Policy, audit, hosts};
use napkin_context::Extractor;
use napkin_schemes::Mapping;
use serde_json::{Value, json};
use support::{cases, rows, session, string_types, table};

/// Every text of the cases, and texts that cases cannot contain.
fn texts() -> Vec<String> {
    let mut texts = BTreeSet::new();
    for case in cases() {
        for key in ["input", "other", "base"] {
            texts.extend(case[key].as_str().map(str::to_owned));
        }
    }
    texts.insert(String::new());
    texts.insert(format!("http://h/{}", "a".repeat(70_000)));
    assert!(texts.len() > 4000, "{}", texts.len());
    texts.into_iter().collect()
}

/// The library's answers for a text, by the names of the functions.
fn answers(text: &str, edition: &'static Edition) -> Value {
    let parsed = edition.parse(text);
    let reference = parsed.ok();
    let part = |of: fn(Reference<'_>) -> Option<&str>| reference.and_then(of);
    let normal = |level| {
        let normalizer = Normalizer::new(level).with_schemes(napkin_schemes::normalize);
        reference.and_then(|uri| normalizer.normalize_reference(uri).ok())
    };
    let port = part(|uri| uri.port().map(Port::as_str));
    let default = reference.and_then(|uri| uri.scheme()).and_then(Scheme::default_port);
    let port_or_default = match (port, default) {
        (None | Some(""), Some(default)) => Some(default.to_string()),
        _ => port.map(str::to_owned),
    };
    let path = reference.and_then(|uri| uri.path());
    let query = reference.and_then(|uri| uri.query());
    let pairs = query.map(|query| {
        let pairs = query.pairs();
        let pair = |(key, value): napkin::Pair<'_>| json!({"key": key.as_str(), "value": value.map(Encoded::as_str)});
        pairs.map(pair).collect::<Vec<_>>()
    });
    let audited = audit(text.as_bytes(), &Policy::default().by(edition));
    let rules: Vec<_> = audited.findings().iter().map(|finding| finding.rule.id).collect();
    let contacted = hosts(text.as_bytes());
    let decoded = percent::check(text.as_bytes()).ok().and_then(|()| {
        let decoded = percent::decode(text, false);
        match edition.escapes {
            Escapes::Latin1 => Some(decoded.to_latin1()),
            Escapes::Octets => Some(decoded.to_str().ok()?.into_owned()),
        }
    });
    let back = match edition.resolver("http://a/b/c/d;p?q").resolve(text) {
        Ok(Target::Uri(uri)) => Some(uri),
        _ => None,
    };
    let relative = reference.filter(|uri| edition.holds_components() || !uri.is_relative_ref());
    let relative = relative
        .filter(|_| edition.resolves_relative())
        .and_then(|_| edition.resolver("http://a/b/c/d;p?q").relativize(text).ok());
    json!({
        "uri_valid": reference.is_some(),
        "uri_error": parsed.err().map(|error| json!({
            "kind": error.kind().name(),
            "part": error.part().name(),
            "offset": error.offset(),
            "message": error.to_string(),
            "section": error.rule().section,
        })),
        "uri_scheme": reference.and_then(|uri| uri.reported_scheme()),
        "uri_userinfo": part(|uri| uri.userinfo().map(Userinfo::as_str)),
        "uri_host": part(|uri| uri.host().map(Host::as_str)),
        "uri_host_kind": part(|uri| uri.host().map(Host::kind).map(HostKind::name)),
        "uri_port": port,
        "port_or_default": port_or_default,
        "uri_path": part(|uri| uri.path().map(Path::as_str)),
        "uri_segments": path.map(|path| path.segments().map(Encoded::as_str).collect::<Vec<_>>()),
        "uri_query": part(|uri| uri.query().map(Query::as_str)),
        "uri_query_param": query.and_then(|query| query.value("q")).map(Encoded::as_str),
        "uri_query_params": pairs,
        "uri_fragment": part(|uri| uri.fragment().map(Encoded::as_str)),
        "uri_resolve": back,
        "uri_relativize": relative,
        "uri_normalize": normal(Level::Syntax),
        "by_scheme": normal(Level::Scheme),
        "uri_equivalent_at": reference.map(|_| "simple"),
        "uri_audit": rules,
        "uri_hosts": contacted.contacted().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "uri_extract": Extractor::new(edition).find(text.as_bytes()).map(|find| find.uri.into_owned()).collect::<Vec<_>>(),
        "uri_encode": edition.escapes.encode(text).ok().map(|octets| percent::encode(&octets).by(edition).to_string()),
        "uri_decode": decoded,
        "iri_to_uri": Mapping::new().to_uri(text).ok(),
        "uri_to_iri": Mapping::new().to_iri(text).ok(),
    })
}

/// Whether a function has the choice of an edition.
fn takes_edition(function: &str) -> bool {
    !["uri_hosts", "iri_to_uri", "uri_to_iri"].contains(&function)
}

/// The SQL columns for these answers; `text` and `edition` are columns or constants.
fn columns(text: &str, edition: &str, knows_relativize: bool) -> String {
    let mut columns = String::new();
    for name in [
        "uri_valid",
        "uri_error",
        "uri_scheme",
        "uri_userinfo",
        "uri_host",
        "uri_host_kind",
        "uri_path",
        "uri_segments",
        "uri_query",
        "uri_query_params",
        "uri_fragment",
        "uri_extract",
        "uri_encode",
        "uri_decode",
    ] {
        columns += &format!("{name}({text}, {edition}) AS {name}, ");
    }
    columns += &format!("uri_port({text}, false, {edition}) AS uri_port, ");
    columns += &format!("uri_port({text}, true, {edition}) AS port_or_default, ");
    columns += &format!("uri_query_param({text}, 'q', {edition}) AS uri_query_param, ");
    columns += &format!("uri_resolve({text}, 'http://a/b/c/d;p?q', {edition}) AS uri_resolve, ");
    columns += &format!("uri_normalize({text}, 'syntax', {edition}) AS uri_normalize, ");
    columns += &format!("uri_normalize({text}, 'scheme', {edition}) AS by_scheme, ");
    columns += &format!("uri_equivalent_at({text}, {text}, {edition}) AS uri_equivalent_at, ");
    columns += &format!("uri_audit({text}, {edition}) AS uri_audit, ");
    columns += &format!("uri_hosts({text}) AS uri_hosts, ");
    columns += &format!("iri_to_uri({text}) AS iri_to_uri, uri_to_iri({text}) AS uri_to_iri, ");
    if knows_relativize {
        columns +=
            &format!("uri_relativize({text}, 'http://a/b/c/d;p?q', {edition}) AS uri_relativize");
    } else {
        columns += "CAST(NULL AS VARCHAR) AS uri_relativize";
    }
    columns
}

/// Compares one row with the library.
fn compare(text: &str, edition: &Edition, expected: &Value, found: &Value) {
    for (key, expected) in expected.as_object().unwrap() {
        let found = match key.as_str() {
            "uri_audit" => {
                found[key].as_array().unwrap().iter().map(|f| f["rule"].clone()).collect()
            }
            _ => found[key].clone(),
        };
        assert_eq!(found, *expected, "{key} of {text:?} by {}", edition.name);
    }
}

#[tokio::test]
async fn columns_of_texts() {
    let texts = texts();
    let session = session();
    // One type per edition, so that each type and each edition is tested.
    for (edition, of) in EDITIONS.iter().zip(string_types().iter().cycle()) {
        let numbers = (0..texts.len()).map(|number| Some(format!("{number:05}"))).collect();
        let values = texts.iter().cloned().map(Some).collect();
        table(&session, "texts", of, &[("number", numbers), ("text", values)]);
        let knows = edition.resolves_relative();
        let columns = columns("text", &format!("'{}'", edition.name), knows);
        let sql = format!("SELECT {columns} FROM texts ORDER BY number");
        let found = rows(&session, &sql).await;
        assert_eq!(found.len(), texts.len());
        for (text, found) in texts.iter().zip(found) {
            compare(text, edition, &answers(text, edition), &found);
        }
    }
}

#[tokio::test]
async fn constants() {
    let session = session();
    for (number, text) in texts().iter().enumerate().step_by(97) {
        let edition = EDITIONS[number % EDITIONS.len()];
        let knows = edition.resolves_relative();
        let literal = format!("'{}'", text.replace('\'', "''"));
        let columns = columns(&literal, &format!("'{}'", edition.name), knows);
        let found = rows(&session, &format!("SELECT {columns}")).await;
        compare(text, edition, &answers(text, edition), &found[0]);
    }
}

#[tokio::test]
async fn an_edition_for_each_row() {
    let session = session();
    let texts: Vec<_> = texts().into_iter().step_by(13).collect();
    let (mut values, mut editions, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
    for (number, text) in texts.iter().enumerate() {
        // Runs of every length, and rows without an edition.
        let edition = EDITIONS.get(number / 3 % (EDITIONS.len() + 1));
        values.push(Some(text.clone()));
        editions.push(edition.map(|edition| edition.name.to_owned()));
        numbers.push(Some(format!("{number:05}")));
    }
    for of in string_types() {
        table(
            &session,
            "texts",
            &of,
            &[("number", numbers.clone()), ("text", values.clone()), ("edition", editions.clone())],
        );
        let columns = columns("text", "edition", false);
        let found = rows(&session, &format!("SELECT {columns} FROM texts ORDER BY number")).await;
        for ((text, edition), found) in texts.iter().zip(&editions).zip(found) {
            let Some(edition) = edition.as_deref().and_then(Edition::named) else {
                for (key, value) in found.as_object().unwrap() {
                    assert!(value.is_null() || !takes_edition(key), "{key} of {text:?}: {value}");
                }
                continue;
            };
            let mut expected = answers(text, edition);
            expected["uri_relativize"] = Value::Null;
            compare(text, edition, &expected, &found);
        }
    }
}

/// Constant expressions are computed at planning, not for each row.
#[tokio::test]
async fn constants_are_folded() {
    let session = session();
    let plan = session.sql("SELECT uri_normalize('HTTP://H/', 'case')").await.unwrap();
    let plan = plan.into_optimized_plan().unwrap().to_string();
    assert!(plan.starts_with("Projection: Utf8View(\"http://h/\") AS"), "{plan}");
}
