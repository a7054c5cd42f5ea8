//! Changing and building, by the cases of `spec/cases/edits.jsonl`: setters of the types of both families, the
//! operations on segments and pairs, and the builder.

use crate::support::{cases, text};
use napkin::{Builder, Iri, IriRef, Uri, UriRef};
use serde_json::{Value, json};

/// Calls one setter, as the case says. The types have the same setters, but no common trait for them.
macro_rules! edit {
    ($reference:expr, $case:expr) => {{
        let (reference, value) = ($reference, &$case["value"]);
        let raw = value.as_str();
        let edited = match text($case, "op") {
            "scheme" => reference.set_scheme(raw.unwrap()),
            "authority" => reference.set_authority(raw),
            "userinfo" => reference.set_userinfo(raw),
            "host" => reference.set_host(raw),
            "port" => match raw {
                Some(port) => reference.set_port(port),
                None => reference.set_port(None),
            },
            "path" => reference.set_path(raw.unwrap()),
            "query" => reference.set_query(raw),
            "fragment" => reference.set_fragment(raw),
            "push-segment" => reference.push_segment(raw.unwrap()),
            "extend-segments" => reference.extend_segments(texts(value)),
            "append-pair" => reference.append_pair(value[0].as_str().unwrap(), value[1].as_str()),
            "set-pair" => reference.set_pair(value[0].as_str().unwrap(), value[1].as_str()),
            "set-form-pair" => {
                reference.set_form_pair(value[0].as_str().unwrap(), value[1].as_str())
            }
            "set-pairs" => reference.set_pairs(pairs(value)),
            "sort-pairs" => {
                reference.sort_pairs();
                Ok(reference)
            }
            "pop-segment" => {
                let popped = reference.pop_segment();
                assert_eq!(popped, $case["input"] != $case["expect"], "{}", $case["id"]);
                Ok(reference)
            }
            "drop-pairs" => {
                reference.retain_pairs(|key, _| !key.starts_with(raw.unwrap()));
                Ok(reference)
            }
            op => panic!("no such operation: {op}"),
        };
        edited.map(drop)
    }};
}

/// The texts of a case.
fn texts(value: &Value) -> impl Iterator<Item = &str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap())
}

/// The pairs of a case.
fn pairs(value: &Value) -> impl Iterator<Item = (&str, &str)> {
    let pairs = value.as_array().unwrap().iter();
    pairs.map(|pair| (pair[0].as_str().unwrap(), pair[1].as_str().unwrap()))
}

/// Edits as the case says, and compares the result; a failed edit changes nothing.
macro_rules! check {
    ($edited:expr, $Reference:ident, $case:expr) => {{
        let (mut edited, case) = ($edited, $case);
        match edit!(&mut edited, case) {
            Ok(()) => assert_eq!(edited.as_str(), case["expect"], "{}", case["id"]),
            Err(error) => {
                let told = json!({"kind": error.kind().name(), "part": error.part().name()});
                assert_eq!(told, case["error"], "{}", case["id"]);
                assert_eq!(edited.as_str(), case["input"], "{}", case["id"]);
            }
        }
        let parsed = $Reference::parse(edited.as_str()).unwrap();
        assert_eq!(edited.parts(), parsed.parts(), "{}", case["id"]);
    }};
}

/// Runs the cases of an edition for a type of references, and for its type with a scheme where the input has one.
/// Evaluates to the number of each.
macro_rules! run {
    ($edition:literal, $Reference:ident, $Whole:ident) => {{
        let (mut references, mut wholes) = (0, 0);
        for case in &cases("edits.jsonl") {
            if case["op"] == "build" || case["edition"].as_str().unwrap_or("rfc3986") != $edition {
                continue;
            }
            let input = text(case, "input");
            check!($Reference::parse(input).unwrap().into_owned(), $Reference, case);
            references += 1;
            if let Ok(whole) = $Whole::try_new(String::from(input)) {
                check!(whole, $Reference, case);
                wholes += 1;
            }
        }
        (references, wholes)
    }};
}

#[test]
fn references_and_uris() {
    let (references, uris) = run!("rfc3986", UriRef, Uri);
    assert!(references > 100 && uris > 70, "{references}, {uris}");
}

#[test]
fn iri_references_and_iris() {
    let (references, iris) = run!("rfc3987", IriRef, Iri);
    assert!(references >= 20 && iris >= 18, "{references}, {iris}");
}

/// Only a reference can lose its scheme.
#[test]
fn a_scheme_can_be_removed() {
    for (input, expected) in [("http://h/a", "//h/a"), ("x:a:b", "./a:b"), ("a", "a")] {
        let mut reference = UriRef::parse(input).unwrap().into_owned();
        reference.set_scheme(None).unwrap();
        assert_eq!(reference, expected);
    }
}

#[test]
fn builders() {
    for case in cases("edits.jsonl").iter().filter(|case| case["op"] == "build") {
        let mut builder = Builder::new();
        for step in case["value"].as_array().unwrap() {
            let (value, raw) = (&step[1], step[1].as_str().unwrap_or_default());
            builder = match step[0].as_str().unwrap() {
                "scheme" => builder.scheme(raw),
                "userinfo" => builder.userinfo(raw),
                "host" => builder.host(raw),
                "host_name" => builder.host_name(raw),
                "ip" => builder.host(raw.parse::<std::net::IpAddr>().unwrap()),
                "port" => builder.port(u16::try_from(value.as_u64().unwrap()).unwrap()),
                "path" => builder.path(raw),
                "segment" => builder.segment(raw),
                "query" => builder.query(raw),
                "pair" => builder.pair(value[0].as_str().unwrap(), value[1].as_str().unwrap()),
                "fragment" => builder.fragment(raw),
                "from" => Builder::from(UriRef::parse(raw).unwrap()),
                "pairs" => builder.pairs(pairs(value)),
                step => panic!("no such step: {step}"),
            };
        }
        match builder.clone().uri_ref() {
            Ok(built) => {
                assert_eq!(built.as_str(), case["expect"], "{}", case["id"]);
                let uri = builder.uri().map(|uri| uri.to_string());
                assert_eq!(uri.ok(), built.scheme().is_some().then(|| built.to_string()));
            }
            Err(error) => {
                let told = json!({"kind": error.kind().name(), "part": error.part().name()});
                assert_eq!(told, case["error"], "{}", case["id"]);
                assert!(builder.uri().is_err());
            }
        }
    }
}

/// An absolute URI is changed as a URI, whose text without a fragment is a base again.
#[test]
fn an_absolute_uri_is_changed_as_a_uri() {
    let base = napkin::absolute_uri!("http://h/a?b");
    let mut changed: Uri = base.into_uri().into_owned();
    changed.set_scheme("https").unwrap().push_segment("c").unwrap().set_fragment("d").unwrap();
    assert_eq!(changed.without_fragment(), "https://h/a/c?b");
    assert_eq!(base.with_query(None).unwrap().without_fragment(), "http://h/a");
}
