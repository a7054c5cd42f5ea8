//! Composing is the inverse of describing: the described fields of a URI make a URI with these fields.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use napkin::edition::{EDITIONS, RFC1630, RFC1738, RFC3986};
use napkin::{Edition, Level, Normalizer};
use napkin_schemes::{
    ComposeError, DEFINITIONS, ErrorKind, Fields, Value, compose, describe, normalize,
};
use serde_json::Value as Json;

/// The beginnings of URIs that cannot be composed by their edition: a view writes URIs that the current documents
/// allow too, and older editions allow more.
const IMPOSSIBLE: &[(&str, &str)] = &[
    // Today, a group without a server is written with `news`.
    ("rfc1630", "nntp:comp.infosystems.www/42"),
    // The types of TYPE, with their forms and sizes.
    ("rfc1630", "ftp://host.dom/x;type="),
    // A segment that current readers remove.
    ("rfc1738", "ftp://host.dom/%2e%2e/x"),
    ("rfc1630", "ftp://h/../a"),
    ("rfc1738", "ftp://h/../a"),
    // Fields of an id, raw.
    ("rfc1630", "wais://host.dom/db/TEXT/1=a%20b;9=c/d;"),
    ("rfc1630", "wais://h/db/TEXT/1=a%3B9%3Dc;"),
    // Ids and addresses of other shapes.
    ("rfc1630", "mid:a@@"),
    ("rfc1630", "cid:part1"),
    ("rfc1630", "cid:a%"),
    ("rfc1630", "mid:a%0D"),
    ("rfc1630", "mailto:a@b%40c"),
    ("rfc1630", "mailto:a@h%2Cb@k"),
    ("rfc1738", "mailto:a@h%2Cb@k"),
    ("rfc1630", "news:x%3E%20y@h"),
    ("rfc1738", "news:x%3E%20y@h"),
    ("rfc1630", "news:a%40b@h"),
    // A selector that the text of RFC 1738 forbids, although its grammar allows it.
    ("rfc1738", "gopher://host.dom/0a%0D%0Ab"),
    ("rfc1738", "gopher://host.dom/0a%0Ab"),
    ("rfc3986", "gopher://host.dom/0a%0D%0Ab"),
    ("rfc3986", "gopher://host.dom/0a%0Ab"),
    ("rfc3986", "gopher://host.dom/7a%09b%0AQUIT"),
    // A non-ASCII host: a URI is composed, and whether it has the host as A-labels is the caller's choice.
    ("rfc3987", "http://bücher.example"),
    ("rfc3987", "http://ü.example"),
    // Non-ASCII letters in a text that is composed as it is written.
    ("rfc3987", "did:a:é"),
    ("rfc3987", "stun:é"),
    // Names of RFC 2141 that RFC 8141 reads otherwise, or not.
    ("rfc2396", "urn:a:b"),
    ("rfc2396", "urn:ab:c/d?+e"),
    ("draft2003", "urn:a-:b"),
    // Line ends in a header field, and line ends that are not those of text.
    ("rfc3986", "mailto:a@b.example?subject=x%0"),
    ("rfc3986", "mailto:?to=a@b.example%0D%0A"),
    ("rfc3986", "mailto:a@b.example?body=x%0"),
    ("rfc3986", "mailserver:a@h.d/x%0D"),
    // A media type that no header can have.
    ("rfc3986", "ni:///sha-256;f4OxZX_x_FO5LcGBSKHWXfwtSx-j1ncoSt3SABJtkGk?ct=text/plain%0D"),
    // A zone, which a URI of today does not have.
    ("rfc3986+rfc6874", "http://[fe80"),
    ("rfc3986+rfc6874", "ws://[fe80"),
    ("rfc3986+rfc6874", "rtsp://[fe80"),
    ("rfc3986+rfc6874", "ftp://u@[fe80"),
    // A port that TCP and UDP do not have.
    ("rfc3986", "ftp://h:65536/x"),
    ("rfc3986", "http://h.d:70000/"),
    ("rfc1738", "http://host.dom:99999/"),
    ("rfc3986", "sip:a@h:65536"),
    // A segment that resolution removes.
    ("rfc3986", "file:///c:/../x"),
    ("rfc3986", "file:////./pipe/x"),
    ("rfc3986", "file:/.//x/y"),
    ("rfc3986", "file:///a/..//x/y"),
    ("rfc3986", "file://localhost/%2E//x/y"),
    ("rfc3986", "rtsp://H:554/%7ea/../b"),
    ("rfc1738", "news:a;b/c?d:e&f=g%2F@host.dom"),
];

