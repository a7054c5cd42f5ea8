//! The readers of URIs, and the host that each would contact: one list.
//!
//! The core implements the editions of URIs, and `napkin-url` those of the URL Standard. The other readers are
//! models: each implements the one difference of its family, and cites its source. A reader whose program would
//! fail later, because no resolver accepts the name, rejects the input.

use napkin::edition as syntax;
use napkin_url::edition as dated;
use napkin_url::edition::{WHATWG, WHATWG_2023_08};

mod cut;

mod watched;

mod whatwg;

mod reader;

mod anywhere;
mod browsers;
mod clients;
mod curl;
mod downloaders;
mod families;
mod java;
mod node;
mod php;
mod python;
mod wget;

pub(crate) use whatwg::no_url;

use anywhere::{at_anywhere, http_anywhere};
use browsers::{elinks, lynx};
use clients::{check_http, fasthttp, netsurf, superagent};
use curl::libcurl;
use cut::{Splitter, UNTIL_SLASH};
use downloaders::{httping, httrack, lftp, puf, snarf};
use families::{decode_first, normalize_first, replaced};
use java::java;
use node::url_parse;
use php::php;
use python::{http_client, requests, urllib, urllib_request};
pub(crate) use reader::Asked;
pub use reader::{Answer, Class, Reader};
use reader::{edition, model, urls};
pub use watched::{Watched, WatchedBy};
use wget::wget;

/// The source of readers that were watched once.
const ONCE: &str = "watched once, on 26 November 2026";

/// The source of readers that were given what `allow` let through.
const WITH_REPORT: &str = "watched as it followed redirects, on 28 November 2026";

