//! Code as one writes it before more than the front page is read: each function has the name of its job, and does what
//! its comment says.

use std::collections::HashMap;

use napkin_url::{Host, ParseError, Url};

/// URLs in a configuration, with a default, as an option and in a list.
#[cfg(feature = "serde")]
#[test]
fn n02_configuration() {
    #[derive(Debug, serde::Deserialize)]
    struct Configuration {
        #[serde(default = "home")]
        home: Url,
        proxy: Option<Url>,
        #[serde(default)]
        mirrors: Vec<Url>,
    }
    fn home() -> Url {
        Url::parse("https://example.com").unwrap()
    }
    let read = |text: &str| serde_json::from_str::<Configuration>(text);
    let found = read(r#"{"proxy": "http://p:80", "mirrors": ["a:b"]}"#).unwrap();
    assert_eq!((found.home, found.proxy.unwrap().as_str()), (home(), "http://p/"));
    assert_eq!(found.mirrors[0].path(), "b");
    let message = read(r#"{"home": "/x"}"#).unwrap_err().to_string();
    assert!(message.contains("\"/x\""), "{message}");
}

/// A map of URLs is asked by a URL: the text of a request need not be canonical, so no text is a key.
#[test]
fn n04_map() {
    let map = HashMap::from([(Url::parse("http://a").unwrap(), 1)]);
    assert_eq!(map.get(&Url::parse("HTTP://A:80/").unwrap()), Some(&1));
}

/// `a.origin() == b.origin()` is the same origin.
#[test]
fn n07_same_origin() {
    let same =
        |a: &str, b: &str| Url::parse(a).unwrap().origin() == Url::parse(b).unwrap().origin();
    assert!(same("http://a/x", "HTTP://A:80/y") && !same("http://a/", "https://a/"));
    assert!(!same("data:,a", "data:,a") && !same("foo://a/", "foo://a/"));
    assert!(same("blob:http://a/x", "http://a/y"));
}

/// References are joined in a loop into one buffer.
#[test]
fn n08_join() {
    let base = Url::parse("https://example.com/a/b").unwrap();
    let mut buffer = String::new();
    for (href, expected) in [
        ("../x", "https://example.com/x"),
        ("\\\\other.example\\y", "https://other.example/y"),
        ("https://z/", "https://z/"),
        ("", "https://example.com/a/b"),
    ] {
        assert_eq!(base.join_into(href, &mut buffer).unwrap().as_str(), expected);
        assert_eq!(base.join(href).unwrap().as_str(), expected);
    }
    // A base is joined to by its own edition.
    let then = napkin_url::edition::as_of("2018-08").unwrap().parse("http://h/a").unwrap();
    assert_eq!(then.join_into("b", &mut buffer).unwrap().edition().key, then.edition().key);
    assert_eq!(base.join_into("//[", &mut buffer).unwrap_err(), base.join("//[").unwrap_err());
}

/// Query and fragment are dropped.
#[test]
fn n09_strip() {
    let url = Url::parse("http://h/a?b#c").unwrap();
    assert_eq!(url.without_query().as_str(), "http://h/a#c");
    // Text, since whatever needs a URL without a fragment sends it.
    assert_eq!(url.without_fragment(), "http://h/a?b");
    let mut stripped = url;
    stripped.set_query(None);
    stripped.set_fragment(None);
    assert_eq!(stripped.as_str(), "http://h/a");
}

/// One parameter is set, those of campaigns are removed, and so is a query.
#[test]
fn n10_parameters() {
    let mut url = Url::parse("https://example.com/?utm_source=a&q=x&page=1#top").unwrap();
    url.retain_pairs(|name, _| !name.starts_with("utm_"));
    url.set_query_pair("page", 3_u32).set_query_pair("lang", "fr");
    assert_eq!(url.as_str(), "https://example.com/?q=x&page=3&lang=fr#top");
    assert_eq!(url.without_query().as_str(), "https://example.com/#top");
    let mut plain = Url::parse("https://example.com/?a=%20").unwrap();
    plain.retain_pairs(|_, _| true);
    assert_eq!(plain.as_str(), "https://example.com/?a=%20", "nothing is removed");
}

/// Decoded pairs, as a form has them: a `+` is a space.
#[test]
fn n11_pairs() {
    let url = Url::parse("http://h/?q=a+b&tag=%C3%A9&all").unwrap();
    let pairs: Vec<_> = url.query_pairs().collect();
    let expected = [("q", "a b"), ("tag", "é"), ("all", "")];
    assert_eq!(pairs, expected.map(|(key, value)| (key.into(), value.into())));
}

/// Pushed segments are the last ones, also the empty one.
#[test]
fn n12_segments() {
    let mut url = Url::parse("http://h/a").unwrap();
    url.path_segments_mut().unwrap().extend(["x", "", "y z"]);
    assert_eq!(url.as_str(), "http://h/a/x//y%20z");
    assert_eq!(url.path_segments().unwrap().next_back(), Some("y%20z"));
}

/// A path and the URL of its file.
#[cfg(all(feature = "std", unix))]
#[test]
fn n14_file() {
    let url = Url::from_file_path("/a b/50%").unwrap();
    assert_eq!(url.as_str(), "file:///a%20b/50%25");
    assert_eq!(url.to_file_path().unwrap(), std::path::Path::new("/a b/50%"));
    assert!(Url::from_file_path("a").is_err());
}

/// Requests and headers.
#[cfg(feature = "http")]
#[test]
fn n15_request() {
    let url = Url::parse("https://example.com/a?b#c").unwrap();
    assert_eq!(http::Request::get(&url).body(()).unwrap().uri(), "https://example.com/a?b");
    let location = http::HeaderValue::from_static("../x");
    assert_eq!(url.join(location.to_str().unwrap()).unwrap().as_str(), "https://example.com/x");
}

/// A password is hidden in a log.
#[test]
fn n16_password() {
    let redacted = |text: &str| Url::parse(text).unwrap().redacted().to_string();
    assert_eq!(redacted("https://ann:secret@example.com/a"), "https://ann:***@example.com/a");
    assert_eq!(redacted("https://:secret@example.com/"), "https://:***@example.com/");
    assert_eq!(redacted("https://ann@example.com/"), "https://ann@example.com/");
    assert_eq!(redacted("mailto:a:b@c"), "mailto:a:b@c");
}

/// Errors of parsing go where an error of a program is wanted.
#[test]
fn n22_errors() {
    fn of_text(text: &str) -> Result<Url, Box<dyn std::error::Error>> {
        Ok(text.parse::<Url>()?)
    }
    fn of_other<U: TryInto<Url, Error = ParseError>>(url: U) -> Result<Url, ParseError> {
        url.try_into()
    }
    assert!(of_text("a").is_err() && of_text("a:b").is_ok());
    assert_eq!(of_other("http://h").unwrap().as_str(), "http://h/");
}

/// The parts of one URL, and another scheme.
#[test]
fn t01_of_one_url() {
    let mut url = Url::parse("HTTP://ann:s%20t@[::1]/a/../b").unwrap();
    assert_eq!((url.scheme(), url.username(), url.password()), ("http", "ann", Some("s%20t")));
    assert!(matches!(url.host(), Some(Host::Ipv6(address)) if address.is_loopback()));
    assert_eq!((url.port(), url.port_or_known_default()), (None, Some(80)));
    url.set_scheme("https").unwrap();
    url.set_password(None).unwrap();
    assert_eq!(url.as_str(), "https://ann@[::1]/b");
}
