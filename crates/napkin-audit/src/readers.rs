//! Who reads URIs, and which host each would contact: one list.
//!
//! The editions are read by the core and the WHATWG's URL Standard by the crate `url`. The others are
//! models: each does the one thing that tells its family apart, and names where that is written down.
//! A reader that would be stopped later, by a name that no resolver takes, refuses.

use std::sync::LazyLock;

use napkin::{Edition, HostKind, Start, edition};
use unicode_normalization::UnicodeNormalization;
use url::Url;

use crate::ipv4;
use crate::name::{ContactedHost, cannot_be_in_a_name, ipv6_literal};
use crate::octets::decoded;
use crate::reading::trimmed;
use crate::span::Span;

/// One who reads URIs.
#[derive(Debug)]
pub struct Reader {
    /// The name in JSON.
    pub name: &'static str,
    /// Whom it stands for, and what tells it apart.
    pub stands_for: &'static str,
    /// Where that is written down.
    pub source: &'static str,
    read: How,
}

#[derive(Debug)]
enum How {
    By(&'static Edition),
    Model(fn(&[u8]) -> Answer),
}

/// What a reader makes of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It contacts this host.
    Host(ContactedHost),
    /// It takes the input for a relative reference, and contacts the host of the base.
    Base,
    /// It sees a URI without a host.
    NoHost,
    /// It refuses the input.
    Refused,
}

impl Reader {
    /// What this reader makes of an input.
    pub fn read(&self, input: &[u8]) -> Answer {
        match self.read {
            How::By(edition) => by_edition(edition, input),
            How::Model(read) => read(input),
        }
    }
}

const fn edition(edition: &'static Edition) -> Reader {
    Reader {
        name: edition.name,
        stands_for: edition.document,
        source: edition.title,
        read: How::By(edition),
    }
}

const fn model(
    name: &'static str,
    read: fn(&[u8]) -> Answer,
    stands_for: &'static str,
    source: &'static str,
) -> Reader {
    Reader { name, stands_for, source, read: How::Model(read) }
}

/// The one list of readers.
pub const READERS: &[Reader] = &[
    edition(edition::RFC1630),
    edition(edition::RFC1738),
    edition(edition::RFC1808),
    edition(edition::DRAFT1997),
    edition(edition::RFC2396),
    edition(edition::DRAFT2003),
    edition(edition::RFC3986),
    model(
        "whatwg",
        whatwg,
        "browsers, Node.js: strips tabs and line breaks, takes backslashes for slashes and any number \
         of slashes for two, reads numbers as IPv4 addresses",
        "WHATWG URL Standard, by the crate url",
    ),
    model(
        "libcurl",
        libcurl,
        "curl: one to three slashes, the first @, numbers as IPv4 addresses, decodes the host",
        "curl, docs/URL-SYNTAX.md and lib/urlapi.c",
    ),
    model(
        "urllib",
        urllib,
        "Python's urllib.parse up to 3.11: strips tabs and line breaks, the last @, what stands in \
         brackets and nothing behind them",
        "CPython, Lib/urllib/parse.py (urlsplit, _hostinfo); CVE-2025-0938",
    ),
    model(
        "java",
        java,
        "java.net.URI, of the RFC 2396 family: no host where the authority is no server, and zones in \
         IPv6 addresses",
        "Java SE API, java.net.URI; RFC 2396 section 3.2; RFC 2732",
    ),
    model(
        "first-at",
        |input| Splitter { first_at: true, ..Splitter::GENERIC }.read(input),
        "readers that end the userinfo at the first @, and the host at the next delimiter",
        "RFC 1738 section 3.1, which has one @; O. Tsai, A New Era of SSRF, Black Hat 2017 (curl)",
    ),
    model(
        "first-slash",
        |input| Splitter { ends: b"/", ..Splitter::GENERIC }.read(input),
        "readers that end the authority only at a slash",
        "RFC 1738 section 3.1; RFC 1808 section 2.4.3; O. Tsai, A New Era of SSRF, Black Hat 2017",
    ),
    model(
        "backslash",
        |input| Splitter::GENERIC.read(&replaced(input)),
        "readers that take a backslash for a slash and are generic else, such as urllib3",
        "WHATWG URL Standard, 4.4 (special authority slashes state); urllib3, util/url.py",
    ),
    model(
        "decode-first",
        decode_first,
        "readers that decode the authority before they cut it, and end a name at NUL, such as Perl's \
         URI and what is written in C",
        "RFC 3986 sections 2.4 and 7.3; libwww-perl URI, method host",
    ),
    model(
        "normalize-first",
        normalize_first,
        "readers that map compatibility characters before they cut",
        "UTS #46; J. Birch, HostSplit, Black Hat 2019; CVE-2019-9636",
    ),
];

