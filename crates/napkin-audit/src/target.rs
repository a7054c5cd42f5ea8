//! Reads an input of [`allow`](crate::allow()) by the standards that count, and writes the URI to hand on: one text that all
//! programs read alike.
//!
//! RFC 3986 reads the input with the characters percent-encoded that it excludes, the URL Standard reads it as browsers do, both
//! against the base if there is one. Where both have a target, they have to name one server. Nothing of the input is judged but
//! what the written URI no longer shows: a userinfo, and a host that programs decode or map differently.

use std::borrow::Cow;

use napkin::edition::RFC3986;
use napkin::{Edition, Part, Target as Resolved, Uri, encode_excluded};
use napkin_url::{Url, ValidationError};

use crate::name::{ContactedHost, cannot_be_in_a_name, has_triplet};
use crate::octets::decoded;
use crate::parts::{Parts, trimmed};
use crate::policy::ReadBy;
use crate::reading::Reading;
use crate::readings::Readings;
use crate::refusal::Refusal;
use crate::rules::plain_name;
use crate::scheme_servers::needs_port;
use crate::server::Server;
use crate::span::Span;

/// What a standard makes of an input.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    /// The URI, with the characters percent-encoded that RFC 3986 excludes.
    pub(crate) uri: String,
    /// `None` if the standard finds no server in it.
    pub(crate) server: Option<Server>,
    /// Why the input is refused even if its host is listed.
    pub(crate) flaw: Option<Refusal>,
}

/// The base of references, such as the URI whose response redirects, read and judged once.
///
/// ```
/// use napkin_audit::{HostList, JudgedBase, Policy, allow_reference};
///
/// let (list, policy) = (HostList::parse("example.com")?, Policy::default());
/// let base = JudgedBase::new("https://example.com/docs/login", &policy)?;
/// let allowed = allow_reference(&base, "../account", &list, &policy)?;
/// assert_eq!(allowed.uri, "https://example.com/account");
///
/// assert!(JudgedBase::new(r"https://example.com\@evil.example/", &policy).is_err());
/// assert!(JudgedBase::new("https://user@example.com/", &policy).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct JudgedBase {
    /// By RFC 3986, or the edition of the URI syntax that was chosen.
    uri: Option<String>,
    /// By the URL Standard.
    url: Option<Url>,
}

impl JudgedBase {
    /// Reads a base by the standards of a policy.
    ///
    /// # Errors
    ///
    /// The base is not absolute or names no server, RFC 3986 and the URL Standard read different servers in it, it has a userinfo,
    /// or its host is percent-encoded or has letters that programs map differently.
    pub fn new(base: &str, policy: &crate::Policy) -> Result<Self, Refusal> {
        let by = policy.reads_by();
        let target = target(base.as_bytes(), None, by)?;
        if let Some(flaw) = target.flaw {
            return Err(flaw);
        }
        target.server.ok_or(Refusal::NoServer)?;
        let text = without_blanks(base);
        let uri = match by {
            ReadBy::Both => Some(encode_excluded(text).0).filter(|uri| RFC3986.parse(uri).is_ok()),
            ReadBy::Syntax(edition) if edition == RFC3986 => Some(encode_excluded(text).0),
            ReadBy::Syntax(_) => Some(Cow::Borrowed(text)),
            ReadBy::Url(_) => None,
        };
        let url = match by {
            ReadBy::Both => napkin_url::edition::WHATWG.parse(text).ok(),
            ReadBy::Url(edition) => edition.parse(text).ok(),
            ReadBy::Syntax(_) => None,
        };
        Ok(Self { uri: uri.map(Cow::into_owned), url })
    }
}

