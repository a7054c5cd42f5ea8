//! draft-fielding-url-syntax-05: generic, opaque and relative URLs.

use napkin::edition::DRAFT1997;
use napkin::{ByteSet, Part, Start};

use super::super::engine::{Engine, PATHS, Parts, Reading, parts};
use super::super::strings::Enumeration;

/// The draft of 1997.
pub(crate) const ENGINE: Engine = Engine {
    name: "draft1997",
    grammar: include_str!("../../../../../spec/grammars/draft1997.abnf"),
    reference: &[Reading::all("URL-reference")],
    parts: &[|text| parts(DRAFT1997, text)],
    rules: Parts {
        scheme: &["scheme"],
        authority: &["site", "opaque-site"],
        userinfo: &["userinfo"],
        user: &["user"],
        password: &["password"],
        host: &["host"],
        port: &["port"],
        path: PATHS,
        parameters: &[],
        query: &["query"],
        fragment: &["fragment"],
        form: &[
            ("generic-URL", "generic"),
            ("opaque-URL", "opaque"),
            ("URL-reference", "relative"),
        ],
        authority_form: &[],
        host_kind: &[("hostname", "reg-name"), ("hostnumber", "ipv4")],
        path_kind: &[],
    },
    has_scheme: |text| DRAFT1997.parse_as(Start::Uri, text).is_ok(),
    start_rules: &[
        (&[Reading::all("absoluteURL")], |text| {
            DRAFT1997.parse_as(Start::AbsoluteUri, text).is_ok()
        }),
        (&[Reading::all("relativeURL-alone")], |text| {
            DRAFT1997.parse_as(Start::RelativeUri, text).is_ok()
        }),
    ],
    byte_sets: &[
        ("unreserved", "", |byte| DRAFT1997.unreserved.contains(byte)),
        ("reserved", "", |byte| DRAFT1997.reserved.contains(byte)),
        ("scheme", "", |byte| DRAFT1997.scheme_start().contains(byte)),
        ("scheme", "a", |byte| raw(Part::Scheme).contains(byte)),
        ("user", "", |byte| raw(Part::Userinfo).contains(byte) && byte != b':'),
        ("password", "", |byte| raw(Part::Userinfo).contains(byte) && byte != b':'),
        ("segment", "", |byte| raw(Part::Path).contains(byte) && byte != b'/'),
        ("query", "", |byte| raw(Part::Query).contains(byte)),
        ("fragment", "", |byte| raw(Part::Fragment).contains(byte)),
        ("urlc", "", |byte| is_opaque("a://::?", byte)),
    ],
    every_class: &[Enumeration::after("", 5, "ag1+-.~;@:/?#%[")],
    closer: &[
        Enumeration::after("", 8, "a1:/?#@"),
        Enumeration::after("a:", 7, "a1-./;?@:"),
        // The site: user and password, labels, four numbers, and what is opaque instead.
        Enumeration::after("//", 7, "a1-.:@").and(&["%41"]),
        Enumeration::after("x://", 6, "a1-.:@?").and(&["%41"]),
        Enumeration::after("//", 10, "a1.-"),
        Enumeration::after("//", 11, ":").and(&["12", "34."]),
    ],
};

/// The raw bytes of a part of http URIs.
fn raw(part: Part) -> ByteSet {
    DRAFT1997.raw_bytes(part, "http")
}

/// Whether a text that ends in this byte is an opaque URI.
fn is_opaque(before: &str, byte: u8) -> bool {
    let text = format!("{before}{}", char::from(byte));
    DRAFT1997.parse(&text).is_ok_and(|uri| uri.is_opaque() && uri.fragment().is_none())
}