fn by_edition(edition: &'static Edition, input: &[u8]) -> Answer {
    let Ok(reference) = edition.parse_bytes(Start::UriReference, input) else {
        return Answer::Refused;
    };
    match reference.host() {
        Some(host) if host.is_empty() => Answer::NoHost,
        // No resolver knows it (§3.2.2).
        Some(host) if host.kind() == HostKind::IpvFuture => Answer::Refused,
        Some(host) => Answer::Host(ContactedHost::normal(host.as_str().as_bytes())),
        // No server (RFC 2396 §3.2.1), or of a scheme that the edition knows no authority of.
        None if reference.authority().is_some() || after_scheme(input).starts_with(b"//") => {
            Answer::Refused
        }
        None if reference.scheme().is_some() => Answer::NoHost,
        None => Answer::Base,
    }
}

/// What follows the first colon, where a scheme may stand before it.
fn after_scheme(input: &[u8]) -> &[u8] {
    scheme_and_rest(input).map_or(b"", |(_, rest)| rest)
}

fn whatwg(input: &[u8]) -> Answer {
    static BASE: LazyLock<Option<Url>> = LazyLock::new(|| Url::parse("http://base.invalid/").ok());
    let text = String::from_utf8_lossy(input);
    let (url, is_relative) = match Url::parse(&text) {
        Ok(url) => (url, false),
        Err(url::ParseError::RelativeUrlWithoutBase) => {
            match Url::options().base_url(BASE.as_ref()).parse(&text) {
                Ok(url) => (url, true),
                Err(_) => return Answer::Refused,
            }
        }
        Err(_) => return Answer::Refused,
    };
    match url.host() {
        Some(url::Host::Domain("base.invalid")) if is_relative => Answer::Base,
        Some(url::Host::Domain("")) | None => Answer::NoHost,
        Some(url::Host::Domain(name)) => Answer::Host(ContactedHost::normal(name.as_bytes())),
        Some(url::Host::Ipv4(address)) => Answer::Host(ContactedHost::v4(address)),
        Some(url::Host::Ipv6(address)) => Answer::Host(ContactedHost::Address(address.into())),
    }
}

fn libcurl(input: &[u8]) -> Answer {
    const SCHEMES: &[&[u8]] = &[
        b"http", b"https", b"ftp", b"ftps", b"ws", b"wss", b"gopher", b"gophers", b"telnet",
        b"ldap", b"ldaps", b"imap", b"imaps", b"pop3", b"pop3s", b"smtp", b"smtps", b"sftp",
        b"scp", b"smb", b"smbs", b"dict", b"rtsp", b"tftp", b"mqtt",
    ];
    if input.iter().any(|byte| *byte <= b' ' || *byte == 0x7f) {
        return Answer::Refused;
    }
    let Some((scheme, rest)) = scheme_and_rest(input) else { return Answer::Refused };
    if scheme.eq_ignore_ascii_case(b"file") {
        return Answer::NoHost;
    }
    let slashes = rest.iter().take_while(|&&byte| byte == b'/').count();
    if !SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(scheme))
        || !(1..=3).contains(&slashes)
    {
        return Answer::Refused;
    }
    let rest = rest.get(slashes..).unwrap_or_default();
    let authority = until(rest, b"/?#");
    let server = match authority.iter().position(|&byte| byte == b'@') {
        Some(at) => authority.get(at + 1..).unwrap_or_default(),
        None => authority,
    };
    let Some((host, port)) = host_and_port(server) else { return Answer::Refused };
    if !port.iter().all(u8::is_ascii_digit) {
        return Answer::Refused;
    }
    if host.starts_with(b"[") {
        return literal(host, true);
    }
    // Any number of digits, but no `0x` without any, is how strtoul reads them.
    if let Some(address) = ipv4::any_form(host) {
        return Answer::Host(ContactedHost::v4(address));
    }
    let host = decoded(host, Span::new(0, host.len()));
    if host.iter().any(|byte| b"!$'*;,+&()=%".contains(byte)) {
        return Answer::Refused;
    }
    named(&host)
}

fn urllib(input: &[u8]) -> Answer {
    let (start, _) = trimmed(input);
    let kept: Vec<u8> =
        input.iter().skip(start).copied().filter(|b| !b"\t\r\n".contains(b)).collect();
    Splitter { after_bracket: true, ..Splitter::GENERIC }.read(&kept)
}

fn java(input: &[u8]) -> Answer {
    // Zones, which RFC 2396 does not have; the rest is its server or its registry.
    if let Some((_, rest)) = scheme_and_rest(input)
        && let Some(rest) = rest.strip_prefix(b"//")
        && let Some((host, _)) = host_and_port(until(rest, b"/?#"))
        && host.starts_with(b"[")
    {
        return literal(host, true);
    }
    by_edition(edition::RFC2396, input)
}

