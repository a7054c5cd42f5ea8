//! References without a scheme, meant for people: `www.example.com/there` (RFC 3986 §4.5).
//!
//! They look like relative paths, and completing them is a guess. They are completed only if that is requested and
//! no base is defined, and each result names its guess.

use std::borrow::Cow;
use std::fmt;

use napkin::{Edition, Start};
use napkin_schemes::dns_name;

use crate::text::schemes::Schemes;

/// The guess that completed a reference, or made a URI of an invalid one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Heuristic {
    /// A name that begins with `ftp.` has an FTP server.
    FtpName,
    /// A name that begins with `gopher.` has a Gopher server.
    GopherName,
    /// A name that begins with `www.` has a web server.
    WwwName,
    /// Any other name of two labels or more has a web server.
    HostName,
    /// The local host has a web server.
    LocalHost,
    /// An IPv4 address has a web server.
    Ipv4,
    /// An IPv6 address in brackets has a web server.
    Ipv6,
    /// Text with an at sign before the name of a host is a mail address.
    MailAddress,
    /// Square brackets outside the host are meant to be encoded. Used by [`Extractor`](crate::Extractor); no prefix
    /// is added.
    Brackets,
    /// Octets that are not UTF-8, behind the host, are meant to be encoded. Used by [`Extractor`](crate::Extractor); no
    /// prefix is added.
    Octets,
}

impl Heuristic {
    /// The name in JSON, such as `www-name`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::FtpName => "ftp-name",
            Self::GopherName => "gopher-name",
            Self::WwwName => "www-name",
            Self::HostName => "host-name",
            Self::LocalHost => "localhost",
            Self::Ipv4 => "ipv4",
            Self::Ipv6 => "ipv6",
            Self::MailAddress => "mail-address",
            Self::Brackets => "brackets",
            Self::Octets => "octets",
        }
    }

    /// The prefix that it adds to the reference.
    pub const fn adds(self) -> &'static str {
        match self {
            Self::FtpName => "ftp://",
            Self::GopherName => "gopher://",
            Self::MailAddress => "mailto:",
            Self::Brackets | Self::Octets => "",
            _ => "http://",
        }
    }
}

/// In words.
///
/// ```
/// use napkin_context::Heuristic;
///
/// assert_eq!(Heuristic::WwwName.to_string(), "'http://' before a name");
/// ```
impl fmt::Display for Heuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = match self {
            Self::Brackets => return f.write_str("brackets are encoded"),
            Self::Octets => return f.write_str("octets that are no UTF-8 are encoded"),
            Self::MailAddress => "a mail address",
            Self::Ipv4 | Self::Ipv6 => "an address",
            Self::LocalHost => "localhost",
            Self::FtpName | Self::GopherName | Self::WwwName | Self::HostName => "a name",
        };
        write!(f, "'{}' before {before}", self.adds())
    }
}

/// The message about names that need the feature `idna`.
const WITHOUT_IDNA: &str = "non-ASCII names are not compiled in: feature `idna` of napkin-context";

/// Why a reference was not completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NotCompleted {
    /// The edition has no such references.
    Unsupported,
    /// A base is defined, so the text is a relative reference.
    BaseDefined,
    /// It does not begin with a host.
    NotASuffix,
    /// Its host has a non-ASCII character, which needs the feature `idna`.
    WithoutIdna,
}

impl NotCompleted {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unsupported => "unsupported",
            Self::BaseDefined => "base-defined",
            Self::NotASuffix => "not-a-suffix",
            Self::WithoutIdna => "without-idna",
        }
    }
}

impl fmt::Display for NotCompleted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unsupported => "the edition has no references without a scheme but relative ones",
            Self::BaseDefined => "a base is defined, so this is a relative reference",
            Self::NotASuffix => "it has no scheme, and does not begin with a host",
            Self::WithoutIdna => WITHOUT_IDNA,
        })
    }
}

impl std::error::Error for NotCompleted {}

/// Why a word in running text is no host name, with whatever follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NotAHost {
    /// A label is empty, or has characters that host names do not have.
    Label,
    /// It has only numbers, and is no IPv4 address in its usual form.
    Number,
    /// The port is not a number.
    Port,
    /// The last label does not look like a top-level domain.
    TopLevel,
    /// The completed URI is not valid.
    NotValid,
    /// It has a non-ASCII character, which needs the feature `idna`.
    WithoutIdna,
}

