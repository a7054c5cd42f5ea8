//! Views beyond the parts themselves: their display, their equality, the facts of schemes, and the terms of
//! editions.

use napkin::edition::{DRAFT1997, DRAFT2003, EDITIONS, RFC1630, RFC1738, RFC2396, RFC3986, Rule};
use napkin::percent::{decode, encode};
use napkin::{
    AbsoluteUri, ByteSet, Edition, Encoded, ErrorKind, HostKind, Level, Normalizer, Part, Parts,
    Reference, ResolveError, Start, Uri, UriRef, iri, part, uri, uri_ref, witness::Difference,
};

#[test]
fn parts_are_shown_as_their_text() {
    let uri = Uri::parse("http://u%40:p@h.d:80/a%20b?c=d").unwrap();
    let authority = uri.authority().unwrap();
    let (userinfo, port) = (authority.userinfo().unwrap(), authority.port().unwrap());
    let shown = [
        format!("{} {:?}", uri.scheme(), uri.scheme()),
        format!("{authority} {authority:?}"),
        format!("{userinfo} {userinfo:?}"),
        format!("{} {:?}", authority.host(), authority.host()),
        format!("{port} {port:?}"),
        format!("{} {:?}", uri.path(), uri.path()),
        format!("{} {:?}", uri.query().unwrap(), uri.query().unwrap()),
        format!("{} {:?}", userinfo.user(), userinfo.user()),
    ];
    let texts = ["http", "u%40:p@h.d:80", "u%40:p", "h.d", "80", "/a%20b", "c=d", "u%40"];
    assert_eq!(shown, texts.map(|text| format!("{text} {text:?}")));
    assert!(authority == *texts[1] && userinfo == *texts[2] && authority.host() == *texts[3]);
    assert!(authority != *"h" && userinfo != *"u" && authority.host() != *"h" && port != *"8");
    assert!(uri.scheme() == *"HTTP" && uri.scheme() != *"https" && uri.scheme() != "ftp");
    assert!(uri.path() == *"/a%20b" && uri.path() != *"/a b" && uri.query().unwrap() != *"c");
    assert!(userinfo.user() == *"u%40" && userinfo.user() != *"u@");
    assert!(userinfo.user() != userinfo.password().unwrap() && userinfo.user() != "u");
    assert!(!uri.path().is_empty() && uri!("x:").path().is_empty());
    assert_eq!(userinfo.encoded().decode(), "u@:p");
    assert_eq!(format!("{:?}", uri.redacted()), "http://u%40:***@h.d:80/a%20b?c=d");
}

#[test]
fn hosts_tell_names_from_addresses() {
    let host = |text: &'static str| UriRef::parse(text).unwrap().host().unwrap();
    assert_eq!(host("//a%2Eb").reg_name().unwrap().decode(), "a.b");
    assert_eq!(host("//").reg_name().map(Encoded::as_str), Some(""));
    assert!(host("//").is_empty() && !host("//h").is_empty());
    assert_eq!(host("//1.2.3.4").reg_name(), None);
    assert_eq!(host("//[::1]").in_brackets(), Some("::1"));
    assert_eq!((host("//[v1.a]").in_brackets(), host("//h").in_brackets()), (Some("v1.a"), None));
    assert_eq!(host("//[v1.a]").kind(), HostKind::IpvFuture);
}

#[test]
fn queries_have_values() {
    let query = uri_ref!("?a&q=1%2B1+2&q=2&e=").query().unwrap();
    assert_eq!(query.value("q").unwrap().decode(), "1+1+2");
    assert_eq!(query.value("q").unwrap().decode_form(), "1+1 2");
    assert_eq!(
        (query.value("a").unwrap(), query.value("e").unwrap()),
        (query.value("e").unwrap(), query.value("a").unwrap())
    );
    assert!(query.value("a").unwrap().is_empty() && !query.value("q").unwrap().is_empty());
    assert_eq!(query.value("b"), None);
    assert!(!query.is_empty() && uri_ref!("?").query().unwrap().is_empty());
    let copy = query.encoded();
    #[expect(clippy::clone_on_copy, reason = "to see that the clone is the same")]
    let clone = copy.clone();
    assert_eq!(clone, copy);
}

