//! RFC 1808: generic and relative URLs with parameters; a `net_loc` that may be a login.

use napkin::Start;
use napkin::edition::RFC1808;
use napkin::edition::rules::Generic;

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
        ("scheme", "", |byte| RFC1808.scheme.first.contains(byte)),
        ("scheme", "a", |byte| RFC1808.scheme.rest.contains(byte)),
        ("user", "", |byte| generic().authority.userinfo.unwrap().raw.contains(byte)),
        ("password", "", |byte| generic().authority.userinfo.unwrap().raw.contains(byte)),
        ("net-loc", "", |byte| generic().authority.registry.unwrap().contains(byte)),
        // The engine takes parameters for a part of the path, until it tells them apart.
        ("segment", "", |byte| generic().segment.contains(byte) && byte != b';'),
        ("query", "", |byte| generic().query.contains(byte)),
        ("fragment", "", |byte| generic().fragment.contains(byte)),
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

fn generic() -> &'static Generic {
    RFC1808.generic().expect("RFC 1808 has a generic syntax")
}
