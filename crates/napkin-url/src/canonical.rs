//! Canonical texts: texts that parse and serialize to themselves (section 10 of the sheet).
//!
//! Nearly every URL in real lists is canonical. This scan recognizes it, so that nothing is copied and the full
//! parser does not run. It may leave a canonical text to the full parser; it never accepts a text that is not
//! canonical.

use alloc::{borrow::Cow, string::String};

use crate::edition::{AsciiDomain, Class, Edition, FileDriveHost, SchemeType};
use crate::host::label::has_xn_label;
use crate::host::{ipv4, ipv6};
use crate::parse::{End, authority_end, is_drive_letter, port_number, starts_with_drive_letter};
use crate::parts::{Facts, HostKind, Parts};
use crate::scan::{self, Begin, Body};

/// The parts of a text with a common scheme, a domain that is not a number, and a path. The parts are built at the
/// end from values in registers: copying parts that were just written would stall on store forwarding.
#[inline(always)]
pub(crate) fn usual(text: &str, edition: &'static Edition) -> Option<Parts> {
    let bytes = text.as_bytes();
    let (scheme, colon) = usual_scheme(bytes)?;
    let at = colon + 3;
    let body = scan::body(text.get(at..)?, edition.classes.kept(true), Begin::Domain);
    let length = body.host_end()?;
    let file = scheme == SchemeType::File;
    let label = bytes.get(at + body.last_label()).copied();
    let kind = match length {
        0 if file => HostKind::Empty,
        // The last label may be a number, or is empty.
        _ if matches!(label, Some(b'0'..=b'9' | b'/')) => return None,
        _ => HostKind::Domain,
    };
    let path = at + length;
    let odd_file = file && !is_usual_file(text, at, path, edition);
    if odd_file
        || edition.ascii_domain == AsciiDomain::ToAscii
        || u32::try_from(bytes.len()).is_err()
    {
        return None;
    }
    Some(Parts {
        query_start: body.query(at),
        fragment_start: body.fragment(at),
        ..with_host(edition, scheme, kind, colon, path)
    })
}

/// The parts of a URL that consists of a scheme, a host and a path, with the offsets of the colon and the path.
#[inline(always)]
fn with_host(
    edition: &'static Edition,
    scheme: SchemeType,
    kind: HostKind,
    colon: usize,
    path: usize,
) -> Parts {
    Parts {
        edition,
        scheme_end: colon as u32,
        username_end: colon as u32 + 3,
        host_start: colon as u32 + 3,
        host_end: path as u32,
        path_start: path as u32,
        query_start: 0,
        fragment_start: 0,
        facts: Facts::new(scheme, Some(kind)),
    }
}

/// A common scheme before `://`, and the offset of the colon.
#[inline(always)]
pub(crate) fn usual_scheme(bytes: &[u8]) -> Option<(SchemeType, usize)> {
    match bytes {
        [b'h', b't', b't', b'p', b's', b':', b'/', b'/', ..] => Some((SchemeType::Https, 5)),
        [b'h', b't', b't', b'p', b':', b'/', b'/', ..] => Some((SchemeType::Http, 4)),
        [b'f', b'i', b'l', b'e', b':', b'/', b'/', ..] => Some((SchemeType::File, 4)),
        _ => None,
    }
}

/// The canonical text and its parts, of a text that is not usual and needs no parser.
pub(crate) fn unusual<'t>(
    text: &'t str,
    edition: &'static Edition,
) -> Option<(Cow<'t, str>, Parts)> {
    let Some(parts) = head(text, edition) else { return less_usual(text, edition) };
    let end = parts.host_end as usize;
    match text.as_bytes().get(end) {
        None => Some((Cow::Owned([text, "/"].concat()), parts)),
        Some(b'?' | b'#') => with_changed_head(text, edition, end),
        Some(b'/') if parts.host() == Some(HostKind::Ipv4) => {
            behind_authority(text, end, parts).map(|parts| (Cow::Borrowed(text), parts))
        }
        // The path has to be rewritten.
        Some(b'/' | b'\\') => None,
        Some(b':') => with_port(text, end, parts),
        Some(_) => less_usual(text, edition),
    }
}

