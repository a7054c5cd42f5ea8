//! Guarantees of the types: parts that outlive them, texts of any kind, equality by text, and the features for
//! other crates.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use napkin::{AbsoluteUri, Encoded, HostKind, Part, Uri, UriRef, part, percent, uri};

#[test]
fn parts_of_borrowed_text_outlive_the_reference() {
    let text = String::from("http://u:p@h:1/a/b?c=d#e");
    let (path, query, userinfo) = {
        let uri = UriRef::parse(&text).unwrap();
        let copy = uri;
        let absolute = copy.as_uri().unwrap().without_fragment();
        (copy.path(), absolute.query(), uri.userinfo())
    };
    assert_eq!(path, "/a/b");
    assert_eq!(query.unwrap(), "c=d");
    assert_eq!(userinfo.unwrap().password().unwrap(), "p");
}

#[test]
fn any_text_will_do() {
    let text = "http://h/a";
    assert_eq!(Uri::try_new(text).unwrap().host().unwrap(), "h");
    assert_eq!(Uri::try_new(String::from(text)).unwrap().host().unwrap(), "h");
    assert_eq!(Uri::try_new(Box::<str>::from(text)).unwrap().host().unwrap(), "h");
    assert_eq!(Uri::try_new(Rc::<str>::from(text)).unwrap().host().unwrap(), "h");
    assert_eq!(Uri::try_new(Cow::Borrowed(text)).unwrap().host().unwrap(), "h");
    let shared: Uri<Arc<str>> = Uri::try_new(String::from(text)).unwrap().convert();
    assert_eq!(shared.clone().path(), shared.path());
    let absolute: AbsoluteUri<&str> = (&shared).into();
    assert_eq!(absolute.into_uri().into_ref().into_text(), text);
}

#[test]
fn equality_order_and_hash_are_those_of_the_text() {
    let uris = ["a:b", "A:b", "a:b#", "a:"].map(|text| Uri::parse(text).unwrap());
    let sorted: BTreeSet<_> = uris.into_iter().collect();
    assert_eq!(sorted.iter().map(Uri::as_str).collect::<Vec<_>>(), ["A:b", "a:", "a:b", "a:b#"]);
    let seen: HashMap<Uri<String>, u8> = HashMap::from([(uri!("a:b").into_owned(), 1)]);
    assert_eq!(seen.get("a:b"), Some(&1));
    assert_eq!(seen.get("A:b"), None);
    assert_eq!(uri!("a:b"), UriRef::parse("a:b").unwrap());
    assert_eq!(format!("{:>5}|{:?}", uri!("a:b"), uri!("a:b")), "  a:b|\"a:b\"");
    assert_eq!("a:b".parse::<Uri<String>>().unwrap(), uri!("a:b"));
}

#[test]
fn hosts_know_their_address() {
    let ip = |text: &str| {
        let reference = UriRef::parse(text).unwrap();
        let host = reference.host().unwrap();
        (host.kind(), host.to_ip().map(|ip| ip.to_string()))
    };
    assert_eq!(ip("//1.2.3.4"), (HostKind::Ipv4, Some("1.2.3.4".into())));
    assert_eq!(ip("//[::1.2.3.4]"), (HostKind::Ipv6, Some("::102:304".into())));
    assert_eq!(ip("//[v1.x]"), (HostKind::IpvFuture, None));
    assert_eq!(ip("//1.2.3"), (HostKind::RegName, None));
    let port = |text| UriRef::parse(text).unwrap().port().and_then(napkin::Port::to_u16);
    let ports = ["//h:0080", "//h:65535", "//h:65536", "//h:", "//h", "//h:000"].map(port);
    assert_eq!(ports, [Some(80), Some(65535), None, None, None, Some(0)]);
}

#[test]
fn each_part_has_its_own_characters() {
    assert!(Encoded::<part::Segment>::parse("a:b@c").is_ok());
    assert_eq!(Encoded::<part::Segment>::parse("a/b").unwrap_err().offset(), 1);
    assert!(Encoded::<part::Query>::parse("a/b?c").is_ok());
    assert_eq!(Encoded::<part::RegName>::parse("a:b").unwrap_err().offset(), 1);
    assert_eq!(Encoded::<part::RegName>::parse("[::1]").unwrap_err().offset(), 0);
    assert_eq!(Encoded::<part::Userinfo>::parse("a:b%4").unwrap_err().offset(), 3);
    assert_eq!(Encoded::<part::Fragment>::parse("a#").unwrap_err().offset(), 1);
}

