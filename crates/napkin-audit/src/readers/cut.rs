//! Functions common to readers: splitting at delimiters, literals in brackets, names.

use crate::idn::Mapping;
use crate::name::{ContactedHost, has_triplet, ipv6_literal, is_possible};
use crate::octets::decoded;
use crate::span::Span;

use super::Answer;

/// A reader that splits at delimiters and validates little.
#[derive(Clone, Copy)]
pub(super) struct Splitter {
    /// The bytes that end the authority.
    pub(super) ends: &'static [u8],
    /// Whether the userinfo ends at the first `@` instead of the last.
    pub(super) first_at: bool,
}

/// A reader that ends the authority only at a slash.
pub(super) const UNTIL_SLASH: Splitter = Splitter { ends: b"/", ..Splitter::GENERIC };

impl Splitter {
    pub(super) const GENERIC: Self = Self { ends: b"/?#", first_at: false };

    pub(super) fn read(self, input: &[u8]) -> Answer {
        let (has_scheme, rest) = match scheme_and_rest(input) {
            Some((_, rest)) => (true, rest),
            None => (false, input),
        };
        let Some(rest) = rest.strip_prefix(b"//") else {
            return if has_scheme { Answer::NoHost } else { Answer::Base };
        };
        self.read_authority(until(rest, self.ends))
    }

    /// The host of an authority, which may contain text of other parts.
    pub(super) fn read_authority(self, authority: &[u8]) -> Answer {
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
            Some((host, port)) if host.starts_with(b"[") => literal(host, |_| false).at(port),
            Some((host, port)) => named(host).at(port),
        }
    }
}

/// The text before and after the first colon, if the text before it is a scheme.
pub(super) fn scheme_and_rest(input: &[u8]) -> Option<(&[u8], &[u8])> {
    let colon = input.iter().position(|byte| b":/?#".contains(byte))?;
    let (scheme, rest) = input.split_at(colon);
    let rest = rest.strip_prefix(b":")?;
    let is_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let begins = scheme.first().is_some_and(u8::is_ascii_alphabetic);
    (begins && scheme.iter().all(is_scheme)).then_some((scheme, rest))
}

/// The text after the scheme and two slashes.
pub(super) fn after_slashes(input: &[u8]) -> Option<&[u8]> {
    scheme_and_rest(input)?.1.strip_prefix(b"//")
}

pub(super) fn until<'a>(bytes: &'a [u8], ends: &[u8]) -> &'a [u8] {
    let end = bytes.iter().position(|byte| ends.contains(byte)).unwrap_or(bytes.len());
    bytes.get(..end).unwrap_or_default()
}

/// A text decoded, up to NUL: as a program written in C reads it.
pub(super) fn decoded_until_nul(text: &[u8]) -> Vec<u8> {
    let mut decoded = decoded(text, Span::new(0, text.len()));
    if let Some(nul) = decoded.iter().position(|&byte| byte == 0) {
        decoded.truncate(nul);
    }
    decoded
}

/// The text before and after the colon of the port. `None` if a bracket is not closed, or other text follows it.
pub(super) fn host_and_port(server: &[u8]) -> Option<(&[u8], &[u8])> {
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

/// An IP literal, perhaps with a zone of bytes that the reader accepts; the zone is removed.
pub(super) fn literal(host: &[u8], in_zone: fn(u8) -> bool) -> Answer {
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

/// The number at the start of digits, saturating.
pub(super) fn leading_number(digits: &[u8]) -> u32 {
    let digits = digits.iter().take_while(|byte| byte.is_ascii_digit());
    digits.fold(0, |number: u32, digit| {
        number.saturating_mul(10).saturating_add(u32::from(digit - b'0'))
    })
}

/// A name that is passed to a resolver without decoding; it may be an address in a rare format.
pub(super) fn named(host: &[u8]) -> Answer {
    if host.is_empty() {
        Answer::NoHost
    } else if !is_possible(host) {
        Answer::Refused
    } else if has_triplet(host) {
        Answer::Host(ContactedHost::as_written(host))
    } else {
        Answer::Host(ContactedHost::normal(host))
    }
}

/// A name that is passed to a resolver without decoding, mapped by the program's mapping.
pub(super) fn named_as_is(host: &[u8], map: Mapping) -> Answer {
    if host.is_empty() {
        Answer::NoHost
    } else {
        ContactedHost::mapped(host, map).map_or(Answer::Refused, Answer::Host)
    }
}
