//! Views built from fields and written as URIs are read back with these fields, or are an error: no data becomes a
//! delimiter.

use napkin_schemes::schemes::{
    Cid, Ftp, Gopher, Http, Mid, News, NewsItem, Nntp, Prospero, Telnet, Wais, WaisForm,
};
use napkin_schemes::{Definition, ErrorKind, Login, Octets, Server, View, describe};

const DATA: &[&str] = &[
    "", "a", "/", "a/b", "//a", "?", "a?b", "#", "a#b", "@", "a@b", "a@b@c", ":", "a:b", ";",
    "a;b=c", ";type=a", "=", "&", "+", "a+b", "*", "%", "%09", "%2F", "a\tb", "a\r\nb", "\0", " ",
    "a b", "é", "\u{ff}", "~", "[", "]", "[::1]", "\\", "\"", "<a>", ".", "..", "a..b", "1", "123",
    "a.b", "-",
];

fn server() -> Server<'static> {
    Server::new("host.dom")
}

/// A view for each field that takes data, with the data in it.
fn views(data: &'static str) -> Vec<(&'static str, Box<dyn View>)> {
    let octets = || Octets::from(data);
    let login = |user: Option<&'static str>, password: Option<&'static str>| Login {
        user: user.map(Octets::from),
        password: password.map(Octets::from),
    };
    let gopher = || Gopher::new(server());
    let ftp = || with(Ftp::new(server()), |ftp| ftp.name = Some("x".into()));
    let http = || Http::new(server(), "/");
    let nntp = |group| Nntp::new(server(), group);
    let wais = |database, form| Wais::new(server(), database, form);
    let prospero = |hsoname: Octets<'static>| Prospero::new(server(), hsoname);
    let telnet = |server, login| Telnet {
        scheme: Definition::named("telnet").unwrap(),
        login,
        server,
        slash: false,
    };
    let article = |left: Octets<'static>, right| News::new(NewsItem::Article { left, right });
    let document = |wtype, wpath| wais("db".into(), WaisForm::Document { wtype, wpath });
    let on_port = Server { port: Some(data.into()), ..server() };
    vec![
        ("host", Box::new(Gopher::new(Server::new(data)))),
        ("port", Box::new(Gopher::new(on_port))),
        ("host", Box::new(telnet(Server::new(data), login(Some("u"), None)))),
        ("user", Box::new(telnet(server(), login(Some(data), None)))),
        ("password", Box::new(telnet(server(), login(Some("u"), Some(data))))),
        ("cwd", Box::new(with(ftp(), |ftp| ftp.cwd = vec![octets()]))),
        ("name", Box::new(with(ftp(), |ftp| ftp.name = Some(octets())))),
        ("type", Box::new(with(ftp(), |ftp| ftp.typecode = Some(data.into())))),
        ("path", Box::new(Http::new(server(), data))),
        ("search", Box::new(with(http(), |http| http.search = Some(data.into())))),
        ("fragment", Box::new(with(http(), |http| http.fragment = Some(data.into())))),
        ("type", Box::new(with(gopher(), |gopher| gopher.gopher_type = Some(octets())))),
        ("selector", Box::new(with(gopher(), |gopher| gopher.selector = octets()))),
        ("search", Box::new(with(gopher(), |gopher| gopher.search = Some(octets())))),
        (
            "plus",
            Box::new(with(gopher(), |gopher| {
                gopher.search = Some("".into());
                gopher.plus = Some(octets());
            })),
        ),
        ("group", Box::new(News::new(NewsItem::Group(octets())))),
        ("pattern", Box::new(News::new(NewsItem::Groups(octets())))),
        ("left", Box::new(article(octets(), "b.c".into()))),
        ("right", Box::new(article("a".into(), octets()))),
        ("group", Box::new(nntp(octets()))),
        ("article", Box::new(with(nntp("a.b".into()), |nntp| nntp.article = Some(data.into())))),
        ("database", Box::new(wais(octets(), WaisForm::Database))),
        ("words", Box::new(wais("db".into(), WaisForm::Search(octets())))),
        ("wtype", Box::new(document(octets(), "1".into()))),
        ("hsoname", Box::new(prospero(octets()))),
        ("field", Box::new(with(prospero("a".into()), |p| p.specs = vec![(octets(), "b".into())]))),
        ("value", Box::new(with(prospero("a".into()), |p| p.specs = vec![("b".into(), octets())]))),
        ("message id", Box::new(Mid { message_id: octets(), content_id: None })),
        ("content id", Box::new(Mid { message_id: "a@b".into(), content_id: Some(octets()) })),
        ("content id", Box::new(Cid { content_id: octets() })),
    ]
}

/// A view with a change.
fn with<V>(mut view: V, change: impl FnOnce(&mut V)) -> V {
    change(&mut view);
    view
}

#[test]
fn what_is_built_reads_as_it_was_meant() {
    let (mut written, mut refused) = (0, 0);
    for data in DATA {
        for (field, view) in views(data) {
            let Ok(uri) = view.to_uri() else {
                refused += 1;
                continue;
            };
            written += 1;
            let description = describe(&uri).unwrap();
            let again = match description.view() {
                Some(Ok(again)) => again.fields(),
                other => panic!("{field} {data:?} became {uri}: {:?}", other.map(Result::err)),
            };
            assert_eq!(view.fields(), again, "{field} {data:?} became {uri}");
        }
    }
    assert!(written > 500 && refused > 200, "{written} written, {refused} refused");
}