/// Each text type can be read, taken out, parsed, and compared in both directions.
#[test]
fn text_of_every_kind_goes_in_and_out() {
    fn reads<T: napkin::Text>(parsed: Result<UriRef<T>, napkin::ParseError>) {
        let parsed = parsed.unwrap();
        assert_eq!(parsed.host().unwrap(), "h");
        assert_eq!(AsRef::<[u8]>::as_ref(&parsed), b"//h/a");
        let text = UriRef::try_new("//h/a").unwrap();
        assert_eq!(parsed, text);
        assert_eq!(parsed, "//h/a");
        assert_eq!("//h/a", parsed);
        assert_eq!(*"//h/a", parsed);
    }
    reads::<String>("//h/a".parse());
    reads::<Box<str>>("//h/a".parse());
    reads::<Rc<str>>("//h/a".parse());
    reads::<Arc<str>>("//h/a".parse());
    reads::<Cow<'_, str>>("//h/a".parse());

    let uri = uri!("http://h/");
    let owned: Uri<String> = uri.into_owned();
    let text = String::from("http://h/");
    assert_eq!(owned, text);
    assert_eq!(text, owned);
    assert!(Cow::Borrowed("http://h/") == uri && uri == Cow::Borrowed("http://h/"));
    assert_eq!(String::from(uri), "http://h/");
    assert_eq!(String::from(&owned), "http://h/");
    assert_eq!(Box::<str>::from(owned.without_fragment()), "http://h/".into());
    assert!(matches!(Cow::<str>::from(&owned), Cow::Borrowed("http://h/")));
    assert!(matches!(Cow::<str>::from(uri), Cow::Borrowed("http://h/")));
    assert_eq!(Arc::<str>::from(UriRef::from(owned.clone())), "http://h/".into());
    assert_eq!(Uri::try_keep(Box::<str>::from("a b")).unwrap_err().text, "a b".into());
    assert_eq!(AbsoluteUri::try_from(Cow::Borrowed("a:b")).unwrap(), "a:b");
    assert_eq!(UriRef::from(owned.without_fragment()), uri);
}

fn length(text: impl AsRef<str>) -> usize {
    text.as_ref().len()
}

/// The parts of a view are compared as its documentation says, and equal ones have equal hashes.
#[test]
fn views_are_keys() {
    fn hash(value: impl std::hash::Hash) -> u64 {
        use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
        BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
    }
    let [a, b] =
        ["HTTP://H.d:080/a?b#c", "http://h.D:80/A?B#C"].map(|text| Uri::parse(text).unwrap());
    assert_eq!((a.scheme(), a.host()), (b.scheme(), b.host()));
    assert_eq!((hash(a.scheme()), hash(a.host())), (hash(b.scheme()), hash(b.host())));
    assert!(a.host().cmp(&b.host()).is_eq() && a.scheme().cmp(&b.scheme()).is_eq());
    let text = String::from("h.d");
    assert!("H.D" == a.host().unwrap() && a.host().unwrap() == text && text == b.host().unwrap());
    assert!(a.port() != b.port() && a.path() > b.path() && a.query() > b.query());
    assert!(a.fragment() > b.fragment() && a.authority() < b.authority());
    let sorted: BTreeSet<_> = [a.path(), b.path(), a.path()].into();
    assert_eq!(sorted.into_iter().map(napkin::Path::as_str).collect::<Vec<_>>(), ["/A", "/a"]);
    let [then, now] = [napkin::edition::RFC2396, napkin::edition::RFC3986]
        .map(|edition| edition.parse("a:b").unwrap());
    assert!(then != now && then < now && hash(then) != hash(now) && hash(now) == hash(now));
    let lengths = [
        length(a.scheme()),
        length(a.host().unwrap()),
        length(a.port().unwrap()),
        length(a.path()),
        length(a.query().unwrap()),
        length(a.fragment().unwrap()),
        length(now),
    ];
    assert_eq!(lengths, [4, 3, 3, 2, 1, 1, 3]);
}