#[test]
fn octets_are_text_or_not() {
    assert_eq!(decode("a%C3%A9", false).to_string_lossy(), "aé");
    assert_eq!(decode("a%FF", false).to_string_lossy(), "a\u{FFFD}");
    assert_eq!(decode("plain", false).to_string_lossy(), "plain");
    assert_eq!(decode("%E9t%e9", false).to_latin1(), "été");
    // From three bytes for one octet, to one byte each.
    let hint = |text| decode(text, false).size_hint();
    assert_eq!(
        ["", "a", "%41", "%41a"].map(hint),
        [(0, Some(0)), (1, Some(1)), (1, Some(3)), (2, Some(4))]
    );
    // Some of the octets may be taken already.
    let rest_after = |text, taken| {
        let mut octets = decode(text, false);
        octets.by_ref().take(taken).for_each(drop);
        (octets.to_str().map(String::from).ok(), octets.to_string_lossy(), octets.to_bytes().len())
    };
    assert_eq!(rest_after("aéb", 1), (Some("éb".into()), "éb".into(), 3));
    assert_eq!(rest_after("aéb", 2), (None, "\u{FFFD}b".into(), 2));
    assert_eq!(rest_after("%C3%A9%62", 1), (None, "\u{FFFD}b".into(), 2));
    assert_eq!(rest_after("%C3%A9", 2), (Some(String::new()), "".into(), 0));
    assert!(decode("%41", false) == *"A" && decode("%41", false) != *"a");
    assert_eq!(encode("/a b/50%").keep(ByteSet::of(b"/ %")).to_string(), "/a b/50%25");
    assert_eq!(format!("{:?}", ByteSet::of(b"ba")), "{'a', 'b'}");
}

#[test]
fn schemes_have_facts() {
    let port = |text: &str| Uri::parse(text).unwrap().port_or_default();
    assert_eq!(port("HTTPS://h"), Some(443));
    assert_eq!(port("https://h:"), Some(443));
    assert_eq!(port("https://h:1"), Some(1));
    assert_eq!(port("https://h:65536"), None);
    assert_eq!(port("https:a"), None);
    assert_eq!(port("foo://h"), None);
    assert_eq!(uri!("z39.50r://h").scheme().default_port(), Some(210));
    assert_eq!(uri!("foo:a").scheme().default_port(), None);
    assert!(uri!("file:///a").check_scheme().is_ok() && uri!("foo:").check_scheme().is_ok());
    let error = uri!("http:a").check_scheme().unwrap_err();
    assert_eq!((error.part(), error.offset()), (Part::Authority, 5));
}

#[test]
fn editions_have_names_for_parts() {
    assert_eq!(RFC3986.own_name(Part::Authority), "authority");
    assert_eq!(Edition::named("rfc1808").unwrap().own_name(Part::Authority), "net_loc");
    assert_eq!(RFC1738.parse("ftp://h.d/a").unwrap().rule(Part::Path).name, "ftpurl");
    let rule = RFC3986.parse("ftp://h.d/a").unwrap().rule(Part::Query);
    assert_eq!((rule.name, rule.section), ("query", "3.4"));
    let in_force = |year| Edition::in_force(year).map(|edition| edition.name);
    assert_eq!(in_force(1993), None);
    assert_eq!(
        [1994, 1997, 1998, 2004, 2005, 2026].map(in_force).map(Option::unwrap),
        ["rfc1738", "rfc1808", "rfc2396", "rfc2396+rfc2732", "rfc3986", "rfc3986"]
    );
}

