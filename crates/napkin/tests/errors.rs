//! Every kind of error: its kind, part, offset, message and diagnosis, word for word.

use crate::support::{cases, text};
use napkin::edition::{RFC3986, RFC3987};
use napkin::{AbsoluteUri, Edition, ErrorKind, ParseError, Part, Start, Uri, UriRef};

/// Executes the case, which fails.
fn error(op: &str, input: &str) -> ParseError {
    if let Some(edition) = Edition::named(op) {
        return edition.parse(input).expect_err(input);
    }
    if let Some(edition) = op.strip_suffix(" relative").and_then(Edition::named) {
        return edition.parse_as(Start::RelativeUri, input).expect_err(input);
    }
    let reference = || UriRef::parse(input).unwrap().into_owned();
    let result = match op {
        "reference" => UriRef::parse(input).map(drop),
        "uri" => Uri::parse(input).map(drop),
        "absolute-uri" => AbsoluteUri::parse(input).map(drop),
        "relative-ref" => RFC3986.parse_as(Start::RelativeRef, input).map(drop),
        "scheme-rules" => Uri::parse(input).unwrap().check_scheme(),
        "set-path-x" => reference().set_path("x").map(drop),
        "set-port-1" => reference().set_port("1").map(drop),
        "set-port-65536" => reference().set_port("65536").map(drop),
        "push-dots" => reference().push_segment("..").map(drop),
        "push-empty" => reference().push_segment("").map(drop),
        _ => panic!("no such operation: {op}"),
    };
    result.expect_err(input)
}

#[test]
fn texts() {
    let mut seen = Vec::new();
    for case in cases("errors.jsonl") {
        let input = text(&case, "input");
        let error = error(text(&case, "op"), input);
        let told = serde_json::json!({
            "op": case["op"], "input": input, "kind": error.kind().name(),
            "part": error.part().name(), "offset": error.offset(), "message": error.to_string(),
            "diagnosis": error.diagnose(input).to_string(),
        });
        assert_eq!(told, case, "\n{}", error.diagnose(input));
        seen.push(error.kind());
    }
    let unseen: Vec<_> = ErrorKind::ALL.iter().filter(|kind| !seen.contains(kind)).collect();
    let elsewhere = [&ErrorKind::IllFormedUtf8, &ErrorKind::TooLong];
    assert_eq!(unseen, elsewhere, "bytes are tried below; 4 GiB, beside the definition");
}

#[test]
fn bytes_that_are_no_text() {
    let error = UriRef::parse_bytes(b"/a\xff").unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::InvalidCharacter, 2));
    assert_eq!(
        error.diagnose(b"/a\xff").to_string(),
        "\
invalid character '\\xff' in the path at byte 2 (segment, RFC 3986 section 3.3)
  /a\\xff
    ^ write it as %FF"
    );
    // In an edition whose texts are characters, these octets are ill-formed wherever they are.
    let error = RFC3987.parse_bytes(Start::UriReference, b"/\xC3\xA9\xE9").unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::IllFormedUtf8, 3));
    assert_eq!(
        error.diagnose(b"/\xC3\xA9\xE9").to_string(),
        "\
octet '\\xe9' that is not UTF-8 in the path at byte 3 (IRI-reference, RFC 3987 section 2.2)
  /é\\xe9
    ^ write it as %E9"
    );
    for (text, part) in
        [(&b"a\xE9:b"[..], Part::Scheme), (b"//h:8\xE9/", Part::Port), (b"//[::\xE9]", Part::Host)]
    {
        let error = RFC3987.parse_bytes(Start::UriReference, text).unwrap_err();
        assert_eq!((error.kind(), error.part()), (ErrorKind::IllFormedUtf8, part));
    }
}

#[test]
fn a_refused_text_comes_back() {
    let refused = Uri::try_keep(String::from("a b")).unwrap_err();
    assert_eq!(refused.text, "a b");
    assert_eq!(refused.to_string(), refused.error.to_string());
}

#[test]
fn errors_are_small() {
    assert!(size_of::<ParseError>() <= 16);
    assert!(size_of::<Uri<&str>>() <= 48);
}