/// A text with a port behind its host, or with a password.
fn with_port(text: &str, at: usize, mut parts: Parts) -> Option<(Cow<'_, str>, Parts)> {
    let (digits, _) = port_number(text.get(at + 1..)?);
    let end = at + 1 + digits;
    match text.as_bytes().get(end) {
        Some(b'/') => {
            port(text.get(at..end)?, &mut parts)?;
            behind_authority(text, end, parts).map(|parts| (Cow::Borrowed(text), parts))
        }
        None | Some(b'?' | b'#' | b'\\') => None,
        Some(_) => less_usual(text, parts.edition),
    }
}

/// A text that does not begin with a lowercase domain.
fn less_usual<'t>(text: &'t str, edition: &'static Edition) -> Option<(Cow<'t, str>, Parts)> {
    match capitalized(text, edition) {
        Some(canonical) => Some(canonical),
        None => any(text, edition).map(|parts| (Cow::Borrowed(text), parts)),
    }
}

/// Whether a text begins with a common scheme, a lowercase domain or an IPv4 address, and a valid port, if any.
pub(crate) fn has_usual_authority(text: &str, edition: &'static Edition) -> bool {
    let Some(parts) = head(text, edition) else { return false };
    let mut end = parts.host_end as usize;
    if let Some(port) = text.get(end..).and_then(|rest| rest.strip_prefix(':')) {
        let (digits, number) = port_number(port);
        if number.is_none() {
            return false;
        }
        end += 1 + digits;
    }
    matches!(text.as_bytes().get(end), None | Some(b'/' | b'\\' | b'?' | b'#'))
}

/// The parts of a common scheme and a lowercase domain or an IPv4 address at the start of a text.
fn head(text: &str, edition: &'static Edition) -> Option<Parts> {
    let (scheme, colon) = usual_scheme(text.as_bytes())?;
    if scheme == SchemeType::File
        || edition.ascii_domain == AsciiDomain::ToAscii
        || u32::try_from(text.len()).is_err()
    {
        return None;
    }
    let rest = text.get(colon + 3..)?;
    let domain = scan::domain(rest.as_bytes(), &edition.classes.kept(true).domain)?;
    let kind = if domain.may_be_number(rest.as_bytes()) {
        ipv4::is_canonical(rest.get(..domain.end)?).then_some(HostKind::Ipv4)?
    } else {
        HostKind::Domain
    };
    Some(with_host(edition, scheme, kind, colon, colon + 3 + domain.end))
}

/// Makes a text canonical that has uppercase in scheme and host, and may lack a path.
fn capitalized(text: &str, edition: &'static Edition) -> Option<(Cow<'static, str>, Parts)> {
    let bytes = text.as_bytes();
    let colon = bytes.iter().take(8).position(|&byte| byte == b':')?;
    let host = text.get(colon..)?.strip_prefix("://")?;
    let is_end = |byte: u8| edition.classes.is(byte.to_ascii_lowercase(), Class::NotDomain);
    let length = host.bytes().position(is_end).unwrap_or(host.len());
    let end = colon + 3 + length;
    let ends = matches!(bytes.get(end), None | Some(b'/' | b'?' | b'#'));
    let has_uppercase = text.get(..end)?.bytes().any(|byte| byte.is_ascii_uppercase());
    if ends && has_uppercase { with_changed_head(text, edition, end) } else { None }
}

/// Makes scheme and host lowercase, up to an offset, and inserts a path there if there is none.
fn with_changed_head(
    text: &str,
    edition: &'static Edition,
    end: usize,
) -> Option<(Cow<'static, str>, Parts)> {
    let mut out = String::with_capacity(text.len() + 1);
    out.push_str(text.get(..end)?);
    out.make_ascii_lowercase();
    let rest = text.get(end..)?;
    if !rest.starts_with('/') {
        out.push('/');
    }
    out.push_str(rest);
    usual(&out, edition).map(|parts| (Cow::Owned(out), parts))
}

/// Whether host and path of a `file` URL stay unchanged in every edition.
#[inline(always)]
fn is_usual_file(text: &str, at: usize, path: usize, edition: &Edition) -> bool {
    let bytes = text.as_bytes();
    let drive = matches!(bytes.get(path + 1..path + 3), Some([_, b':' | b'|']));
    let nine = path == at + 9 && text.get(at..path) == Some("localhost");
    !drive && !nine && edition.file_leading_empty_kept
}

