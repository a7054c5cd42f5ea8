//! Conversions to the URIs and IRIs of `napkin`: the reported changes, and the rejected URLs.

#![cfg(feature = "uri")]

use std::path::Path;

use napkin::{Iri, NotConverted, Part, Uri};
use napkin_url::Url;
use napkin_url::edition::WHATWG_2018_08;
use serde_json::Value;

fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}

#[test]
fn to_uri_encodes_what_is_excluded() {
    for (text, uri, excluded) in [
        ("http://h/a?b#c", "http://h/a?b#c", vec![]),
        (
            "http://h/a|b[c]",
            "http://h/a%7Cb%5Bc%5D",
            vec![(Part::Path, 10), (Part::Path, 12), (Part::Path, 14)],
        ),
        (
            "http://h/%?%z#%4",
            "http://h/%25?%25z#%254",
            vec![(Part::Path, 9), (Part::Query, 11), (Part::Fragment, 14)],
        ),
        (
            "http://h/?^`{}",
            "http://h/?%5E%60%7B%7D",
            (10..14).map(|at| (Part::Query, at)).collect(),
        ),
        ("http://[::1]:8/[", "http://[::1]:8/%5B", vec![(Part::Path, 15)]),
        ("http://a`b/", "http://a%60b/", vec![(Part::Host, 8)]),
        ("foo://a\"b%/", "foo://a%22b%25/", vec![(Part::Host, 7), (Part::Host, 9)]),
        ("http://%:%@h/", "http://%25:%25@h/", vec![(Part::Userinfo, 7), (Part::Userinfo, 9)]),
        ("data:a b", "data:a%20b", vec![(Part::Path, 6)]),
        ("foo:/.//a|", "foo:/.//a%7C", vec![(Part::Path, 9)]),
        ("file:///C:/a|", "file:///C:/a%7C", vec![(Part::Path, 12)]),
    ] {
        let url = url(text);
        let (converted, found) = url.to_uri().unwrap_or_else(|error| panic!("{text}: {error}"));
        let found: Vec<_> = found.iter().map(|excluded| (excluded.part, excluded.offset)).collect();
        assert_eq!((converted.as_str(), found), (uri, excluded), "{text}");
        assert_eq!(Uri::try_from(&url).is_ok(), url.as_str() == uri, "{text}");
        assert_eq!(url.as_uri().is_ok(), url.as_str() == uri, "{text}");
    }
}

/// Old editions have no guard, so a path can be read as an authority.
#[test]
fn another_host_is_refused() {
    let url = WHATWG_2018_08.parse("web+demo:/.//not-a-host/").unwrap();
    assert_eq!(url.as_str(), "web+demo://not-a-host/");
    assert_eq!(url.to_uri().unwrap_err(), NotConverted::ReadDifferently(Part::Host));
    for text in ["http:a", "http:///a", "http://0x7f.1/", "http://127.1/", "ws:a@b"] {
        let uri = Uri::parse(text).unwrap();
        assert_eq!(
            Url::from_uri(&uri).unwrap_err(),
            NotConverted::ReadDifferently(Part::Host),
            "{text}"
        );
    }
    // A full-width letter is mapped to an ASCII letter, so this host has another name.
    let iri = Iri::parse("http://\u{ff41}.example/").unwrap();
    assert_eq!(Url::from_iri(&iri).unwrap_err(), NotConverted::ReadDifferently(Part::Host));
}

#[test]
fn from_uri_says_what_was_rewritten() {
    use Part::{Fragment, Host, Path, Port, Query, Scheme, Userinfo};
    for (text, href, rewritten) in [
        ("http://h/a?b#c", "http://h/a?b#c", vec![]),
        ("HTTP://h/", "http://h/", vec![Scheme]),
        ("http://h", "http://h/", vec![Path]),
        ("http://u:@h:/", "http://u@h/", vec![Userinfo, Port]),
        ("http://@H:080/?'#", "http://h/?%27#", vec![Userinfo, Host, Port, Query]),
        ("foo://h", "foo://h", vec![]),
        ("foo:a/../b", "foo:a/../b", vec![]),
        ("file://localhost/a", "file:///a", vec![Host]),
        ("http://%65xample.com/%2e/a", "http://example.com/a", vec![Host, Path]),
    ] {
        let (url, parts) = Url::from_uri(&Uri::parse(text).unwrap()).unwrap();
        assert_eq!((url.as_str(), parts), (href, rewritten), "{text}");
    }
    let (url, parts) = Url::from_iri(&Iri::parse("http://é/é?é#é").unwrap()).unwrap();
    assert_eq!(url.as_str(), "http://xn--9ca/%C3%A9?%C3%A9#%C3%A9");
    assert_eq!(parts, [Host, Path, Query, Fragment]);
}

/// Every URL of the cases converts to a URI and back to a URL of the same host; they differ only where characters
/// were encoded.
#[test]
fn all_cases_go_there_and_back() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/cases/url-standard.jsonl");
    let cases = std::fs::read_to_string(file).unwrap();
    let mut count = 0;
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let Some(href) = case["expect"]["href"].as_str() else { continue };
        let url = url(href);
        let (uri, excluded) = url.to_uri().unwrap_or_else(|error| panic!("{href}: {error}"));
        assert_eq!(uri.as_str().len(), href.len() + 2 * excluded.len(), "{href}");
        let (back, rewritten) =
            Url::from_uri(&uri).unwrap_or_else(|error| panic!("{uri}: {error}"));
        if excluded.is_empty() {
            assert_eq!((back.as_str(), rewritten), (href, vec![]));
        }
        // A `%25` in an opaque host names another host than a lone `%`, and the change is reported.
        assert!(back.host() == url.host() || !url.is_special() && !excluded.is_empty(), "{href}");
        assert_eq!(back.port(), url.port());
        let (iri, of_iri) = url.to_iri().unwrap();
        assert_eq!((Iri::parse(iri.as_str()).is_ok(), of_iri), (true, excluded), "{href}");
        count += 1;
    }
    assert!(count > 1000, "{count}");
}
