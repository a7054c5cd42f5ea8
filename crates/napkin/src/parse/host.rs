//! Addresses inside the host: IPv4, IPv6 and `IPvFuture` (RFC 3986 §3.2.2).
//!
//! Small `const` recognizers that both parsers share. They work on a range of the text and say
//! where the rule fails, counted from the start of the text.

use crate::edition::{Edition, HEXDIG};

/// Whether `text[start..end]` is an `IPv4address`: four numbers 0 to 255 without leading zeros.
pub(super) const fn is_ipv4(text: &[u8], start: usize, end: usize) -> bool {
    matches!(ipv4_end(text, start, end), Some(at) if at == end)
}

/// Where the `IPv4address` that begins at `start` ends, if there is one.
const fn ipv4_end(text: &[u8], start: usize, end: usize) -> Option<usize> {
    let mut at = start;
    let mut octets = 0;
    loop {
        let first = at;
        let mut value = 0;
        while at < end && at < first + 3 && text[at].is_ascii_digit() {
            value = value * 10 + (text[at] - b'0') as u16;
            at += 1;
        }
        let leading_zero = at > first + 1 && text[first] == b'0';
        if at == first || value > 255 || leading_zero {
            return None;
        }
        octets += 1;
        if octets == 4 {
            return Some(at);
        }
        if at == end || text[at] != b'.' {
            return None;
        }
        at += 1;
    }
}

/// Checks that `text[start..end]` is an `IPv6address`.
///
/// # Errors
///
/// The offset at which no alternative of the rule can go on.
pub(super) const fn check_ipv6(text: &[u8], start: usize, end: usize) -> Result<(), usize> {
    let mut at = start;
    let mut groups = 0;
    let mut compressed = false;
    loop {
        // Here: at the start, or after a separator; a group or a "::" at the start may follow.
        if at + 1 < end && text[at] == b':' && text[at + 1] == b':' && groups == 0 && !compressed {
            compressed = true;
            at += 2;
            if at == end {
                return Ok(());
            }
        }
        let group = at;
        while at < end && at < group + 4 && HEXDIG.contains(text[at]) {
            at += 1;
        }
        if at < end && text[at] == b'.' {
            // The last 32 bits may be an IPv4 address.
            let fits = if compressed { groups < 6 } else { groups == 6 };
            return match ipv4_end(text, group, end) {
                Some(last) if last == end && fits => Ok(()),
                _ => Err(group),
            };
        }
        if at == group {
            return Err(at);
        }
        groups += 1;
        if groups > 8 || compressed && groups > 7 {
            return Err(group);
        }
        if at == end {
            return if compressed || groups == 8 { Ok(()) } else { Err(at) };
        }
        if text[at] != b':' {
            return Err(at);
        }
        at += 1;
        if at < end && text[at] == b':' {
            if compressed || groups > 7 {
                return Err(at);
            }
            compressed = true;
            at += 1;
            if at == end {
                return Ok(());
            }
        }
    }
}

/// Checks that `text[start..end]`, which begins with `v` or `V`, is an `IPvFuture`.
///
/// # Errors
///
/// The offset at which the rule fails.
pub(super) const fn check_ipv_future(
    edition: &Edition,
    text: &[u8],
    start: usize,
    end: usize,
) -> Result<(), usize> {
    let version = start + 1;
    let mut at = version;
    while at < end && HEXDIG.contains(text[at]) {
        at += 1;
    }
    if at == version || at == end || text[at] != b'.' {
        return Err(at);
    }
    at += 1;
    let address = at;
    while at < end && edition.ipv_future.contains(text[at]) {
        at += 1;
    }
    if at == end && at > address { Ok(()) } else { Err(at) }
}
