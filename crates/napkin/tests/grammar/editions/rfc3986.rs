//! RFC 3986: the typed references, and the edition that is their data.

use napkin::edition::RFC3986;
use napkin::{AbsoluteUri, ByteSet, Encoded, HostKind, Part, Query, Scheme, Start, Uri, UriRef};

use super::super::engine::{Engine, PATHS, Parts, PartsOf, Reading, parts_but_user};
use super::super::strings::Enumeration;

/// RFC 3986.
pub(crate) const ENGINE: Engine = Engine {
    name: "rfc3986",
    grammar: include_str!("../../../../../spec/grammars/rfc3986.abnf"),
    reference: &[Reading::all("URI-reference")],
    parts: &[|text| UriRef::parse(text).ok().map(typed), |text| parts_but_user(RFC3986, text)],
    rules: Parts {
        scheme: &["scheme"],
        authority: &["authority"],
        userinfo: &["userinfo"],
        user: &[],
        password: &[],
        host: &["host"],
        port: &["port"],
        path: PATHS,
        parameters: &[],
        query: &["query"],
        fragment: &["fragment"],
        form: &[],
        authority_form: &[],
        host_kind: &[
            ("IPv6address", "ipv6"),
            ("IPvFuture", "ipvfuture"),
            ("IPv4address", "ipv4"),
            ("reg-name", "reg-name"),
        ],
        path_kind: &[
            ("path-abempty", "path-abempty"),
            ("path-absolute", "path-absolute"),
            ("path-noscheme", "path-noscheme"),
            ("path-rootless", "path-rootless"),
            ("path-empty", "path-empty"),
        ],
    },
    has_scheme: |text| RFC3986.parse_as(Start::Uri, text).is_ok(),
    start_rules: &[
        (&[Reading::all("URI")], |text| Uri::parse(text).is_ok()),
        (&[Reading::all("absolute-URI")], |text| AbsoluteUri::parse(text).is_ok()),
        (&[Reading::all("relative-ref")], |text| {
            UriRef::parse(text).is_ok_and(|reference| reference.is_relative_ref())
        }),
    ],
    byte_sets: &[
        ("unreserved", "", |byte| RFC3986.unreserved.contains(byte)),
        ("reserved", "", |byte| RFC3986.reserved.contains(byte)),
        ("gen-delims", "", |byte| RFC3986.reserved.without(reg_name()).contains(byte)),
        ("sub-delims", "", |byte| RFC3986.reserved.and(reg_name()).contains(byte)),
        ("scheme", "", |byte| RFC3986.scheme_start().contains(byte)),
        ("scheme", "a", |byte| raw(Part::Scheme).contains(byte)),
        ("userinfo", "", |byte| raw(Part::Userinfo).contains(byte)),
        ("reg-name", "", |byte| reg_name().contains(byte)),
        ("IPvFuture", "v1.", |byte| {
            let text = format!("//[v1.{}]", char::from(byte));
            UriRef::parse(&text).is_ok()
        }),
        ("pchar", "", |byte| raw(Part::Path).contains(byte) && byte != b'/'),
        ("query", "", |byte| raw(Part::Query).contains(byte)),
        ("fragment", "", |byte| raw(Part::Fragment).contains(byte)),
    ],
    every_class: &[Enumeration::after("", 5, "avz012358+._:/?#[]@%é")],
    closer: &[
        Enumeration::after("", 7, "a1.:/?#[]@%<"),
        Enumeration::after("", 8, "a:/?#@"),
        // IPv4address: the borders of dec-octet, then their number.
        Enumeration::after("//1.1.", 6, "0124569."),
        Enumeration::after("//", 9, "01.").and(&["25"]),
        // IPv6address: all kinds of bytes, then the number of groups, then the address at its end.
        Enumeration::after("//[", 7, "1fg:.[]").before("]"),
        Enumeration::after("//[", 18, "1:").before("]"),
        Enumeration::after("//[", 14, "1:").and(&["2.3.4.5"]).before("]"),
        Enumeration::after("//[::1.1.", 6, "01256.:").before("]"),
        Enumeration::after("//[v", 6, "1fg.:@%[]").before("]"),
    ],
};

/// The raw bytes of a part of http URIs.
fn raw(part: Part) -> ByteSet {
    RFC3986.raw_bytes(part, "http")
}

fn reg_name() -> ByteSet {
    raw(Part::Host)
}

/// The parts of a typed reference. The grammar does not separate user and password.
fn typed(reference: UriRef<&str>) -> PartsOf<'_> {
    let authority = reference.authority();
    Parts {
        scheme: reference.scheme().map(Scheme::as_str),
        authority: authority.map(|authority| authority.as_str()),
        userinfo: authority.and_then(|authority| Some(authority.userinfo()?.as_str())),
        user: None,
        password: None,
        host: authority.map(|authority| authority.host().as_str()),
        port: authority.and_then(|authority| Some(authority.port()?.as_str())),
        path: Some(reference.path().as_str()),
        parameters: None,
        query: reference.query().map(Query::as_str),
        fragment: reference.fragment().map(Encoded::as_str),
        form: None,
        authority_form: None,
        host_kind: authority.map(|authority| authority.host().kind()).map(HostKind::name),
        path_kind: Some(reference.path_kind().name()),
    }
}