/// The parts of any text, if it is canonical in an edition.
fn any(text: &str, edition: &'static Edition) -> Option<Parts> {
    if u32::try_from(text.len()).is_err() {
        return None;
    }
    let mut parts = Parts::new(edition);
    let colon = scheme(text)?;
    parts.scheme_end = colon as u32;
    parts.set_scheme(edition.special.scheme_type(text.get(..colon)?));
    if text.get(colon + 1..)?.starts_with("//") {
        parts.username_end = colon as u32 + 3;
        parts.host_start = parts.username_end;
        with_authority(text, colon + 3, parts)
    } else if parts.scheme().is_special() {
        None
    } else {
        no_authority(text, colon + 1, parts)
    }
}

/// Reads a URL with an authority.
fn with_authority(text: &str, at: usize, mut parts: Parts) -> Option<Parts> {
    let end = at + authority_end(text.get(at..)?, End::of(parts.scheme()));
    unusual_authority(text, at, end, &mut parts)?;
    behind_authority(text, end, parts)
}

/// Reads a path of segments, and the query and fragment after it.
fn behind_authority(text: &str, at: usize, mut parts: Parts) -> Option<Parts> {
    parts.path_start = at as u32;
    let kept = parts.edition.classes.kept(parts.scheme().is_special());
    let body = scan::body(text.get(at..)?, kept, Begin::Path);
    finish(text, at, body, parts)
}

/// The parts, with the results of a scan from an offset on.
fn finish(text: &str, at: usize, body: Body, mut parts: Parts) -> Option<Parts> {
    if body.is_rewritten() {
        return None;
    }
    parts.query_start = body.query(at);
    parts.fragment_start = body.fragment(at);
    if parts.scheme() == SchemeType::File {
        file_path(text, parts.path_start as usize, &parts)?;
    }
    Some(parts)
}

/// The offset of the colon after a lowercase scheme.
#[inline]
fn scheme(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    if !bytes.first()?.is_ascii_lowercase() {
        return None;
    }
    let allowed = |byte: &u8| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.')
    };
    let end = bytes.iter().position(|byte| !allowed(byte))?;
    (bytes[end] == b':').then_some(end)
}

/// Reads an authority with more than a domain, or of a URL that is not special.
fn unusual_authority(text: &str, at: usize, end: usize, parts: &mut Parts) -> Option<()> {
    let classes = &parts.edition.classes;
    let authority = text.get(at..end)?;
    let special = parts.scheme().is_special();
    if special && text.as_bytes().get(end) != Some(&b'/') {
        return None;
    }
    let mut host_at = at;
    if let Some(sign) = authority.rfind('@') {
        let userinfo = authority.get(..sign)?;
        let (username, password) = match userinfo.split_once(':') {
            Some((_, "")) => return None,
            Some(pair) => pair,
            None => (userinfo, ""),
        };
        let encoded = |text: &str| text.bytes().any(|byte| classes.is(byte, Class::Userinfo));
        if userinfo.is_empty()
            || parts.scheme() == SchemeType::File
            || encoded(username)
            || encoded(password)
        {
            return None;
        }
        parts.username_end = (at + username.len()) as u32;
        host_at = at + sign + 1;
    }
    parts.host_start = host_at as u32;
    let rest = text.get(host_at..end)?;
    let host_end = if let Some(inner) = rest.strip_prefix('[') {
        let length = inner.find(']')?;
        ipv6::is_canonical(inner.get(..length)?).then_some(())?;
        parts.set_host(Some(HostKind::Ipv6));
        parts.host_end = (host_at + length + 2) as u32;
        host_at + length + 2
    } else {
        let host_end = rest.find(':').map_or(end, |colon| host_at + colon);
        host(text, host_at, host_end, parts)?;
        host_end
    };
    if host_end < end {
        if parts.scheme() == SchemeType::File {
            return None;
        }
        port(text.get(host_end..end)?, parts)?;
    } else if host_at == end && host_at > at {
        return None;
    }
    Some(())
}

