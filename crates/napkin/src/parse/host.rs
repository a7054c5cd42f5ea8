//! Hosts: names by an edition's [`HostRule`], and the addresses of RFC 3986 §3.2.2.
//!
//! Small `const` recognizers that both parsers share. They check a range of the text and return the offset at which
//! the rule fails, counted from the start of the text.

use napkin_scan::ByteSet;

use crate::code_points::{CodePoints, character_at};
use crate::components::HostKind;
use crate::edition::rules::{FinalDot, HostRule, Ipv4Rule, LastLabel, NameRule};
use crate::edition::{ALPHA, ALPHANUM, HEXDIG};

/// The end and the kind of the host that begins at `start`; it ends at its colon or at `end`. Registered names may
/// have the non-ASCII characters `beyond`. IP literals are read elsewhere.
///
/// # Errors
///
/// The offset at which the text does not match a host.
pub(super) const fn host_end(
    rule: &HostRule,
    beyond: [CodePoints; 2],
    text: &[u8],
    start: usize,
    end: usize,
) -> Result<(usize, HostKind), usize> {
    let mut host_end = start;
    while host_end < end && text[host_end] != b':' {
        host_end += 1;
    }
    let is_number = match rule.ipv4 {
        Ipv4Rule::No => false,
        Ipv4Rule::Octets => is_ipv4(text, start, host_end),
        Ipv4Rule::Digits => is_four_numbers(text, start, host_end, u32::MAX),
        Ipv4Rule::Values => is_four_numbers(text, start, host_end, 255),
    };
    if is_number {
        return Ok((host_end, HostKind::Ipv4));
    }
    let checked = match rule.name {
        NameRule::Registered(set) => check_encoded(text, start, host_end, set, beyond),
        NameRule::LetterThen(set) => {
            if start < host_end && ALPHA.contains(text[start]) {
                check_encoded(text, start, host_end, set, beyond)
            } else {
                Err(start)
            }
        }
        NameRule::Labels { last, final_dot, longest } => {
            check_labels(text, start, host_end, last, final_dot, longest)
        }
    };
    match checked {
        Ok(()) => Ok((host_end, HostKind::RegName)),
        Err(at) => Err(at),
    }
}

/// Checks that `text[start..end]` consists of bytes of `set`, of the non-ASCII characters `beyond`, and of
/// percent-encoded octets.
pub(super) const fn check_encoded(
    text: &[u8],
    start: usize,
    end: usize,
    set: ByteSet,
    [unreserved, more]: [CodePoints; 2],
) -> Result<(), usize> {
    let mut at = start;
    while at < end {
        if !text[at].is_ascii() {
            match character_at(text, at) {
                Some(character) if unreserved.contains(character) || more.contains(character) => {
                    at += character.len_utf8();
                }
                _ => return Err(at),
            }
        } else if text[at] == b'%' {
            let triplet =
                at + 2 < end && HEXDIG.contains(text[at + 1]) && HEXDIG.contains(text[at + 2]);
            if !triplet {
                return Err(at);
            }
            at += 3;
        } else if set.contains(text[at]) {
            at += 1;
        } else {
            return Err(at);
        }
    }
    Ok(())
}

/// Checks labels of letters, digits and inner hyphens, separated by dots.
const fn check_labels(
    text: &[u8],
    start: usize,
    end: usize,
    last: LastLabel,
    final_dot: FinalDot,
    longest: usize,
) -> Result<(), usize> {
    let mut at = start;
    let mut labels = 0;
    loop {
        let label = at;
        while at < end && (ALPHANUM.contains(text[at]) || text[at] == b'-') {
            at += 1;
        }
        if at == label || text[label] == b'-' {
            return Err(label);
        }
        if text[at - 1] == b'-' {
            return Err(at - 1);
        }
        if at - label > longest {
            return Err(label + longest);
        }
        labels += 1;
        let begins_with_letter = ALPHA.contains(text[label]);
        if at == end {
            let fits = last.allows(begins_with_letter, labels);
            return if fits { Ok(()) } else { Err(label) };
        }
        if text[at] != b'.' {
            return Err(at);
        }
        at += 1;
        if at == end {
            let fits = match final_dot {
                FinalDot::No => false,
                FinalDot::AfterLetterLabel => begins_with_letter,
                FinalDot::AfterLetterLabelBehindAnother => begins_with_letter && labels > 1,
                FinalDot::AfterLastLabel => last.allows(begins_with_letter, labels),
            };
            return if fits { Ok(()) } else { Err(at - 1) };
        }
    }
}

/// Whether `text[start..end]` is four groups of digits, each with a value of at most `highest`.
const fn is_four_numbers(text: &[u8], start: usize, end: usize, highest: u32) -> bool {
    let mut at = start;
    let mut groups = 0;
    while at < end {
        let group = at;
        let mut value = 0_u32;
        while at < end && text[at].is_ascii_digit() {
            value = value.saturating_mul(10).saturating_add((text[at] - b'0') as u32);
            at += 1;
        }
        groups += 1;
        if at == group || value > highest || at == end {
            return at > group && value <= highest && groups == 4;
        }
        if text[at] != b'.' {
            return false;
        }
        at += 1;
    }
    false
}

/// Whether `text[start..end]` is an `IPv4address`: four numbers 0 to 255 without leading zeros.
pub(crate) const fn is_ipv4(text: &[u8], start: usize, end: usize) -> bool {
    matches!(ipv4_end(text, start, end), Some(at) if at == end)
}

/// The end of the `IPv4address` that begins at `start`, if there is one.
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

/// Checks that `text[start..end]` is an `IPv6address`. The byte at `end` is the closing bracket or a `%`; neither
/// occurs in an address, so no comparison has to check for `end` first. By some rules, the last 32 bits may be an
/// IPv4 address.
///
/// # Errors
///
/// The offset at which no alternative of the rule matches.
pub(super) const fn check_ipv6(
    ipv4: Ipv4Rule,
    text: &[u8],
    start: usize,
    end: usize,
) -> Result<(), usize> {
    let mut at = start;
    let mut groups = 0;
    let mut compressed = false;
    loop {
        // `at` is the start, or is after a separator; a group, or a "::" at the start, may follow.
        if text[at] == b':' && text[at + 1] == b':' && groups == 0 && !compressed {
            compressed = true;
            at += 2;
            if at == end {
                return Ok(());
            }
        }
        let group = at;
        while at < group + 4 && HEXDIG.contains(text[at]) {
            at += 1;
        }
        if is_before_dot(ipv4, text, at) {
            // The last 32 bits may be an IPv4 address.
            let fits = if compressed { groups < 6 } else { groups == 6 };
            let is_address = match ipv4 {
                Ipv4Rule::Values => is_four_numbers(text, group, end, 255),
                _ => is_ipv4(text, group, end),
            };
            return if fits && is_address { Ok(()) } else { Err(group) };
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

/// Whether a dot is at `at`, or after further digits where the rule allows leading zeros.
const fn is_before_dot(ipv4: Ipv4Rule, text: &[u8], at: usize) -> bool {
    let mut at = at;
    while matches!(ipv4, Ipv4Rule::Values) && text[at].is_ascii_digit() {
        at += 1;
    }
    text[at] == b'.'
}

/// Checks that `text[start..end]`, which begins with `v` or `V`, is an `IPvFuture` whose address has only bytes of
/// `set`.
///
/// # Errors
///
/// The offset at which the rule fails.
pub(super) const fn check_ipv_future(
    set: ByteSet,
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
    while at < end && set.contains(text[at]) {
        at += 1;
    }
    if at == end && at > address { Ok(()) } else { Err(at) }
}
