//! The cases of every edition in `spec/cases/`, through [`Edition`] and [`Reference`].

use crate::support::{cases, level, octets, takes_tables, text};
use napkin::edition::{
    DRAFT1997, DRAFT2003, JAVA, RFC1630, RFC1738, RFC1808, RFC2396, RFC3986, RFC3987,
};
use napkin::{
    Edition, Encoded, Excess, Host, HostKind, Level, Normalizer, Part, Parts, Path, PathKind, Port,
    Query, Reference, Scheme, Start, Target, Userinfo, percent::encode,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use unicode_normalization::UnicodeNormalization;

/// Operations of other crates, whose cases are in the same files.
const ELSEWHERE: [&str; 5] = ["extract", "suffix", "base", "security", "scheme"];

macro_rules! editions {
    ($($name:ident $edition:ident $file:literal,)*) => {$(
        #[test]
        fn $name() {
            assert!(run($edition, $file) > 0);
        }
    )*};
}

editions! {
    rfc1630 RFC1630 "rfc1630.jsonl",
    rfc1738 RFC1738 "rfc1738.jsonl",
    rfc1808 RFC1808 "rfc1808.jsonl",
    rfc2396 RFC2396 "rfc2396.jsonl",
    draft1997 DRAFT1997 "draft-url-syntax-05.jsonl",
    draft2003 DRAFT2003 "draft-rfc2396bis-01.jsonl",
    rfc3986 RFC3986 "rfc3986.jsonl",
    rfc3987 RFC3987 "rfc3987.jsonl",
    java JAVA "java.jsonl",
}

fn run(edition: &'static Edition, file: &str) -> usize {
    let mut counts = BTreeMap::new();
    let mut wrong = Vec::new();
    for case in cases(file) {
        let op = text(&case, "op");
        let variant = text(&case, "variant");
        // Cases that do not test an edition's own answer: the bare algorithm, the scheme's rules. RFC 1808 splits
        // by its own expression, which only its parser uses.
        let own_split = variant == "split" && edition.splits_parameters();
        if own_split
            || ELSEWHERE.contains(&op)
            || variant == "dots"
            || variant == "scheme"
            || case["normalize_base"] == true
            || takes_tables(&case)
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

/// Whether every field that the case expects has the expected value.
fn agrees(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            expected.iter().all(|(key, value)| found.get(key) == Some(value))
        }
        _ => found == expected,
    }
}

fn answer(edition: &'static Edition, op: &str, case: &Value) -> Value {
    match op {
        "parse" => parse(edition, case),
        "reject" => match edition.parse_bytes(start(case), &octets(case)) {
            Err(error) => {
                let ill_formed = case["expect"]["error"] == "encoding";
                assert_eq!(error.kind() == napkin::ErrorKind::IllFormedUtf8, ill_formed, "{case}");
                if let Some(reason) = case["reason"].as_str() {
                    let exception = error.diagnose(&octets(case)).exception().unwrap();
                    let index = exception.index().map_or(json!(-1), |index| json!(index));
                    assert_eq!(
                        (exception.reason(), index),
                        (reason, case["index"].clone()),
                        "{case}"
                    );
                }
                case["expect"].clone()
            }
            Ok(reference) => components(&reference),
        },
        "resolve" => resolve(edition, case),
        "relativize" => {
            if let Some(components) = case.get("components") {
                let resolver = edition.resolver(text(case, "base"));
                let object = resolver.relativize_to_components(text(case, "input")).unwrap();
                assert!(agrees(&object_components(&object), components), "{case}");
            }
            match edition.resolver(text(case, "base")).relativize(text(case, "input")) {
                Ok(reference) => json!(reference),
                Err(error) => json!({"error": error.name()}),
            }
        }
        "normalize" => normalize(edition, case),
        "equivalent" | "different" if edition.holds_components() => equal(edition, case),
        "equivalent" | "different" => json!({"equivalent": equivalent(edition, case)}),
        "to_uri" => mapped(edition, case, |reference| reference.to_uri()),
        "to_iri" => mapped(edition, case, |reference| reference.to_iri()),
        "decode" => decode_part(edition, case),
        "to_ascii" => {
            let composed = |text: &str| text.nfc().collect();
            json!(edition.parse(text(case, "input")).unwrap().to_ascii(composed))
        }
        "recompose" => recompose(edition, case),
        _ => panic!("no such operation: {op}"),
    }
}

fn start(case: &Value) -> Start {
    match text(case, "production") {
        "URI" | "IRI" | "absolute-URI-reference" => Start::Uri,
        "absolute-URI" | "absolute-IRI" | "absoluteURL" | "url" | "absoluteURI" => {
            Start::AbsoluteUri
        }
        "relative-ref" | "irelative-ref" | "partial-reference" => Start::RelativeRef,
        "relativeURL" | "relative-URI" | "relativeURI" | "our-partial-form" => Start::RelativeUri,
        // The start rule of RFC 1630, in whose file partial forms have another.
        "" if text(case, "edition") == "rfc1630" => Start::Uri,
        "" => Start::UriReference,
        other => panic!("no such rule: {other}"),
    }
}

fn parse(edition: &'static Edition, case: &Value) -> Value {
    let input = octets(case);
    let input = std::str::from_utf8(&input).unwrap();
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
    if text(case, "variant") == "decode" && edition.holds_components() {
        return json!({
            "ssp": reference.decoded_scheme_specific_part(),
            "authority": reference.decoded(Part::Authority),
            "userinfo": reference.decoded(Part::Userinfo),
            "path": reference.decoded(Part::Path),
            "query": reference.decoded(Part::Query),
            "fragment": reference.decoded(Part::Fragment),
        });
    }
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
        "ssp": reference.scheme_specific_part(),
        "port_number": port_number(reference),
    })
}

