//! What the types promise: parts that outlive them, texts of any kind, equality by text, and the
//! features for other crates.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use napkin::{AbsoluteUri, Encoded, HostKind, Uri, UriRef, part, uri};

#[test]
fn parts_of_borrowed_text_outlive_the_reference() {
    let text = String::from("http://u:p@h:1/a/b?c=d#e");
    let (path, query, userinfo) = {
        let uri = UriRef::parse(&text).unwrap();
        let copy = uri;
        let absolute = copy.to_uri().unwrap().without_fragment();
        (copy.path(), absolute.query(), uri.userinfo())
    };
    assert_eq!(path, "/a/b");
    assert_eq!(query.unwrap(), "c=d");
    assert_eq!(userinfo.unwrap().password().unwrap(), "p");
}

#[test]
fn any_text_will_do() {
    let text = "http://h/a";
    assert_eq!(Uri::new(text).unwrap().host().unwrap(), "h");
    assert_eq!(Uri::new(String::from(text)).unwrap().host().unwrap(), "h");
    assert_eq!(Uri::new(Box::<str>::from(text)).unwrap().host().unwrap(), "h");
    assert_eq!(Uri::new(Rc::<str>::from(text)).unwrap().host().unwrap(), "h");
    assert_eq!(Uri::new(Cow::Borrowed(text)).unwrap().host().unwrap(), "h");
    let shared: Uri<Arc<str>> = Uri::new(String::from(text)).unwrap().convert();
    assert_eq!(shared.clone().path(), shared.path());
    let absolute: AbsoluteUri<&str> = (&shared).into();
    assert_eq!(absolute.into_uri().into_ref().into_text(), text);
}

#[test]
fn equality_order_and_hash_are_those_of_the_text() {
    let uris = ["a:b", "A:b", "a:b#", "a:"].map(|text| Uri::parse(text).unwrap());
    let sorted: BTreeSet<_> = uris.into_iter().collect();
    assert_eq!(
        sorted.iter().map(|uri| uri.as_str()).collect::<Vec<_>>(),
        ["A:b", "a:", "a:b", "a:b#"]
    );
    let seen: HashMap<Uri<String>, u8> = HashMap::from([(uri!("a:b").to_owned(), 1)]);
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
    assert!(Encoded::<part::Segment>::new("a:b@c").is_ok());
    assert_eq!(Encoded::<part::Segment>::new("a/b").unwrap_err().offset(), 1);
    assert!(Encoded::<part::Query>::new("a/b?c").is_ok());
    assert_eq!(Encoded::<part::RegName>::new("a:b").unwrap_err().offset(), 1);
    assert_eq!(Encoded::<part::RegName>::new("[::1]").unwrap_err().offset(), 0);
    assert_eq!(Encoded::<part::Userinfo>::new("a:b%4").unwrap_err().offset(), 3);
    assert_eq!(Encoded::<part::Fragment>::new("a#").unwrap_err().offset(), 1);
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
}

#[cfg(feature = "http")]
#[test]
fn http_takes_what_it_can() {
    let target = |text: &str| http::Uri::try_from(&UriRef::parse(text).unwrap());
    assert_eq!(target("http://h:1/a?b#c").unwrap(), "http://h:1/a?b");
    assert_eq!(target("/a?b").unwrap(), "/a?b");
    assert!(target("//h/a").is_err() && target("urn:a:b").is_err() && target("").is_err());
    let odd: http::Uri = "http://h/{a}".parse().unwrap();
    assert_eq!(UriRef::try_from(&odd).unwrap_err().offset(), 9);
}
