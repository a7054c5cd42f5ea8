//! The authority: userinfo, host and port by an edition's [`AuthorityRule`].
//!
//! Used by the exact parser. Where the text does not fit the rule of a server, it is tried as a registry name.

use napkin_scan::ByteSet;

use super::host::{check_encoded, check_ipv_future, check_ipv6, host_end};
use super::reader::{Checked, Reader, attempt};
use crate::code_points::CodePoints;
use crate::components::HostKind;
use crate::edition::rules::{
    AuthorityRule, Colons, EmptyAuthority, Ipv4Rule, Literal, NameRule, PortRule,
};
use crate::fault::{ErrorKind as Kind, Part};

/// Start, end and kind of the host.
pub(crate) type HostRange = (usize, usize, HostKind);

const COLON: ByteSet = ByteSet::of(b":");
const AT: ByteSet = ByteSet::of(b"@");

/// Reads the authority `text[start..end]`. Returns its host; `None` for an authority without one.
// Inlined into the fast path, which would read the result from memory.
#[inline(always)]
pub(super) const fn read_authority(
    reader: &Reader<'_>,
    rule: &AuthorityRule,
    start: usize,
    end: usize,
) -> Checked<Option<HostRange>> {
    if start == end {
        return match rule.empty {
            EmptyAuthority::EmptyHost => Ok(Some((start, end, HostKind::RegName))),
            EmptyAuthority::NoHost => Ok(None),
            EmptyAuthority::UndefinedBeforeText if end < reader.text.len() => Ok(None),
            EmptyAuthority::UndefinedBeforeText => {
                reader.fail(Kind::MissingHost, Part::Authority, start)
            }
            EmptyAuthority::Invalid => reader.fail(Kind::MissingHost, Part::Host, start),
        };
    }
    match (server(reader, rule, start, end), rule.registry) {
        (Ok(host), _) => Ok(Some(host)),
        (Err(error), Some(set)) => match reader.check(Part::Authority, set, start, end) {
            Ok(()) => Ok(None),
            Err(_) => Err(error),
        },
        (Err(error), None) => Err(error),
    }
}

const fn server(
    reader: &Reader<'_>,
    rule: &AuthorityRule,
    start: usize,
    end: usize,
) -> Checked<HostRange> {
    let at_sign = reader.find(AT, start, end);
    let mut host_start = start;
    if at_sign < end {
        attempt!(check_userinfo(reader, rule, start, at_sign));
        host_start = at_sign + 1;
    }
    let (host_end, kind) = attempt!(host(reader, rule, host_start, end));
    if host_end < end {
        if reader.text[host_end] != b':' {
            return reader.fail(Kind::TextAfterIpLiteral, Part::Authority, host_end);
        }
        if !rule.port.allows_length(end - host_end - 1) {
            return reader.fail(Kind::InvalidPort, Part::Port, host_end);
        }
        attempt!(check_port(reader, rule.port, host_end + 1, end));
    }
    Ok((host_start, host_end, kind))
}

/// Checks userinfo, which ends before the `@`.
pub(super) const fn check_userinfo(
    reader: &Reader<'_>,
    authority: &AuthorityRule,
    start: usize,
    end: usize,
) -> Checked {
    let Some(rule) = authority.userinfo else {
        return reader.fail(Kind::InvalidUserinfo, Part::Userinfo, start);
    };
    let mut from = start;
    let mut colons = 0;
    loop {
        let to = reader.find(COLON, from, end);
        attempt!(reader.check(Part::Userinfo, rule.raw, from, to));
        let empty = from == to && !rule.empty;
        let escape = reader.find(ByteSet::of(b"%"), from, to);
        if empty || escape < to && !rule.escapes {
            let at = if empty { from } else { escape };
            return reader.fail(Kind::InvalidUserinfo, Part::Userinfo, at);
        }
        if to == end {
            return Ok(());
        }
        colons += 1;
        if colons > 1 && matches!(rule.colons, Colons::One) {
            return reader.fail(Kind::InvalidUserinfo, Part::Userinfo, to);
        }
        from = to + 1;
    }
}

/// Checks that all of `text[start..end]` is a host, and returns its kind.
pub(super) const fn check_host(
    reader: &Reader<'_>,
    rule: &AuthorityRule,
    start: usize,
    end: usize,
) -> Checked<HostKind> {
    let (host_end, kind) = attempt!(host(reader, rule, start, end));
    if host_end == end {
        Ok(kind)
    } else {
        reader.fail(Kind::InvalidCharacter, Part::Host, host_end)
    }
}