#[test]
fn references_of_editions() {
    let opaque = RFC2396.parse("mailto:a@b?x#y").unwrap();
    assert_eq!(opaque.opaque_part(), Some("a@b?x"));
    assert_eq!(RFC2396.parse("mailto:/a").unwrap().opaque_part(), None);
    assert_eq!(format!("{opaque}|{opaque:?}"), "mailto:a@b?x#y|rfc2396:\"mailto:a@b?x#y\"");
    assert_eq!(format!("{:>16}", RFC3986.parse("a").unwrap()), format!("{:>16}", "a"));
    assert_eq!(opaque.without_fragment().as_str(), "mailto:a@b?x");
    let same = Reference::from(&uri!("a:b"));
    assert_eq!(same, RFC3986.parse("a:b").unwrap());
    assert!(same != RFC2396.parse("a:b").unwrap() && same != RFC3986.parse("a:c").unwrap());
    let bytes = RFC3986.parse_bytes(Start::RelativeRef, b"/a").unwrap();
    assert_eq!(bytes.as_str(), "/a");
    assert_eq!(RFC3986.parse_bytes(Start::RelativeRef, b"/\xff").unwrap_err().offset(), 1);
    assert!(RFC3986.parse_bytes(Start::Uri, b"/a").is_err());
    let error = RFC2396.parse("[").unwrap_err();
    assert_eq!(error.edition(), RFC2396);
    assert_eq!(format!("{error:?}"), format!("ParseError({error})"));
}

/// The last two groups of an IPv6 address are one rule, `ls32`, unless the gap is among them.
#[test]
fn groups_of_addresses_are_derived() {
    let groups = |text: &'static str| {
        let reference = RFC3986.parse(text).unwrap();
        let derivation = reference.derivation();
        let nodes = derivation.nodes().iter();
        let groups = nodes.filter(|node| ["h16", "ls32"].contains(&node.rule.name));
        let shown = groups.map(|node| {
            format!("{} {}", node.rule.name, &text[node.start as usize..node.end as usize])
        });
        shown.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(groups("//[::]"), "");
    assert_eq!(groups("//[::8]"), "h16 8");
    assert_eq!(groups("//[1::]"), "h16 1");
    assert_eq!(groups("//[1::8]"), "h16 1, h16 8");
    assert_eq!(groups("//[::7:8]"), "ls32 7:8, h16 7, h16 8");
    assert_eq!(groups("//[1::6:7:8]"), "h16 1, h16 6, ls32 7:8, h16 7, h16 8");
    assert_eq!(groups("//[1::6:1.2.3.4]"), "h16 1, h16 6, ls32 1.2.3.4");
}

#[test]
fn types_turn_into_each_other() {
    let absolute = AbsoluteUri::parse("http://h/a?q").unwrap();
    assert_eq!(AbsoluteUri::from(&absolute), absolute);
    assert_eq!(absolute.as_borrowed().into_text(), "http://h/a?q");
    assert_eq!(AbsoluteUri::from(uri!("a:b#c")).as_str(), "a:b");
    assert_eq!(Uri::from(absolute).into_text(), "http://h/a?q");
    assert_eq!(UriRef::from(uri!("a:b")).as_str(), "a:b");
    assert_eq!(UriRef::parse_bytes(b"a?b").unwrap().query().unwrap(), "b");
    assert_eq!(Uri::try_from(String::from("a:b")).unwrap(), uri!("a:b"));
    assert_eq!(Uri::try_from(String::from("a b")).unwrap_err().offset(), 1);
    let refused = Uri::try_keep(String::from("a b")).unwrap_err();
    assert_eq!(refused.diagnose().to_string(), refused.error.diagnose("a b").to_string());
    assert_eq!(napkin::ParseError::from(refused).offset(), 1);
    assert!(uri!("a:b") == *"a:b" && uri!("a:b") != *"a:c" && uri!("a:b") < uri!("a:c"));
    assert_eq!(uri!("a:b").cmp(&uri!("a:a")), std::cmp::Ordering::Greater);
}

/// The function that `uri!` calls at compile time, called at run time.
#[test]
fn constants_are_parsed_like_the_rest() {
    for text in ["http://u@h:1/a?b#c", "a:b", "a", "", "//[::1]/", "a b", "http://h:x", "1:"] {
        assert_eq!(Uri::parse_const(text), Uri::parse(text), "{text}");
        assert_eq!(UriRef::parse_const(text), UriRef::parse(text), "{text}");
        assert_eq!(AbsoluteUri::parse_const(text), AbsoluteUri::parse(text), "{text}");
    }
}

/// Test rules of schemes: one whose URIs are case-insensitive, and one whose result is not a URI.
fn by_scheme(uri: Reference<'_>) -> Option<(Rule, String)> {
    let rule = Rule { name: "test", section: "1" };
    match uri.scheme()?.as_str() {
        "shout" => {
            let quiet = uri.as_str().to_ascii_lowercase();
            (quiet != uri.as_str()).then_some((rule, quiet))
        }
        "break" => Some((rule, String::from("no URI"))),
        _ => None,
    }
}

