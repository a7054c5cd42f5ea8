//! Code as one writes it, coming from other crates: that it compiles is most of the test.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use napkin::{
    AbsoluteUri, Builder, Iri, IriRef, OwnedOrigin, ParseError, Scheme, Text, Uri, UriRef, uri,
    uri_ref,
};

/// `Uri` alone owns its text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Config {
    home: Uri,
    logo: UriRef,
}

#[test]
fn a_type_without_a_parameter_owns_its_text() {
    let config = Config { home: "http://h/".parse().unwrap(), logo: UriRef::default() };
    assert_eq!((config.home.as_str(), config.logo.as_str()), ("http://h/", ""));
    assert_eq!(IriRef::<&str>::default(), "");
    assert_eq!(UriRef::<Arc<str>>::default().path_kind(), napkin::PathKind::Empty);
}

/// One plain bound, for borrowed and owned text.
#[test]
fn functions_over_any_text() {
    fn host<T: Text>(uri: &Uri<T>) -> Option<&str> {
        uri.host_str()
    }
    fn parts<T: Text>(uri: &Uri<T>) -> (&str, Option<u16>, Cow<'_, str>) {
        let path = uri.normalize(napkin::Level::Syntax).unwrap().path().as_str().to_owned();
        (uri.scheme().as_str(), uri.port_or_default(), path.into())
    }
    fn borrowed(reference: &UriRef<&str>) -> usize {
        reference.as_str().len()
    }
    fn any<'a>(reference: impl Into<UriRef<&'a str>>) -> &'a str {
        reference.into().as_str()
    }
    fn weakest<T: Text>(reference: &IriRef<T>) -> Option<&str> {
        Some(reference.path().segments().next_back()?.as_str())
    }
    // A longer lifetime does where a shorter one is wanted.
    fn both<'a>(first: Uri<&'a str>, second: Uri<&'a str>) -> Uri<&'a str> {
        if first < second { first } else { second }
    }
    let owned: Uri = "http://h/a/../b".parse().unwrap();
    assert_eq!((host(&owned), host(&uri!("http://h/"))), (Some("h"), Some("h")));
    assert_eq!(parts(&owned), ("http", Some(80), "/b".into()));
    assert_eq!(
        (borrowed(&(&owned).into()), any(&owned), any(uri!("a:b"))),
        (15, "http://h/a/../b", "a:b")
    );
    assert_eq!((weakest(&owned), weakest(&uri_ref!("c"))), (Some("b"), Some("c")));
    // The parts of borrowed text outlive the URI.
    let text = String::from("http://h/");
    let host = Uri::parse(&text).unwrap().host_str();
    assert_eq!(host, Some("h"));
    assert_eq!(both(uri!("a:b"), Uri::parse(&text).unwrap()), "a:b");
}

#[test]
fn conversions_from_text() {
    fn generic<'a, T: TryFrom<&'a str>>(text: &'a str) -> Option<T> {
        T::try_from(text).ok()
    }
    assert_eq!(generic::<Uri>("a:b").unwrap(), generic::<Uri<&str>>("a:b").unwrap());
    assert_eq!(generic::<Iri<Arc<str>>>("a:é").unwrap(), "a:é");
    let text = String::from("a:b");
    let from_text: Uri = (&text).try_into().unwrap();
    let from_bytes: Uri = b"a:b".as_slice().try_into().unwrap();
    let from_vector: Uri = text.clone().into_bytes().try_into().unwrap();
    let lent: Uri<&str> = b"a:b".as_slice().try_into().unwrap();
    assert!([from_text, from_bytes, from_vector].iter().all(|uri| *uri == lent));
    let refused = Uri::<String>::try_from(b"a:\xFF".to_vec()).unwrap_err();
    assert_eq!(refused.offset(), 2);
    assert!(Uri::try_from(UriRef::parse("a").unwrap()).is_err());
    assert_eq!(Uri::try_from(UriRef::parse("a:b").unwrap()).unwrap(), "a:b");
    let errors: HashSet<ParseError> =
        [Uri::parse("a"), Uri::parse("b")].map(Result::unwrap_err).into();
    assert_eq!(errors.len(), 1);
}

#[test]
fn parts_are_asked_for() {
    const HOME: Uri<&str> = uri!("HTTP://a:80/p/q%20r?q=1%2B1");
    const TEXT: &str = HOME.text();
    const PARTS: napkin::Parts<'_> = HOME.parts_const();
    assert_eq!(TEXT, HOME.as_str());
    assert_eq!(PARTS, HOME.parts());
    for text in ["", "//u@h:1?#", "x:a#é", "é/ü?ö", "a:?b"] {
        let reference = IriRef::parse(text).unwrap();
        assert_eq!(reference.parts_const(), reference.parts(), "{text}");
    }
    assert!(HOME.host_str() == Some("a") && HOME.port_u16() == Some(80));
    assert!(HOME.path().starts_with("/p") && HOME.path().contains('%'));
    assert!(HOME.scheme() == Scheme::HTTP && HOME.scheme() != Scheme::HTTPS);
    assert!(matches!(&*HOME.scheme().to_lowercase(), "http" | "https"));
    assert_eq!(HOME.path().decode().to_string(), "/p/q r");
    let mut segments = Vec::new();
    for segment in HOME.path() {
        segments.push(segment.decode_lossy());
    }
    assert_eq!(segments, ["p", "q r"]);
    let value = HOME.query().and_then(|query| query.value("q")).map(napkin::Encoded::decode_lossy);
    assert_eq!(value.as_deref(), Some("1+1"));
    let form = HOME.query().and_then(|query| query.form().value("q"));
    assert_eq!(form.map(|value| value.to_string()).as_deref(), Some("1+1"));
}

#[test]
fn setters_take_what_there_is() {
    let mut uri: Uri = "http://h/".parse().unwrap();
    for port in [Some(8080), None] {
        uri.set_port(port).unwrap();
        assert_eq!(uri.port_u16(), port);
    }
    uri.set_port(None).unwrap();
    uri.set_port(80).unwrap();
    let search: Option<String> = Some("a=b".into());
    uri.set_query(&search).unwrap();
    uri.set_query(search.as_deref()).unwrap();
    uri.append_pair("page", 3).unwrap();
    uri.append_pair("all", true).unwrap();
    uri.set_pair("page", 4_u64).unwrap();
    uri.extend_segments(["x", "y z"]).unwrap();
    assert_eq!(uri, "http://h:80/x/y%20z?a=b&page=4&all=true");
    assert!(uri.remove_pair("a") && uri.remove_pair("page") && uri.remove_pair("all"));
    assert!(uri.query().is_none() && !uri.remove_pair("a"));
    let built = Builder::from(&uri).port(81).uri().unwrap();
    assert_eq!(built, "http://h:81/x/y%20z");
}

#[test]
fn origins_are_keys() {
    let texts =
        ["http://A/x", "http://a:80/y", "https://a/", "http://[::1]/", "http://[0:0::1]:80/"];
    let origins = texts.map(|text| Uri::parse(text).unwrap().origin().into_owned());
    let set: BTreeSet<OwnedOrigin> = origins.iter().cloned().collect();
    let texts: Vec<_> = set.iter().map(OwnedOrigin::as_str).collect();
    assert_eq!(texts, ["http://[::1]", "http://a", "https://a"]);
    let counts: HashMap<OwnedOrigin, usize> = origins.into_iter().zip(1..).collect();
    assert_eq!(counts.get("http://a"), Some(&2));
    let base: AbsoluteUri<&str> = uri!("http://a/#b").into();
    assert!(counts.contains_key(&OwnedOrigin::from(base.origin())));
}
