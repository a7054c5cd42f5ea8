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
use crate::name::{ContactedHost, cannot_be_in_a_name, ipv6_literal, is_dns_label};
use crate::octets::decoded;
use crate::parts::trimmed;
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
    /// Whether programs of today stand behind it. The reading of others is worth knowing, but contacts nobody.
    pub in_use: bool,
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

impl Reader {
    /// A reader that no program of today stands behind.
    const fn of_the_past(self) -> Self {
        Self { in_use: false, ..self }
    }
}

const fn edition(edition: &'static Edition) -> Reader {
    Reader {
        in_use: true,
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
    Reader { name, stands_for, source, in_use: true, read: How::Model(read) }
}

/// The one list of readers.
pub const READERS: &[Reader] = &[
    edition(edition::RFC1630).of_the_past(),
    edition(edition::RFC1738).of_the_past(),
    edition(edition::RFC1808).of_the_past(),
    edition(edition::DRAFT1997).of_the_past(),
    edition(edition::RFC2396),
    edition(edition::DRAFT2003).of_the_past(),
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
        "Python's urllib.parse, 3.11 to 3.13: strips tabs and line breaks, the last @, what stands in \
         brackets and nothing around them",
        "CPython, Lib/urllib/parse.py (urlsplit, _hostinfo, _checknetloc); CVE-2025-0938",
    ),
    model(
        "java",
        java,
        "java.net.URI, of the RFC 2396 family: no host where the authority is no server; zones in IPv6 \
         addresses, numbers as names, characters beyond ASCII",
        "Java SE API, java.net.URI; RFC 2396 section 3.2; RFC 2732",
    ),
    model(
        "php",
        php,
        "PHP's parse_url: control characters become underscores, the last @, the last colon, a name and a \
         port without a scheme",
        "PHP, ext/standard/url.c (php_url_parse_ex2); O. Tsai, A New Era of SSRF, Black Hat 2017",
    ),
    model(
        "first-at",
        |input| Splitter { first_at: true, ..Splitter::GENERIC }.read(input),
        "readers that end the userinfo at the first @, and the host at the next delimiter",
        "RFC 1738 section 3.1, which has one @; O. Tsai, A New Era of SSRF, Black Hat 2017 (curl)",
    )
    .of_the_past(),
    model(
        "first-slash",
        |input| Splitter { ends: b"/", ..Splitter::GENERIC }.read(input),
        "readers that end the authority only at a slash",
        "RFC 1738 section 3.1; RFC 1808 section 2.4.3; O. Tsai, A New Era of SSRF, Black Hat 2017",
    )
    .of_the_past(),
    model(
        "backslash",
        |input| Splitter::GENERIC.read(&replaced(input)),
        "readers that take a backslash for a slash and are generic else, such as urllib3",
        "WHATWG URL Standard, 4.4 (special authority slashes state); urllib3, util/url.py",
    ),
    model(
        "decode-first",
        decode_first,
        "readers that decode the authority before they cut it, and end a name at NUL, as what is written \
         in C does",
        "RFC 3986 sections 2.4 and 7.3",
    )
    .of_the_past(),
    model(
        "normalize-first",
        normalize_first,
        "readers that map compatibility characters before they cut",
        "UTS #46; J. Birch, HostSplit, Black Hat 2019; CVE-2019-9636",
    )
    .of_the_past(),
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
    let mut text = String::from_utf8_lossy(input).replace(['\t', '\n', '\r'], "");
    // The crate refuses more than two slashes here, which the standard passes over.
    let begin = text.trim_start_matches(|c| c <= ' ');
    if begin.bytes().take_while(|byte| b"/\\".contains(byte)).count() > 2 {
        text = format!("http:{begin}");
    }
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
        Some(url::Host::Domain(name)) => named(name.as_bytes()),
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
    if !port.iter().all(u8::is_ascii_digit) || leading_number(port) > 0xffff {
        return Answer::Refused;
    }
    if host.starts_with(b"[") {
        return literal(host, |_| true);
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
    let rest = scheme_and_rest(&kept).map_or(kept.as_slice(), |(_, rest)| rest);
    let authority = rest.strip_prefix(b"//").map_or(b"".as_slice(), |rest| until(rest, b"/?#"));
    let compatible = str::from_utf8(authority).is_ok_and(|authority| {
        let others = authority.replace(['@', ':', '#', '?'], "");
        others.is_ascii() || !others.nfkc().any(|character| "/?#@:".contains(character))
    });
    if !compatible || authority.contains(&b'[') != authority.contains(&b']') {
        return Answer::Refused;
    }
    let server = authority.rsplit(|&byte| byte == b'@').next().unwrap_or_default();
    // The literal is looked for in all of the authority to be judged, and behind the last @ to be taken.
    let bracketed = |within: &[u8]| {
        let open = within.iter().position(|&byte| byte == b'[')?;
        let end = within.iter().skip(open).position(|&byte| byte == b']');
        let end = end.map_or(within.len(), |close| open + close + 1);
        Some(literal(within.get(open..end).unwrap_or_default(), |byte| byte != b'%'))
    };
    match bracketed(authority) {
        Some(Answer::Refused) => Answer::Refused,
        Some(_) => bracketed(server).unwrap_or_else(|| Splitter::GENERIC.read(&kept)),
        None => Splitter::GENERIC.read(&kept),
    }
}

/// As RFC 2396, but for what Java takes beside: its host is put in the place of a plain name, what else
/// is beyond the grammar becomes an escape, and the rest is left to the edition.
fn java(input: &[u8]) -> Answer {
    let Some((scheme, rest)) = scheme_and_rest(input).or(Some((b"", input))) else {
        return Answer::Refused;
    };
    let Some(rest) = rest.strip_prefix(b"//") else { return by_edition(edition::RFC2396, input) };
    let authority = until(rest, b"/?#");
    let behind = rest.get(authority.len()..).unwrap_or_default();
    let at = authority.iter().rposition(|&byte| byte == b'@').map_or(0, |at| at + 1);
    let (user, server) = authority.split_at(at);
    let Some((host, port)) = host_and_port(server) else { return Answer::Refused };
    let answer = if host.starts_with(b"[") {
        literal(host, |byte| byte.is_ascii_alphanumeric() || b"_.".contains(&byte))
    } else if is_dns_label(host.strip_suffix(b".").unwrap_or(host)) {
        named(host)
    } else {
        return by_edition(edition::RFC2396, &as_rfc2396(input));
    };
    let separator: &[u8] = if scheme.is_empty() { b"" } else { b":" };
    let plain = [scheme, separator, b"//", user, b"h:", port, behind].concat();
    match by_edition(edition::RFC2396, &as_rfc2396(&plain)) {
        Answer::Host(_) => answer,
        other => other,
    }
}

/// The input with escapes for what Java takes as other characters, and for brackets in the query and the
/// fragment.
fn as_rfc2396(input: &[u8]) -> Vec<u8> {
    let query = until(input, b"?#").len();
    let mut made = Vec::with_capacity(input.len());
    for (at, &byte) in input.iter().enumerate() {
        if byte >= 0x80 || at > query && b"[]".contains(&byte) {
            made.extend_from_slice(b"%5B");
        } else {
            made.push(byte);
        }
    }
    made
}

fn php(input: &[u8]) -> Answer {
    let of_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let colon = input.iter().position(|&byte| byte == b':').filter(|&colon| colon > 0);
    let (before, behind) = match colon.and_then(|colon| input.split_at_checked(colon)) {
        Some((before, behind)) => (before, behind.get(1..).unwrap_or_default()),
        None => (b"".as_slice(), b"".as_slice()),
    };
    let is_scheme = !before.is_empty() && before.iter().all(of_scheme);
    let digits = until(behind, b"/");
    let is_port = (1..6).contains(&digits.len())
        && digits.iter().all(u8::is_ascii_digit)
        && until(before, b"?#") == before;
    let rest = match (behind, input.strip_prefix(b"//")) {
        ([b'/', b'/', rest @ ..], _) if is_scheme => rest,
        _ if is_port && leading_number(digits) > 0xffff => return Answer::Refused,
        (_, rest) if is_port => rest.unwrap_or(input),
        _ if is_scheme => return Answer::NoHost,
        (_, Some(rest)) => rest,
        _ => return Answer::Base,
    };
    let authority = until(rest, b"/?#");
    let server = authority.rsplit(|&byte| byte == b'@').next().unwrap_or_default();
    let in_brackets = server.starts_with(b"[") && server.ends_with(b"]");
    let colon = server.iter().rposition(|&byte| byte == b':').filter(|_| !in_brackets);
    let (host, port) = match colon.and_then(|colon| server.split_at_checked(colon)) {
        Some((host, port)) => (host, port.get(1..).unwrap_or_default()),
        None => (server, b"".as_slice()),
    };
    // As strtol reads it: white space and a sign may stand before it, anything behind.
    let number = port.trim_ascii_start();
    let number = number.strip_prefix(b"+").unwrap_or(number);
    let is_number = port.is_empty() || number.first().is_some_and(u8::is_ascii_digit);
    if port.len() > 5 || !is_number || leading_number(number) > 0xffff {
        return Answer::Refused;
    }
    if host.starts_with(b"[") {
        return literal(host, |byte| byte != b']');
    }
    let shown = |&byte: &u8| if byte.is_ascii_control() { b'_' } else { byte };
    named(&host.iter().map(shown).collect::<Vec<_>>())
}

fn decode_first(input: &[u8]) -> Answer {
    let (start, end) = trimmed(input);
    let input = Span::new(start, end).of(input);
    let rest = scheme_and_rest(input).map_or(input, |(_, rest)| rest);
    let Some(rest) = rest.strip_prefix(b"//") else { return Splitter::GENERIC.read(input) };
    let authority = until(rest, b"/?#");
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
}

impl Splitter {
    const GENERIC: Self = Self { ends: b"/?#", first_at: false };

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
        match host_and_port(server) {
            None => Answer::Refused,
            Some(([], _)) => Answer::NoHost,
            Some((host, _)) if host.starts_with(b"[") => literal(host, |_| false),
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

/// An IP literal, perhaps with a zone made of what the reader takes for one; the zone is taken off.
fn literal(host: &[u8], in_zone: fn(u8) -> bool) -> Answer {
    let percent = host.iter().position(|&byte| byte == b'%');
    let address = match percent.and_then(|percent| host.split_at_checked(percent)) {
        Some((before, [b'%', zone @ .., b']']))
            if !zone.is_empty() && zone.iter().all(|&byte| in_zone(byte)) =>
        {
            ipv6_literal(&[before, b"]"].concat())
        }
        _ => ipv6_literal(host),
    };
    address.map_or(Answer::Refused, |address| Answer::Host(ContactedHost::Address(address.into())))
}

/// The number that digits begin with; without bound it is the greatest.
fn leading_number(digits: &[u8]) -> u32 {
    let digits = digits.iter().take_while(|byte| byte.is_ascii_digit());
    digits.fold(0, |number: u32, digit| {
        number.saturating_mul(10).saturating_add(u32::from(digit - b'0'))
    })
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
