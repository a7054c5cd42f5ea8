//! The cases of every edition in `spec/cases/`, through [`Edition`] and [`Reference`].

mod support;

use std::collections::BTreeMap;

use napkin::edition::rules::Parameters;
use napkin::edition::{DRAFT1997, DRAFT2003, RFC1630, RFC1738, RFC1808, RFC2396, RFC3986};
use napkin::{
    Edition, Encoded, Excess, Host, HostKind, Level, Normalizer, Part, Parts, Path, PathKind, Port,
    Query, Reference, Scheme, Start, Target, Userinfo, percent::encode,
};
use serde_json::{Value, json};
use support::{cases, text};

/// Operations of other crates, whose cases are in the same files.
const ELSEWHERE: [&str; 5] = ["extract", "suffix", "base", "security", "scheme"];

macro_rules! editions {
    ($($name:ident $edition:ident $file:literal $count:literal,)*) => {$(
        #[test]
        fn $name() {
            assert_eq!(run($edition, $file), $count);
        }
    )*};
}

editions! {
    rfc1630 RFC1630 "rfc1630.jsonl" 212,
    rfc1738 RFC1738 "rfc1738.jsonl" 249,
    rfc1808 RFC1808 "rfc1808.jsonl" 331,
    rfc2396 RFC2396 "rfc2396.jsonl" 375,
    draft1997 DRAFT1997 "draft-url-syntax-05.jsonl" 339,
    draft2003 DRAFT2003 "draft-rfc2396bis-01.jsonl" 397,
    rfc3986 RFC3986 "rfc3986.jsonl" 642,
}

fn run(edition: &'static Edition, file: &str) -> usize {
    let mut counts = BTreeMap::new();
    let mut wrong = Vec::new();
    for case in cases(file) {
        let op = text(&case, "op");
        let variant = text(&case, "variant");
        // Cases that are not about an edition's own answer: the bare algorithm, the scheme's rules.
        // RFC 1808 splits by an expression of its own, which only its parser uses.
        let own_split = variant == "split" && edition.parameters() == Parameters::Component;
        if own_split
            || ELSEWHERE.contains(&op)
            || variant == "dots"
            || variant == "scheme"
            || case["normalize_base"] == true
        {
            continue;
        }
        let found = answer(edition, op, &case);
        if !agrees(&found, &case["expect"]) {
            wrong.push(format!(
                "{}: {}\n  found {found}\n  not   {}",
                case["id"], case["input"], case["expect"]
            ));
        }
        *counts.entry(op.to_owned()).or_insert(0) += 1;
    }
    println!("{} {counts:?}", edition.name);
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    counts.values().sum()
}

/// Whether every field that the case expects is there.
fn agrees(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            expected.iter().all(|(key, value)| found.get(key) == Some(value))
        }
        _ => found == expected,
    }
}

fn answer(edition: &'static Edition, op: &str, case: &Value) -> Value {
    let input = text(case, "input");
    match op {
        "parse" => parse(edition, case),
        "reject" => match edition.parse_as(start(case), input) {
            Err(_) => case["expect"].clone(),
            Ok(reference) => components(&reference),
        },
        "resolve" => resolve(edition, case),
        "normalize" => normalize(edition, case),
        "equivalent" | "different" => json!({"equivalent": equivalent(edition, case)}),
        "decode" => decode_part(edition, case),
        "recompose" => recompose(edition, case),
        _ => panic!("no such operation: {op}"),
    }
}

fn start(case: &Value) -> Start {
    match text(case, "production") {
        "URI" | "absolute-URI-reference" => Start::Uri,
        "absolute-URI" | "absoluteURL" | "url" | "absoluteURI" => Start::AbsoluteUri,
        "relative-ref" | "partial-reference" => Start::RelativeRef,
        "relativeURL" | "relative-URI" | "relativeURI" | "partial-form" => Start::RelativeUri,
        // The start rule of RFC 1630, in whose file partial forms have their own.
        "" if text(case, "edition") == "rfc1630" => Start::Uri,
        "" => Start::UriReference,
        other => panic!("no such rule: {other}"),
    }
}

