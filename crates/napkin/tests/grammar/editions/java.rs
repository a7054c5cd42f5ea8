//! java.net.URI: RFC 2396 and RFC 2732 with deviations of its own, on texts of characters.

use napkin::edition::JAVA;
use napkin::{ByteSet, Part, Start};

use super::super::engine::{Engine, Parts, Reading, parts_but_user};
use super::super::strings::Enumeration;

/// One character of each class of bytes that begin or continue characters: the boundaries of all ranges, and their
/// neighbours.
const BEYOND_ASCII: &str = "\u{80}\u{90}\u{9F}\u{A0}é\u{7BF}\u{800}\u{167F}\u{1680}\u{1681}\u{16C0}\u{2000}\u{200A}\u{200B}\u{2028}\u{202A}\u{202F}\u{2030}\u{205F}\u{2060}\u{2FFF}\u{3000}\u{3001}日\u{D7FF}\u{E000}\u{10000}\u{40000}\u{10FFFF}";

/// These characters, with one byte of each class of ASCII.
const EVERY_CLASS: &str = "azv0123456789-._+;~:/?#[]@%<\u{80}\u{90}\u{9F}\u{A0}é\u{7BF}\u{800}\u{167F}\u{1680}\u{1681}\u{16C0}\u{2000}\u{200A}\u{200B}\u{2028}\u{202A}\u{202F}\u{2030}\u{205F}\u{2060}\u{2FFF}\u{3000}\u{3001}日\u{D7FF}\u{E000}\u{10000}\u{40000}\u{10FFFF}";

/// java.net.URI. Its grammar does not separate user and password.
pub(crate) const ENGINE: Engine = Engine {
    name: "java",
    grammar: include_str!("../../../../../spec/grammars/java.abnf"),
    reference: &[Reading::all("URI-reference")],
    parts: &[|text| parts_but_user(JAVA, text)],
    rules: Parts {
        scheme: &["scheme"],
        authority: &["authority"],
        userinfo: &["userinfo"],
        user: &[],
        password: &[],
        host: &["host"],
        port: &["port"],
        path: &[
            "path-abempty",
            "path-behind-slashes",
            "path-absolute",
            "path-noscheme",
            "path-empty",
        ],
        parameters: &[],
        query: &["query"],
        fragment: &["fragment"],
        form: &[
            ("hier-URI", "hierarchical"),
            ("hier-slashes", "hierarchical"),
            ("opaque-part", "opaque"),
            ("URI-reference", "relative"),
        ],
        authority_form: &[("server", "server"), ("reg-name", "registry")],
        host_kind: &[("IPv6address", "ipv6"), ("hostname", "reg-name"), ("IPv4address", "ipv4")],
        path_kind: &[],
    },
    has_scheme: |text| JAVA.parse_as(Start::Uri, text).is_ok(),
    start_rules: &[
        (&[Reading::all("absolute-URI")], |text| JAVA.accepts(Start::AbsoluteUri, text)),
        (&[Reading::all("relative-URI")], |text| JAVA.accepts(Start::RelativeUri, text)),
    ],
    byte_sets: &[
        ("unreserved", "", |byte| JAVA.unreserved.contains(byte)),
        ("reserved", "", |byte| JAVA.reserved.contains(byte)),
        ("scheme", "", |byte| JAVA.scheme_start().contains(byte)),
        ("scheme", "a", |byte| raw(Part::Scheme).contains(byte)),
        ("userinfo", "", |byte| raw(Part::Userinfo).contains(byte)),
        ("reg-name", "", |byte| raw(Part::Authority).contains(byte)),
        ("segment", "", |byte| raw(Part::Path).contains(byte) && byte != b'/'),
        ("query", "", |byte| raw(Part::Query).contains(byte)),
        ("fragment", "", |byte| raw(Part::Fragment).contains(byte)),
        ("opaque-part", "", |byte| is_opaque("a:", byte)),
        ("opaque-part", "a", |byte| is_opaque("a:a", byte)),
    ],
    every_class: &[Enumeration::after("", 3, EVERY_CLASS)],
    closer: &[
        Enumeration::after("", 8, "a1:/?#@"),
        Enumeration::after("a:", 6, "a1-/;?@:["),
        Enumeration::after("", 3, BEYOND_ASCII).and(&["?", "#", "/"]),
        Enumeration::after("a://", 3, BEYOND_ASCII).and(&["?", "#", "/", "@", ":"]),
        // The authority: userinfo, labels, four numbers, and what is a registry name instead.
        Enumeration::after("//", 7, "a1-.:@").and(&["%41", "é"]),
        Enumeration::after("x://", 6, "a1-.:@?").and(&["%41"]),
        Enumeration::after("//", 10, "a1.-"),
        Enumeration::after("//", 11, ":").and(&["12", "256", "0255", "."]),
        // IP literals, with scope identifiers.
        Enumeration::after("//[", 7, "f:%_-").and(&["1.2.3.04"]).before("]"),
        Enumeration::after("//[::", 6, ":f.").and(&["00001", "1.2.3.", "%"]).before("]:80"),
        // Ports around the highest.
        Enumeration::after("//h:", 7, "0").and(&["214748364", "7", "8", "214748365"]),
        Enumeration::after("//[::]:", 6, "0").and(&["21474", "8364", "7", "9"]),
    ],
};

/// The raw bytes of a part.
fn raw(part: Part) -> ByteSet {
    JAVA.raw_bytes(part, "http")
}

/// Whether a text that ends in this byte is an opaque URI.
fn is_opaque(before: &str, byte: u8) -> bool {
    let text = format!("{before}{}", char::from(byte));
    byte.is_ascii()
        && JAVA.parse(&text).is_ok_and(|uri| uri.is_opaque() && uri.fragment().is_none())
}