#[test]
fn schemes_are_asked_at_their_rung() {
    let normal = |level, text| {
        let uri = Uri::parse(text).unwrap();
        Normalizer::new(level).with_schemes(by_scheme).normalize(&uri).unwrap().to_string()
    };
    assert_eq!(normal(Level::Scheme, "shout:HEY/%7E"), "shout:hey/~");
    assert_eq!(normal(Level::Protocol, "SHOUT:HEY"), "shout:hey");
    assert_eq!(normal(Level::Syntax, "shout:HEY"), "shout:HEY");
    assert_eq!(normal(Level::Scheme, "break:HEY"), "break:HEY");
    assert_eq!(normal(Level::Scheme, "HTTP://H:80/%7e"), "http://h/~");
    let target = uri_ref!("../B").resolve(uri!("HTTP://A/b/c")).unwrap();
    assert_eq!(target.clone().into_normalized(Level::Syntax).unwrap(), "http://a/B");
    assert_eq!(target.into_normalized(Level::Simple).unwrap(), "HTTP://A/B");
}

#[test]
fn failures_of_resolution_tell_why() {
    let why = |edition: &'static Edition, base: &str, reference: &str| {
        let error = edition.resolver(base).resolve(reference).unwrap_err();
        (error.name(), error.to_string())
    };
    let undefined = why(RFC1738, "http://h.d/a", "b");
    assert_eq!(undefined.0, "unsupported");
    assert!(undefined.1.ends_with(" defines no relative references"), "{undefined:?}");
    let invalid = why(RFC3986, "http://a b/", "b");
    assert_eq!(invalid.0, "invalid-base");
    assert!(
        invalid.1.starts_with("the base is not valid: invalid character in the host at byte 8")
    );
    let relative = why(RFC3986, "/a", "b");
    assert_eq!(relative, ("base-not-absolute", "the base is a relative reference itself".into()));
    let reference = why(RFC3986, "a:b", "[");
    assert_eq!(reference.0, "invalid-reference");
    assert_eq!(reference.1, RFC3986.parse("[").unwrap_err().to_string());
    let told = [
        ResolveError::NoBase,
        ResolveError::UnsuitableBase,
        ResolveError::ExcessDotSegments,
        ResolveError::NotAllowed(RFC1630),
        ResolveError::InvalidDocument(DRAFT1997.parse("http://a b/").unwrap_err()),
    ];
    assert_eq!(
        told.map(|error| format!("{}: {error}", error.name())),
        [
            "no-base: a relative reference needs a base URI".to_owned(),
            "unsuitable-base: this base cannot resolve such a reference".to_owned(),
            "excess-dotdot: the reference climbs above the root of the base".to_owned(),
            format!("not-allowed: {} does not allow this", RFC1630.title),
            format!(
                "invalid-document: the document is not valid: {}",
                DRAFT1997.parse("http://a b/").unwrap_err()
            ),
        ]
    );
}

/// If each part is valid and the whole is not, the error is that of the whole.
#[test]
fn parts_that_do_not_go_together_are_told() {
    let parts = Parts { query: Some("q"), ..Parts::split("http://h") };
    let error = parts.recompose_by(RFC1738).unwrap_err();
    assert_eq!(error, RFC1738.parse("http://h?q").unwrap_err());
    let parts = Parts { path: "a", ..parts };
    assert_eq!(parts.recompose_by(RFC1738).unwrap_err().kind(), ErrorKind::PathNotAbempty);
}

/// Lengths are added, not multiplied, before they are compared with the limit of 4 GiB.
#[test]
fn long_references_are_resolved_on_long_bases() {
    let [base, reference] = [format!("a:/{}/", "b".repeat(70_000)), "c".repeat(70_000)];
    let target = UriRef::parse(&reference).unwrap().resolve(Uri::parse(&base).unwrap()).unwrap();
    assert_eq!(target.as_str(), base + &reference);
}