/// The target of an input, by the standards that count.
///
/// # Errors
///
/// No standard accepts the input, it is relative and there is no base, or the standards name different servers.
pub(crate) fn target(
    input: &[u8],
    base: Option<&JudgedBase>,
    by: ReadBy,
) -> Result<Target, Refusal> {
    let Ok(text) = str::from_utf8(input) else {
        let fault = Reading::new(input, RFC3986).fault().copied();
        return Err(fault.map_or(Refusal::NoServer, Refusal::Invalid));
    };
    let text = without_blanks(text);
    match by {
        ReadBy::Syntax(edition) => by_syntax(text, base, edition),
        ReadBy::Url(edition) => by_url(text, base, edition),
        ReadBy::Both => {
            let newest = napkin_url::edition::WHATWG;
            match (by_syntax(text, base, RFC3986), by_url(text, base, newest)) {
                (Ok(rfc), Ok(url)) if rfc.server == url.server => {
                    Ok(Target { flaw: rfc.flaw.or(url.flaw), ..rfc })
                }
                (Ok(rfc), Ok(url)) => {
                    let servers = [rfc.server, url.server];
                    Err(Refusal::Readings(Readings { uri: rfc.uri, url: url.uri, servers }.into()))
                }
                (Ok(target), Err(_)) | (Err(_), Ok(target)) => Ok(target),
                (Err(refusal), Err(_)) => Err(refusal),
            }
        }
    }
}

/// A text without the controls and blanks at its ends.
fn without_blanks(text: &str) -> &str {
    let (start, end) = trimmed(text.as_bytes());
    text.get(start..end).unwrap_or_default()
}

/// The target by an edition of the URI syntax.
fn by_syntax(
    text: &str,
    base: Option<&JudgedBase>,
    edition: &'static Edition,
) -> Result<Target, Refusal> {
    let (written, excluded) =
        if edition == RFC3986 { encode_excluded(text) } else { (text.into(), Vec::new()) };
    let reading = Reading::new(written.as_bytes(), edition);
    if let Some(fault) = reading.fault() {
        // The error names the first of the excluded characters, where the text has some.
        let fault = Reading::new(text.as_bytes(), edition).fault().copied().unwrap_or(*fault);
        return Err(Refusal::Invalid(fault));
    }
    let is_relative = reading.span(Part::Scheme).is_none();
    let base = base.and_then(|base| base.uri.as_deref());
    if is_relative && base.is_none() {
        return Err(Refusal::Relative);
    }
    let resolved;
    let target = if is_relative {
        match edition.resolver(base.unwrap_or_default()).resolve(&written) {
            Ok(Resolved::Uri(target)) => resolved = target,
            _ => return Err(Refusal::CurrentDocument),
        }
        Reading::new(resolved.as_bytes(), edition)
    } else {
        reading.clone()
    };
    let odd = excluded.iter().find(|one| one.part == Part::Host && one.character.is_ascii());
    let port =
        reading.part(Part::Port).filter(|_| reading.port().is_some_and(|port| port > 0xffff));
    let host = Parts::refused(text.as_bytes()).get(Part::Host);
    let refused = |character: char| match Reading::new(text.as_bytes(), edition).fault() {
        // It begins a port, and what follows is none.
        Some(fault) if character == ':' => Refusal::Invalid(*fault),
        _ => Refusal::HostCharacter(character),
    };
    let flaw = (odd.map(|odd| refused(odd.character)))
        .or_else(|| flaw_of_host(host.unwrap_or_default().of(text.as_bytes())))
        .or_else(|| port.map(|port| Refusal::Port(String::from_utf8_lossy(port).into_owned())))
        .or(reading.span(Part::Userinfo).map(|_| Refusal::Userinfo));
    let uri = encode_excluded(&String::from_utf8_lossy(target.bytes())).0.into_owned();
    Ok(Target { server: server(&target), uri, flaw })
}

/// The server that the edition of a reading sees, if it is that of the generic syntax too.
fn server(reading: &Reading<'_>) -> Option<Server> {
    if !reading.has_server() {
        return None;
    }
    let host = ContactedHost::normal(reading.part(Part::Host)?);
    let port = reading.port().or(reading.default_port().map(u32::from));
    Some(Server { scheme: reading.scheme().to_ascii_lowercase(), host, port })
}

/// Why a host is refused as it is written: half of the programs decode it, or programs map its letters by different standards and
/// versions of Unicode, or a character in it ends it for some.
fn flaw_of_host(written: &[u8]) -> Option<Refusal> {
    if !written.starts_with(b"[") && has_triplet(written) {
        let host = String::from_utf8_lossy(written).into_owned();
        return Some(Refusal::EncodedHost { host, name: plain_name(written) });
    }
    if written.is_ascii() {
        let odd = written.iter().find(|byte| cannot_be_in_a_name(**byte));
        let odd = odd.filter(|_| !written.starts_with(b"["));
        return odd.map(|byte| Refusal::HostCharacter(char::from(*byte)));
    }
    let host = String::from_utf8_lossy(&decoded(written, Span::new(0, written.len()))).into_owned();
    ContactedHost::agreed(written).is_none().then_some(Refusal::Letters { host })
}

