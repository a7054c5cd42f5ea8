//! RFC 1630: schemes with a production each, and any other URI.

use napkin::edition::RFC1630;
use napkin::edition::rules::Hierarchy;
use napkin::{ByteSet, Start};

use crate::engine::{Engine, Parts, Reading, parts};
use crate::strings::Enumeration;

/// RFC 1630.
pub(crate) const ENGINE: Engine = Engine {
    name: "rfc1630",
    grammar: include_str!("../../../../../grammars/rfc1630.abnf"),
    reference: &[
        Reading { is_for: is_known, rule: "known-reference" },
        Reading::all("generic-reference"),
    ],
    parts: &[|text| parts(RFC1630, text)],
    rules: Parts {
        scheme: &[
            "scheme",
            "http-scheme",
            "ftp-scheme",
            "news-scheme",
            "nntp-scheme",
            "prospero-scheme",
            "telnet-scheme",
            "gopher-scheme",
            "wais-scheme",
            "mailto-scheme",
            "mid-scheme",
            "cid-scheme",
            "file-scheme",
        ],
        authority: &["login", "host-port", "file-host"],
        userinfo: &["userinfo"],
        user: &["user"],
        password: &["password"],
        host: &["file-host", "host"],
        port: &["port"],
        // The rule `path` derives pieces of the paths that have rules of their own.
        path: &[
            "ftp-path",
            "news-path",
            "nntp-path",
            "prospero-path",
            "gopher-path",
            "wais-path-index",
            "wais-path-doc",
            "mailto-path",
            "mid-path",
            "cid-path",
            "path",
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
    has_scheme: |text| RFC1630.parse_as(Start::Uri, text).is_ok(),
    start_rules: &[
        (&[Reading { is_for: is_known, rule: "known-uri" }, Reading::all("generic-uri")], |text| {
            RFC1630.parse_as(Start::AbsoluteUri, text).is_ok()
        }),
        // Partial forms are no URIs.
        (&[], |text| RFC1630.parse_as(Start::RelativeRef, text).is_ok()),
    ],
    byte_sets: &[
        ("xalpha", "", |byte| RFC1630.unreserved.contains(byte)),
        // The engine adds what section 4.1.1 reserves: the "+" between the words of a search.
        ("reserved", "", |byte| RFC1630.reserved.contains(byte) && byte != b'+'),
        ("scheme", "", |byte| RFC1630.scheme.first.contains(byte)),
        ("scheme", "a", |byte| RFC1630.scheme.rest.contains(byte)),
        ("fragment", "", |byte| fragment().contains(byte)),
    ],
    every_class: &[Enumeration::after("", 4, SCHEMES)],
    closer: &[],
};

/// The schemes with a production, and the characters around them.
const SCHEMES: &[&str] = &[
    "http", "ftp", "news", "nntp", "prospero", "telnet", "gopher", "wais", "mailto", "mid", "cid",
    "file", "1", ":", "/",
];

fn is_known(scheme: &str) -> bool {
    const KNOWN: &[&str] = &[
        "http", "ftp", "news", "nntp", "prospero", "telnet", "gopher", "wais", "mailto", "mid",
        "cid", "file",
    ];
    KNOWN.contains(&scheme)
}

fn fragment() -> ByteSet {
    match RFC1630.hierarchy {
        Hierarchy::ByScheme { fragment, .. } => fragment,
        Hierarchy::Generic(_) => ByteSet::EMPTY,
    }
}
