//! RFC 1738: ten schemes with a production each, and any other URL.

use napkin::edition::RFC1738;
use napkin::edition::rules::Hierarchy;
use napkin::{ByteSet, Start};

use crate::engine::{Engine, Parts, Reading, parts};
use crate::strings::Enumeration;

/// RFC 1738.
pub(crate) const ENGINE: Engine = Engine {
    name: "rfc1738",
    grammar: include_str!("../../../../../grammars/rfc1738.abnf"),
    reference: &[
        Reading { is_for: is_known, rule: "known-reference" },
        Reading::all("other-reference"),
    ],
    parts: &[|text| parts(RFC1738, text)],
    rules: Parts {
        scheme: &[
            "scheme",
            "http-scheme",
            "ftp-scheme",
            "file-scheme",
            "gopher-scheme",
            "mailto-scheme",
            "news-scheme",
            "nntp-scheme",
            "telnet-scheme",
            "wais-scheme",
            "prospero-scheme",
        ],
        authority: &["login", "host-port", "file-host"],
        userinfo: &["userinfo"],
        user: &["user"],
        password: &["password"],
        host: &["file-host", "host"],
        port: &["port"],
        path: &[
            "http-path",
            "ftp-path",
            "file-path",
            "gopher-path",
            "mailto-path",
            "news-path",
            "nntp-path",
            "telnet-path",
            "wais-database-path",
            "wais-index-path",
            "wais-doc-path",
            "prospero-path",
            "url-path",
            "opaque-path",
        ],
        parameters: &[],
        query: &["search"],
        fragment: &["fragment"],
        form: &[],
        authority_form: &[],
        // The void host of a file is told to be a name.
        host_kind: &[("host-name", "reg-name"), ("host-number", "ipv4"), ("file-host", "reg-name")],
        path_kind: &[],
    },
    has_scheme: |text| RFC1738.parse_as(Start::Uri, text).is_ok(),
    start_rules: &[
        (&[Reading { is_for: is_known, rule: "known-url" }, Reading::all("other-url")], |text| {
            RFC1738.parse_as(Start::AbsoluteUri, text).is_ok()
        }),
        // There are no relative forms.
        (&[], |text| RFC1738.parse_as(Start::RelativeRef, text).is_ok()),
    ],
    byte_sets: &[
        ("unreserved", "", |byte| RFC1738.unreserved.contains(byte)),
        ("reserved", "", |byte| RFC1738.reserved.contains(byte)),
        ("scheme", "", |byte| RFC1738.scheme.first.contains(byte)),
        ("scheme", "a", |byte| RFC1738.scheme.rest.contains(byte)),
        ("fragment", "", |byte| fragment().contains(byte)),
    ],
    every_class: &[Enumeration::after("", 4, SCHEMES)],
    closer: &[],
};

/// The schemes with a production, and the characters around them.
const SCHEMES: &[&str] = &[
    "http", "ftp", "news", "nntp", "prospero", "telnet", "gopher", "wais", "mailto", "file", "1",
    ":", "/",
];

fn is_known(scheme: &str) -> bool {
    const KNOWN: &[&str] =
        &["ftp", "http", "gopher", "mailto", "news", "nntp", "telnet", "wais", "file", "prospero"];
    KNOWN.iter().any(|known| known.eq_ignore_ascii_case(scheme))
}

fn fragment() -> ByteSet {
    match RFC1738.hierarchy {
        Hierarchy::ByScheme { fragment, .. } => fragment,
        Hierarchy::Generic(_) => ByteSet::EMPTY,
    }
}
