//! The fast path: one forward pass over the bytes, a table lookup each, yes or no.
//!
//! Every byte is looked up once in a table of class bits that is derived from the sets of
//! the edition at compile time; each part ends at the first byte outside its class. No error state is carried.
//!
//! The one byte that is looked at twice is a scheme candidate that turns out to be a first
//! segment: the scheme's characters are all segment characters, so the path goes on behind them.

use super::Start;
use super::host::{check_ipv_future, check_ipv6, is_ipv4};
use crate::components::{Components, HostKind};
use crate::edition::HEXDIG;
use crate::edition::rfc3986::{FRAGMENT, IPV_FUTURE, PCHAR, QUERY, REG_NAME, RFC3986, USERINFO};
use crate::set::ByteSet;

const IS_SCHEME: u8 = 1;
/// What may stand before the `@`, or as host and port: userinfo holds both.
const IS_AUTHORITY: u8 = 1 << 1;
/// Segments and the slashes between them.
const IS_PATH: u8 = 1 << 2;
/// The first segment of a relative path, which has no colon.
const IS_FIRST_SEGMENT: u8 = 1 << 3;
const IS_QUERY: u8 = 1 << 4;
const IS_FRAGMENT: u8 = 1 << 5;
const IS_REG_NAME: u8 = 1 << 6;
const IS_HEX: u8 = 1 << 7;

/// The class bits of every byte.
static CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let slash = ByteSet::of(b"/");
    let colon = ByteSet::of(b":");
    let sets = [
        (RFC3986.scheme.rest, IS_SCHEME),
        (USERINFO, IS_AUTHORITY),
        (REG_NAME, IS_REG_NAME),
        (PCHAR.or(slash), IS_PATH),
        (PCHAR.without(colon), IS_FIRST_SEGMENT),
        (QUERY, IS_QUERY),
        (FRAGMENT, IS_FRAGMENT),
        (HEXDIG, IS_HEX),
    ];
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        let mut i = 0;
        while i < sets.len() {
            if sets[i].0.contains(byte as u8) {
                table[byte] |= sets[i].1;
            }
            i += 1;
        }
        byte += 1;
    }
    table
}

/// Parses `text` by RFC 3986: the offsets, or nothing if it does not match the rule `start`.
#[inline]
pub(super) fn parse(text: &[u8], start: Start) -> Option<Components> {
    if text.len() >= u32::MAX as usize {
        return None;
    }
    let mut components = Components::all_path(text.len() as u32);
    let mut at = run(text, 0, IS_SCHEME);
    let has_scheme = text.get(at) == Some(&b':');
    if has_scheme {
        if !text[0].is_ascii_alphabetic() {
            return None;
        }
        if start == Start::RelativeRef {
            return None;
        }
        components.scheme_end = at as u32;
        at += 1;
    } else if matches!(start, Start::Uri | Start::AbsoluteUri) {
        return None;
    }

    let after_scheme = components.after_scheme() as usize;
    if text[after_scheme..].starts_with(b"//") {
        at = authority(text, after_scheme + 2, &mut components)?;
        components.authority_end = at as u32;
        components.path_start = at as u32;
        if !matches!(text.get(at), None | Some(b'/' | b'?' | b'#')) {
            return None;
        }
    } else {
        components.path_start = after_scheme as u32;
        if !has_scheme {
            at = run_encoded(text, at, IS_FIRST_SEGMENT)?;
            if text.get(at) == Some(&b':') {
                return None;
            }
        }
    }

    at = run_encoded(text, at, IS_PATH)?;
    components.path_end = at as u32;
    if text.get(at) == Some(&b'?') {
        at = run_encoded(text, at + 1, IS_QUERY)?;
    }
    components.query_end = at as u32;
    if text.get(at) == Some(&b'#') && start != Start::AbsoluteUri {
        at = run_encoded(text, at + 1, IS_FRAGMENT)?;
    }
    (at == text.len()).then_some(components)
}

/// Parses an authority that begins at `start`; where it ends, if it is well formed up to there.
#[inline]
fn authority(text: &[u8], start: usize, components: &mut Components) -> Option<usize> {
    let mut host = start;
    let (mut host_end, mut end) = host_and_port(text, host)?;
    if text.get(end) == Some(&b'@') {
        host = end + 1;
        (host_end, end) = host_and_port(text, host)?;
    }
    components.host_start = host as u32;
    if text.get(host) == Some(&b'[') {
        return ip_literal(text, host, components);
    }
    components.host_end = host_end as u32;
    components.host_kind =
        Some(if is_ipv4(text, host, host_end) { HostKind::Ipv4 } else { HostKind::RegName });
    (host_end == end || digits(text, host_end + 1) == end).then_some(end)
}

/// Where a host that begins at `start` ends, and where what follows its first colon does; or, if an
/// `@` stands there, it was userinfo.
#[inline]
fn host_and_port(text: &[u8], start: usize) -> Option<(usize, usize)> {
    let host_end = run_encoded(text, start, IS_REG_NAME)?;
    if text.get(host_end) == Some(&b':') {
        Some((host_end, run_encoded(text, host_end, IS_AUTHORITY)?))
    } else {
        Some((host_end, host_end))
    }
}

/// Parses an IP literal whose bracket stands at `host`, and its port; where they end.
#[cold]
fn ip_literal(text: &[u8], host: usize, components: &mut Components) -> Option<usize> {
    let inner = host + 1;
    let close = inner + text[inner..].iter().position(|&byte| byte == b']')?;
    let kind = if matches!(text[inner], b'v' | b'V') {
        check_ipv_future(IPV_FUTURE, text, inner, close).ok()?;
        HostKind::IpvFuture
    } else {
        check_ipv6(text, inner, close).ok()?;
        HostKind::Ipv6
    };
    components.host_end = (close + 1) as u32;
    components.host_kind = Some(kind);
    match text.get(close + 1) {
        Some(b':') => Some(digits(text, close + 2)),
        _ => Some(close + 1),
    }
}

/// The first offset from `at` on whose byte is not of `class`.
#[inline]
fn run(text: &[u8], at: usize, class: u8) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().position(|&byte| CLASSES[usize::from(byte)] & class == 0).unwrap_or(rest.len())
}

/// Like [`run`], over percent-encoded octets too; nothing if one of them is malformed.
#[inline]
fn run_encoded(text: &[u8], at: usize, class: u8) -> Option<usize> {
    let mut at = run(text, at, class);
    while text.get(at) == Some(&b'%') {
        match text.get(at + 1..at + 3) {
            Some(digits) if digits.iter().all(|&b| CLASSES[usize::from(b)] & IS_HEX != 0) => {
                at = run(text, at + 3, class);
            }
            _ => return None,
        }
    }
    Some(at)
}

/// The first offset from `at` on that is not a digit.
#[inline]
fn digits(text: &[u8], at: usize) -> usize {
    at + text[at..].iter().take_while(|byte| byte.is_ascii_digit()).count()
}
