//! The cases of `spec/cases/` through the library.

mod support;

use std::collections::BTreeMap;

use napkin::{
    AbsoluteUri, Builder, HostKind, Level, Normalizer, Parts, Resolver, Uri, UriRef,
    percent::{Decode, encode},
};
use serde_json::{Value, json};
use support::{cases, text};

/// Operations of other crates, whose cases are in the same files.
const ELSEWHERE: [&str; 4] = ["extract", "suffix", "base", "security"];

#[test]
fn rfc3986() {
    let run = run("rfc3986.jsonl");
    let expected = [
        ("different", 30),
        ("equivalent", 18),
        ("normalize", 104),
        ("parse", 193),
        ("recompose", 31),
        ("redact", 13),
        ("reject", 139),
        ("resolve", 167),
    ];
    assert_eq!(run, expected.map(|(op, count)| (op.to_owned(), count)).into());
}

#[test]
fn decided_against_peers() {
    let run = run("peers.jsonl");
    assert_eq!(run.values().sum::<usize>(), cases("peers.jsonl").len());
}

#[test]
fn found_by_the_oracles() {
    let run = run("found.jsonl");
    assert_eq!(run.values().sum::<usize>(), cases("found.jsonl").len());
}

/// Runs every case of a file and counts them by operation.
fn run(file: &str) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for case in cases(file) {
        let mut op = text(&case, "op");
        if text(&case, "variant") == "redact" {
            op = "redact";
        } else if ELSEWHERE.contains(&op) {
            continue;
        }
        let found = answer(op, &case);
        assert_eq!(found, case["expect"], "{}: {}", case["id"], case["input"]);
        *counts.entry(op.to_owned()).or_default() += 1;
    }
    counts
}

/// What the library says, in the shape of the case's `expect`.
fn answer(op: &str, case: &Value) -> Value {
    match op {
        "parse" => parse(case),
        "reject" => reject(case),
        "resolve" => resolve(case),
        "relativize" => {
            let base = Uri::parse(text(case, "base")).unwrap();
            json!(Uri::parse(text(case, "input")).unwrap().relativize(base).as_str())
        }
        "normalize" => normalize(case),
        "equivalent" | "different" => equivalent(case),
        "recompose" => recompose(case),
        "redact" => json!(UriRef::parse(text(case, "input")).unwrap().redacted().to_string()),
        _ => panic!("no such operation: {op}"),
    }
}

fn parse(case: &Value) -> Value {
    let input = text(case, "input");
    match text(case, "variant") {
        "split" => {
            let parts = Parts::split(input);
            return json!({
                "scheme": parts.scheme, "authority": parts.authority, "path": parts.path,
                "query": parts.query, "fragment": parts.fragment,
            });
        }
        "decode" => return decode(&UriRef::parse(input).unwrap()),
        _ => {}
    }
    let uri = UriRef::parse(input).unwrap_or_else(|e| panic!("{}", e.diagnose(input)));
    match text(case, "production") {
        "" => {}
        "URI" => assert_eq!(Uri::parse(input).unwrap().as_str(), input),
        "absolute-URI" => assert_eq!(AbsoluteUri::parse(input).unwrap().as_str(), input),
        "relative-ref" => assert!(uri.is_relative_ref()),
        other => panic!("no such rule: {other}"),
    }
    assert_eq!(uri.as_str(), input, "parsing is lossless");
    let authority = uri.authority();
    let userinfo = authority.and_then(|a| a.userinfo());
    let relative = uri.is_relative_ref();
    let ref_kind = match (relative, authority, uri.path().is_absolute()) {
        (false, ..) => "absolute",
        (true, Some(_), _) => "network-path",
        (true, None, true) => "absolute-path",
        (true, None, false) => "relative-path",
    };
    json!({
        "kind": if relative { "relative-ref" } else { "uri" },
        "scheme": uri.scheme().map(napkin::Scheme::as_str),
        "authority": authority.map(|a| a.as_str()),
        "userinfo": userinfo.map(napkin::Userinfo::as_str),
        "user": userinfo.map(|u| u.user().as_str()),
        "password": userinfo.and_then(napkin::Userinfo::password).map(napkin::Encoded::as_str),
        "host": uri.host().map(napkin::Host::as_str),
        "host_kind": uri.host().map(napkin::Host::kind).map(HostKind::name),
        "port": authority.and_then(|a| a.port()).map(napkin::Port::as_str),
        "path": uri.path().as_str(),
        "query": uri.query().map(napkin::Query::as_str),
        "fragment": uri.fragment().map(napkin::Encoded::as_str),
        "path_kind": uri.path_kind().name(),
        "ref_kind": ref_kind,
    })
}

fn decode(uri: &UriRef<&str>) -> Value {
    let hex = |decode: Decode<'_>| decode.map(|octet| format!("{octet:02X}")).collect::<Vec<_>>();
    let told = |decode: Decode<'_>| {
        decode.to_str().map_or_else(|_| json!({"hex": hex(decode.clone()).concat()}), |t| json!(t))
    };
    json!({
        "segments": uri.path().segments().map(|s| told(s.decode())).collect::<Vec<_>>(),
        "query": uri.query().map(|q| told(q.encoded().decode())),
        "fragment": uri.fragment().map(|f| told(f.decode())),
    })
}