/// The one list of readers.
///
/// ```
/// use napkin_audit::{Answer, READERS};
///
/// let reader = READERS.iter().find(|reader| reader.name == "whatwg").unwrap();
/// let Answer::Host(host) = reader.read(br"http://a.example\@b.example/") else { panic!("no host") };
/// assert_eq!(host.to_string(), "a.example");
/// assert_eq!(reader.read(b"a b"), Answer::Base);
/// ```
pub const READERS: &[Reader] = &[
    edition(syntax::RFC1630).of_the_past(),
    edition(syntax::RFC1738).of_the_past(),
    edition(syntax::RFC1808).of_the_past(),
    edition(syntax::DRAFT1997).of_the_past(),
    edition(syntax::RFC2396).watched(watched::RFC2396),
    edition(syntax::DRAFT2003).of_the_past(),
    edition(syntax::RFC3986).watched(watched::RFC3986),
    edition(syntax::RFC3987),
    urls(
        "whatwg",
        WHATWG,
        "browsers: strips tabs and line breaks, takes backslashes for slashes and any number of slashes \
         for two, reads numbers as IPv4 addresses, maps names by Unicode 15.1 and later",
        "WHATWG URL Standard of July 2026, by napkin-url",
    ),
    urls(
        "whatwg-15",
        WHATWG_2023_08,
        "the URL and the fetch of Node.js 20: as whatwg, but maps names by Unicode 15.0 and earlier, where \
         U+1E9E is ss and not \u{df}",
        "WHATWG URL Standard; UTS #46, revisions 30 and 31",
    )
    .of(Class::Library)
    .watched(watched::WHATWG_15),
    urls(
        "whatwg-2018-08",
        dated::WHATWG_2018_08,
        "browsers of 2018 and 2019: gopher has a host as http has; a domain may be empty or have <, >, ^ or |; a drive letter clears the host of file",
        "WHATWG URL Standard of 21 August 2018, by napkin-url",
    )
    .of_the_past(),
    urls(
        "whatwg-2020-02",
        dated::WHATWG_2020_02,
        "browsers of early 2020: gopher is no longer like http",
        "WHATWG URL Standard of 17 February 2020, by napkin-url",
    )
    .of_the_past(),
    urls(
        "whatwg-2020-08",
        dated::WHATWG_2020_08,
        "browsers of late 2020: refuse an empty domain, and <, > and ^ in one",
        "WHATWG URL Standard of 17 August 2020, by napkin-url",
    )
    .of_the_past(),
    urls(
        "whatwg-2021-02",
        dated::WHATWG_2021_02,
        "browsers of early 2021: a file keeps its host before a drive letter; names that end in a number are names",
        "WHATWG URL Standard of 15 February 2021, by napkin-url",
    )
    .of_the_past(),
    urls(
        "whatwg-2021-08",
        dated::WHATWG_2021_08,
        "browsers of late 2021: what ends in a number is an address or refused, and | is refused",
        "WHATWG URL Standard of 16 August 2021, by napkin-url",
    )
    .of_the_past(),
    urls(
        "whatwg-2022-02",
        dated::WHATWG_2022_02,
        "browsers of 2022 to early 2023: refuse control characters in a domain; later ones read hosts as whatwg-15",
        "WHATWG URL Standard of 21 February 2022, by napkin-url",
    )
    .of_the_past(),
    urls(
        "whatwg-2025-08",
        dated::WHATWG_2025_08,
        "browsers of August 2025 to June 2026: as whatwg, but refuse xn-- labels that decode to no name; whatwg speaks for them",
        "WHATWG URL Standard of 18 August 2025, by napkin-url",
    )
    .of_the_past(),
    model(
        "url-parse",
        url_parse,
        "http.request with Node.js 20's url.parse: backslashes are slashes, the host ends at %, ; and ', and \
         where there is none, it is localhost",
        "Node.js, lib/url.js (Url.prototype.parse) and lib/_http_client.js",
    )
    .of(Class::Library)
    .watched(watched::URL_PARSE),
    model(
        "libcurl",
        libcurl,
        "curl 7.88: one to three slashes, the first @, numbers as IPv4 addresses, decodes the host, maps names \
         by Unicode 15.0 and, where that fails, transitionally",
        "curl, docs/URL-SYNTAX.md, lib/urlapi.c and lib/idn.c; libidn2, lib/lookup.c",
    )
    .of(Class::Library)
    .watched(watched::LIBCURL),
    model(
        "wget",
        wget,
        "wget 1.21: decodes the host behind the userinfo; slashes and question marks by the scheme; names as \
         libcurl",
        "wget, src/url.c (url_parse) and src/iri.c (idn_encode)",
    )
    .of(Class::Command)
    .watched(watched::WGET),
    model(
        "urllib",
        urllib,
        "Python's urllib.parse, 3.11 to 3.13: strips tabs and line breaks, the last @; of a host with brackets, only \
         the text in the brackets",
        "CPython, Lib/urllib/parse.py (urlsplit, _hostinfo, _checknetloc); CVE-2025-0938",
    )
    .of(Class::Library)
    .watched(watched::URLLIB),
    model(
        "http-client",
        http_client,
        "Python's http.client, 3.11, given hostname and port of urlsplit: without a port, an IPv6 address is cut at its \
         last colon; names by IDNA 2003",
        "CPython, Lib/http/client.py (_get_hostport)",
    )
    .of(Class::Library)
    .watched(watched::HTTP_CLIENT),
    model(
        "urllib-request",
        urllib_request,
        "Python's urllib.request, 3.11 to 3.13: the userinfo stays with the host, which is decoded before the \
         port is cut off; what is in brackets may be a name; names by IDNA 2003",
        "CPython, Lib/urllib/parse.py (unwrap, _splithost), Lib/http/client.py and Lib/encodings/idna.py",
    )
    .of(Class::Library)
    .watched(watched::URLLIB_REQUEST),
    model(
        "requests",
        requests,
        "Python's requests 2.34 with urllib3 2.8: a backslash ends the authority, unreserved characters of the \
         host are decoded; names by IDNA 2008, lowercase is all that is mapped",
        "requests, models.py (prepare_url); urllib3, util/url.py; idna, core.py",
    )
    .of(Class::Library)
    .watched(watched::REQUESTS),
    model(
        "java",
        java,
        "java.net.URI, of the RFC 2396 family: no host where the authority is no server; zones in IPv6 \
         addresses, numbers as names, non-ASCII characters",
        "Java SE API, java.net.URI; RFC 2396 section 3.2; RFC 2732",
    )
    .of(Class::Library)
    .watched(watched::JAVA),
    model(
        "php",
        php,
        "PHP's parse_url: control characters become underscores, the last @, the last colon, a name and a \
         port without a scheme",
        "PHP, ext/standard/url.c (php_url_parse_ex2); O. Tsai, A New Era of SSRF, Black Hat 2017",
    )
    .of(Class::Library)
    .watched(watched::PHP),
    model(
        "first-at",
        |input| Splitter { first_at: true, ..Splitter::GENERIC }.read(input),
        "readers that end the userinfo at the first @, and the host at the next delimiter",
        "RFC 1738 section 3.1, which has one @; O. Tsai, A New Era of SSRF, Black Hat 2017 (curl)",
    )
    .watched(watched::FIRST_AT),
    model(
        "first-slash",
        |input| UNTIL_SLASH.read(input),
        "readers that end the authority only at a slash, so that the text before an @ in a query or fragment is \
         a userinfo",
        "RFC 1738 section 3.1; RFC 1808 section 2.4.3; O. Tsai, A New Era of SSRF, Black Hat 2017",
    )
    .watched(watched::FIRST_SLASH),
    model(
        "elinks",
        elinks,
        "ELinks and Links: the userinfo ends at an @ before the first slash; what is in brackets there is the host, \
         else the host ends at a question mark too",
        "watched",
    )
    .of(Class::Browser)
    .watched(watched::ELINKS),
    model(
        "lynx",
        lynx,
        "Lynx: decodes the authority and maps compatibility characters before it cuts; a userinfo with an empty \
         password is the host",
        "watched",
    )
    .of(Class::Browser)
    .watched(watched::LYNX),
    model(
        "lftp",
        lftp,
        "lftp: as first-slash, and the host is a list with commas, tried in order",
        "watched",
    )
    .of(Class::Command)
    .watched(watched::LFTP),
    model(
        "httping",
        httping,
        "httping: takes the userinfo for the host, which ends at the first colon; finds no IPv6 address",
        "watched",
    )
    .of(Class::Rare)
    .of_no_rule()
    .watched(watched::HTTPING),
    model(
        "puf",
        puf,
        "puf: as first-slash, and dot segments climb above the host, across empty segments and in a fragment too",
        "watched",
    )
    .of(Class::Rare)
    .of_no_rule()
    .watched(watched::PUF),
    model(
        "httrack",
        httrack,
        "HTTrack 3.49.4: follows the fragment too, in which the host follows //, http://, https:// or ftp:// before any other \
         letter or slash",
        "watched once, on 27 November 2026",
    )
    .of(Class::Rare)
    .of_no_rule(),
    model("openssl-ocsp", at_anywhere, "openssl ocsp 3.0.19: the host follows an @ anywhere in the URI", ONCE)
        .of(Class::Configured)
        .of_allow_alone(),
    model("gsoap", at_anywhere, "gSOAP 2.8.124: the host follows an @ anywhere in the URI", ONCE)
        .of(Class::Configured)
        .of_allow_alone(),
    model("socket-io", at_anywhere, "socket.io-client 2.5.0: the host follows an @ anywhere in the URI", ONCE)
        .of(Class::Configured)
        .of_allow_alone(),
    model("gftp", at_anywhere, "gftp-text 2.9.1: the host follows an @ anywhere in the URI", ONCE)
        .of(Class::Rare)
        .of_allow_alone(),
    model("streamripper", at_anywhere, "streamripper 1.64: the host follows an @ anywhere in the URI", ONCE)
        .of(Class::Rare)
        .of_allow_alone(),
    model("ocsptool", http_anywhere, "GnuTLS's ocsptool: the host follows http:// anywhere in the URI", ONCE)
        .of(Class::Configured)
        .of_allow_alone(),
    model(
        "netsurf",
        netsurf,
        "NetSurf 3.10: encodes a label that begins or ends with a hyphen, and looks up xn--a-- for a-",
        ONCE,
    )
    .of(Class::Rare)
    .of_allow_alone(),
    model(
        "check-http",
        check_http,
        "check_http of monitoring-plugins 2.3.3: a name ends at any character but letters, digits, hyphens and dots",
        ONCE,
    )
    .of(Class::Rare)
    .of_allow_alone(),
    model(
        "superagent",
        superagent,
        "superagent 10 and needle 3: http:// comes before what does not begin with http:// or https:// in lowercase, so the \
         scheme is the host",
        WITH_REPORT,
    )
    .of(Class::Library)
    .of_schemes(&["http", "https"])
    .of_allow_alone(),
    model(
        "fasthttp",
        fasthttp,
        "fasthttp 1.31: a path with two slashes is an absolute URI without a host",
        WITH_REPORT,
    )
    .of(Class::Library)
    .of_allow_alone(),
    model(
        "snarf",
        snarf,
        "snarf: finds http://, ftp:// or gopher:// anywhere in a URI of any scheme, and drops as many bytes from its start",
        "snarf, url.c (get_service_type)",
    )
    .of(Class::Rare)
    .watched(watched::SNARF),
    model(
        "backslash",
        |input| Splitter::GENERIC.read(&replaced(input)),
        "readers that take a backslash for a slash and are generic else",
        "WHATWG URL Standard, 4.4 (special authority slashes state)",
    ),
    model(
        "decode-first",
        decode_first,
        "readers that decode the authority before they cut it, and end a name at NUL, as what is written \
         in C does",
        "RFC 3986 sections 2.4 and 7.3",
    )
    .watched(watched::DECODE_FIRST),
    model(
        "normalize-first",
        normalize_first,
        "readers that map compatibility characters before they cut",
        "UTS #46; J. Birch, HostSplit, Black Hat 2019; CVE-2019-9636",
    )
    .of_the_past(),
];