/// The target by an edition of the URL Standard.
fn by_url(
    text: &str,
    base: Option<&JudgedBase>,
    edition: &'static napkin_url::Edition,
) -> Result<Target, Refusal> {
    let base = base.and_then(|base| base.url.as_ref());
    let options = Url::options().edition(edition);
    let options = if base.is_some() { options.base_url(base) } else { options };
    let url = options.parse_exactly(text).map_err(|failure| match failure.error() {
        Some(ValidationError::MissingSchemeNonRelativeUrl) => Refusal::Relative,
        _ => Refusal::NotAUrl(failure),
    })?;
    let authority = written_authority(text, url.scheme());
    let (userinfo, host) = match authority.as_deref().map(|text| text.rsplit_once('@')) {
        Some(Some((userinfo, host))) => (Some(userinfo), host),
        Some(None) => (None, authority.as_deref().unwrap_or_default()),
        None => (None, ""),
    };
    let host =
        host.rsplit_once(':').filter(|_| !host.ends_with(']')).map_or(host, |(host, _)| host);
    let has_userinfo = userinfo.is_some() || !url.username().is_empty() || url.password().is_some();
    let flaw = flaw_of_host(host.as_bytes()).or(has_userinfo.then_some(Refusal::Userinfo));
    // The path of an opaque URL is no authority.
    let flaw = flaw.filter(|_| url.host().is_some());
    let uri = encode_excluded(url.as_str()).0.into_owned();
    Ok(Target { server: server(&Reading::new(uri.as_bytes(), RFC3986)), uri, flaw })
}

/// The authority as a text writes it that the URL Standard has read: behind the scheme and any slashes and backslashes, without tabs
/// and line ends. `None` where the text has none.
fn written_authority(text: &str, scheme: &str) -> Option<String> {
    let text: String = text.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
    let own = text.get(..scheme.len()).filter(|own| own.eq_ignore_ascii_case(scheme));
    let behind = own.and_then(|own| text.get(own.len()..)?.strip_prefix(':'));
    let is_slash = |c: char| matches!(c, '/' | '\\');
    let rest = behind.unwrap_or(&text).trim_start_matches(is_slash);
    let slashes = behind.unwrap_or(&text).len() - rest.len();
    let authority = rest.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    (behind.is_some() || slashes > 1).then(|| authority.to_owned())
}

impl Target {
    /// The URI to hand on: scheme and host in lowercase ASCII, the port as a number where it is needed, no dot segments (RFC 3986
    /// §5.2.4), a slash behind the authority. Behind that every byte of the target stays, but with `for_all` `@` is `%40` and `://`
    /// is `%3A//`, since rare programs look for a host there. `None` if it has no server.
    pub(crate) fn to_uri(&self, for_all: bool) -> Option<String> {
        let server = self.server.as_ref()?;
        // Resolution removes the dot segments of an absolute reference too.
        let Ok(Resolved::Uri(uri)) = RFC3986.resolver("http://h/").resolve(&self.uri) else {
            return None;
        };
        let end = Reading::new(uri.as_bytes(), RFC3986).span(Part::Authority)?.end;
        let behind = uri.get(end..)?;
        let slash = if behind.starts_with('/') { "" } else { "/" };
        let host = format!("{}://{}", server.scheme, server.host);
        let (needs_port, default) = {
            let reading = Reading::new(host.as_bytes(), RFC3986);
            (needs_port(&reading), reading.default_port().map(u32::from))
        };
        let port = server.port.filter(|port| needs_port || Some(*port) != default);
        let port = port.map(|port| format!(":{port}")).unwrap_or_default();
        let behind = if for_all && (behind.contains('@') || behind.contains("://")) {
            behind.replace('@', "%40").replace("://", "%3A//").into()
        } else {
            Cow::Borrowed(behind)
        };
        let uri = [&host, &port, slash, &behind].concat();
        Uri::parse(uri.as_str()).is_ok().then_some(uri)
    }
}
