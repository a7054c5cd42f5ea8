//! The parsers against the byte-by-byte parser, and against the grammar.

use std::fmt::Debug;

use napkin::edition::RFC3986;
use napkin::{
    AbsoluteUri, Edition, HostKind, IriRef, ParseError, Part, Reference, Start, Uri, UriRef,
    is_safe_to_show,
};

use crate::data::Data;
use crate::grammar::ask;

/// The maximum length of texts checked by the grammar, whose memory grows with the length.
const FOR_THE_GRAMMAR: usize = 2048;

pub(crate) fn parsed(data: &[u8]) {
    let mut data = Data::new(data);
    let edition = data.edition();
    let text = data.text(edition);
    // Parsing at compile time uses the byte-by-byte parser.
    same(UriRef::parse(&text), UriRef::parse_const(&text));
    same(Uri::parse(&text), Uri::parse_const(&text));
    same(AbsoluteUri::parse(&text), AbsoluteUri::parse_const(&text));
    // The owned types, and the edition in force, give the same result.
    let owned = UriRef::try_keep(text.clone());
    match (UriRef::parse(&text), owned) {
        (Ok(borrowed), Ok(owned)) => {
            assert_eq!(owned, borrowed);
            assert_eq!(Reference::from(&owned), Reference::from(&borrowed));
            kept(&Reference::from(&borrowed), &text);
        }
        (Err(error), Err(refused)) => {
            told(error, text.as_bytes());
            assert_eq!(refused.diagnose().to_string(), error.diagnose(&text).to_string());
        }
        (borrowed, owned) => panic!("{borrowed:?}, {owned:?}"),
    }
    match edition.parse(&text) {
        Ok(reference) => kept(&reference, &text),
        Err(error) => told(error, text.as_bytes()),
    }
    judged(edition, &text);
    any_bytes(edition, data.rest());
}

/// Bytes that need not be UTF-8.
pub(crate) fn any_bytes(edition: &'static Edition, bytes: &[u8]) {
    for start in [
        Start::UriReference,
        Start::Uri,
        Start::AbsoluteUri,
        Start::RelativeRef,
        Start::RelativeUri,
    ] {
        let parsed = edition.parse_bytes(start, bytes);
        match (parsed, str::from_utf8(bytes).map(|text| edition.parse_as(start, text))) {
            (parsed, Ok(text)) => assert_eq!(parsed, text),
            (Ok(reference), Err(_)) => panic!("{reference:?} is no text"),
            (Err(_), Err(_)) => {}
        }
        if let Err(error) = parsed {
            told(error, bytes);
        }
    }
}

/// The grammar of the edition accepts or rejects the text as the parser does.
pub(crate) fn judged(edition: &'static Edition, text: &str) {
    if text.len() <= FOR_THE_GRAMMAR {
        ask(edition, |oracle| oracle.judge(text))
            .unwrap_or_else(|difference| panic!("{difference}"));
    }
}

/// Two parses of one text, by any of the types, are equal.
pub(crate) fn same<'a>(
    quick: Result<impl Into<IriRef<&'a str>>, ParseError>,
    slow: Result<impl Into<IriRef<&'a str>>, ParseError>,
) {
    match (quick, slow) {
        (Ok(quick), Ok(slow)) => same_parts(quick.into(), slow.into()),
        (Err(quick), Err(slow)) => assert_eq!(quick, slow),
        (quick, slow) => panic!("{:?}, {:?}", quick.map(Into::into), slow.map(Into::into)),
    }
}

/// Equality compares the text; the parts are compared too.
pub(crate) fn same_parts(one: IriRef<&str>, other: IriRef<&str>) {
    assert_eq!(one, other);
    assert_eq!(one.parts(), other.parts());
    assert_eq!((one.host(), one.port()), (other.host(), other.port()));
    assert_eq!((one.userinfo(), one.path_kind()), (other.userinfo(), other.path_kind()));
}

/// A reference keeps its text, and its parts are slices of it.
pub(crate) fn kept(reference: &Reference<'_>, text: &str) {
    assert_eq!(reference.as_str(), text);
    let within = text.as_bytes().as_ptr_range();
    let part = |part: Option<&str>| {
        let part = part.unwrap_or(text).as_bytes().as_ptr_range();
        assert!(within.start <= part.start && part.end <= within.end, "{reference:?}");
    };
    part(reference.scheme().map(|scheme| scheme.as_str()));
    part(reference.authority());
    part(reference.host().map(|host| host.as_str()));
    part(reference.path().map(|path| path.as_str()));
    part(reference.query().map(|query| query.as_str()));
    part(reference.fragment().map(|fragment| fragment.as_str()));
    if let Some(host) = reference.host() {
        // Early editions have addresses without a defined meaning, such as 0001.2.3.4.
        let is_address = matches!(host.kind(), HostKind::Ipv4 | HostKind::Ipv6);
        let has_meaning = host.to_ip().is_some();
        let is_in_force = std::ptr::eq(reference.edition(), RFC3986);
        assert!(is_address == has_meaning || is_address && !is_in_force, "{text}");
    }
}

/// An error has an offset, and can be displayed.
pub(crate) fn told(error: ParseError, input: &[u8]) {
    assert!(error.offset() <= input.len(), "{error:?}");
    assert!(Part::ALL.contains(&error.part()));
    shown(&error);
    shown(&error.diagnose(input));
}

fn shown(told: &(impl ToString + Debug)) {
    let text = told.to_string();
    assert!(
        text.chars().all(|character| character == '\n' || is_safe_to_show(character)),
        "{told:?}"
    );
    assert!(text.len() < 1024, "{} bytes", text.len());
}
