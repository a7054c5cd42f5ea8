//! RFC 1738: ten schemes with a production each, and any other URL.

use napkin::edition::RFC1738;
use napkin::{ByteSet, Part, Start};

use super::super::engine::{Engine, Parts, Reading, parts};
use super::super::strings::Enumeration;

/// RFC 1738.
pub(crate) const ENGINE: Engine = Engine {
    name: "rfc1738",
    grammar: include_str!("../../../../../spec/grammars/rfc1738.abnf"),
    reference: &[
        Reading { is_for: is_known, rule: "our-known-reference" },
        Reading::all("our-other-reference"),
    ],
    parts: &[|text| parts(RFC1738, text)],
    rules: Parts {
        scheme: &[
            "scheme",
            "our-http-scheme",
            "our-ftp-scheme",
            "our-file-scheme",
            "our-gopher-scheme",
            "our-mailto-scheme",
            "our-news-scheme",
            "our-nntp-scheme",
            "our-telnet-scheme",
            "our-wais-scheme",
            "our-prospero-scheme",
        ],
        authority: &["login", "hostport", "our-file-host"],
        userinfo: &["our-userinfo"],
        user: &["user"],
        password: &["password"],
        host: &["our-file-host", "host"],
        port: &["port"],
        path: &[
            "hpath",
            "our-ftp-path",
            "our-file-path",
            "gopher-path",
            "encoded822addr",
            "grouppart",
            "our-nntp-path",
            "our-telnet-path",
            "our-wais-database-path",
            "our-wais-index-path",
            "our-wais-doc-path",
            "our-prospero-path",
            "urlpath",
            "our-opaque-path",
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
    has_scheme: |text| RFC1738.parse_as(Start::Uri, text).is_ok(),
    start_rules: &[
        (
            &[Reading { is_for: is_known, rule: "our-known-url" }, Reading::all("otherurl")],
            |text| RFC1738.parse_as(Start::AbsoluteUri, text).is_ok(),
        ),
        // There are no relative forms.
        (&[], |text| RFC1738.parse_as(Start::RelativeRef, text).is_ok()),
        (&[], |text| RFC1738.parse_as(Start::RelativeUri, text).is_ok()),
    ],
    byte_sets: &[
        ("unreserved", "", |byte| RFC1738.unreserved.contains(byte)),
        ("reserved", "", |byte| RFC1738.reserved.contains(byte)),
        ("scheme", "", |byte| RFC1738.scheme_start().contains(byte)),
        ("scheme", "a", |byte| raw(Part::Scheme).contains(byte)),
        ("our-fragment", "", |byte| raw(Part::Fragment).contains(byte)),
    ],
    every_class: &[
        Enumeration::after("", 4, "<!#%&*+-./0149:;=?@abdEfghijlmnoPrsTw_epty"),
        Enumeration::after("x:", 5, "<!#%-./1:@ag"),
        Enumeration::after("x://", 5, "<!#%-./1:@ag"),
        Enumeration::after("HTTP://", 5, "<!#%-./1:?ag"),
        Enumeration::after("http://h", 6, "<!#%-./1:?ag"),
        Enumeration::after("ftp://", 4, "<!#%-./1:;=@abgiepty"),
        Enumeration::after("ftp://h/", 5, "<!#%/1;=aiepty"),
        Enumeration::after("ftp://h/;type=", 6, "<!#%1ai"),
        Enumeration::after("file://", 5, "<!#%-./1;ag"),
        Enumeration::after("gopher://h", 5, "<!#%-./019:ag"),
        Enumeration::after("mailto:", 6, "<!#%014@"),
        Enumeration::after("news:", 6, "<!#%*+-.1@ag"),
        Enumeration::after("nntp://h", 5, "<!#%+-./1:ag"),
        Enumeration::after("telnet://", 6, "<!#%-./1:@ag"),
        Enumeration::after("wais://h/", 6, "<!#%&/1?"),
        Enumeration::after("prospero://h/", 6, "<!#%/1;="),
    ],
    closer: &[
        Enumeration::after("", 4, "a1:/").and(SCHEMES),
        Enumeration::after("", 6, "a:/?#@").and(&["%41"]),
        // Login, host and port; with an unknown scheme also what is opaque instead.
        Enumeration::after("ftp://", 6, "a1-;.:@/").and(&["%41"]),
        Enumeration::after("telnet://", 8, "a1.:@"),
        Enumeration::after("http://", 8, "a1.:"),
        Enumeration::after("http://", 9, "a1.-"),
        Enumeration::after("x://", 7, "a1.:@/").and(&["%41"]),
        Enumeration::after("x:", 7, "a1/:@?"),
        Enumeration::after("file:", 6, "/a1.:@").and(&["%41"]),
        // The tails of the productions.
        Enumeration::after("http://h", 6, "a/?;#=").and(&["%41"]),
        Enumeration::after("ftp://h/", 6, "aId/?").and(&[";type=", "%3B"]),
        Enumeration::after("ftp://h", 4, "aD/#").and(&[";type=", ";Type="]),
        Enumeration::after("gopher://h", 6, "/1@?#").and(&["%09"]),
        Enumeration::after("wais://h/", 7, "a/?=#").and(&["%41"]),
        Enumeration::after("prospero://h/", 7, "a;=/#").and(&["%00"]),
        Enumeration::after("news:", 6, "a1.*@/").and(&["%41", "%40"]),
        Enumeration::after("news:a@", 8, "a1.-"),
        Enumeration::after("nntp://h/", 7, "a1/+@").and(&["%41"]),
        Enumeration::after("mailto:", 7, "a@/").and(&["%40", "%41"]),
        Enumeration::after("mailto:", 8, "%40a@"),
        Enumeration::after("telnet://h", 6, "/a1:#"),
    ],
};

/// The schemes with a production, one of them in upper case, and what may come between.
const SCHEMES: &[&str] = &[
    "ftp", "http", "gopher", "mailto", "news", "nntp", "telnet", "wais", "file", "prospero",
    "HTTP", "%41",
];

/// Whether the text before the first colon is a scheme with a production.
fn is_known(text: &str) -> bool {
    const KNOWN: &[&str] =
        &["ftp", "http", "gopher", "mailto", "news", "nntp", "telnet", "wais", "file", "prospero"];
    let scheme = text.split(':').next().unwrap_or_default();
    KNOWN.iter().any(|known| known.eq_ignore_ascii_case(scheme))
}

/// The raw bytes of a part of http URIs.
fn raw(part: Part) -> ByteSet {
    RFC1738.raw_bytes(part, "http")
}