#[test]
fn names_are_those_of_the_documentation() {
    assert_eq!(Difference::Validity("rfc3986").name(), "validity");
    assert_eq!(Difference::Part(Part::Host).name(), "parts");
    assert_eq!(Difference::Target.name(), "target");
    assert!(EDITIONS.contains(&DRAFT2003));
    assert!(Encoded::<part::Segment>::parse("a%2Fb").is_ok());
}

#[cfg(feature = "http")]
#[test]
fn request_targets_tell_why_not() {
    let why = |text: &str| http::Uri::try_from(&UriRef::parse(text).unwrap()).unwrap_err();
    assert_eq!(
        why("//h/a").to_string(),
        "the conversion would change the authority, since the two read it differently"
    );
    assert_eq!(why("").to_string(), "".parse::<http::Uri>().unwrap_err().to_string());
}

#[cfg(feature = "url")]
#[test]
fn urls_are_taken_both_ways() {
    let url = url::Url::try_from(&uri!("HTTP://Example.com/a/../b")).unwrap();
    assert_eq!(url.as_str(), "http://example.com/b");
    assert_eq!(Uri::try_from(&url).unwrap(), "http://example.com/b");
    assert!(Uri::try_from(&url::Url::parse("http://h/?a|b").unwrap()).is_err());
}

#[test]
fn origins_are_scheme_host_and_port() {
    let origin = |text: &'static str| Uri::parse(text).unwrap().origin();
    let same = [
        "http://h.example/a",
        "HTTP://u:p@H.example:80?b",
        "http://h.EXAMPLE:0080",
        "http://h.example:/",
    ];
    for text in same {
        assert_eq!(origin(text), origin(same[0]), "{text}");
        assert_eq!(origin(text).to_string(), "http://h.example");
    }
    for text in ["https://h.example/a", "http://h.example:81/a", "http://h.example./a"] {
        assert!(origin(text).is_tuple() && origin(text) != origin(same[0]), "{text}");
    }
    assert_eq!(origin("ws://[::1]"), origin("ws://[0:0::1]:80/"));
    assert_eq!(origin("ws://[0::1]:81").to_string(), "ws://[::1]:81");
    let known = [
        origin("http://A/"),
        origin("http://a/"),
        origin("http://[::A]/"),
        origin("http://[0::a]/"),
    ];
    let known: std::collections::HashSet<_> = known.into_iter().collect();
    assert_eq!(known.len(), 2);
    for text in [
        "urn:a",
        "data:,a",
        "file:///a",
        "file://h/a",
        "file://h:1/a",
        "http:///a",
        "http:a",
        "x://h/",
        "x://h:1/",
        "http://h:99999/",
        "http://%68.example/",
        "http://%C3%A9.example/",
    ] {
        assert!(!origin(text).is_tuple() && origin(text) != origin(text), "{text}");
        let one = origin(text);
        // A copy is the same origin, in every form.
        let owned = one.into_owned();
        let copy = one;
        assert!(one == copy && owned == one && one == owned.clone(), "{text}");
        assert!(owned != origin(text) && owned != origin(text).into_owned(), "{text}");
        assert_eq!((owned.as_str(), one.to_string().as_str()), ("null", "null"), "{text}");
        let map = std::collections::HashMap::from([(owned.clone(), 1)]);
        assert!(map.get(&owned) == Some(&1) && !map.contains_key("null"), "{text}");
    }
    assert_eq!(origin("http://h"), uri!("http://h:80/a").into_owned().origin());
    assert_eq!(iri!("http://h/é").origin().into_owned(), origin("http://H:80/"));
    assert!(!iri!("http://é.example/").origin().is_tuple());
}