impl fmt::Display for NotAHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Label => {
                "not a host name: a label is empty, or has other characters than letters, digits and inner hyphens"
            }
            Self::Number => "not a host: only numbers, and no IPv4 address in its usual form",
            Self::Port => "not a host and a port: the port is not a number",
            Self::TopLevel => {
                "not a host name: the last label does not look like a top-level domain"
            }
            Self::NotValid => "not a valid URI after a scheme is put before it",
            Self::WithoutIdna => WITHOUT_IDNA,
        })
    }
}

/// A reference with a scheme.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completed {
    /// The URI.
    pub uri: String,
    /// The guess that completed it; `None` if it had a scheme.
    pub heuristic: Option<Heuristic>,
}

/// Completes typed text, already without wrappers and white space.
pub(crate) fn of_typed(
    edition: &'static Edition,
    schemes: &Schemes,
    text: &str,
) -> Result<Completed, NotCompleted> {
    if has_scheme(edition, schemes, text) {
        return Ok(Completed { uri: text.into(), heuristic: None });
    }
    let heuristic = host(edition, text).map_err(|reason| match reason {
        Some(NotAHost::WithoutIdna) => NotCompleted::WithoutIdna,
        _ => NotCompleted::NotASuffix,
    })?;
    let uri = completed(edition, text, heuristic).ok_or(NotCompleted::NotASuffix)?;
    Ok(Completed { uri, heuristic: Some(heuristic) })
}

/// Completes a word in running text, where fewer words count as host names: the last label has to look like a
/// top-level domain. The error has no reason if nothing in the word looks like a host.
pub(crate) fn in_text(
    edition: &'static Edition,
    schemes: &Schemes,
    word: &str,
) -> Result<(String, Heuristic), Option<NotAHost>> {
    if has_scheme(edition, schemes, word) {
        return Err(None);
    }
    let heuristic = host(edition, word)?;
    if heuristic == Heuristic::HostName && !ends_in_top_level(before_path(word)) {
        return Err(Some(NotAHost::TopLevel));
    }
    if !schemes.admit(heuristic.adds().trim_end_matches("://")) {
        return Err(None);
    }
    let uri = completed(edition, word, heuristic).ok_or(Some(NotAHost::NotValid))?;
    Ok((uri, heuristic))
}

/// The longest local part of a mail address, in bytes (RFC 5321 section 4.5.3.1.1).
pub(crate) const LONGEST_LOCAL: usize = 64;

/// The length of the text before an at sign that may be the local part of a mail address: letters, digits, and the marks that
/// addresses have without quotation marks and mail programs hand out, with single dots inside.
pub(crate) fn local_part(before: &[u8]) -> usize {
    let is_of_local = |byte: &&u8| byte.is_ascii_alphanumeric() || b"._+-".contains(byte);
    let len = before.iter().rev().take_while(is_of_local).count();
    let local = before.get(before.len() - len..).unwrap_or_default();
    let is_dotted = local.starts_with(b".")
        || local.ends_with(b".")
        || memchr::memmem::find(local, b"..").is_some();
    if is_dotted || len > LONGEST_LOCAL { 0 } else { len }
}

/// The length of the domain of a mail address at the start of a text, which has to be the name of a host, and look like one
/// as [`in_text`] wants it; `None` if it is none, or text goes on behind it as a URI does.
pub(crate) fn mail_domain(
    edition: &'static Edition,
    schemes: &Schemes,
    text: &str,
) -> Option<usize> {
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-');
    let len = text.find(|c| !is_of_name(c)).unwrap_or(text.len());
    let domain = text.get(..len)?.trim_end_matches(['.', '-']);
    let behind = text.get(len..)?;
    let ends = behind.is_empty()
        || behind.starts_with([',', ';', '!', ')', ']', '\'', '*'])
        || behind.starts_with(['?', ':']) && behind.len() == 1;
    let is_name = ends
        && !matches!(host(edition, domain), Err(_) | Ok(Heuristic::Ipv4 | Heuristic::LocalHost));
    let scheme = Heuristic::MailAddress.adds().trim_end_matches(':');
    (is_name && ends_in_top_level(domain) && schemes.admit(scheme)).then_some(domain.len())
}

fn completed(edition: &'static Edition, text: &str, heuristic: Heuristic) -> Option<String> {
    let uri = [heuristic.adds(), text].concat();
    edition.parse(&uri).is_ok().then_some(uri)
}

/// Whether text is a URI with a scheme, rather than a host and a port.
fn has_scheme(edition: &'static Edition, schemes: &Schemes, text: &str) -> bool {
    let Ok(uri) = edition.parse_as(Start::UriReference, text) else { return false };
    let Some(scheme) = uri.scheme() else { return false };
    let scheme = scheme.as_str();
    let like_a_host = scheme.contains('.') || scheme.eq_ignore_ascii_case("localhost");
    let known = *schemes != Schemes::Any && schemes.know(scheme);
    known || !(like_a_host && is_port(before_path(&text[scheme.len() + 1..])))
}

