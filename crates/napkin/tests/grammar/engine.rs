//! The engine under test, one row an edition: the only file of the harness that calls the library.
//!
//! A row says which grammar file the edition has, which function of the engine answers for which
//! start rule, which rules the parts of a reference are, and which strings to enumerate. Nothing
//! else in the harness knows one edition from another.

use napkin::edition::RFC3986;
use napkin::{AbsoluteUri, Encoded, HostKind, PathKind, Query, Scheme, Uri, UriRef};

use crate::strings::Enumeration;

/// What there is to know of each part of a reference, in the order in which the parts stand.
///
/// Of the grammar: the rules that derive it; the first one in the list that the derivation used
/// counts. Of a reference: its text, or, for a kind, the name of the rule.
#[derive(Debug, PartialEq)]
pub(crate) struct Parts<T> {
    pub(crate) scheme: T,
    pub(crate) authority: T,
    pub(crate) userinfo: T,
    pub(crate) host: T,
    pub(crate) host_kind: T,
    pub(crate) port: T,
    pub(crate) path: T,
    pub(crate) path_kind: T,
    pub(crate) query: T,
    pub(crate) fragment: T,
}

/// The parts that a reference has.
pub(crate) type PartsOf<'a> = Parts<Option<&'a str>>;

/// A start rule, and whether the engine accepts a string for it.
pub(crate) type StartRule = (&'static str, fn(&str) -> bool);

/// A rule, a string, and the engine's set of the bytes that may follow the string in the rule.
pub(crate) type SetOfBytes = (&'static str, &'static str, fn(u8) -> bool);

/// One edition: its grammar, and what the engine says.
#[derive(Debug)]
pub(crate) struct Engine {
    pub(crate) name: &'static str,
    /// The text of the grammar file.
    pub(crate) grammar: &'static str,
    /// The start rule that all parts belong to, and the engine's answer to it.
    pub(crate) reference: &'static str,
    pub(crate) parts: fn(&str) -> Option<PartsOf<'_>>,
    /// The rules behind each part.
    pub(crate) rules: Parts<&'static [&'static str]>,
    /// The other start rules.
    pub(crate) start_rules: &'static [StartRule],
    /// The engine's sets, and where the grammar says the same.
    pub(crate) byte_sets: &'static [SetOfBytes],
    /// Strings to enumerate with a character of every class of bytes that the grammar knows.
    pub(crate) every_class: Enumeration,
    /// Longer strings, of fewer characters.
    pub(crate) closer: &'static [Enumeration],
}

/// The editions under test.
pub(crate) static ENGINES: &[Engine] = &[RFC_3986];

