//! Tests the harness itself: with known answers, with a plainer implementation of the grammar, and with wrong
//! engines.

use napkin::edition::{AMENDMENTS, EDITIONS};

use crate::ENGINES;
use crate::editions::{draft1997, draft2003, rfc1630, rfc1738, rfc1808, rfc2396, rfc3986};
use crate::engine::{Engine, Parts, Reading};
use crate::oracle::Oracle;
use crate::plain;
use crate::strings::{Random, generate, is_deep, mutate};

#[test]
fn the_oracle_knows_what_a_reference_is() {
    let oracle = Oracle::new(&rfc3986::ENGINE);
    let accepted = [
        "",
        "a",
        "a:",
        "a:b",
        "A+-.9:",
        "./1a:b",
        "a/b:c",
        "//",
        "//a@b:1",
        "//[::1]",
        "//[V1.a:]",
        "//[1:2:3:4:5:6:7:8]",
        "//[1:2:3:4:5:6:7::]",
        "//[::1.2.3.4]",
        "?",
        "#",
        "??/#??/",
        "%aF",
        "//1.2.3.4.5",
        "//:",
        "a://b//c",
        "a:///",
    ];
    for text in accepted {
        assert!(oracle.accepts(text), "{text:?}");
    }
    let rejected = [
        ":",
        "1a:b",
        "1:",
        "a b",
        "é",
        "%",
        "%a",
        "%ag",
        "##",
        "[",
        "a]",
        "//[]",
        "//[:::]",
        "//[::1",
        "//[::1]a",
        "//[1::2::3]",
        "//[1:2:3:4:5:6:7:8:9]",
        "//[1:2:3:4:5:6:7:8::]",
        "//[::256.2.3.4]",
        "//[::12345]",
        "//[v1]",
        "//[v.a]",
        "//[::1%25a]",
        "//a@b@c",
        "//a:b",
        "//a:1:",
        "a:b\n",
        "\0",
        "\u{7f}",
    ];
    for text in rejected {
        assert!(!oracle.accepts(text), "{text:?}");
    }
}

#[test]
fn the_oracle_knows_the_parts_of_a_reference() {
    let mut oracle = Oracle::new(&rfc3986::ENGINE);
    let all = Parts {
        scheme: Some("foo"),
        authority: Some("u:p@[::1.2.3.4]:80"),
        userinfo: Some("u:p"),
        user: None,
        password: None,
        host: Some("[::1.2.3.4]"),
        port: Some("80"),
        path: Some("/p/p"),
        parameters: None,
        query: Some("q?"),
        fragment: Some("f?"),
        form: None,
        authority_form: None,
        host_kind: Some("ipv6"),
        path_kind: Some("path-abempty"),
    };
    assert_eq!(oracle.parts("foo://u:p@[::1.2.3.4]:80/p/p?q?#f?"), Some(all));
    let kinds = [
        ("//[v1.a]", Some("ipvfuture"), "path-abempty", ""),
        ("//25.0.99.255/", Some("ipv4"), "path-abempty", "/"),
        ("//25.0.99.256", Some("reg-name"), "path-abempty", ""),
        ("//01.2.3.4", Some("reg-name"), "path-abempty", ""),
        ("//", Some("reg-name"), "path-abempty", ""),
        ("a:/b//c", None, "path-absolute", "/b//c"),
        ("a:b:c", None, "path-rootless", "b:c"),
        ("b@/c:d?", None, "path-noscheme", "b@/c:d"),
        ("a:?q", None, "path-empty", ""),
        ("", None, "path-empty", ""),
    ];
    for (text, host_kind, path_kind, path) in kinds {
        let parts = oracle.parts(text).unwrap();
        let known = (parts.host_kind, parts.path_kind, parts.path);
        assert_eq!(known, (host_kind, Some(path_kind), Some(path)), "{text:?}");
    }
}

#[test]
fn the_oracle_chooses_the_rule_by_the_scheme() {
    let (rfc1630, rfc1738) = (Oracle::new(&rfc1630::ENGINE), Oracle::new(&rfc1738::ENGINE));
    // RFC 1738 recognizes schemes case-insensitively, RFC 1630 case-sensitively.
    let known = [
        ("mailto:a@b.c", true, true),
        ("mailto:a", false, false),
        ("Mailto:a", true, false),
        ("mailt:a", true, true),
        ("mailtoo:a", true, true),
        ("mailto", true, false),
        ("mailto#a:b", false, false),
    ];
    for (text, in_rfc1630, in_rfc1738) in known {
        assert_eq!(rfc1630.accepts(text), in_rfc1630, "{text:?}");
        assert_eq!(rfc1738.accepts(text), in_rfc1738, "{text:?}");
    }
}

