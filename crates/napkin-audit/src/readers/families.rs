//! Readers that represent a family: each differs from the generic splitting in one way.

use unicode_normalization::UnicodeNormalization;

use crate::parts::trimmed;
use crate::span::Span;

use super::Answer;
use super::cut::{Splitter, decoded_until_nul, scheme_and_rest, until};

pub(super) fn decode_first(input: &[u8]) -> Answer {
    let (start, end) = trimmed(input);
    let input = Span::new(start, end).of(input);
    let rest = scheme_and_rest(input).map_or(input, |(_, rest)| rest);
    let Some(rest) = rest.strip_prefix(b"//") else { return Splitter::GENERIC.read(input) };
    let decoded = decoded_until_nul(until(rest, b"/?#"));
    Splitter::GENERIC.read(&[b"//", decoded.as_slice()].concat())
}

pub(super) fn normalize_first(input: &[u8]) -> Answer {
    match str::from_utf8(input) {
        // ASCII is unchanged by NFKC.
        Ok(text) if text.is_ascii() => Splitter::GENERIC.read(input),
        Ok(text) => Splitter::GENERIC.read(text.nfkc().collect::<String>().as_bytes()),
        Err(_) => Answer::Refused,
    }
}

/// The input with backslashes replaced by slashes.
pub(super) fn replaced(input: &[u8]) -> Vec<u8> {
    input.iter().map(|&byte| if byte == b'\\' { b'/' } else { byte }).collect()
}