/// Requirements in a document's text, for URIs that match its grammar.
#[test]
fn text_demands_more_than_grammar() {
    let check = |edition: &str, uri: &str| {
        let reference = napkin::Edition::named(edition).unwrap().parse(uri).unwrap();
        let description = napkin_schemes::describe(reference).unwrap();
        description.view().unwrap().unwrap().check().map_err(|error| error.to_string())
    };
    for uri in ["gopher://h.d/1a", "mailto:a.b@c.d", "news:1@c.d", "gopher://h.d/1a%09b%09+%0D%0A"]
    {
        assert_eq!(check("rfc1738", uri), Ok(()), "{uri}");
    }
    let refused = |edition, uri| check(edition, uri).unwrap_err();
    assert_eq!(
        refused("rfc1738", "gopher://h.d/1a%0Db"),
        "invalid character in the selector at byte 15 (selector, RFC 1738 section 3.4.1)"
    );
    assert_eq!(
        refused("rfc1738", "mailto:a%20b@c.d"),
        "invalid character in the address at byte 8 (addr-spec, RFC 822 section 6.1)"
    );
    assert_eq!(
        refused("rfc1738", "news:a%3Eb@c.d"),
        "invalid character in the message id at byte 6 (message-id, RFC 1036 section 2.1.5)"
    );
    assert_eq!(
        refused("rfc1630", "mid:a%20b@c.d"),
        "invalid character in the message id at byte 5 (url-addr-spec, RFC 2392 section 2)"
    );
    assert_eq!(
        refused("rfc3986", "mailto:a@b.example?subject=x%0D%0ABcc:%20all@b.example"),
        "the header value would carry CR, LF or NUL into the protocol at byte 28 (hfvalue, RFC 6068 section 5)"
    );
    assert_eq!(check("rfc3986", "mailto:a@b.example?body=x%0D%0Ay"), Ok(()));
    for uri in ["urn:urn:x", "urn:URN:x"] {
        let refused = refused("rfc3986", uri);
        assert_eq!(refused, "invalid NID at byte 4 (NID, RFC 8141 section 2.1)");
    }
    for uri in ["urn:urn-0:x", "urn:urn-s:x", "urn:URN-01:x", "urn:urn-1a:x"] {
        let refused = refused("rfc3986", uri);
        assert_eq!(refused, "invalid NID at byte 4 (InformalNamespaceName, RFC 8141 section 5.1)");
    }
    assert_eq!(check("rfc3986", "urn:urn-10:x"), Ok(()));
    assert_eq!(check("rfc2396", "urn:urn-0:x"), Ok(()));
    assert_eq!(
        refused("rfc2396", "urn:urn:x"),
        "invalid NID at byte 4 (NID, RFC 2141 section 2.1)"
    );
    // RFC 1630 sends the command unchanged, including line ends.
    assert_eq!(check("rfc1630", "gopher://h.d/1a%0Db"), Ok(()));
}

/// A scheme over TCP or UDP has ports to 65535 (RFC 6335 §6), with a view or without one.
#[test]
fn ports_have_a_range() {
    let check = |uri: &str| {
        let reference = napkin::edition::RFC3986.parse(uri).unwrap();
        let error = napkin_schemes::describe(reference).unwrap().check().err();
        error.map(|error| (error.kind(), error.field()))
    };
    for scheme in [
        "http", "https", "ws", "ftp", "gopher", "telnet", "ldap", "imap", "pop", "coap", "rtsp",
        "ssh", "irc", "nntp", "icap", "redis", "rsync", "vnc", "nats", "x-a", "foo",
    ] {
        let is_known = !matches!(scheme, "x-a" | "foo");
        let path = if scheme == "nntp" { "g" } else { "" };
        for port in ["65536", "99999999999999999999"] {
            let wrong = is_known.then_some((ErrorKind::OutOfRange, "port"));
            assert_eq!(check(&format!("{scheme}://h:{port}/{path}")), wrong, "{scheme}");
        }
        for port in ["", "0", "65535", "0000065535"] {
            assert_eq!(check(&format!("{scheme}://h:{port}/{path}")), None, "{scheme} {port}");
        }
    }
    for uri in ["sip:a@h:65536", "stun:h:65536", "turn:h:65536", "news://h:65536/g"] {
        assert_eq!(check(uri), Some((ErrorKind::OutOfRange, "port")), "{uri}");
    }
}

/// Every question has the default port of the one table: describing, the registry, normalization.
#[test]
fn ports_are_in_one_table() {
    let mut count = 0;
    for facts in napkin::scheme::FACTS {
        let (scheme, Some(port)) = (facts.scheme, facts.default_port) else { continue };
        let (with, without) = (format!("{scheme}://h:{port}/"), format!("{scheme}://h/"));
        let [with, without] = [&with, &without].map(|text| napkin::Uri::parse(text).unwrap());
        let description = describe(&with).unwrap();
        assert_eq!(description.default_port(), Some(port), "{scheme}");
        assert!(description.default_port_document().is_some(), "{scheme}");
        assert_eq!(with.scheme().default_port(), Some(port), "{scheme}");
        if let Some(registration) = napkin_schemes::registry::find(scheme) {
            assert_eq!(registration.default_port(), Some(port), "{scheme}");
        }
        if !facts.host.is_absent() {
            let equal = without.equivalent_at(&with);
            assert_eq!(equal, Some(napkin::Level::Scheme), "{scheme}");
            count += 1;
        }
    }
    assert!(count > 80, "{count}");
}