/// Only the rejection counts; the expected part is a hint.
fn reject(case: &Value) -> Value {
    let input = text(case, "input");
    let refused = match (text(case, "production"), text(case, "variant")) {
        (_, "scheme") => Uri::parse(input).unwrap().check_scheme().is_err(),
        ("URI", _) => Uri::parse(input).is_err(),
        ("absolute-URI", _) => AbsoluteUri::parse(input).is_err(),
        ("relative-ref", _) => !UriRef::parse(input).unwrap().is_relative_ref(),
        _ => UriRef::parse(input).is_err(),
    };
    if refused { case["expect"].clone() } else { json!("accepted") }
}

fn error(name: &str) -> Value {
    json!({ "error": name })
}

fn resolve(case: &Value) -> Value {
    let Ok(base) = UriRef::parse(text(case, "base")) else { return error("invalid-base") };
    let Ok(base) = base.to_uri() else { return error("base-not-absolute") };
    let Ok(reference) = UriRef::parse(text(case, "input")) else {
        return error("invalid-reference");
    };
    let normal = base.normalize(Level::Syntax).unwrap();
    let base = if case["normalize_base"] == true { normal.as_borrowed() } else { base };
    let strict = case["strict"].as_bool().unwrap_or(true);
    let resolver = Resolver::new(base).lenient(!strict);
    let target = resolver.resolve(&reference).unwrap();
    assert_eq!(UriRef::parse(target.as_str()).unwrap().parts(), target.parts(), "offsets");
    if let Some(same) = case["same_document"].as_bool() {
        assert_eq!(target.without_fragment() == base.without_fragment(), same, "{}", case["id"]);
    }
    json!(target.as_str())
}

fn normalize(case: &Value) -> Value {
    let input = text(case, "input");
    if text(case, "variant") == "dots" {
        let trace = napkin::dot_segments::trace(input);
        let steps: Vec<_> = trace.iter().map(|s| json!([s.rule, s.output, s.input])).collect();
        assert_eq!(json!(steps), case["trace"], "{}", case["id"]);
        return json!(napkin::dot_segments::remove(input));
    }
    let failed = |name| json!({"normalized": null, "error": name});
    let Ok(reference) = UriRef::parse(input) else { return failed("invalid-reference") };
    let resolved =
        case["base"].as_str().map(|base| reference.resolve(Uri::parse(base).unwrap()).unwrap());
    let uri = match &resolved {
        Some(resolved) => resolved.as_borrowed(),
        None => match reference.to_uri() {
            Ok(uri) => uri,
            Err(_) => return failed("relative-reference"),
        },
    };
    let redirects = redirects(case);
    let normalizer = Normalizer::new(level(case)).observed(&redirects);
    let (normal, steps) = normalizer.explain(&uri).unwrap();
    assert_eq!(normalizer.normalize(&normal).unwrap(), normal, "idempotent");
    let mut at = uri.as_str();
    for step in &steps {
        assert_eq!(step.before, at, "each step begins where the one before ended");
        at = &step.after;
    }
    assert_eq!(normal, at);
    json!(normal.as_str())
}

fn level(case: &Value) -> Level {
    let name = text(case, "level");
    Level::ALL.into_iter().find(|level| level.name() == name).unwrap()
}

fn redirects(case: &Value) -> Vec<(&str, &str)> {
    let pairs = case["observed"].as_array().into_iter().flatten();
    pairs.map(|pair| (pair[0].as_str().unwrap(), pair[1].as_str().unwrap())).collect()
}

fn equivalent(case: &Value) -> Value {
    let operands = [text(case, "input"), text(case, "other")].map(|operand| {
        let reference = UriRef::parse(operand).unwrap();
        let base = case["base"].as_str().map(|base| Uri::parse(base).unwrap());
        match base {
            Some(base) => Some(reference.resolve(base).unwrap()),
            None => reference.to_uri().ok().map(|uri| uri.to_owned()),
        }
    });
    let [Some(a), Some(b)] = operands else { return json!({"equivalent": false}) };
    let without = case["network"] == true;
    let (short_a, short_b) = (a.without_fragment(), b.without_fragment());
    let (a, b) = if without { (*short_a, *short_b) } else { (a.as_borrowed(), b.as_borrowed()) };
    let redirects = redirects(case);
    let normalizer = Normalizer::new(level(case)).observed(&redirects);
    let equal = normalizer.normalize(&a) == normalizer.normalize(&b);
    if case["op"] == "equivalent" {
        let rung = a.equivalent_with(&b, &redirects);
        assert!(rung.is_some_and(|rung| rung <= level(case)), "the ladder agrees");
    }
    json!({ "equivalent": equal })
}

fn recompose(case: &Value) -> Value {
    let input = &case["input"];
    let part = |name: &str| input[name].as_str();
    if text(case, "variant") == "encode" {
        let mut builder = Builder::new();
        if let Some(scheme) = part("scheme") {
            builder = builder.scheme(scheme);
        }
        if let Some(host) = part("host") {
            builder = builder.host_name(host);
        }
        for segment in input["segments"].as_array().into_iter().flatten() {
            builder = builder.segment(segment.as_str().unwrap());
        }
        if let Some(query) = part("query") {
            builder = builder.query(encode(query));
        }
        if let Some(fragment) = part("fragment") {
            builder = builder.fragment(encode(fragment));
        }
        return json!(builder.uri_ref().unwrap().as_str());
    }
    let parts = Parts {
        scheme: part("scheme"),
        authority: part("authority"),
        path: part("path").unwrap_or_default(),
        query: part("query"),
        fragment: part("fragment"),
    };
    match parts.recompose() {
        Ok(reference) => json!(reference.as_str()),
        Err(e) if e.kind() == napkin::ErrorKind::PathNotAbempty => error("path-not-abempty"),
        Err(_) => error("invalid-component"),
    }
}