/// The octets of a text with one character per octet; `None` if it has other characters.
fn latin1(text: &str) -> Option<Vec<u8>> {
    text.chars().map(|character| u8::try_from(character).ok()).collect()
}

/// A value in the form in which it is given: once for each value of a list.
fn given(value: &Value, octets: &dyn Fn(&str) -> Option<Vec<u8>>) -> Option<Vec<Vec<u8>>> {
    let one = |value: &Value| match value {
        Value::Undefined => Some(None),
        Value::Flag(flag) => Some(Some(flag.to_string().into_bytes())),
        Value::Number(number) => Some(Some(number.to_string().into_bytes())),
        Value::Text(text) => octets(text).map(Some),
        Value::Encoded(text) => {
            Some(Some(napkin::percent::decode(text, false).to_bytes().into_owned()))
        }
        Value::List(pair) => {
            let mut parts = Vec::new();
            for part in given(&Value::List(pair.clone()), octets)? {
                parts.push(part);
            }
            Some(Some(parts.join(&b"="[..])))
        }
        Value::Record(fields) => {
            // An extension of LDAP, or a topic of a magnet link.
            if let Some(Value::Text(urn)) = fields.get("urn") {
                return octets(urn).map(Some);
            }
            let mut text = if fields.get("critical") == Some(&Value::Flag(true)) {
                b"!".to_vec()
            } else {
                Vec::new()
            };
            for (lead, name) in [("", "extype"), ("=", "exvalue")] {
                if let Some(Value::Text(part)) = fields.get(name) {
                    text.extend(lead.as_bytes());
                    text.extend(octets(part)?);
                }
            }
            Some(Some(text))
        }
    };
    let values = match value {
        Value::List(values) => values.as_slice(),
        value => std::slice::from_ref(value),
    };
    values.iter().filter_map(|value| one(value).map_or(Some(None), |it| it.map(Some))).collect()
}

fn field<'f>(fields: &'f Fields, name: &str) -> Option<&'f Value> {
    fields.get(name).or_else(|| {
        fields.iter().find_map(|(_, value)| match value {
            Value::Record(fields) => fields.get(name),
            _ => None,
        })
    })
}

/// A URI of the same fields, or the error.
fn composed(edition: &'static Edition, input: &str) -> Option<Result<String, String>> {
    let reference = edition.parse(input).ok()?;
    let description = describe(reference).ok()?;
    let fields = description.view()?.ok()?.fields();
    let definition = description.definition().unwrap();
    let scheme = if definition.name == "x-" { description.scheme() } else { definition.name };
    let mut problem = String::new();
    for octets in [&latin1 as &dyn Fn(&str) -> _, &|text: &str| Some(text.as_bytes().to_vec())] {
        let mut all = Vec::new();
        for name in definition.composed_from_in(edition) {
            // Without a port, the default is shown.
            let written = name != "port" || has_port(&reference, &fields);
            let Some(value) = field(&fields, name).filter(|_| written) else { continue };
            let Some(values) = given(value, octets) else { continue };
            all.extend(values.into_iter().map(|value| (name, value)));
        }
        let named = all.iter().map(|(name, value)| (*name, value.as_slice()));
        match compose(edition, scheme, named) {
            Err(error) => write!(problem, "{error}; ").unwrap(),
            Ok(uri) => {
                let again = {
                    let again = describe(edition.parse(&uri).unwrap()).unwrap();
                    again.view().unwrap().unwrap().fields()
                };
                let ladder = Normalizer::new(Level::Scheme).with_schemes(normalize);
                let other = edition.parse(&uri).unwrap();
                if again == fields || ladder.equivalent_at(reference, other).is_some() {
                    return Some(Ok(uri));
                }
                write!(problem, "{uri} says {again:?}, not {fields:?}; ").unwrap();
            }
        }
    }
    Some(Err(problem))
}

fn has_port(reference: &napkin::Reference<'_>, fields: &Fields) -> bool {
    reference.port().is_some_and(|port| !port.as_str().is_empty())
        || fields.get("explicit_port") == Some(&Value::Flag(true))
}

