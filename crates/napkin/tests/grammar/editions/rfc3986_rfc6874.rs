//! RFC 3986 with RFC 6874: addresses with a zone identifier.

use napkin::{ByteSet, Edition, Part, Start};

use super::super::engine::{Engine, PATHS, Parts, Reading, parts_but_user};
use super::super::strings::Enumeration;

/// RFC 3986 as amended.
pub(crate) const ENGINE: Engine = Engine {
    name: NAME,
    grammar: include_str!("../../../../../spec/grammars/rfc3986+rfc6874.abnf"),
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
        form: &[],
        authority_form: &[],
        host_kind: &[
            ("IPv6addrz", "ipv6"),
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
    has_scheme: |text| amended().parse_as(Start::Uri, text).is_ok(),
    start_rules: &[
        (&[Reading::all("URI")], |text| amended().parse_as(Start::Uri, text).is_ok()),
        (&[Reading::all("absolute-URI")], |text| {
            amended().parse_as(Start::AbsoluteUri, text).is_ok()
        }),
        (&[Reading::all("relative-ref")], |text| {
            amended().parse(text).is_ok_and(|reference| reference.scheme().is_none())
        }),
    ],
    byte_sets: &[
        ("unreserved", "", |byte| amended().unreserved.contains(byte)),
        ("reserved", "", |byte| amended().reserved.contains(byte)),
        ("gen-delims", "", |byte| amended().reserved.without(reg_name()).contains(byte)),
        ("sub-delims", "", |byte| amended().reserved.and(reg_name()).contains(byte)),
        ("scheme", "", |byte| amended().scheme_start().contains(byte)),
        ("scheme", "a", |byte| raw(Part::Scheme).contains(byte)),
        ("userinfo", "", |byte| raw(Part::Userinfo).contains(byte)),
        ("reg-name", "", |byte| reg_name().contains(byte)),
        ("ZoneID", "", |byte| amended().parse(&format!("//[::%25{}]", char::from(byte))).is_ok()),
        ("IPvFuture", "v1.", |byte| {
            let text = format!("//[v1.{}]", char::from(byte));
            amended().parse(&text).is_ok()
        }),
        ("pchar", "", |byte| raw(Part::Path).contains(byte) && byte != b'/'),
        ("query", "", |byte| raw(Part::Query).contains(byte)),
        ("fragment", "", |byte| raw(Part::Fragment).contains(byte)),
    ],
    every_class: &[Enumeration::after("", 5, "avz012358+._-!:/?#[]@%é")],
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
        // ZoneID: any characters, then behind addresses of all lengths.
        Enumeration::after("//[::1%", 6, "25ag.~:@[]%").before("]"),
        Enumeration::after("//[", 10, "1:").and(&["%25a", "%41"]).before("]"),
        Enumeration::after("//[v", 6, "1fg.:@%[]").before("]"),
    ],
};

const NAME: &str = "rfc3986+rfc6874";

fn amended() -> &'static Edition {
    Edition::named(NAME).expect("the amendment is in the list")
}

/// The raw bytes of a part of http URIs.
fn raw(part: Part) -> ByteSet {
    amended().raw_bytes(part, "http")
}

fn reg_name() -> ByteSet {
    raw(Part::Host)
}
