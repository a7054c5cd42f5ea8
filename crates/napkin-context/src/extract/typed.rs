//! A whole input that a user typed: what is around the URI is taken away.

use std::ops::Range;

use napkin::edition::context::Delimiting;

use super::Delimiter;
use super::characters::{space_before, trim};

/// The prefix, in lowercase.
pub(super) const PREFIX: &[u8; 4] = b"url:";

/// Whether text is the prefix, as an edition writes it.
#[inline]
pub(super) fn is_prefix(delimiting: &Delimiting, text: [u8; PREFIX.len()]) -> bool {
    // The four bytes as one word, whose letters are in lowercase with this bit.
    let case = if delimiting.prefix_in_lowercase { 0 } else { 0x0020_2020 };
    u32::from_le_bytes(text) | case == u32::from_le_bytes(*PREFIX)
}

/// An input, and what was around it.
pub(super) struct Typed<'t> {
    /// What is left; white space may still be in it.
    pub(super) inner: &'t [u8],
    /// Where it begins.
    pub(super) start: usize,
    pub(super) delimiter: Delimiter,
    pub(super) prefix: Option<Range<usize>>,
}

impl<'t> Typed<'t> {
    /// Takes away white space, then brackets or quotes, then the prefix.
    pub(super) fn read(delimiting: &Delimiting, text: &'t [u8]) -> Self {
        let (start, inner) = trim(text);
        let mut typed = Self { inner, start, delimiter: Delimiter::Whitespace, prefix: None };
        typed.delimiter = match inner {
            [b'<', .., b'>'] => Delimiter::Angle,
            [b'"', .., b'"'] => Delimiter::Quote,
            _ => Delimiter::Whitespace,
        };
        if typed.delimiter != Delimiter::Whitespace {
            typed.cut(1, 1);
        }
        if typed.inner.first_chunk().is_some_and(|&text| is_prefix(delimiting, text)) {
            typed.cut(PREFIX.len(), 0);
            let end = typed.start - space_before(&text[..typed.start]);
            typed.prefix = Some(end - PREFIX.len()..end);
        }
        typed
    }

    /// Takes so much away on both sides, and the white space then.
    fn cut(&mut self, before: usize, after: usize) {
        let (space, inner) = trim(&self.inner[before..self.inner.len() - after]);
        self.start += before + space;
        self.inner = inner;
    }
}