/// Width, fill and precision work as for text.
#[test]
fn what_is_shown_can_be_aligned() {
    let uri = uri!("http://u:secret@h.d:80/a?b#c");
    let shown = [
        format!("{:6}|", uri.scheme()),
        format!("{:>4}|", uri.host().unwrap()),
        format!("{:*^4}|", uri.port().unwrap()),
        format!("{:3}|{:.1}|", uri.path(), uri.path()),
        format!("{:2}|{:2}|", uri.query().unwrap(), uri.fragment().unwrap()),
        format!("{:>5}|{:5}|", napkin::edition::RFC3986.parse("a:b").unwrap(), Part::Path),
    ];
    assert_eq!(shown, ["http  |", " h.d|", "*80*|", "/a |/|", "b |c |", "  a:b|path |"]);
    let redacted = uri.redacted();
    assert_eq!(format!("{redacted:->28}|"), format!("{:->28}|", redacted.to_string()));
    assert_eq!(format!("{redacted:-^29}|"), format!("{:-^29}|", redacted.to_string()));
    assert_eq!(format!("{redacted:28.11}|"), format!("{:28.11}|", redacted.to_string()));
    assert_eq!(format!("{redacted:28}|"), format!("{:28}|", redacted.to_string()));
}

/// Setters accept more than `&str`.
#[test]
fn setters_take_text_of_any_kind_and_numbers() {
    use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

    let mut uri = uri!("http://h/").into_owned();
    let (query, port) = (String::from("a"), String::from("80"));
    uri.set_query(&query).unwrap();
    uri.set_fragment(String::from("b")).unwrap();
    uri.set_port(8080).unwrap();
    uri.set_userinfo(Cow::Borrowed("u")).unwrap();
    uri.set_host(IpAddr::V6(Ipv6Addr::LOCALHOST)).unwrap();
    assert_eq!(uri, "http://u@[::1]:8080/?a#b");
    uri.set_host(Ipv4Addr::LOCALHOST).unwrap();
    uri.set_port(&port).unwrap();
    uri.set_query(uri!("x:?y").query().unwrap()).unwrap();
    uri.set_fragment(None).unwrap();
    uri.set_userinfo(Some("v")).unwrap();
    assert_eq!(uri, "http://v@127.0.0.1:80/?y");
    // Parts of another reference, and results of encoding.
    let other = uri!("ftp://a:b@[::2]:21/c?d=e#f");
    uri.set_userinfo(other.userinfo().unwrap()).unwrap();
    uri.set_host(other.host().unwrap()).unwrap();
    uri.set_port(other.port().unwrap()).unwrap();
    uri.set_query(percent::encode("é")).unwrap();
    let (fragment, query) = (Cow::Borrowed("g"), String::new());
    uri.set_fragment(&fragment).unwrap();
    assert_eq!(uri, "http://a:b@[::2]:21/?%C3%A9#g");
    uri.set_host(Ipv6Addr::LOCALHOST).unwrap();
    uri.set_query(&query).unwrap();
    uri.set_userinfo(other.userinfo().unwrap()).unwrap();
    assert_eq!(uri, "http://a:b@[::1]:21/?#g");
}

/// Queries from HTML forms, and pairs as a whole.
#[test]
fn queries_are_read_and_sorted_as_pairs() {
    let reference = UriRef::parse("?first+name=A+B&x&first%20name=C%2B").unwrap();
    let query = reference.query().unwrap();
    let text = |decoded: percent::Decode<'_>| decoded.to_string_lossy().into_owned();
    let form: Vec<_> = query.form().map(|(key, value)| (text(key), value.map(text))).collect();
    let plain: Vec<_> = query
        .pairs()
        .map(|(key, value)| (text(key.decode()), value.map(|value| text(value.decode()))))
        .collect();
    let pair = |key: &str, value: Option<&str>| (key.to_owned(), value.map(str::to_owned));
    assert_eq!(
        form,
        [pair("first name", Some("A B")), pair("x", None), pair("first name", Some("C+"))]
    );
    assert_eq!(
        plain,
        [pair("first+name", Some("A+B")), pair("x", None), pair("first name", Some("C+"))]
    );
    assert!(
        query.value("first name").unwrap().decode() == "C+"
            && query.form().value("x").unwrap() == ""
    );
    assert_eq!(query.values("first name").count(), 1);
    assert_eq!(query.form().values("first name").map(text).collect::<Vec<_>>(), ["A B", "C+"]);
    assert!(query.form().value("y").is_none());
}

