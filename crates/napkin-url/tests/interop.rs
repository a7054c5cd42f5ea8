//! Conversions to and from the types of the crates `url` and `http`, and what they refuse.

#![cfg(all(feature = "http", feature = "url"))]

use http::uri::InvalidUri;
use http::{HeaderValue, Request};
use napkin_url::{Attribute, ConversionError, ParseError, Url};

use crate::texts;

fn parsed(text: &str) -> Url {
    Url::parse(text).unwrap()
}

#[test]
fn url_there_and_back() {
    for text in [
        "https://u:p@example.com:8080/a%20b?c#d",
        "http://[::1]/",
        "http://127.0.0.1/",
        "file:///C:/a",
        "mailto:a@b",
        "foo:/.//a",
        "foo://h",
    ] {
        let url = parsed(text);
        let other = url::Url::try_from(url.clone()).unwrap();
        assert_eq!(other.as_str(), text);
        assert_eq!(Url::try_from(other).unwrap(), url);
    }
    // The crate `url` drops the host before a drive letter.
    let differs = url::Url::try_from(parsed("file://h/C:/a"));
    assert_eq!(differs, Err(ConversionError::ReadDifferently(Attribute::Host)));
    let invalid = url::Url::try_from(parsed("http://xn--a/"));
    assert_eq!(invalid, Err(ConversionError::Invalid(url::ParseError::IdnaError)));
}

#[test]
fn request_targets() {
    let target = |text: &str| http::Uri::try_from(parsed(text)).map(|target| target.to_string());
    assert_eq!(target("https://u@example.com:1/a?b#c").unwrap(), "https://u@example.com:1/a?b");
    assert_eq!(target("http://[::1]:8080/").unwrap(), "http://[::1]:8080/");
    let differs = |text| match target(text) {
        Err(ConversionError::ReadDifferently(part)) => part,
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(differs("mailto:root@192.0.2.1"), Attribute::Protocol);
    assert_eq!(differs("tel:80"), Attribute::Protocol);
    assert!(matches!(target("file:///a"), Err(ConversionError::Invalid(_))));

    let url = |text: &str| Url::try_from(text.parse::<http::Uri>().unwrap());
    assert_eq!(url("http://EXAMPLE.com:080/a/./b?c").unwrap().as_str(), "http://example.com/a/b?c");
    assert_eq!(url("http://0x7f.1/").unwrap().host_str(), Some("127.0.0.1"));
    assert_eq!(url("http://[::1]:80/").unwrap().as_str(), "http://[::1]/");
    assert_eq!(url("foo://A:1/").unwrap().as_str(), "foo://A:1/");
    for relative in ["/a", "*", "example.com:443", "//example.com/a"] {
        let error = url(relative).unwrap_err();
        assert_eq!(
            error,
            ConversionError::Invalid(ParseError::RelativeUrlWithoutBase),
            "{relative}"
        );
    }
}

/// What is converted leads back to the URL, and has its host and port on the way.
#[test]
fn generated_urls_lead_back() {
    let mut random = texts::Random(1);
    let (mut targets, mut others) = (0, 0);
    for _ in 0..20_000 {
        let Ok(mut url) = Url::parse(&texts::generate(&mut random)) else { continue };
        assert_eq!(HeaderValue::from(&url), url.as_str());
        if let Ok(other) = url::Url::try_from(&url) {
            let back = Url::try_from(&other).unwrap();
            assert_eq!((back.scheme(), back.authority()), (url.scheme(), url.authority()), "{url}");
            // `url` rewrites some paths of `file`.
            assert!(back == url || other.as_str() != url.as_str(), "{url}");
            others += 1;
        }
        url.set_fragment(None);
        // `http` writes an empty path as `/`.
        if url.path().is_empty() {
            url.set_path("/");
        }
        if let Ok(target) = http::Uri::try_from(&url) {
            assert_eq!(target.host(), url.host_str(), "{url}");
            assert_eq!(Url::try_from(&target).as_ref(), Ok(&url), "{target}");
            targets += 1;
        }
    }
    assert!(targets > 2000 && others > 5000, "{targets} {others}");
}

#[test]
fn requests_and_headers() {
    let request = Request::get(parsed("https://example.com/a#b")).body(()).unwrap();
    assert_eq!(request.uri(), "https://example.com/a");
    assert!(Request::get(parsed("tel:80")).body(()).is_err());
    let error: http::Error = ConversionError::<InvalidUri>::NotUtf8.into();
    assert_eq!(error.to_string(), "invalid uri character");

    let header = HeaderValue::from(parsed("https://example.com/\u{E9}"));
    assert_eq!(Url::try_from(&header).unwrap(), parsed("https://example.com/%C3%A9"));
    let latin1 = HeaderValue::from_bytes(b"https://example.com/\xE9").unwrap();
    assert_eq!(Url::try_from(&latin1), Err(ConversionError::NotUtf8));
}