/// The components of a computed reference.
fn object_components(object: &napkin::Object<'_>) -> Value {
    json!({
        "scheme": object.scheme(),
        "ssp": object.scheme_specific_part(),
        "authority": object.authority(),
        "userinfo": object.userinfo(),
        "host": object.host(),
        "port_number": object.port().map_or(-1, i64::from),
        "path": object.path(),
        "query": object.query(),
        "fragment": object.fragment(),
    })
}

/// The number of the port, as in the cases of java.net.URI: -1 for none.
fn port_number(reference: &Reference<'_>) -> i64 {
    let digits = reference.port().map_or("", Port::as_str);
    if digits.is_empty() { -1 } else { digits.parse().unwrap_or(i64::MAX) }
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
    if let Some(components) = case.get("components") {
        let object = resolver.resolve_to_components(text(case, "input")).unwrap();
        assert!(agrees(&object_components(&object), components), "{case}");
    }
    // The document's instructions, executed literally, end with the resolver's target.
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

fn mapped(
    edition: &'static Edition,
    case: &Value,
    map: fn(Reference<'_>) -> Result<std::borrow::Cow<'_, str>, napkin::ParseError>,
) -> Value {
    let octets = octets(case);
    let input = String::from_utf8_lossy(&octets);
    let encoded = napkin::percent::encode_unwise(&input);
    let input = if text(case, "variant") == "encode-ascii" { encoded.as_bytes() } else { &octets };
    match edition.parse_bytes(Start::UriReference, input) {
        Ok(reference) => json!(map(reference).unwrap()),
        Err(_) => json!({"error": "invalid-reference"}),
    }
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
    let normalizer = Normalizer::new(level(case).unwrap());
    let redirects = normalizer.redirects(edition, redirects(case));
    let normalizer = normalizer.observed(&redirects);
    let (normal, steps) = normalizer.explain_reference(reference).unwrap();
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
    match level(case) {
        None => a.equivalent_at(&b).is_some(),
        Some(level) => {
            let normalizer = Normalizer::new(level);
            let redirects = normalizer.redirects(edition, redirects(case));
            let normalizer = normalizer.observed(&redirects);
            let normal = |reference| normalizer.normalize_reference(reference).ok();
            normal(a).is_some() && normal(a) == normal(b)
        }
    }
}

/// Equality and order by components.
fn equal(edition: &'static Edition, case: &Value) -> Value {
    let a = edition.parse(text(case, "input")).unwrap();
    let b = edition.parse(text(case, "other")).unwrap();
    let order = a.component_order(&b).unwrap();
    assert_eq!(b.component_order(&a), Some(order.reverse()), "{case}");
    let is_equal = a.equivalent_at(&b) == Some(Level::Simple);
    assert_eq!(a.component_key() == b.component_key(), is_equal, "{case}");
    json!({
        "equivalent": is_equal,
        "compare": order as i8,
    })
}

/// Percent-decoding of one component, as RFC 1630 and RFC 1738 define it.
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
        let encoded = |of: Part, data: &str| encode(data).by(edition).for_part(of).to_string();
        let segments = input["segments"].as_array().into_iter().flatten();
        let segments: Vec<_> =
            segments.map(|segment| encoded(Part::Path, segment.as_str().unwrap())).collect();
        let authority = part("host").map(|data| encoded(Part::Host, data));
        let slash = if authority.is_some() && !segments.is_empty() { "/" } else { "" };
        let path = format!("{slash}{}", segments.join("/"));
        let query = part("query").map(|data| encoded(Part::Query, data));
        let fragment = part("fragment").map(|data| encoded(Part::Fragment, data));
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
