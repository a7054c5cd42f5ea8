//! The answers of one family's types, which the surrounding module names, to a case of `spec/cases/`.

use napkin::percent::{Decode, encode};
use napkin::{ErrorKind, HostKind, Level, Normalizer, Part, Parts};
use serde_json::{Value, json};

use super::{Absolute, Builder, EDITION, Full, Ref, Resolver, built, mapped};
use crate::support::{level, octets, text};

/// The library's answer, in the format of the case's `expect`.
pub(crate) fn answer(op: &str, case: &Value) -> Value {
    match op {
        "parse" => parse(case),
        "reject" => reject(case),
        "resolve" => resolve(case),
        "relativize" => {
            let base = Full::parse(text(case, "base")).unwrap();
            json!(Full::parse(text(case, "input")).unwrap().relativize(base).as_str())
        }
        "normalize" => normalize(case),
        "equivalent" | "different" => equivalent(case),
        "recompose" => recompose(case),
        "to_uri" | "to_iri" => mapped(case),
        "redact" => json!(Ref::parse(text(case, "input")).unwrap().redacted().to_string()),
        _ => panic!("no such operation: {op}"),
    }
}

fn parse(case: &Value) -> Value {
    let octets = octets(case);
    let input = core::str::from_utf8(&octets).unwrap();
    match text(case, "variant") {
        "split" => {
            let parts = Parts::split(input);
            return json!({
                "scheme": parts.scheme, "authority": parts.authority, "path": parts.path,
                "query": parts.query, "fragment": parts.fragment,
            });
        }
        "decode" => return decode(&Ref::parse(input).unwrap()),
        _ => {}
    }
    let uri = Ref::parse(input).unwrap_or_else(|e| panic!("{}", e.diagnose(input)));
    match text(case, "production") {
        "" => {}
        "URI" | "IRI" => assert_eq!(Full::parse(input).unwrap().as_str(), input),
        "absolute-URI" | "absolute-IRI" => {
            assert_eq!(Absolute::parse(input).unwrap().as_str(), input);
        }
        "relative-ref" | "irelative-ref" => assert!(uri.is_relative_ref()),
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

fn decode(uri: &Ref<&str>) -> Value {
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
    let octets = octets(case);
    let Ok(input) = core::str::from_utf8(&octets) else {
        let error = Ref::parse_bytes(&octets).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::IllFormedUtf8, "{case}");
        return case["expect"].clone();
    };
    let refused = match (text(case, "production"), text(case, "variant")) {
        (_, "scheme") => Full::parse(input).unwrap().check_scheme().is_err(),
        ("URI" | "IRI", _) => Full::parse(input).is_err(),
        ("absolute-URI" | "absolute-IRI", _) => Absolute::parse(input).is_err(),
        ("relative-ref" | "irelative-ref", _) => !Ref::parse(input).unwrap().is_relative_ref(),
        _ => Ref::parse(input).is_err(),
    };
    if refused { case["expect"].clone() } else { json!("accepted") }
}

fn error(name: &str) -> Value {
    json!({ "error": name })
}

fn resolve(case: &Value) -> Value {
    if Ref::parse(text(case, "base")).is_err() {
        return error("invalid-base");
    }
    let Ok(base) = Full::parse(text(case, "base")) else { return error("base-not-absolute") };
    let Ok(reference) = Ref::parse(text(case, "input")) else {
        return error("invalid-reference");
    };
    let normal = base.normalize(Level::Syntax).unwrap();
    let base = if case["normalize_base"] == true { normal.as_borrowed() } else { base };
    let strict = case["strict"].as_bool().unwrap_or(true);
    let resolver = Resolver::new(base).lenient(!strict);
    let target = resolver.resolve(reference).unwrap();
    assert_eq!(Ref::parse(target.as_str()).unwrap().parts(), target.parts(), "offsets");
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
    let Ok(reference) = Ref::parse(input) else { return failed("invalid-reference") };
    let resolved =
        case["base"].as_str().map(|base| reference.resolve(Full::parse(base).unwrap()).unwrap());
    let uri = match &resolved {
        Some(resolved) => Ref::parse(resolved.as_str()).unwrap(),
        None => reference,
    };
    let normalizer = Normalizer::new(level(case).unwrap());
    let redirects = normalizer.redirects(EDITION, redirects(case));
    let normalizer = normalizer.observed(&redirects);
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

fn redirects(case: &Value) -> Vec<(&str, &str)> {
    let pairs = case["observed"].as_array().into_iter().flatten();
    pairs.map(|pair| (pair[0].as_str().unwrap(), pair[1].as_str().unwrap())).collect()
}

fn equivalent(case: &Value) -> Value {
    let operands = [text(case, "input"), text(case, "other")].map(|operand| {
        let reference = Ref::parse(operand).unwrap();
        let base = case["base"].as_str().map(|base| Full::parse(base).unwrap());
        match base {
            Some(base) => reference.resolve(base).unwrap().into(),
            None => reference.into_owned(),
        }
    });
    let [a, b] = operands;
    let cut = |uri: &Ref<String>| {
        let text = uri.as_str().split('#').next().unwrap_or_default();
        Ref::parse(text).unwrap().into_owned()
    };
    let (a, b) = if case["network"] == true { (cut(&a), cut(&b)) } else { (a, b) };
    let normalizer = Normalizer::new(level(case).unwrap());
    let redirects = normalizer.redirects(EDITION, redirects(case));
    let normalizer = normalizer.observed(&redirects);
    let equal = normalizer.normalize(&a) == normalizer.normalize(&b);
    if case["op"] == "equivalent" {
        let rung = a.equivalent_with(&b, &self::redirects(case));
        assert!(rung.is_some_and(|rung| rung <= level(case).unwrap()), "the ladder agrees");
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
            builder = builder.query(encode(query).by(EDITION).for_part(Part::Query));
        }
        if let Some(fragment) = part("fragment") {
            builder = builder.fragment(encode(fragment).by(EDITION).for_part(Part::Fragment));
        }
        return json!(built(&builder));
    }
    let parts = Parts {
        scheme: part("scheme"),
        authority: part("authority"),
        path: part("path").unwrap_or_default(),
        query: part("query"),
        fragment: part("fragment"),
    };
    match <Ref<String>>::from_parts(&parts) {
        Ok(reference) => json!(reference.as_str()),
        Err(e) if e.kind() == napkin::ErrorKind::PathNotAbempty => error("path-not-abempty"),
        Err(_) => error("invalid-component"),
    }
}
