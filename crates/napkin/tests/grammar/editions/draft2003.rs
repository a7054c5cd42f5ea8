//! draft-fielding-uri-rfc2396bis-01: hierarchical and opaque URIs, servers and registry names.

use napkin::edition::DRAFT2003;
use napkin::{ByteSet, Part, Start};

use super::super::engine::{Engine, PATHS, Parts, Reading, parts_but_user};
use super::super::strings::Enumeration;

/// The draft of 2003. Its grammar does not separate user and password.
pub(crate) const ENGINE: Engine = Engine {
    name: "draft2003",
    grammar: include_str!("../../../../../spec/grammars/draft2003.abnf"),
    reference: &[Reading::all("URI-reference")],
    parts: &[|text| parts_but_user(DRAFT2003, text)],
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
        query: &["query", "opaque-query"],
        fragment: &["fragment"],
        form: &[
            ("hier-part", "hierarchical"),
            ("opaque-part", "opaque"),
            ("URI-reference", "relative"),
        ],
        authority_form: &[("server", "server"), ("reg-name", "registry")],
        host_kind: &[("IPv6reference", "ipv6"), ("IPv4address", "ipv4"), ("hostname", "reg-name")],
        path_kind: &[],
    },
    has_scheme: |text| DRAFT2003.parse_as(Start::Uri, text).is_ok(),
    start_rules: &[
        (&[Reading::all("absolute-URI")], |text| {
            DRAFT2003.parse_as(Start::AbsoluteUri, text).is_ok()
        }),
        (&[Reading::all("absolute-URI-reference")], |text| {
            DRAFT2003.parse_as(Start::Uri, text).is_ok()
        }),
        (&[Reading::all("relative-URI")], |text| {
            DRAFT2003.parse_as(Start::RelativeUri, text).is_ok()
        }),
    ],
    byte_sets: &[
        ("unreserved", "", |byte| DRAFT2003.unreserved.contains(byte)),
        ("reserved", "", |byte| DRAFT2003.reserved.contains(byte)),
        ("scheme", "", |byte| DRAFT2003.scheme_start().contains(byte)),
        ("scheme", "a", |byte| raw(Part::Scheme).contains(byte)),
        ("userinfo", "", |byte| raw(Part::Userinfo).contains(byte)),
        ("reg-name", "", |byte| raw(Part::Authority).contains(byte)),
        ("segment", "", |byte| raw(Part::Path).contains(byte) && byte != b'/'),
        ("query", "", |byte| raw(Part::Query).contains(byte)),
        ("fragment", "", |byte| raw(Part::Fragment).contains(byte)),
        ("path-rootless", "", |byte| is_opaque("a:", byte) && byte != b'?'),
        ("opaque-query", "", |byte| is_opaque("a:a?", byte)),
    ],
    every_class: &[Enumeration::after("", 5, "ag012358+-.~;@:/?#[]%<")],
    closer: &[
        Enumeration::after("", 6, "a1:/?#@["),
        Enumeration::after("a:", 6, "a-/;?@:[]"),
        Enumeration::after("//", 7, "a1-.:@").and(&["%41"]),
        Enumeration::after("//", 10, "a1.-"),
        // Labels at their longest.
        Enumeration::after("//", 6, "a1-.:").and(&[LETTERS]),
        // IPv4address: the borders of dec-octet, then their number.
        Enumeration::after("//1.1.", 6, "0124569."),
        Enumeration::after("//", 9, "01.").and(&["25"]),
        // IPv6address: all kinds of bytes, then the number of groups, then the address at its end.
        Enumeration::after("//[", 6, "1fg:.[]").before("]"),
        Enumeration::after("//[", 18, "1:").before("]"),
        Enumeration::after("//[", 14, "1:").and(&["2.3.4.5"]).before("]"),
    ],
};

/// One letter less than the maximum length of a label.
const LETTERS: &str = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";

/// The raw bytes of a part of http URIs.
fn raw(part: Part) -> ByteSet {
    DRAFT2003.raw_bytes(part, "http")
}

/// Whether a text that ends in this byte is an opaque URI.
fn is_opaque(before: &str, byte: u8) -> bool {
    let text = format!("{before}{}", char::from(byte));
    DRAFT2003.parse(&text).is_ok_and(|uri| uri.is_opaque() && uri.fragment().is_none())
}