#[test]
fn the_oracle_knows_the_parts_in_every_edition() {
    // Examples of the sheets: form, form of the authority, kind of the host, path and query.
    let known = [
        (&rfc1630::ENGINE, "magic://a/b", None, None, None, Some("//a/b"), None),
        (&rfc1630::ENGINE, "http://h?a+b", None, None, Some("reg-name"), None, Some("a+b")),
        (&rfc1630::ENGINE, "file:///a", None, None, Some("reg-name"), Some("a"), None),
        (&rfc1738::ENGINE, "ftp://1.2.3.4//etc", None, None, Some("ipv4"), Some("/etc"), None),
        (&rfc1738::ENGINE, "wais://h/d?", None, None, Some("reg-name"), Some("d"), Some("")),
        (&rfc1738::ENGINE, "foo://h/p?q", None, None, Some("reg-name"), Some("p?q"), None),
        (&rfc1738::ENGINE, "foo:///p", None, None, None, Some("///p"), None),
        (&rfc1808::ENGINE, "//h?q", Some("relative"), None, None, Some(""), None),
        (&rfc1808::ENGINE, "a_b:c;d?e", Some("relative"), None, None, Some("a_b:c"), Some("e")),
        (&rfc1808::ENGINE, "ab:c;d?e", Some("generic"), None, None, Some("c"), Some("e")),
        (
            &draft1997::ENGINE,
            "x://h?q",
            Some("generic"),
            None,
            Some("reg-name"),
            Some(""),
            Some("q"),
        ),
        (&draft1997::ENGINE, "x://a_b/?", Some("opaque"), None, None, Some("/"), Some("")),
        (&draft1997::ENGINE, ":g", Some("relative"), None, None, Some(":g"), None),
        (&rfc2396::ENGINE, "foo:?q", Some("opaque"), None, None, Some(""), Some("q")),
        (
            &rfc2396::ENGINE,
            "x://a.",
            Some("hierarchical"),
            Some("server"),
            Some("reg-name"),
            Some(""),
            None,
        ),
        (&rfc2396::ENGINE, "#", Some("relative"), None, None, Some(""), None),
        (&draft2003::ENGINE, "foo:?q", Some("hierarchical"), None, None, Some(""), Some("q")),
        (&draft2003::ENGINE, "foo:?[q]", Some("opaque"), None, None, Some(""), Some("[q]")),
        (&draft2003::ENGINE, "//a.", Some("relative"), Some("registry"), None, Some(""), None),
        (
            &draft2003::ENGINE,
            "//a.b.",
            Some("relative"),
            Some("server"),
            Some("reg-name"),
            Some(""),
            None,
        ),
        (
            &draft2003::ENGINE,
            "//256.1.1.1",
            Some("relative"),
            Some("server"),
            Some("reg-name"),
            Some(""),
            None,
        ),
    ];
    for (engine, text, form, authority_form, host_kind, path, query) in known {
        let parts = Oracle::new(engine).parts(text).unwrap();
        let found = (parts.form, parts.authority_form, parts.host_kind, parts.path, parts.query);
        assert_eq!(
            found,
            (form, authority_form, host_kind, path, query),
            "{}: {text:?}",
            engine.name
        );
    }
}

/// Compares automata and derivations with the plain implementation.
pub(crate) fn agrees_with_a_plain_reading(engine: &Engine) {
    let mut oracle = Oracle::new(engine);
    let mut random = Random(5234);
    let (mut tried, mut accepted) = (0, 0);
    while tried < if is_deep() { 20_000 } else { 2_000 } {
        let mut rule = || engine.reference[random.below(engine.reference.len())].rule;
        let (one, two) = (rule(), rule());
        let text = generate(&oracle.grammar, one, &mut random);
        let other = generate(&oracle.grammar, two, &mut random);
        let text = if random.once_in(3) { text } else { mutate(&text, &other, &mut random) };
        if text.len() > 40 {
            continue;
        }
        let rule =
            Reading::of(&text, engine.reference).map(|reading| engine.reference[reading].rule);
        let plain = rule.and_then(|rule| {
            plain::first(&oracle.grammar, rule, &oracle.captured, text.as_bytes())
        });
        assert_eq!(oracle.accepts(&text), plain.is_some(), "{text:?}");
        assert_eq!(oracle.first(&text), plain, "{text:?}");
        tried += 1;
        accepted += usize::from(plain.is_some());
    }
    println!("{}: {tried} read plainly, {accepted} accepted", engine.name);
}

#[test]
fn every_edition_has_a_row() {
    let mut rows: Vec<_> = ENGINES.iter().map(|engine| engine.name).collect();
    let amended = AMENDMENTS.iter().map(|amendment| amendment.edition);
    let editions = EDITIONS.iter().copied().chain(amended);
    let mut editions: Vec<_> = editions.map(|edition| edition.name).collect();
    rows.sort_unstable();
    editions.sort_unstable();
    assert_eq!(rows, editions);
}

#[test]
fn the_oracle_notices_a_wrong_engine() {
    const GREEDY: Engine =
        Engine { start_rules: &[(&[Reading::all("URI")], |_| true)], ..rfc3986::ENGINE };
    const FORGETFUL: Engine = Engine {
        parts: &[rfc3986::ENGINE.parts[0], |text| {
            let parts = rfc3986::ENGINE.parts[0](text)?;
            Some(Parts { query: parts.query.filter(|query| !query.is_empty()), ..parts })
        }],
        ..rfc3986::ENGINE
    };

    assert_eq!(Oracle::new(&GREEDY).judge("a:"), Ok(true));
    assert!(Oracle::new(&GREEDY).judge("a").is_err());

    assert_eq!(Oracle::new(&FORGETFUL).judge("a?b"), Ok(true));
    assert!(Oracle::new(&FORGETFUL).judge("a?").is_err());

    let unnamed = Engine { has_scheme: |_| false, ..rfc3986::ENGINE };
    assert_eq!(Oracle::new(&unnamed).judge("a"), Ok(true));
    assert!(Oracle::new(&unnamed).judge("a:").is_err());
}