#[test]
fn what_is_described_can_be_composed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/cases");
    let mut files: Vec<_> =
        fs::read_dir(root.join("schemes")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.extend(["rfc1630.jsonl", "rfc1738.jsonl"].map(|name| root.join(name)));
    let (mut count, mut wrong) = (0, Vec::new());
    for file in files {
        for line in fs::read_to_string(&file).unwrap().lines() {
            let case: Json = serde_json::from_str(line).unwrap();
            let Some(input) = case["input"].as_str().filter(|_| case["op"] != "reject") else {
                continue;
            };
            let name = case["edition"].as_str().unwrap_or("rfc3986");
            let edition = Edition::named(name).unwrap();
            match composed(edition, input) {
                None => {}
                Some(Ok(_)) => count += 1,
                Some(Err(problem)) => {
                    let known = |(edition, start): &(&str, &str)| {
                        *edition == name && input.starts_with(start)
                    };
                    if !IMPOSSIBLE.iter().any(known) {
                        wrong.push(format!("{name} {input}: {problem}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong, {count} right:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 700, "{count}");
}

#[test]
fn every_example_can_be_composed_in_every_edition_that_has_a_view() {
    let mut wrong = Vec::new();
    for definition in DEFINITIONS {
        for edition in EDITIONS {
            // Header fields are not part of an address in RFC 1738, and not valid in one by the current rules.
            if definition.name == "mailto" && edition == &RFC1738 {
                continue;
            }
            if let Some(Err(problem)) = composed(edition, definition.example) {
                wrong.push(format!("{} {}: {problem}", edition.name, definition.example));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn uri(edition: &'static Edition, scheme: &str, fields: &[(&str, &str)]) -> Result<String, String> {
    let fields = fields.iter().map(|(name, value)| (*name, value.as_bytes()));
    compose(edition, scheme, fields).map_err(|error| error.to_string())
}

/// Data never becomes a delimiter, and is encoded as the edition requires.
#[test]
fn data_is_encoded_for_its_place() {
    let ftp = [("host", "h.d"), ("cwd", "/a b"), ("cwd", "~;?#"), ("name", "x"), ("type", "a")];
    let today = "ftp://h.d/%2Fa%20b/~%3B%3F%23/x;type=a";
    assert_eq!(uri(RFC3986, "ftp", &ftp).as_deref(), Ok(today));
    let then = "ftp://h.d/%2Fa%20b/%7E%3B%3F%23/x;type=a";
    assert_eq!(uri(RFC1738, "FTP", &ftp).as_deref(), Ok(then));
    let http = [("host", "h.d"), ("path", "/a%2Fb c?"), ("search", "100%&é#")];
    let expected = "http://h.d/a%2Fb%20c%3F?100%25&%C3%A9%23";
    assert_eq!(uri(RFC3986, "http", &http).as_deref(), Ok(expected));
    assert_eq!(uri(RFC1738, "http", &[("host", "h.d"), ("path", "a")]).unwrap(), "http://h.d/a");
}

#[test]
fn texts_of_messages_have_line_ends() {
    let fields = [("to", "a@b.example"), ("subject", "x y"), ("body", "one\ntwo~\r\nthree")];
    let expected = "mailto:a@b.example?subject=x%20y&body=one%0D%0Atwo~%0D%0Athree";
    assert_eq!(uri(RFC3986, "mailto", &fields).as_deref(), Ok(expected));
    let subject = [("to", "a@b.example"), ("subject", "x\r\nBcc: all@b.example")];
    assert!(uri(RFC3986, "mailto", &subject).is_err());
}

#[test]
fn wrong_fields_are_told() {
    let refused = |scheme, fields: &[(&str, &str)]| uri(RFC3986, scheme, fields).unwrap_err();
    for (scheme, fields, expected) in [
        ("ftp", &[("name", "x")][..], "the host is missing (ftp, RFC 1738 section 3.2)"),
        (
            "gopher",
            &[("host", "h"), ("command", "x")],
            "the scheme has no field 'command'; it has host, port, type, selector, search, plus",
        ),
        (
            "gopher",
            &[("host", "h"), ("selector", "a\rb")],
            "invalid character in the selector (selector, RFC 1738 section 3.4.1)",
        ),
        (
            "ftp",
            &[("host", "h"), ("host", "i")],
            "the host appears more than once (ftp, RFC 1738 section 3.2)",
        ),
        (
            "ftp",
            &[("host", "h@evil.example")],
            "the host cannot be written in a URI (host, RFC 3986 section 3.2.2)",
        ),
        (
            "ftp",
            &[("host", "h"), ("port", "1/x")],
            "the port cannot be written in a URI (port, RFC 3986 section 3.2.3)",
        ),
        (
            "ftp",
            &[("host", "h"), ("nme", "x")],
            "the scheme has no field 'nme'; it has host, port, user, password, cwd, name, type",
        ),
        ("ftp", &[("host", "h"), ("cwd", "a")], "the name is missing (ftpurl, RFC 1738 section 5)"),
        (
            "ftp",
            &[("host", "h"), ("cwd", ".."), ("name", "x")],
            "a dot segment in the cwd would be removed from the path (path, RFC 3986 section 5.2.4)",
        ),
        (
            "news",
            &[("group", "a.b"), ("unique", "c")],
            "the domain is missing (news, RFC 5538 section 4)",
        ),
        (
            "news",
            &[("group", "a.b"), ("pattern", "c")],
            "the pattern cannot be written in a URI (news, RFC 5538 section 4)",
        ),
        (
            "ircs",
            &[("host", "h"), ("channel", "#a"), ("flags", "isnick")],
            "the channel cannot be written in a URI (ircs, draft-butcher-irc-url-04 section 2)",
        ),
        (
            "data",
            &[("data", "a"), ("base64", "maybe")],
            "invalid base64 (data, RFC 2397 section 3)",
        ),
        (
            "blob",
            &[("origin", "https://h/a"), ("uuid", "1")],
            "invalid origin (origin, W3C File API section 8)",
        ),
        ("urn:oid", &[("oid", "1.02")], "invalid oid (number, RFC 3061 section 2)"),
        ("urn:uuid", &[("uuid", "1")], "invalid uuid (urn:uuid, RFC 9562 section 4)"),
        (
            "did",
            &[("method_name", "web"), ("method_specific_id", "a#b")],
            "the method_specific_id cannot be written in a URI (did-url, W3C DID Core section 3.2)",
        ),
        (
            "prospero",
            &[("host", "h"), ("hsoname", "a"), ("fields", "b")],
            "invalid fields (prospero, RFC 4157 section 2)",
        ),
        (
            "mailto",
            &[("to", "a@h.example"), ("subject", "x\r\nBcc: c")],
            "the subject would carry CR, LF or NUL into the protocol (hfvalue, RFC 6068 section 5)",
        ),
        (
            "news",
            &[("unique", "a b"), ("domain", "h")],
            "invalid unique (dot-atom-text, RFC 5536 section 3.1.3)",
        ),
        (
            "news",
            &[("unique", "a"), ("domain", "h i")],
            "invalid domain (id-right, RFC 5536 section 3.1.3)",
        ),
        ("x-", &[("specific_part", "a")], "napkin does not know this scheme"),
    ] {
        assert_eq!(refused(scheme, fields), expected);
    }
    let unknown = compose(RFC3986, "none", []).unwrap_err();
    assert_eq!(unknown, ComposeError::UnknownScheme);
    assert_eq!(compose(RFC1630, "mailserver", []), Err(ComposeError::NoView(RFC1630)));
    let Err(ComposeError::Refused(error)) = compose(RFC3986, "cid", []) else { panic!() };
    assert_eq!((error.kind(), error.field()), (ErrorKind::Missing, "content_id"));
}

/// An error of composing is about a field that the scheme has, by its name.
#[test]
fn an_error_has_the_name_of_a_field() {
    const BAD: [&[u8]; 8] = [b"", b" ", b"x\r\nBcc: y", b"a,b", b"\xFF\0", b"?#/", b"..", b"99999"];
    let mut wrong = Vec::new();
    let mut count = 0;
    for definition in DEFINITIONS {
        for edition in EDITIONS {
            let Ok(reference) = edition.parse(definition.example) else { continue };
            let Ok(description) = describe(reference) else { continue };
            let Some(Ok(view)) = description.view() else { continue };
            let fields = view.fields();
            let text = |name: &str| match fields.get(name) {
                Some(Value::Text(text)) => Some(text.clone().into_bytes()),
                _ => None,
            };
            let known = definition.composed_from();
            let whole: Vec<_> =
                known.iter().filter_map(|name| text(name).map(|text| (*name, text))).collect();
            for &name in &known {
                for bad in BAD {
                    let mut given = whole.clone();
                    given.retain(|(other, _)| *other != name);
                    given.push((name, bad.to_vec()));
                    let given = given.iter().map(|(name, value)| (*name, &**value));
                    let Err(ComposeError::Refused(error)) =
                        compose(edition, definition.name, given)
                    else {
                        continue;
                    };
                    count += 1;
                    if !known.contains(&error.field()) {
                        let bad = bad.escape_ascii();
                        wrong.push(format!("{} {name} {bad}: {error}", definition.name));
                    }
                }
            }
        }
    }
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 500, "{count}");
}
