//! RFC 2396: hierarchical and opaque URIs, servers and registry names.

use napkin::edition::RFC2396;
use napkin::{ByteSet, Part, Start};

use super::super::engine::{Engine, PATHS, Parts, Reading, parts_but_user};
use super::super::strings::Enumeration;

/// RFC 2396. Its grammar does not separate user and password.
pub(crate) const ENGINE: Engine = Engine {
    name: "rfc2396",
    grammar: include_str!("../../../../../spec/grammars/rfc2396.abnf"),
    reference: &[Reading::all("URI-reference")],
    parts: &[|text| parts_but_user(RFC2396, text)],
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
        form: &[
            ("hier-part", "hierarchical"),
            ("opaque-part", "opaque"),
            ("URI-reference", "relative"),
        ],
        authority_form: &[("server", "server"), ("reg-name", "registry")],
        host_kind: &[("hostname", "reg-name"), ("IPv4address", "ipv4")],
        path_kind: &[],
    },
    has_scheme: |text| RFC2396.parse_as(Start::Uri, text).is_ok(),
    start_rules: &[
        (&[Reading::all("absoluteURI")], |text| RFC2396.parse_as(Start::AbsoluteUri, text).is_ok()),
        (&[Reading::all("relativeURI")], |text| RFC2396.parse_as(Start::RelativeUri, text).is_ok()),
    ],
    byte_sets: &[
        ("unreserved", "", |byte| RFC2396.unreserved.contains(byte)),
        ("reserved", "", |byte| RFC2396.reserved.contains(byte)),
        ("scheme", "", |byte| RFC2396.scheme_start().contains(byte)),
        ("scheme", "a", |byte| raw(Part::Scheme).contains(byte)),
        ("userinfo", "", |byte| raw(Part::Userinfo).contains(byte)),
        ("reg-name", "", |byte| raw(Part::Authority).contains(byte)),
        ("segment", "", |byte| raw(Part::Path).contains(byte) && byte != b'/'),
        ("query", "", |byte| raw(Part::Query).contains(byte)),
        ("fragment", "", |byte| raw(Part::Fragment).contains(byte)),
        ("opaque-part", "", |byte| is_opaque("a:", byte)),
        ("opaque-part", "a", |byte| is_opaque("a:a", byte)),
    ],
    every_class: &[Enumeration::after("", 5, "ag1+-.~;@:/?#%[")],
    closer: &[
        Enumeration::after("", 8, "a1:/?#@"),
        Enumeration::after("a:", 6, "a1-/;?@:["),
        // The authority: userinfo, labels, four numbers, and what is a registry name instead.
        Enumeration::after("//", 7, "a1-.:@").and(&["%41"]),
        Enumeration::after("x://", 6, "a1-.:@?").and(&["%41"]),
        Enumeration::after("//", 10, "a1.-"),
        Enumeration::after("//", 11, ":").and(&["12", "34."]),
    ],
};

/// The raw bytes of a part of http URIs.
fn raw(part: Part) -> ByteSet {
    RFC2396.raw_bytes(part, "http")
}

/// Whether a text that ends in this byte is an opaque URI.
fn is_opaque(before: &str, byte: u8) -> bool {
    let text = format!("{before}{}", char::from(byte));
    RFC2396.parse(&text).is_ok_and(|uri| uri.is_opaque() && uri.fragment().is_none())
}
