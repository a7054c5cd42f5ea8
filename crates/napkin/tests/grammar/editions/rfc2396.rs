//! RFC 2396: hierarchical and opaque URIs, servers and registry names.

use napkin::Start;
use napkin::edition::RFC2396;
use napkin::edition::rules::{Generic, Opaque};

use super::super::engine::{Engine, PATHS, Parts, Reading, parts_but_user};
use super::super::strings::Enumeration;

/// RFC 2396. Its grammar does not tell user and password.
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
        ("scheme", "", |byte| RFC2396.scheme.first.contains(byte)),
        ("scheme", "a", |byte| RFC2396.scheme.rest.contains(byte)),
        ("userinfo", "", |byte| {
            generic().authority.userinfo.unwrap().raw.contains(byte) || byte == b':'
        }),
        ("reg-name", "", |byte| generic().authority.registry.unwrap().contains(byte)),
        ("segment", "", |byte| generic().segment.contains(byte)),
        ("query", "", |byte| generic().query.contains(byte)),
        ("fragment", "", |byte| generic().fragment.contains(byte)),
        (
            "opaque-part",
            "",
            |byte| matches!(generic().opaque, Opaque::UnlessSlash { first, .. } if first.contains(byte)),
        ),
        (
            "opaque-part",
            "a",
            |byte| matches!(generic().opaque, Opaque::UnlessSlash { rest, .. } if rest.contains(byte)),
        ),
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

fn generic() -> &'static Generic {
    RFC2396.generic().expect("RFC 2396 has a generic syntax")
}
