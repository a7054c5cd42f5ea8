//! RFC 1808: generic and relative URLs with parameters; a `net_loc` that may be a login.

use napkin::edition::RFC1808;
use napkin::{ByteSet, Part, Start};

use super::super::engine::{Engine, PATHS, Parts, Reading, parts};
use super::super::strings::Enumeration;

/// RFC 1808.
pub(crate) const ENGINE: Engine = Engine {
    name: "rfc1808",
    grammar: include_str!("../../../../../spec/grammars/rfc1808.abnf"),
    reference: &[Reading::all("URL")],
    parts: &[|text| parts(RFC1808, text)],
    rules: Parts {
        scheme: &["scheme"],
        authority: &["net-loc"],
        userinfo: &["userinfo"],
        user: &["user"],
        password: &["password"],
        host: &["host"],
        port: &["port"],
        path: PATHS,
        parameters: &["params"],
        query: &["query"],
        fragment: &["fragment"],
        form: &[("absoluteURL", "generic"), ("URL", "relative")],
        authority_form: &[],
        host_kind: &[("hostname", "reg-name"), ("hostnumber", "ipv4")],
        path_kind: &[],
    },
    has_scheme: |text| RFC1808.parse_as(Start::Uri, text).is_ok(),
    start_rules: &[
        (&[Reading::all("absoluteURL")], |text| RFC1808.parse_as(Start::AbsoluteUri, text).is_ok()),
        (&[Reading::all("relativeURL-alone")], |text| {
            RFC1808.parse_as(Start::RelativeUri, text).is_ok()
        }),
    ],
    byte_sets: &[
        ("unreserved", "", |byte| RFC1808.unreserved.contains(byte)),
        ("reserved", "", |byte| RFC1808.reserved.contains(byte)),
        ("scheme", "", |byte| RFC1808.scheme_start().contains(byte)),
        ("scheme", "a", |byte| raw(Part::Scheme).contains(byte)),
        ("user", "", |byte| raw(Part::Userinfo).contains(byte) && byte != b':'),
        ("password", "", |byte| raw(Part::Userinfo).contains(byte) && byte != b':'),
        ("net-loc", "", |byte| raw(Part::Authority).contains(byte)),
        // The engine reads parameters as part of the path, until it splits them.
        ("segment", "", |byte| raw(Part::Path).contains(byte) && byte != b'/' && byte != b';'),
        ("query", "", |byte| raw(Part::Query).contains(byte)),
        ("fragment", "", |byte| raw(Part::Fragment).contains(byte)),
    ],
    every_class: &[Enumeration::after("", 5, "ag1+-._;@:/?#&%[")],
    closer: &[
        Enumeration::after("", 8, "a_:/;?#"),
        Enumeration::after("a:", 6, "a1-./;?@:"),
        // The net_loc: user and password, labels, four numbers, and what is no login.
        Enumeration::after("//", 7, "a1.:@?"),
        Enumeration::after("x://", 6, "a1-.:@/").and(&["%41"]),
        Enumeration::after("//", 9, "a1.-"),
        Enumeration::after("//", 11, ":").and(&["12", "34."]),
    ],
};

/// The raw bytes of a part of http URIs.
fn raw(part: Part) -> ByteSet {
    RFC1808.raw_bytes(part, "http")
}