fn decode_first(input: &[u8]) -> Answer {
    let Some((_, rest)) = scheme_and_rest(input).filter(|(_, rest)| rest.starts_with(b"//")) else {
        return Splitter::GENERIC.read(input);
    };
    let authority = until(rest.get(2..).unwrap_or_default(), b"/?#");
    let mut decoded = decoded(authority, Span::new(0, authority.len()));
    if let Some(nul) = decoded.iter().position(|&byte| byte == 0) {
        decoded.truncate(nul);
    }
    Splitter::GENERIC.read(&[b"//", decoded.as_slice()].concat())
}

fn normalize_first(input: &[u8]) -> Answer {
    match str::from_utf8(input) {
        Ok(text) => Splitter::GENERIC.read(text.nfkc().collect::<String>().as_bytes()),
        Err(_) => Answer::Refused,
    }
}

/// The readers that cut at delimiters and judge little.
#[derive(Clone, Copy)]
struct Splitter {
    /// What ends the authority.
    ends: &'static [u8],
    /// Whether the userinfo ends at the first `@`, and not at the last.
    first_at: bool,
    /// Whether something may stand behind the closing bracket, and is lost.
    after_bracket: bool,
}

impl Splitter {
    const GENERIC: Self = Self { ends: b"/?#", first_at: false, after_bracket: false };

    fn read(self, input: &[u8]) -> Answer {
        let (has_scheme, rest) = match scheme_and_rest(input) {
            Some((_, rest)) => (true, rest),
            None => (false, input),
        };
        let Some(rest) = rest.strip_prefix(b"//") else {
            return if has_scheme { Answer::NoHost } else { Answer::Base };
        };
        let authority = until(rest, self.ends);
        let at = if self.first_at {
            authority.iter().position(|&byte| byte == b'@')
        } else {
            authority.iter().rposition(|&byte| byte == b'@')
        };
        let server = authority.get(at.map_or(0, |at| at + 1)..).unwrap_or_default();
        let server = until(server, b"@");
        if self.after_bracket && server.starts_with(b"[") {
            let close = server.iter().position(|&byte| byte == b']').unwrap_or(server.len());
            return literal(server.get(..=close).unwrap_or_default(), true);
        }
        match host_and_port(server) {
            None => Answer::Refused,
            Some(([], _)) => Answer::NoHost,
            Some((host, _)) if host.starts_with(b"[") => literal(host, false),
            Some((host, _)) => named(host),
        }
    }
}

/// What stands before the first colon and behind it, if a scheme stands there.
fn scheme_and_rest(input: &[u8]) -> Option<(&[u8], &[u8])> {
    let colon = input.iter().position(|byte| b":/?#".contains(byte))?;
    let (scheme, rest) = input.split_at(colon);
    let rest = rest.strip_prefix(b":")?;
    let is_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let begins = scheme.first().is_some_and(u8::is_ascii_alphabetic);
    (begins && scheme.iter().all(is_scheme)).then_some((scheme, rest))
}

fn until<'a>(bytes: &'a [u8], ends: &[u8]) -> &'a [u8] {
    let end = bytes.iter().position(|byte| ends.contains(byte)).unwrap_or(bytes.len());
    bytes.get(..end).unwrap_or_default()
}

/// What stands before the colon of the port, and behind it; nothing where a bracket is not closed or
/// something else follows it.
fn host_and_port(server: &[u8]) -> Option<(&[u8], &[u8])> {
    let host_end = if server.starts_with(b"[") {
        server.iter().position(|&byte| byte == b']')? + 1
    } else {
        server.iter().position(|&byte| byte == b':').unwrap_or(server.len())
    };
    match server.split_at_checked(host_end)? {
        (host, []) => Some((host, b"")),
        (host, [b':', port @ ..]) => Some((host, port)),
        _ => None,
    }
}

/// An IP literal, perhaps with a zone, which is taken off.
fn literal(host: &[u8], zone: bool) -> Answer {
    let percent =
        host.iter().position(|&byte| byte == b'%').filter(|_| zone && host.ends_with(b"]"));
    let address = match percent {
        Some(percent) => ipv6_literal(&[host.get(..percent).unwrap_or_default(), b"]"].concat()),
        None => ipv6_literal(host),
    };
    address.map_or(Answer::Refused, |address| Answer::Host(ContactedHost::Address(address.into())))
}

/// A name that a resolver is given; it may be an address in a rare form.
fn named(host: &[u8]) -> Answer {
    let triplets = decoded(host, Span::new(0, host.len())).len() < host.len();
    let impossible = |&byte: &u8| cannot_be_in_a_name(byte) && !(triplets && byte == b'%');
    if host.is_empty() {
        Answer::NoHost
    } else if host.iter().any(impossible) {
        Answer::Refused
    } else {
        Answer::Host(ContactedHost::normal(host))
    }
}

/// The input with slashes for backslashes.
fn replaced(input: &[u8]) -> Vec<u8> {
    input.iter().map(|&byte| if byte == b'\\' { b'/' } else { byte }).collect()
}
