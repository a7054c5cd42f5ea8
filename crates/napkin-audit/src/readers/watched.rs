//! The programs that were watched as they read URIs: which version, when, and how.
//!
//! `crates/napkin-audit/tests/programs/` watches them again, in the versions that are installed.

use std::fmt;

/// A watched program, as evidence for a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Watched {
    /// The name of the program.
    pub program: &'static str,
    /// The versions that were watched.
    pub versions: &'static str,
    /// The day, as `YYYY-MM-DD`.
    pub date: &'static str,
    /// How it was watched.
    pub by: WatchedBy,
}

/// How a program was watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WatchedBy {
    /// A preloaded library records the names that the program looks up and the addresses that it connects to.
    Preload,
    /// A script records what the program's own functions return, or pass to the system.
    Functions,
    /// A proxy records the requests.
    Proxy,
    /// A script in the place of a command that the program runs records the arguments.
    Command,
}

impl fmt::Display for WatchedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Preload => "preload",
            Self::Functions => "functions",
            Self::Proxy => "proxy",
            Self::Command => "command",
        })
    }
}

const fn watched(program: &'static str, versions: &'static str, by: WatchedBy) -> Watched {
    Watched { program, versions, date: "2026-11-26", by }
}

const fn preload(program: &'static str, versions: &'static str) -> Watched {
    watched(program, versions, WatchedBy::Preload)
}

const fn functions(program: &'static str, versions: &'static str) -> Watched {
    watched(program, versions, WatchedBy::Functions)
}

pub(super) const RFC2396: &[Watched] = &[functions("Java, java.net.URI", "17")];

pub(super) const RFC3986: &[Watched] = &[
    functions("Go, net/http", "1.19"),
    functions("Perl, URI", "5.17"),
    functions("Ruby, URI", "3.1"),
    preload("aria2", "1.36, 1.37"),
    preload("BusyBox wget", "1.35, 1.37"),
    preload("git, http", "2.39"),
    preload("w3m", "0.5.3"),
    preload("xmllint", "2.9.14"),
];

pub(super) const WHATWG_15: &[Watched] = &[functions("Node.js, URL and fetch", "20")];

pub(super) const URL_PARSE: &[Watched] = &[functions("Node.js, url.parse", "20")];

pub(super) const LIBCURL: &[Watched] = &[functions("libcurl", "7.88"), preload("curl", "7.88")];

pub(super) const WGET: &[Watched] =
    &[watched("wget", "1.21", WatchedBy::Proxy), preload("wget", "1.21")];

pub(super) const URLLIB: &[Watched] = &[functions("Python, urllib.parse", "3.11")];

pub(super) const URLLIB_REQUEST: &[Watched] = &[functions("Python, urllib.request", "3.11")];

pub(super) const HTTP_CLIENT: &[Watched] = &[functions("Python, http.client", "3.11")];

pub(super) const REQUESTS: &[Watched] = &[functions("requests with urllib3", "2.34, 2.8")];

pub(super) const JAVA: &[Watched] = &[functions("Java, java.net.URI and URL", "17")];

pub(super) const PHP: &[Watched] =
    &[functions("PHP, parse_url", "8.2"), preload("PHP, file_get_contents", "8.2")];

pub(super) const FIRST_AT: &[Watched] =
    &[preload("mpg123", "1.31, 1.32"), preload("wget2", "1.99, 2.2")];

pub(super) const FIRST_SLASH: &[Watched] = &[
    preload("apt, http", "2.6"),
    preload("axel", "2.17.11, 2.17.14"),
    preload("git, ssh", "2.39"),
    preload("mpg123", "1.31, 1.32"),
];

pub(super) const ELINKS: &[Watched] =
    &[preload("ELinks", "0.13.2, 0.18.0"), preload("Links", "2.28, 2.29")];

pub(super) const LYNX: &[Watched] = &[preload("Lynx", "2.9.0dev.12, 2.9.2")];

pub(super) const LFTP: &[Watched] = &[preload("lftp", "4.9.2, 4.9.3")];

pub(super) const HTTPING: &[Watched] = &[preload("httping", "2.5, 4.4")];

pub(super) const PUF: &[Watched] = &[preload("puf", "1.0")];

pub(super) const SNARF: &[Watched] = &[preload("snarf", "7.0")];

pub(super) const DECODE_FIRST: &[Watched] =
    &[preload("libwww-perl", "6.68, 6.78"), preload("wget2", "1.99, 2.2")];