fn parse(edition: &'static Edition, case: &Value) -> Value {
    let input = text(case, "input");
    if text(case, "variant") == "split" {
        let parts = Parts::split(input);
        return json!({
            "scheme": parts.scheme, "authority": parts.authority, "path": parts.path,
            "query": parts.query, "fragment": parts.fragment,
        });
    }
    let reference = match edition.parse_as(start(case), input) {
        Ok(reference) => reference,
        Err(error) => return json!(error.to_string()),
    };
    assert_eq!(reference.as_str(), input, "parsing is lossless");
    let ranges = edition.ranges(start(case), input.as_bytes()).unwrap();
    let told = Part::ALL.iter().map(|part| ranges.get(*part).map(|range| &input[range]));
    let parts = [
        reference.scheme().map(Scheme::as_str),
        reference.authority(),
        reference.userinfo().map(Userinfo::as_str),
        reference.host().map(Host::as_str),
        reference.port().map(Port::as_str),
        reference.path().map(Path::as_str),
        reference.query().map(Query::as_str),
        reference.fragment().map(Encoded::as_str),
    ];
    assert!(told.eq(parts), "{}: {input}", case["id"]);
    if text(case, "variant") == "decode" {
        let told = |decode: napkin::percent::Decode<'_>| match decode.to_str() {
            Ok(text) => json!(text),
            Err(_) => {
                json!({"hex": decode.map(|octet| format!("{octet:02X}")).collect::<Vec<_>>().concat()})
            }
        };
        let path = reference.path().unwrap();
        return json!({
            "segments": path.segments().map(|s| told(s.decode())).collect::<Vec<_>>(),
            "query": reference.query().map(|q| told(q.encoded().decode())),
            "fragment": reference.fragment().map(|f| told(f.decode())),
        });
    }
    components(&reference)
}

fn components(reference: &Reference<'_>) -> Value {
    let path = reference.path();
    let relative = reference.is_relative_ref();
    let ref_kind = match (relative, reference.authority(), path.is_some_and(Path::is_absolute)) {
        (false, ..) => "absolute",
        (true, Some(_), _) => "network-path",
        (true, None, true) => "absolute-path",
        (true, None, false) => "relative-path",
    };
    let userinfo = reference.userinfo();
    json!({
        "kind": if relative { "relative-ref" } else { "uri" },
        "scheme": reference.reported_scheme(),
        "authority": reference.authority(),
        "userinfo": userinfo.map(Userinfo::as_str),
        "user": userinfo.map(|u| u.user().as_str()),
        "password": userinfo.and_then(Userinfo::password).map(Encoded::as_str),
        "host": reference.host().map(Host::as_str),
        "host_kind": reference.host().map(Host::kind).map(HostKind::name),
        "port": reference.port().map(Port::as_str),
        "path": path.map(Path::as_str),
        "segments": path.map(|path| path.segments().map(Encoded::as_str).collect::<Vec<_>>()),
        "query": reference.query().map(Query::as_str),
        "fragment": reference.fragment().map(Encoded::as_str),
        "ref_kind": ref_kind,
        "path_kind": reference.path_kind().map(PathKind::name),
        "form": reference.form(),
        "authority_form": reference.authority_form(),
        "params": reference.parameters(),
    })
}

fn resolve(edition: &'static Edition, case: &Value) -> Value {
    let mut resolver = edition.resolver(text(case, "base"));
    resolver = resolver.lenient(case["strict"] == false);
    resolver = resolver.literal_slash_runs(text(case, "variant") == "literal-n-slash");
    resolver = match text(case, "excess") {
        "retain" => resolver.excess(Excess::Retain),
        "remove" => resolver.excess(Excess::Remove),
        "error" => resolver.excess(Excess::Error),
        _ => resolver,
    };
    if text(case, "variant") == "new-request" {
        resolver = resolver.new_request(text(case, "document"));
    }
    let target = resolver.resolve(text(case, "input"));
    // The instructions of the document, run to the letter, end where the resolver does.
    let way = resolver.steps(text(case, "input"), usize::MAX);
    assert_eq!(way.map(|way| way.end), target.clone().map(Some), "{}", case["id"]);
    let mut written = String::from("before ");
    let onto = resolver.resolve_onto(text(case, "input"), &mut written);
    assert_eq!(onto.map(owned), target);
    let uri = if let Ok(Target::Uri(uri)) = &target { uri } else { "" };
    assert_eq!(written.strip_prefix("before "), Some(uri));
    match target {
        Ok(Target::Uri(uri)) => json!(uri),
        Ok(Target::CurrentDocument { fragment }) => {
            json!({"current_document": true, "fragment": fragment})
        }
        // The sheet of RFC 1630 writes a failure as null.
        Err(_) if case["expect"].is_null() => Value::Null,
        Err(error) => json!({"error": error.name()}),
    }
}

/// A target as text of its own.
fn owned(target: Target<&str>) -> Target {
    match target {
        Target::Uri(uri) => Target::Uri(uri.to_owned()),
        Target::CurrentDocument { fragment } => {
            Target::CurrentDocument { fragment: fragment.map(str::to_owned) }
        }
    }
}