/// A host that is not in brackets.
fn host(text: &str, at: usize, end: usize, parts: &mut Parts) -> Option<()> {
    let classes = &parts.edition.classes;
    let host = text.get(at..end)?;
    if host.is_empty() {
        let may_be_empty = match parts.scheme() {
            SchemeType::File | SchemeType::NotSpecial => text.as_bytes().get(end) != Some(&b':'),
            _ => false,
        };
        parts.set_host(Some(HostKind::Empty));
        parts.host_end = end as u32;
        return may_be_empty.then_some(());
    }
    if parts.scheme().is_special() {
        let plain = !host.bytes().any(|byte| classes.is(byte, Class::NotDomain));
        let bytes = host.as_bytes();
        let dotless = bytes.strip_suffix(b".").unwrap_or(bytes);
        let label = dotless.iter().rposition(|&byte| byte == b'.').map_or(at, |dot| at + dot + 1);
        return plain.then(|| domain(text, at, end, label, parts))?;
    }
    parts.set_host(Some(HostKind::Opaque));
    parts.host_end = end as u32;
    let bad = |byte| classes.is(byte, Class::ForbiddenHost) || classes.is(byte, Class::C0Control);
    (!host.bytes().any(bad)).then_some(())
}

/// Reads a host that consists of characters allowed in domains: a domain, or an IPv4 address. `label` is the start
/// of its last label, or the end if the domain ends with a dot.
#[inline]
fn domain(text: &str, at: usize, end: usize, label: usize, parts: &mut Parts) -> Option<()> {
    let domain = text.get(at..end)?;
    parts.set_host(Some(HostKind::Domain));
    parts.host_end = end as u32;
    if label == end || text.as_bytes().get(label).is_some_and(u8::is_ascii_digit) {
        number(domain, parts)?;
    }
    // Editions before 2021 allow a bar in a domain, so that it can look like a drive letter.
    let rewritten = domain == "localhost" || is_drive_letter(domain);
    if parts.scheme() == SchemeType::File && rewritten {
        return None;
    }
    match parts.edition.ascii_domain {
        AsciiDomain::ToAscii if has_xn_label(domain) => None,
        _ => Some(()),
    }
}

/// A domain whose last label begins with a digit.
#[cold]
fn number(domain: &str, parts: &mut Parts) -> Option<()> {
    if ipv4::is_canonical(domain) {
        parts.set_host(Some(HostKind::Ipv4));
        return Some(());
    }
    // A domain that does not end in a number by the newest rule did not by the older one.
    (!ipv4::ends_in_number(domain)).then_some(())
}

/// A port behind its colon.
fn port(text: &str, parts: &mut Parts) -> Option<()> {
    let digits = text.strip_prefix(':')?;
    let (count, port) = port_number(digits);
    let shortest = count > 0 && count == digits.len() && (count == 1 || !digits.starts_with('0'));
    parts.set_port(port.filter(|port| shortest && parts.scheme().default_port() != Some(*port)));
    parts.port().map(|_| ())
}

/// Reads the text after the colon of a scheme that is not special, if it does not begin with `//`.
fn no_authority(text: &str, at: usize, mut parts: Parts) -> Option<Parts> {
    parts.username_end = at as u32;
    parts.host_start = at as u32;
    parts.host_end = at as u32;
    let rest = text.get(at..)?;
    if !rest.starts_with('/') {
        return opaque_path(text, at, parts);
    }
    if !rest.starts_with("/./") {
        return behind_authority(text, at, parts);
    }
    // The guard is written only where it is needed.
    let needed = rest.starts_with("/.//") && parts.edition.dot_slash_guard;
    if needed { behind_authority(text, at + 2, parts) } else { None }
}

/// Rejects a path that a `file` URL cannot begin with.
fn file_path(text: &str, at: usize, parts: &Parts) -> Option<()> {
    let path = text.get(at + 1..)?;
    let edition = parts.edition;
    let drive = starts_with_drive_letter(path);
    let bar = path.as_bytes().get(1) == Some(&b'|');
    let rewritten = drive && (bar || edition.file_drive_host == FileDriveHost::Clear)
        || path.starts_with('/') && !edition.file_leading_empty_kept;
    (!rewritten).then_some(())
}

/// Reads an opaque path, and the query and fragment after it.
fn opaque_path(text: &str, at: usize, mut parts: Parts) -> Option<Parts> {
    parts.set_opaque_path(true);
    parts.path_start = at as u32;
    let bytes = text.as_bytes();
    let rest = bytes.get(at..)?;
    let length = rest.iter().position(|byte| matches!(byte, b'?' | b'#')).unwrap_or(rest.len());
    let path = rest.get(..length)?;
    let printable = path.iter().all(|byte| matches!(byte, b' '..=b'~'));
    if !printable || path.last() == Some(&b' ') {
        return None;
    }
    let at = at + length;
    let body = scan::body(text.get(at..)?, parts.edition.classes.kept(false), Begin::Path);
    finish(text, at, body, parts)
}