#[test]
fn origins_are_read_from_text() {
    use napkin::OwnedOrigin;

    let read = |text: &str| text.parse::<OwnedOrigin>();
    for (text, expected) in [
        ("https://a.example", "https://a.example"),
        ("HTTPS://A.example:443", "https://a.example"),
        ("http://[0::1]:81", "http://[::1]:81"),
        ("null", "null"),
    ] {
        assert_eq!(read(text).unwrap().as_str(), expected, "{text}");
    }
    assert_ne!(read("null"), read("null"));
    for text in [
        "",
        "a.example",
        "https://a.example/",
        "https://u@a.example",
        "x://h",
        "https://h?",
        "https://h#",
        "https://%61",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
    assert_eq!(
        read("a.example").unwrap_err().to_string(),
        "an origin is scheme://host or scheme://host:port, such as https://example.com"
    );
}

#[test]
fn hosts_belong_to_domains_label_by_label() {
    let is_in = |host: &str, domain| {
        let text = format!("//{host}/");
        UriRef::parse(&text).unwrap().host().unwrap().is_in_domain(domain)
    };
    for (host, domain) in [
        ("cdn.example", "cdn.example"),
        ("A.b_c.CDN.example", "cdn.EXAMPLE"),
        ("a.cdn.example.", "cdn.example"),
        ("a.cdn.example", "cdn.example."),
        ("xn--bcher-kva.example", "example"),
    ] {
        assert!(is_in(host, domain), "{host} {domain}");
    }
    for (host, domain) in [
        ("evilcdn.example", "cdn.example"),
        ("example", "cdn.example"),
        ("cdn.example.evil", "cdn.example"),
        ("evil.example%2Ecdn.example", "cdn.example"),
        ("127.0.0.1%20.cdn.example", "cdn.example"),
        ("localhost'.cdn.example", "cdn.example"),
        ("evil.example;.cdn.example", "cdn.example"),
        ("..cdn.example", "cdn.example"),
        (".cdn.example", "cdn.example"),
        ("cdn.example..", "cdn.example"),
        ("%63dn.example", "cdn.example"),
        ("10.0.0.1", "0.1"),
        ("10.0.0.1", "10.0.0.1"),
        ("[::1]", "1"),
        ("10.0.0.0x1", "0x1"),
        ("a.b.256", "256"),
        ("a.example", ""),
        ("", ""),
        ("a.example", "."),
        ("a.example", ".example"),
        ("a.example", "*.example"),
    ] {
        assert!(!is_in(host, domain), "{host} {domain}");
    }
}

#[test]
fn what_is_below_a_prefix_stays_there() {
    let is_below =
        |text: &str, prefix: &str| Uri::parse(text).unwrap().is_below(&Uri::parse(prefix).unwrap());
    for (text, prefix) in [
        ("http://h/a", "http://h/a"),
        ("http://h/a/", "http://h/a"),
        ("http://h/a/b?c#d", "http://h/a"),
        ("http://h/a/b", "http://h/a/"),
        ("HTTP://H:80/%61/./b/../c", "http://h/a"),
        ("http://h/b/../a/c", "http://h/x/../a/#f"),
        ("http://h", "http://h/"),
        ("http://h/b", "http://h"),
        ("http://h/a//b", "http://h/a"),
        ("http://h/a/50%25", "http://h/a"),
        ("http://h/a%2Fb/c", "http://h/a%2fb"),
        ("http://u@h/a/b", "http://u@h/a"),
        ("urn:a/b", "urn:a"),
    ] {
        assert!(is_below(text, prefix), "{text} {prefix}");
    }
    for (text, prefix) in [
        ("http://h/ab", "http://h/a"),
        ("http://h/a", "http://h/a/"),
        ("http://h/A/b", "http://h/a"),
        ("http://h/a/../b", "http://h/a"),
        ("http://h/a/%2e%2E/b", "http://h/a"),
        ("http://h/a/%252e%252e/b", "http://h/a"),
        ("http://h/a/..%2Fb", "http://h/a"),
        ("http://h/a/..%5Cb", "http://h/a"),
        ("http://h/a/..;x/b", "http://h/a"),
        ("http://h/a/b%00", "http://h/a"),
        ("http://h/a/%2525", "http://h/a"),
        ("http://h/x//../a/b", "http://h/x/a"),
        ("http://h/a//..", "http://h/a"),
        ("https://h/a/b", "http://h/a"),
        ("http://h:81/a/b", "http://h/a"),
        ("http://h.evil/a/b", "http://h/a"),
        ("http://u@h/a/b", "http://h/a"),
        ("http://h/a/b", "http://u@h/a"),
        ("http://h/a?b", "http://h/a?b"),
        ("http://h/ab", "http://h/a%2Fb"),
        ("urn:ab", "urn:a"),
        ("urn:a:b", "urn:a"),
    ] {
        assert!(!is_below(text, prefix), "{text} {prefix}");
    }
}