fn is_port(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The text before the first slash, question mark or number sign.
fn before_path(text: &str) -> &str {
    text.split(['/', '?', '#']).next().unwrap_or_default()
}

/// The guess for the host at the start of a text. A non-ASCII name is judged by its DNS name. The error has no reason if
/// nothing there looks like a host.
fn host(edition: &'static Edition, text: &str) -> Result<Heuristic, Option<NotAHost>> {
    if text.starts_with('.') {
        return Err(None);
    }
    let authority = before_path(text);
    let bracketed = authority.starts_with('[');
    let (host, port) = match authority.rfind(':') {
        Some(colon) if !bracketed || authority[..colon].ends_with(']') => {
            (&authority[..colon], Some(&authority[colon + 1..]))
        }
        _ => (authority, None),
    };
    let name = host.strip_suffix('.').unwrap_or(host);
    let is_local = name.eq_ignore_ascii_case("localhost");
    if port.is_some_and(|port| !is_port(port)) {
        return Err((is_local || name.contains('.')).then_some(NotAHost::Port));
    }
    if bracketed {
        return Some(Heuristic::Ipv6).filter(|_| host.ends_with(']')).ok_or(Some(NotAHost::Label));
    }
    if is_ipv4(host) {
        return Ok(Heuristic::Ipv4);
    }
    if is_local {
        return Ok(Heuristic::LocalHost);
    }
    if !name.contains('.') {
        return Err(None);
    }
    let name = &*if name.is_ascii() {
        Cow::Borrowed(name)
    } else {
        let name = dns_name(name).filter(|_| edition.has_characters_beyond_ascii());
        let reason = if cfg!(feature = "idna") { NotAHost::Label } else { NotAHost::WithoutIdna };
        Cow::Owned(name.ok_or(Some(reason))?)
    };
    if !name.split('.').all(is_label) {
        return Err(Some(NotAHost::Label));
    }
    if is_rare_ipv4(name) {
        return Err(Some(NotAHost::Number));
    }
    let begins = |label: &str| {
        name.get(..label.len()).is_some_and(|first| first.eq_ignore_ascii_case(label))
    };
    Ok(if begins("www.") {
        Heuristic::WwwName
    } else if begins("ftp.") {
        Heuristic::FtpName
    } else if begins("gopher.") {
        Heuristic::GopherName
    } else {
        Heuristic::HostName
    })
}

/// Where `www`, `ftp` or `gopher` begins in a label that ends with it, behind text in a script without spaces.
pub(crate) fn named_label(label: &[u8]) -> Option<usize> {
    let ascii = label.iter().rev().take_while(|byte| byte.is_ascii()).count();
    let start = label.len() - ascii;
    let is = |name: &&str| label[start..].eq_ignore_ascii_case(name.as_bytes());
    (start > 0 && ["www", "ftp", "gopher"].iter().any(is)).then_some(start)
}

fn is_label(label: &str) -> bool {
    let inner = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    !label.is_empty()
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label.bytes().all(inner)
}

/// Four numbers up to 255 without leading zeros.
fn is_ipv4(host: &str) -> bool {
    let number = |part: &str| {
        is_port(part) && (part == "0" || !part.starts_with('0')) && part.parse::<u8>().is_ok()
    };
    host.split('.').count() == 4 && host.split('.').all(number)
}

/// Whether the classic routines read a name as an IPv4 address, with decimal, octal or hexadecimal parts; or it has
/// only digits and dots.
fn is_rare_ipv4(name: &str) -> bool {
    let number = |part: &str| match part.strip_prefix("0x").or_else(|| part.strip_prefix("0X")) {
        Some(hexadecimal) => hexadecimal.bytes().all(|byte| byte.is_ascii_hexdigit()),
        None => is_port(part),
    };
    name.split('.').all(is_port) || name.split('.').count() <= 4 && name.split('.').all(number)
}

/// Whether the last label could be a top-level domain: two letters or more, or an A-label. A non-ASCII capital begins
/// a sentence, without the space before it.
fn ends_in_top_level(authority: &str) -> bool {
    let host = authority.split(':').next().unwrap_or_default();
    let last = host.trim_end_matches('.').rsplit('.').next().unwrap_or_default();
    if !last.is_ascii() {
        return last.chars().nth(1).is_some() && !last.chars().any(char::is_uppercase);
    }
    let letters = last.len() > 1 && last.bytes().all(|byte| byte.is_ascii_alphabetic());
    letters || last.get(..4).is_some_and(|first| first.eq_ignore_ascii_case("xn--"))
}