/// RFC 3986.
pub(crate) const RFC_3986: Engine = Engine {
    name: "rfc3986",
    grammar: include_str!("../../../../grammars/rfc3986.abnf"),
    reference: "URI-reference",
    parts: |text| UriRef::parse(text).ok().map(parts),
    rules: Parts {
        scheme: &["scheme"],
        authority: &["authority"],
        userinfo: &["userinfo"],
        host: &["host"],
        host_kind: &["IPv6address", "IPvFuture", "IPv4address", "reg-name"],
        port: &["port"],
        path: PATHS,
        path_kind: PATHS,
        query: &["query"],
        fragment: &["fragment"],
    },
    start_rules: &[
        ("URI", |text| Uri::parse(text).is_ok()),
        ("absolute-URI", |text| AbsoluteUri::parse(text).is_ok()),
        ("relative-ref", |text| UriRef::parse(text).is_ok_and(|uri| uri.is_relative_ref())),
    ],
    byte_sets: &[
        ("unreserved", "", |byte| RFC3986.unreserved.contains(byte)),
        ("reserved", "", |byte| RFC3986.reserved.contains(byte)),
        ("gen-delims", "", |byte| RFC3986.reserved.without(RFC3986.reg_name).contains(byte)),
        ("sub-delims", "", |byte| RFC3986.reserved.and(RFC3986.reg_name).contains(byte)),
        ("scheme", "", |byte| RFC3986.scheme_first.contains(byte)),
        ("scheme", "a", |byte| RFC3986.scheme.contains(byte)),
        ("userinfo", "", |byte| RFC3986.userinfo.contains(byte)),
        ("reg-name", "", |byte| RFC3986.reg_name.contains(byte)),
        ("IPvFuture", "v1.", |byte| RFC3986.ipv_future.contains(byte)),
        ("pchar", "", |byte| RFC3986.segment.contains(byte)),
        ("query", "", |byte| RFC3986.query.contains(byte)),
        ("fragment", "", |byte| RFC3986.fragment.contains(byte)),
    ],
    every_class: Enumeration {
        prefix: "",
        pieces: &[
            "a", "v", "z", "0", "1", "2", "3", "5", "8", "+", ".", "_", ":", "/", "?", "#", "[",
            "]", "@", "%", "é",
        ],
        suffix: "",
        max_pieces: 5,
    },
    closer: &[
        Enumeration {
            prefix: "",
            pieces: &["a", "1", ".", ":", "/", "?", "#", "[", "]", "@", "%", "<"],
            suffix: "",
            max_pieces: 7,
        },
        Enumeration {
            prefix: "",
            pieces: &["a", ":", "/", "?", "#", "@"],
            suffix: "",
            max_pieces: 8,
        },
        // IPv4address: the borders of dec-octet, then their number.
        Enumeration {
            prefix: "//1.1.",
            pieces: &["0", "1", "2", "4", "5", "6", "9", "."],
            suffix: "",
            max_pieces: 6,
        },
        Enumeration { prefix: "//", pieces: &["0", "1", "25", "."], suffix: "", max_pieces: 9 },
        // IPv6address: all kinds of bytes, then the number of groups, then the address at its end.
        Enumeration {
            prefix: "//[",
            pieces: &["1", "f", "g", ":", ".", "[", "]"],
            suffix: "]",
            max_pieces: 7,
        },
        Enumeration { prefix: "//[", pieces: &["1", ":"], suffix: "]", max_pieces: 18 },
        Enumeration { prefix: "//[", pieces: &["1", ":", "2.3.4.5"], suffix: "]", max_pieces: 14 },
        Enumeration {
            prefix: "//[::1.1.",
            pieces: &["0", "1", "2", "5", "6", ".", ":"],
            suffix: "]",
            max_pieces: 6,
        },
        Enumeration {
            prefix: "//[v",
            pieces: &["1", "f", "g", ".", ":", "@", "%", "[", "]"],
            suffix: "]",
            max_pieces: 6,
        },
    ],
};

const PATHS: &[&str] =
    &["path-abempty", "path-absolute", "path-noscheme", "path-rootless", "path-empty"];

fn parts(reference: UriRef<&str>) -> PartsOf<'_> {
    let authority = reference.authority();
    Parts {
        scheme: reference.scheme().map(Scheme::as_str),
        authority: authority.map(|authority| authority.as_str()),
        userinfo: authority.and_then(|authority| Some(authority.userinfo()?.as_str())),
        host: authority.map(|authority| authority.host().as_str()),
        host_kind: authority.map(|authority| match authority.host().kind() {
            HostKind::RegName => "reg-name",
            HostKind::Ipv4 => "IPv4address",
            HostKind::Ipv6 => "IPv6address",
            HostKind::IpvFuture => "IPvFuture",
        }),
        port: authority.and_then(|authority| Some(authority.port()?.as_str())),
        path: Some(reference.path().as_str()),
        path_kind: Some(match reference.path_kind() {
            PathKind::Abempty => "path-abempty",
            PathKind::Absolute => "path-absolute",
            PathKind::Noscheme => "path-noscheme",
            PathKind::Rootless => "path-rootless",
            PathKind::Empty => "path-empty",
        }),
        query: reference.query().map(Query::as_str),
        fragment: reference.fragment().map(Encoded::as_str),
    }
}
