//! RFC 3987: the edition, whose texts are characters.

use napkin::edition::RFC3987;
use napkin::{Part, Start};

use super::super::engine::{Engine, Parts, Reading, parts_but_user};
use super::super::strings::Enumeration;

/// One character of each class of bytes that begin or continue characters: the boundaries of all ranges, and their
/// neighbours.
const BEYOND_ASCII: &str = "\u{80}\u{90}\u{9F}\u{A0}é\u{7BF}\u{800}日\u{D7FF}\u{E000}\u{F8FF}\u{F900}\u{FDCF}\u{FDD0}\u{FDF0}\u{FFEF}\u{FFF0}\u{10000}\u{1FFFD}\u{1FFFE}\u{40000}\u{80000}\u{E0FFF}\u{E1000}\u{F0000}\u{10FFFD}\u{10FFFE}";

/// These characters, with one byte of each class of ASCII.
const EVERY_CLASS: &str = "avz012358+._:/?#[]@%<\u{80}\u{90}\u{9F}\u{A0}é\u{7BF}\u{800}日\u{D7FF}\u{E000}\u{F8FF}\u{F900}\u{FDCF}\u{FDD0}\u{FDF0}\u{FFEF}\u{FFF0}\u{10000}\u{1FFFD}\u{1FFFE}\u{40000}\u{80000}\u{E0FFF}\u{E1000}\u{F0000}\u{10FFFD}\u{10FFFE}";

/// RFC 3987.
pub(crate) const ENGINE: Engine = Engine {
    name: "rfc3987",
    grammar: include_str!("../../../../../spec/grammars/rfc3987.abnf"),
    reference: &[Reading::all("IRI-reference")],
    parts: &[|text| parts_but_user(RFC3987, text)],
    rules: Parts {
        scheme: &["scheme"],
        authority: &["iauthority"],
        userinfo: &["iuserinfo"],
        user: &[],
        password: &[],
        host: &["ihost"],
        port: &["port"],
        path: &[
            "ipath-abempty",
            "ipath-absolute",
            "ipath-noscheme",
            "ipath-rootless",
            "ipath-empty",
        ],
        parameters: &[],
        query: &["iquery"],
        fragment: &["ifragment"],
        form: &[],
        authority_form: &[],
        host_kind: &[
            ("IPv6address", "ipv6"),
            ("IPvFuture", "ipvfuture"),
            ("IPv4address", "ipv4"),
            ("ireg-name", "reg-name"),
        ],
        path_kind: &[
            ("ipath-abempty", "path-abempty"),
            ("ipath-absolute", "path-absolute"),
            ("ipath-noscheme", "path-noscheme"),
            ("ipath-rootless", "path-rootless"),
            ("ipath-empty", "path-empty"),
        ],
    },
    has_scheme: |text| RFC3987.parse_as(Start::Uri, text).is_ok(),
    start_rules: &[
        (&[Reading::all("IRI")], |text| RFC3987.accepts(Start::Uri, text)),
        (&[Reading::all("absolute-IRI")], |text| RFC3987.accepts(Start::AbsoluteUri, text)),
        (&[Reading::all("irelative-ref")], |text| RFC3987.accepts(Start::RelativeRef, text)),
    ],
    byte_sets: &[
        ("unreserved", "", |byte| RFC3987.unreserved.contains(byte)),
        ("reserved", "", |byte| RFC3987.reserved.contains(byte)),
        ("scheme", "", |byte| RFC3987.scheme_start().contains(byte)),
        ("scheme", "a", |byte| is_raw(Part::Scheme, byte)),
        ("iuserinfo", "", |byte| is_raw(Part::Userinfo, byte)),
        ("ireg-name", "", |byte| is_raw(Part::Host, byte)),
        ("ipchar", "", |byte| is_raw(Part::Path, byte) && byte != b'/'),
        ("iquery", "", |byte| is_raw(Part::Query, byte)),
        ("ifragment", "", |byte| is_raw(Part::Fragment, byte)),
    ],
    every_class: &[Enumeration::after("", 3, EVERY_CLASS)],
    closer: &[
        Enumeration::after("", 6, "a1:/?#@%é\u{E000}"),
        Enumeration::after("", 3, BEYOND_ASCII).and(&["?", "#", "/"]),
        Enumeration::after("a://", 3, BEYOND_ASCII).and(&["?", "#", "/", "@", ":"]),
        Enumeration::after("//[v1.", 5, "1a:é%]").before("]"),
    ],
};

fn is_raw(part: Part, byte: u8) -> bool {
    RFC3987.raw_bytes(part, "").contains(byte)
}