fn level(case: &Value) -> Option<Level> {
    let name = case["level"].as_str()?;
    Level::ALL.into_iter().find(|level| level.name() == name)
}

fn redirects(case: &Value) -> Vec<(&str, &str)> {
    let pairs = case["observed"].as_array().into_iter().flatten();
    pairs.map(|pair| (pair[0].as_str().unwrap(), pair[1].as_str().unwrap())).collect()
}

/// The text, resolved against the case's base if it has one.
fn based(edition: &'static Edition, case: &Value, input: &str) -> String {
    match case["base"].as_str() {
        Some(base) => match edition.resolver(base).resolve(input).unwrap() {
            Target::Uri(uri) => uri,
            Target::CurrentDocument { .. } => panic!("{input} is the current document"),
        },
        None => input.to_owned(),
    }
}

fn normalize(edition: &'static Edition, case: &Value) -> Value {
    let input = based(edition, case, text(case, "input"));
    let failed = |name: &str| json!({"normalized": null, "error": name});
    let Ok(reference) = edition.parse(&input) else { return failed("invalid-reference") };
    let redirects = redirects(case);
    let normalizer = Normalizer::new(level(case).unwrap()).observed(&redirects);
    let Ok((normal, steps)) = normalizer.explain_reference(reference) else {
        return failed("relative-reference");
    };
    let again = edition.parse(&normal).unwrap();
    assert_eq!(normalizer.normalize_reference(again).unwrap(), normal, "idempotent");
    let mut at = input.as_str();
    for step in &steps {
        assert_eq!(step.before, at, "each step begins where the one before ended");
        at = &step.after;
    }
    assert_eq!(normal, at);
    json!(normal)
}

fn equivalent(edition: &'static Edition, case: &Value) -> bool {
    let (a, b) = (text(case, "input"), text(case, "other"));
    let (a, b) = (based(edition, case, a), based(edition, case, b));
    let mut a = edition.parse(&a).unwrap();
    let mut b = edition.parse(&b).unwrap();
    if case["network"] == true {
        (a, b) = (a.without_fragment(), b.without_fragment());
    }
    let redirects = redirects(case);
    match level(case) {
        None => a.equivalent_at(&b).is_some(),
        Some(level) => {
            let normalizer = Normalizer::new(level).observed(&redirects);
            let normal = |reference| normalizer.normalize_reference(reference).ok();
            normal(a).is_some() && normal(a) == normal(b)
        }
    }
}

/// Percent-decoding of one component, as RFC 1630 and RFC 1738 have it.
fn decode_part(edition: &Edition, case: &Value) -> Value {
    let input = text(case, "input");
    if napkin::percent::check(input.as_bytes()).is_err() {
        return json!({"error": "escape"});
    }
    let part = if text(case, "part") == "query" { Part::Query } else { Part::Path };
    let decoded = edition.decode(part, input);
    json!({
        "octets": decoded.clone().map(|octet| format!("{octet:02x}")).collect::<Vec<_>>().concat(),
        "text": decoded.to_latin1(),
    })
}

fn recompose(edition: &'static Edition, case: &Value) -> Value {
    let input = &case["input"];
    let part = |name: &str| input[name].as_str();
    if text(case, "variant") == "encode" {
        let encoded = |data: &str| encode(data).by(edition).to_string();
        let segments = input["segments"].as_array().into_iter().flatten();
        let segments: Vec<_> = segments.map(|segment| encoded(segment.as_str().unwrap())).collect();
        let authority = part("host").map(encoded);
        let slash = if authority.is_some() && !segments.is_empty() { "/" } else { "" };
        let path = format!("{slash}{}", segments.join("/"));
        let (query, fragment) = (part("query").map(encoded), part("fragment").map(encoded));
        let parts = Parts {
            scheme: part("scheme"),
            authority: authority.as_deref(),
            path: &path,
            query: query.as_deref(),
            fragment: fragment.as_deref(),
        };
        return json!(parts.recompose_by(edition).unwrap());
    }
    let parts = Parts {
        scheme: part("scheme"),
        authority: part("authority"),
        path: part("path").unwrap_or_default(),
        query: part("query"),
        fragment: part("fragment"),
    };
    match parts.recompose_by(edition) {
        Ok(text) => json!(text),
        Err(e) if e.kind() == napkin::ErrorKind::PathNotAbempty => {
            json!({"error": "path-not-abempty"})
        }
        Err(_) => json!({"error": "invalid-component"}),
    }
}
