//! RFC 1630: schemes with a production each, and any other URI.

use napkin::edition::RFC1630;
use napkin::{ByteSet, Part, Start};

use super::super::engine::{Engine, Parts, Reading, parts};
use super::super::strings::Enumeration;

/// RFC 1630.
pub(crate) const ENGINE: Engine = Engine {
    name: "rfc1630",
    grammar: include_str!("../../../../../spec/grammars/rfc1630.abnf"),
    reference: &[
        Reading { is_for: is_known, rule: "our-known-reference" },
        Reading { is_for: is_partial, rule: "our-partial-reference" },
        Reading::all("our-generic-reference"),
    ],
    parts: &[|text| parts(RFC1630, text)],
    rules: Parts {
        scheme: &[
            "scheme",
            "our-http-scheme",
            "our-ftp-scheme",
            "our-news-scheme",
            "our-nntp-scheme",
            "our-prospero-scheme",
            "our-telnet-scheme",
            "our-gopher-scheme",
            "our-wais-scheme",
            "our-mailto-scheme",
            "our-mid-scheme",
            "our-cid-scheme",
            "our-file-scheme",
        ],
        authority: &["login", "hostport", "our-file-host"],
        userinfo: &["our-userinfo"],
        user: &["user"],
        password: &["password"],
        host: &["our-file-host", "host"],
        port: &["port"],
        // The rule `path` derives pieces of the paths that have rules of their own.
        path: &[
            "our-ftp-path",
            "groupart",
            "our-nntp-path",
            "our-prospero-path",
            "our-gopher-path",
            "our-wais-index-path",
            "our-wais-doc-path",
            "our-mailto-path",
            "addr-spec",
            "content-identifier",
            "our-partial-path",
            "path",
        ],
        parameters: &[],
        query: &["search"],
        fragment: &["our-fragment"],
        form: &[],
        authority_form: &[],
        // The empty host of a file has the kind of a name.
        host_kind: &[
            ("hostname", "reg-name"),
            ("hostnumber", "ipv4"),
            ("our-file-host", "reg-name"),
        ],
        path_kind: &[],
    },
    has_scheme: |text| RFC1630.parse_as(Start::Uri, text).is_ok(),
    start_rules: &[
        (&[Reading { is_for: is_known, rule: "url" }, Reading::all("our-generic-uri")], |text| {
            RFC1630.parse_as(Start::AbsoluteUri, text).is_ok()
        }),
        (&[Reading { is_for: is_partial, rule: "our-partial-reference" }], |text| {
            RFC1630.parse_as(Start::RelativeRef, text).is_ok()
        }),
        (&[Reading { is_for: is_partial, rule: "our-partial-form" }], |text| {
            RFC1630.parse_as(Start::RelativeUri, text).is_ok()
        }),
    ],
    byte_sets: &[
        ("xalpha", "", |byte| RFC1630.unreserved.contains(byte)),
        // The engine adds what section 4.1.1 reserves: the "+" between the words of a search.
        ("reserved", "", |byte| RFC1630.reserved.contains(byte) && byte != b'+'),
        ("scheme", "", |byte| RFC1630.scheme_start().contains(byte)),
        ("scheme", "a", |byte| raw(Part::Scheme).contains(byte)),
        ("our-fragment", "", |byte| raw(Part::Fragment).contains(byte)),
    ],
    every_class: &[
        Enumeration::after("", 4, "<!#%*+-./01:;=?@ABCGILNacdefghilmnoprstwyb"),
        Enumeration::after("x:", 7, "=g#%+/1?"),
        Enumeration::after("http://", 5, "=-#%+./1:?@ag"),
        Enumeration::after("http://h", 6, "=g#%+/1:?@a"),
        Enumeration::after("ftp://", 4, "<!#%+-./1:;=@ABCGILNepty"),
        Enumeration::after("ftp://h/", 4, ":g#%+/1;=ABCILNepty"),
        Enumeration::after("ftp://h/;type=", 5, "/g#%1ABCILN"),
        Enumeration::after("news:", 6, "/!#%*.1@ag"),
        Enumeration::after("nntp:", 5, ":-#%/1@ag"),
        Enumeration::after("prospero://h/", 6, ":-#%+/01ag"),
        Enumeration::after("telnet://", 5, "/!#%+-.1:@ag"),
        Enumeration::after("gopher://h", 6, "=g#%+/1:@a"),
        Enumeration::after("wais://h/", 6, ":g#%+/1;=?a"),
        Enumeration::after("mailto:", 6, "/.#%1@ag"),
        Enumeration::after("mid:", 6, "/g#%1@"),
        Enumeration::after("cid:", 6, "/g#%1"),
        Enumeration::after("file://", 5, "=-#%+./1@ag"),
    ],
    closer: &[
        Enumeration::after("", 4, "a1:/").and(SCHEMES),
        Enumeration::after("", 6, "a:/?+#@").and(&["%41"]),
        // Login, host and port.
        Enumeration::after("ftp://", 6, "a1-$.:@/").and(&["%41"]),
        Enumeration::after("telnet://", 8, "a1.:@"),
        Enumeration::after("http://", 8, "a1.:"),
        Enumeration::after("file:", 6, "/a1.:@").and(&["%41"]),
        // The tails of the productions.
        Enumeration::after("http://h", 6, "a/?+#=").and(&["%41"]),
        Enumeration::after("ftp://h/", 6, "ANIL8/a").and(&[";type="]),
        Enumeration::after("gopher://h", 6, "/1a@+?=").and(&["%41"]),
        Enumeration::after("wais://h/", 6, "a/1=;?+").and(&["%41"]),
        Enumeration::after("wais://h/d/t/", 8, "a1=;/"),
        Enumeration::after("prospero://h/", 6, "1a/@#").and(&["%00", "%01"]),
        Enumeration::after("prospero://h/", 8, "%01a/"),
        Enumeration::after("news:", 6, "a1.*@/").and(&["%41", "%40"]),
        Enumeration::after("nntp:", 7, "a1/@-").and(&["%41"]),
        Enumeration::after("mailto:", 7, "a1.@/").and(&["%40"]),
        Enumeration::after("mid:", 7, "a@/").and(&["%40"]),
    ],
};

/// The schemes with a production, one of them in the wrong case, and what may come between.
const SCHEMES: &[&str] = &[
    "http", "ftp", "news", "nntp", "prospero", "telnet", "gopher", "wais", "mailto", "mid", "cid",
    "file", "HTTP", "%41",
];

/// Whether the text before the first colon is a scheme with a production.
fn is_known(text: &str) -> bool {
    const KNOWN: &[&str] = &[
        "http", "ftp", "news", "nntp", "prospero", "telnet", "gopher", "wais", "mailto", "mid",
        "cid", "file",
    ];
    text.split_once(':').is_some_and(|(scheme, _)| KNOWN.contains(&scheme))
}

/// Whether no colon comes before the first slash, question mark or hash.
fn is_partial(text: &str) -> bool {
    let end = text.find([':', '/', '?', '#']);
    end.is_none_or(|at| text.as_bytes()[at] != b':')
}

/// The raw bytes of a part of http URIs.
fn raw(part: Part) -> ByteSet {
    RFC1630.raw_bytes(part, "http")
}