const fn host(
    reader: &Reader<'_>,
    rule: &AuthorityRule,
    start: usize,
    end: usize,
) -> Checked<(usize, HostKind)> {
    let has_literals = !matches!(rule.host.literal, Literal::No);
    if has_literals && start < end && reader.text[start] == b'[' {
        return ip_literal(reader, rule.host.literal, start, end);
    }
    let beyond = reader.edition.beyond_ascii.of(Part::Host);
    match host_end(&rule.host, beyond, reader.text, start, end) {
        Ok(host) => Ok(host),
        Err(at) => {
            let empty = at == end || reader.text[at] == b':' && at == start;
            let kind = match rule.host.name {
                NameRule::Registered(_) => Kind::InvalidCharacter,
                _ if empty && at == start => Kind::MissingHost,
                _ => Kind::InvalidHost,
            };
            reader.fail_at(kind, Part::Host, at)
        }
    }
}

const fn ip_literal(
    reader: &Reader<'_>,
    literal: Literal,
    start: usize,
    end: usize,
) -> Checked<(usize, HostKind)> {
    let close = reader.find(ByteSet::of(b"]"), start, end);
    if close == end {
        return reader.fail(Kind::UnclosedIpLiteral, Part::Host, start);
    }
    let inner = start + 1;
    let is_future = matches!(reader.text[inner], b'v' | b'V');
    if let (Some(set), true) = (literal.future(), is_future) {
        return match check_ipv_future(set, reader.text, inner, close) {
            Ok(()) => Ok((close + 1, HostKind::IpvFuture)),
            Err(at) => reader.fail(Kind::InvalidIpvFuture, Part::Host, at),
        };
    }
    let ipv4 = match literal {
        Literal::Ipv6 { ipv4, .. } => ipv4,
        _ => Ipv4Rule::Octets,
    };
    let Err(at) = check_ipv6(ipv4, reader.text, inner, close) else {
        return Ok((close + 1, HostKind::Ipv6));
    };
    let zone = reader.find(ByteSet::of(b"%"), inner, close);
    if zone < close && check_ipv6(ipv4, reader.text, inner, zone).is_ok() {
        return match literal {
            Literal::Ipv6 { scope: Some(set), .. } => {
                scope_identifier(reader, set, zone + 1, close)
            }
            Literal::ZonedIpv6OrFuture { zone: set, .. } => {
                zone_identifier(reader, set, zone, close)
            }
            _ => reader.fail(Kind::ZoneIdentifier, Part::Host, zone),
        };
    }
    reader.fail(Kind::InvalidIpv6, Part::Host, at)
}

/// Reads an IP literal that ends in a scope identifier, which is `text[start..close]`.
const fn scope_identifier(
    reader: &Reader<'_>,
    set: ByteSet,
    start: usize,
    close: usize,
) -> Checked<(usize, HostKind)> {
    let mut at = start;
    while at < close && set.contains(reader.text[at]) {
        at += 1;
    }
    if at == close && at > start {
        Ok((close + 1, HostKind::Ipv6))
    } else {
        reader.fail(Kind::InvalidIpv6, Part::Host, at)
    }
}

/// Reads an IP literal that ends in `%25` and a zone identifier (RFC 6874 §2), which together are `text[start..close]`.
const fn zone_identifier(
    reader: &Reader<'_>,
    set: ByteSet,
    start: usize,
    close: usize,
) -> Checked<(usize, HostKind)> {
    let text = reader.text;
    let identifier = start + "%25".len();
    if identifier >= close || text[start + 1] != b'2' || text[start + 2] != b'5' {
        return reader.fail_at(Kind::InvalidIpv6, Part::Host, start);
    }
    match check_encoded(text, identifier, close, set, [CodePoints::EMPTY; 2]) {
        Ok(()) => Ok((close + 1, HostKind::Ipv6)),
        Err(at) => reader.fail_at(Kind::InvalidIpv6, Part::Host, at),
    }
}

/// Checks that `text[start..end]` is a port: digits, with a value that the edition allows.
pub(super) const fn check_port(
    reader: &Reader<'_>,
    rule: PortRule,
    start: usize,
    end: usize,
) -> Checked {
    let mut at = start;
    while at < end {
        if !reader.text[at].is_ascii_digit() {
            return reader.fail(Kind::InvalidCharacter, Part::Port, at);
        }
        at += 1;
    }
    if rule.allows_value(reader.text, start, end) {
        Ok(())
    } else {
        reader.fail(Kind::InvalidPort, Part::Port, start)
    }
}
