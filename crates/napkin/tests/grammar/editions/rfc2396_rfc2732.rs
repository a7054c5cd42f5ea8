//! RFC 2396 with RFC 2732: brackets around addresses, and in queries, fragments and opaque parts.

use napkin::{ByteSet, Edition, Part, Start};

use super::super::engine::{Engine, PATHS, Parts, Reading, parts_but_user};
use super::super::strings::Enumeration;

/// RFC 2396 as amended. Its grammar does not separate user and password.
pub(crate) const ENGINE: Engine = Engine {
    name: NAME,
    grammar: include_str!("../../../../../spec/grammars/rfc2396+rfc2732.abnf"),
    reference: &[Reading::all("URI-reference")],
    parts: &[|text| parts_but_user(amended(), text)],
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
        host_kind: &[("hostname", "reg-name"), ("IPv4address", "ipv4"), ("ipv6reference", "ipv6")],
        path_kind: &[],
    },
    has_scheme: |text| amended().parse_as(Start::Uri, text).is_ok(),
    start_rules: &[
        (&[Reading::all("absoluteURI")], |text| {
            amended().parse_as(Start::AbsoluteUri, text).is_ok()
        }),
        (&[Reading::all("relativeURI")], |text| {
            amended().parse_as(Start::RelativeUri, text).is_ok()
        }),
    ],
    byte_sets: &[
        ("unreserved", "", |byte| amended().unreserved.contains(byte)),
        ("reserved", "", |byte| amended().reserved.contains(byte)),
        ("scheme", "", |byte| amended().scheme_start().contains(byte)),
        ("scheme", "a", |byte| raw(Part::Scheme).contains(byte)),
        ("userinfo", "", |byte| raw(Part::Userinfo).contains(byte)),
        ("reg-name", "", |byte| raw(Part::Authority).contains(byte)),
        ("segment", "", |byte| raw(Part::Path).contains(byte) && byte != b'/'),
        ("query", "", |byte| raw(Part::Query).contains(byte)),
        ("fragment", "", |byte| raw(Part::Fragment).contains(byte)),
        ("opaque-part", "", |byte| is_opaque("a:", byte)),
        ("opaque-part", "a", |byte| is_opaque("a:a", byte)),
    ],
    every_class: &[Enumeration::after("", 5, "ag012358+-.~;@:/?#[]%<")],
    closer: &[
        Enumeration::after("", 8, "a1:/?#@"),
        Enumeration::after("a:", 6, "a-/;?@:[]"),
        // The authority: userinfo, labels, four numbers, and what is a registry name instead.
        Enumeration::after("//", 7, "a1-.:@").and(&["%41"]),
        Enumeration::after("x://", 6, "a1-.:@?").and(&["%41"]),
        Enumeration::after("//", 10, "a1.-"),
        // IPv6address: all kinds of bytes, then the number of groups, then the address at its end.
        Enumeration::after("//[", 6, "1fg:.[]").before("]"),
        Enumeration::after("//[", 18, "1:").before("]"),
        Enumeration::after("//[", 14, "1:").and(&["2.3.4.5"]).before("]"),
        Enumeration::after("//[::1.1.", 6, "01256.:").before("]"),
    ],
};

const NAME: &str = "rfc2396+rfc2732";

fn amended() -> &'static Edition {
    Edition::named(NAME).expect("the amendment is in the list")
}

/// The raw bytes of a part of http URIs.
fn raw(part: Part) -> ByteSet {
    amended().raw_bytes(part, "http")
}

/// Whether a text that ends in this byte is an opaque URI.
fn is_opaque(before: &str, byte: u8) -> bool {
    let text = format!("{before}{}", char::from(byte));
    amended().parse(&text).is_ok_and(|uri| uri.is_opaque() && uri.fragment().is_none())
}
