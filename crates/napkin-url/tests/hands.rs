//! Code as one writes it before more than the front page is read: each function has the name of its job, and does what
//! its comment says.

use napkin_url::Url;

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

/// A password is hidden in a log.
#[test]
fn n16_password() {
    let redacted = |text: &str| Url::parse(text).unwrap().redacted().to_string();
    assert_eq!(redacted("https://ann:secret@example.com/a"), "https://ann:***@example.com/a");
    assert_eq!(redacted("https://:secret@example.com/"), "https://:***@example.com/");
    assert_eq!(redacted("https://ann@example.com/"), "https://ann@example.com/");
    assert_eq!(redacted("mailto:a:b@c"), "mailto:a:b@c");
}