#[cfg(feature = "serde")]
#[test]
fn serde_takes_and_gives_text() {
    let uri: Uri<String> = serde_json::from_str("\"http://h/\"").unwrap();
    assert_eq!(serde_json::to_string(&uri).unwrap(), "\"http://h/\"");
    let borrowed: UriRef<&str> = serde_json::from_str("\"../a\"").unwrap();
    assert_eq!(borrowed.path(), "../a");
    let error = serde_json::from_str::<Uri<String>>("\"http://h h/\"").unwrap_err();
    assert!(error.to_string().contains("invalid character in the host at byte 8"), "{error}");
    assert!(serde_json::from_str::<AbsoluteUri<String>>("\"a:#\"").is_err());
    assert!(serde_json::from_str::<Uri<String>>("1").is_err());
    let shared: Uri<Arc<str>> = serde_json::from_str("\"http://h/\"").unwrap();
    let boxed: UriRef<Box<str>> = serde_json::from_str("\"http://h/\"").unwrap();
    let either: AbsoluteUri<Cow<'static, str>> = serde_json::from_str("\"http://h/\"").unwrap();
    assert!(shared == boxed && boxed == either);
    assert!(serde_json::from_str::<Uri<Box<str>>>("\"a b\"").is_err());
}

/// IRIs are serialized unchanged, and deserializing a URI requires its type.
#[cfg(feature = "serde")]
#[test]
fn serde_takes_and_gives_iris() {
    use napkin::{AbsoluteIri, Iri, IriRef};

    let iri: Iri<String> = serde_json::from_str("\"http://例え.jp/é?\u{E000}\"").unwrap();
    assert_eq!(serde_json::to_string(&iri).unwrap(), "\"http://例え.jp/é?\u{E000}\"");
    let escaped: Iri<String> = serde_json::from_str(r#""http://h/\u00e9\ud83d\ude00""#).unwrap();
    assert_eq!(escaped, "http://h/é😀");
    let borrowed: IriRef<&str> = serde_json::from_str("\"../é\"").unwrap();
    assert_eq!(borrowed.path(), "../é");
    let absolute: AbsoluteIri<Arc<str>> = serde_json::from_str("\"x:é\"").unwrap();
    assert_eq!(serde_json::to_string(&absolute).unwrap(), "\"x:é\"");
    assert!(serde_json::from_str::<AbsoluteIri<String>>("\"x:é#\"").is_err());
    let error = serde_json::from_str::<Iri<String>>("\"http://h/\u{FFFD}\"").unwrap_err();
    assert!(error.to_string().contains("byte 9"), "{error}");
    assert!(serde_json::from_str::<Uri<String>>("\"http://h/é\"").is_err());
    let uri: Uri<Cow<'static, str>> = serde_json::from_str("\"http://h/%C3%A9\"").unwrap();
    assert_eq!(serde_json::to_string(&uri.to_iri().unwrap()).unwrap(), "\"http://h/é\"");
}

#[cfg(feature = "http")]
#[test]
fn http_takes_what_it_reads_alike() {
    use napkin::NotConverted::{Invalid, ReadDifferently};

    let target = |text: &str| http::Uri::try_from(UriRef::parse(text).unwrap());
    for text in [
        "http://h:1/a?b",
        "/a?b",
        "/",
        "*",
        "/.//a",
        "http://u:p@h/?",
        "ws://[::1]:/x",
        "x://h:99999/",
    ] {
        assert_eq!(target(text).unwrap(), text.parse::<http::Uri>().unwrap(), "{text}");
        let back = UriRef::try_from(target(text).unwrap()).unwrap();
        assert_eq!(back.parts(), UriRef::parse(text).unwrap().parts(), "{text}");
    }
    assert_eq!(target("http://h:1/a?b#c").unwrap(), "http://h:1/a?b");
    assert_eq!(http::Uri::try_from(&uri!("HTTP://h")).unwrap(), "http://h/");
    // Changes that would turn a path into a host, or a host into a path.
    for text in [
        "mailto:root@169.254.169.254",
        "tel:80",
        "javascript:1",
        "data:80",
        "urn:a:b",
        "x:",
        "a",
        "example.com",
        "//h/a",
        "//h",
        "http:///h/a",
        "",
        "?q",
        "a/b",
        "../a",
        ".",
        "localhost",
        "user@h",
        "file:///h/x",
    ] {
        // Some are not valid here.
        let Ok(reference) = UriRef::parse(text) else { continue };
        let told = http::Uri::try_from(&reference).unwrap_err();
        assert!(matches!(told, Invalid(_) | ReadDifferently(_)), "{text}");
        if let Ok(uri) = Uri::parse(text) {
            assert!(http::Uri::try_from(uri).is_err() && http::Uri::try_from(&uri).is_err());
            assert!(http::Uri::try_from(uri.without_fragment()).is_err());
        }
    }
    let told = target("mailto:root@169.254.169.254").unwrap_err();
    assert!(matches!(told, ReadDifferently(Part::Scheme)), "{told:?}");
    let told = target("example.com").unwrap_err();
    assert!(matches!(told, ReadDifferently(Part::Authority)), "{told:?}");
    // In the other direction: a path that would become a host, a host that would become a scheme or a path.
    for text in [
        "//evil.example/x",
        "//evil.example",
        "example.com:443",
        "example.com",
        "h:1",
        "1.2.3.4:80",
    ] {
        let target: http::Uri = text.parse().unwrap();
        assert!(UriRef::try_from(&target).is_err(), "{text}");
        assert!(
            Uri::try_from(&target).is_err() && AbsoluteUri::try_from(target).is_err(),
            "{text}"
        );
    }
    let odd: http::Uri = "http://h/{a}".parse().unwrap();
    let Invalid(error) = UriRef::try_from(&odd).unwrap_err() else { panic!("{odd}") };
    assert_eq!(error.offset(), 9);
    let relative: http::Uri = "/a".parse().unwrap();
    assert!(Uri::try_from(relative).is_err());
    let value = http::HeaderValue::from(uri!("http://h/a#b"));
    assert_eq!(value, "http://h/a#b");
    assert_eq!(http::HeaderValue::from(&UriRef::parse("../a").unwrap().into_owned()), "../a");
}

#[cfg(feature = "url")]
#[test]
fn urls_contact_the_host_of_the_uri() {
    use url::Url;

    let taken = |text: &str| Url::try_from(Uri::parse(text).unwrap());
    for (text, url) in [
        ("HTTP://Example.com:80/a/../b", "http://example.com/b"),
        ("http://h:0081", "http://h:81/"),
        ("https://%68.d/", "https://h.d/"),
        ("http://b%C3%BCcher.d/", "http://xn--bcher-kva.d/"),
        ("http://[2001:DB8:0::7]/", "http://[2001:db8::7]/"),
        ("http://1.2.3.4:/", "http://1.2.3.4/"),
        ("mailto:a@b", "mailto:a@b"),
        ("file:/etc", "file:///etc"),
        ("file://localhost/etc", "file:///etc"),
        ("foo://H:80/a", "foo://H:80/a"),
        ("urn:a:b", "urn:a:b"),
    ] {
        assert_eq!(taken(text).unwrap().as_str(), url, "{text}");
        assert!(Uri::try_from(taken(text).unwrap()).is_ok(), "{text}");
    }
    for text in [
        "http:evil.example",
        "http:/evil.example/",
        "http:///evil.example/",
        "http:u@169.254.169.254",
        "ftp:evil.example",
        "https:?a",
        "http://0x7f.1/",
        "http://127.1/",
        "http://2130706433/",
        "http://%31%32%37.1/",
        "http://a%EF%BC%8Eb/",
        "http://%EF%BD%85vil/",
        "http://h:99999/",
        "ws:a",
        "http://evil%E3%80%82d/",
    ] {
        assert!(taken(text).is_err(), "{text} is {:?}", taken(text));
        assert!(Url::try_from(&Uri::parse(text).unwrap()).is_err());
    }
    let told = taken("http:evil.example").unwrap_err();
    assert_eq!(told, napkin::NotConverted::ReadDifferently(Part::Host));
    assert!(told.to_string().contains("the host"), "{told}");
}

/// Views and texts are compared in both directions, hashed and ordered alike.
#[test]
fn views_are_equal_to_text_from_both_sides() {
    let uri = uri!("http://U@H.example:80/a%20b?c=d#e");
    let (host, query, segment) =
        (uri.host().unwrap(), uri.query().unwrap(), uri.path().segments().next().unwrap());
    assert_eq!([*"h.EXAMPLE" == host, "h.example" == host, host == *"H.example"], [true; 3]);
    assert_eq!([*"c=d" == query, "c=d" == query, query == *"c=d"], [true; 3]);
    assert_eq!([*"a%20b" == segment, segment == *"a%20b"], [true; 2]);
    assert_eq!(segment, String::from("a%20b"));
    assert!(host >= uri!("s://A").host().unwrap());
    assert_eq!(HashMap::from([(segment, 1)]).get(&segment), Some(&1));
    assert_eq!(Uri::parse_bytes(b"s:a").unwrap(), "s:a");
    assert_eq!(UriRef::parse_bytes(b"a").unwrap(), "a");
    assert_eq!(AbsoluteUri::parse_bytes(b"s:a").unwrap(), "s:a");
    assert!(Uri::parse_bytes(b"s:\xFF").is_err());
    let origin = uri.origin();
    assert_eq!(origin.scheme().unwrap(), "http");
    assert_eq!((origin.host().unwrap().as_str(), origin.port()), ("H.example", Some(80)));
}

/// Decoding in a document without UTF-8, and parsing by an edition that is known at run time.
#[test]
fn editions_answer_beyond_a_single_text() {
    use napkin::Start;
    use napkin::edition::Escapes;
    use napkin::edition::{DRAFT1997, DRAFT2003, EDITIONS, RFC1808, RFC3986};

    let latin = percent::decode("caf%E9", false);
    assert_eq!(Escapes::Latin1.decode(&latin).unwrap(), "café");
    assert!(Escapes::Octets.decode(&latin).is_err());
    assert_eq!(Escapes::Latin1.encode("café").unwrap(), b"caf\xE9".as_slice());
    assert_eq!(Escapes::Latin1.encode("cafe").unwrap(), b"cafe".as_slice());
    assert_eq!(Escapes::Latin1.encode("a€"), Err(1));
    assert_eq!(Escapes::Octets.encode("é").unwrap(), "é".as_bytes());

    for edition in EDITIONS {
        let texts = ["http://h.example/a", "http://a b/", "mailto:a@b.example"];
        let valid = texts.map(|text| edition.parse_as(Start::Uri, text).is_ok());
        assert_eq!(texts.map(|text| edition.accepts(Start::Uri, text)), valid, "{}", edition.name);
    }
    assert_eq!(DRAFT2003.own_term("reg-name"), "hostname");
    assert_eq!(RFC3986.own_term("reg-name"), "reg-name");

    let parameters = |edition: &'static napkin::Edition, text, segment| {
        let reference = edition.parse(text).unwrap();
        let parameters = reference.parameters_of(segment);
        parameters.map(|parameter| parameter.as_str().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(parameters(DRAFT1997, "http://h/a;v=1;w/b", 0), ["v=1", "w"]);
    assert_eq!(parameters(RFC1808, "http://h/a/b;v=1", 0), ["v=1"]);
    assert_eq!(parameters(RFC3986, "http://h/a;v=1", 0), [""; 0]);
    let tree = uri!("http://h/").derivation();
    assert_eq!(tree.at(0).last().map(|node| node.rule.name), Some("ALPHA"));
}
