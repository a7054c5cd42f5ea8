//! The grammar of RFC 6570 §2, read byte by byte, at compile time too. It says yes, or the first fault; [`pieces`](crate::pieces)
//! cuts a text that it has accepted.

use napkin::ByteSet;
use napkin::code_points::{IPRIVATE, UCSCHAR, character_at};

use crate::error::{ErrorKind, TemplateError};
use crate::operator::{RESERVED, UNRESERVED};

/// The ASCII characters of `literals` (§2.1), without triplets: all that a URI may have, also `'` (erratum 6937).
const LITERAL: ByteSet = RESERVED.or(UNRESERVED);

/// The characters of `varchar` (§2.3), without triplets.
const VARCHAR: ByteSet = UNRESERVED.without(ByteSet::of(b"-.~"));

/// The characters of operators, and those that RFC 6570 §2.2 reserves for later ones.
const OPERATOR: ByteSet = ByteSet::of(b"+#./;?&");
const OP_RESERVE: ByteSet = ByteSet::of(b"=,!@|");

type Read = Result<usize, TemplateError>;

/// Reads `URI-Template` (§2): the whole text.
pub(crate) const fn check(text: &[u8]) -> Result<(), TemplateError> {
    let mut at = 0;
    while at < text.len() {
        let read = if text[at] == b'{' { expression(text, at) } else { literal(text, at) };
        at = match read {
            Ok(end) => end,
            Err(error) => return Err(error),
        };
    }
    Ok(())
}

const fn fault(kind: ErrorKind, offset: usize) -> Read {
    Err(TemplateError::new(kind, offset))
}

/// The byte at an offset; 0, which no rule has, behind the end.
const fn byte(text: &[u8], at: usize) -> u8 {
    if at < text.len() { text[at] } else { 0 }
}

/// `literals` (§2.1): one character or triplet.
const fn literal(text: &[u8], at: usize) -> Read {
    match text[at] {
        b'%' => triplet(text, at),
        ascii @ 0..=0x7F if LITERAL.contains(ascii) => Ok(at + 1),
        _ => match character_at(text, at) {
            Some(character) if UCSCHAR.contains(character) || IPRIVATE.contains(character) => {
                Ok(at + character.len_utf8())
            }
            _ => fault(ErrorKind::InvalidLiteral, at),
        },
    }
}

/// `pct-encoded` (§1.5).
const fn triplet(text: &[u8], at: usize) -> Read {
    if byte(text, at + 1).is_ascii_hexdigit() && byte(text, at + 2).is_ascii_hexdigit() {
        Ok(at + 3)
    } else {
        fault(ErrorKind::InvalidPercentEncoding, at)
    }
}

/// `expression` (§2.2): from brace to brace.
const fn expression(text: &[u8], start: usize) -> Read {
    let mut at = start + 1;
    if OP_RESERVE.contains(byte(text, at)) {
        return fault(ErrorKind::ReservedOperator, at);
    }
    if OPERATOR.contains(byte(text, at)) {
        at += 1;
    }
    loop {
        at = match varspec(text, at) {
            Ok(end) => end,
            Err(error) if error.offset() == text.len() => {
                return fault(ErrorKind::UnclosedExpression, start);
            }
            Err(error) => return Err(error),
        };
        match byte(text, at) {
            b',' => at += 1,
            b'}' => return Ok(at + 1),
            _ => return fault(ErrorKind::UnclosedExpression, start),
        }
    }
}

/// `varspec` (§2.3), which a comma, a brace or the end of the text follows.
const fn varspec(text: &[u8], start: usize) -> Read {
    let mut at = match varname(text, start) {
        Ok(end) => end,
        Err(error) => return Err(error),
    };
    let is_modified = match byte(text, at) {
        b'*' => {
            at += 1;
            true
        }
        b':' => {
            at = match max_length(text, at + 1) {
                Ok(end) => end,
                Err(error) => return Err(error),
            };
            true
        }
        _ => false,
    };
    match byte(text, at) {
        b',' | b'}' => Ok(at),
        b'{' => fault(ErrorKind::NestedExpression, at),
        _ if at == text.len() => Ok(at),
        _ if is_modified => fault(ErrorKind::InvalidModifier, at),
        _ => fault(ErrorKind::InvalidVariable, at),
    }
}

/// `varname` (§2.3): no dot stands at its ends, or beside another one.
const fn varname(text: &[u8], start: usize) -> Read {
    let mut at = start;
    loop {
        let read = match byte(text, at) {
            b'%' => triplet(text, at),
            ascii if ascii < 0x80 && VARCHAR.contains(ascii) => Ok(at + 1),
            b'.' if at > start && text[at - 1] != b'.' => Ok(at + 1),
            b'.' => fault(ErrorKind::InvalidVariable, at),
            b',' | b'}' | b':' | b'*' if at == start => fault(ErrorKind::MissingVariable, at),
            b'{' => fault(ErrorKind::NestedExpression, at),
            _ if at > start && text[at - 1] == b'.' => fault(ErrorKind::InvalidVariable, at - 1),
            _ if at > start => return Ok(at),
            _ => fault(ErrorKind::InvalidVariable, at),
        };
        at = match read {
            Ok(end) => end,
            Err(error) => return Err(error),
        };
    }
}

/// `max-length` (§2.4.1): the four digits at most, of which the first is not 0.
const fn max_length(text: &[u8], start: usize) -> Read {
    let mut at = start;
    while byte(text, at).is_ascii_digit() {
        at += 1;
    }
    let is_number = at > start && at - start <= 4 && text[start] != b'0';
    if is_number || at == text.len() { Ok(at) } else { fault(ErrorKind::InvalidPrefix, start) }
}
