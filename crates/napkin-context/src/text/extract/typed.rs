//! A whole input that a user typed: removes the text around the URI.

use std::ops::Range;

use super::Delimiter;
use super::characters::{Characters, first_character, last_character};
use crate::edition::Delimiting;

/// The prefix, in lowercase.
pub(super) const PREFIX: &[u8; 4] = b"url:";

/// Whether text is the prefix, as an edition writes it.
#[inline]
pub(super) fn is_prefix(delimiting: &Delimiting, text: [u8; PREFIX.len()]) -> bool {
    // The four bytes as one word; this bit makes letters lowercase.
    let case = if delimiting.prefix_in_lowercase { 0 } else { 0x0020_2020 };
    u32::from_le_bytes(text) | case == u32::from_le_bytes(*PREFIX)
}

/// A typed input without its surroundings.
pub(super) struct Typed<'t> {
    /// The rest, which may still contain white space.
    pub(super) inner: &'t [u8],
    /// Its start.
    pub(super) start: usize,
    pub(super) delimiter: Delimiter,
    pub(super) prefix: Option<Range<usize>>,
}

impl<'t> Typed<'t> {
    /// Removes white space and other ignored characters, then brackets or quotes, then the prefix.
    pub(super) fn read(delimiting: &Delimiting, characters: &Characters, text: &'t [u8]) -> Self {
        let inner = without_unseen(characters, text);
        let start = inner.as_ptr() as usize - text.as_ptr() as usize;
        let mut typed = Self { inner, start, delimiter: Delimiter::Whitespace, prefix: None };
        if let Some((delimiter, [open, close])) = wrapper(characters, inner) {
            typed.delimiter = delimiter;
            typed.cut(characters, open.len_utf8(), close.len_utf8());
        }
        if typed.inner.first_chunk().is_some_and(|&text| is_prefix(delimiting, text)) {
            typed.cut(characters, PREFIX.len(), 0);
            let end = typed.start - characters.space().before(&text[..typed.start]);
            typed.prefix = Some(end - PREFIX.len()..end);
        }
        typed
    }

    /// Removes bytes on both sides, and then white space.
    fn cut(&mut self, characters: &Characters, before: usize, after: usize) {
        let inner = &self.inner[before..self.inner.len() - after];
        let (space, inner) = characters.space().trim(inner);
        self.start += before + space;
        self.inner = inner;
    }
}

/// The text without surrounding white space and ignored characters, in any order.
fn without_unseen<'t>(characters: &Characters, text: &'t [u8]) -> &'t [u8] {
    let around = characters.beyond_ascii().around_typed;
    let unseen = |character: &char| around.iter().any(|set| set.contains(*character));
    let space = characters.space();
    let (_, mut inner) = space.trim(text);
    loop {
        let first = first_character(inner).filter(unseen).map_or(0, char::len_utf8);
        let rest = &inner[first..];
        let last = last_character(rest).filter(unseen).map_or(0, char::len_utf8);
        if first + last == 0 {
            return inner;
        }
        (_, inner) = space.trim(&rest[..rest.len() - last]);
    }
}

/// The brackets or quotes around a text.
fn wrapper(characters: &Characters, text: &[u8]) -> Option<(Delimiter, [char; 2])> {
    let ends = [first_character(text)?, last_character(text)?];
    let beyond_ascii = characters.beyond_ascii();
    let delimiter = match ends {
        ['<', '>'] => Delimiter::Angle,
        ['"', '"'] => Delimiter::Quote,
        ends if beyond_ascii.typed_brackets.contains(&ends) => Delimiter::Angle,
        ends if beyond_ascii.typed_quotes.contains(&ends) => Delimiter::Quote,
        _ => return None,
    };
    (text.len() >= ends[0].len_utf8() + ends[1].len_utf8()).then_some((delimiter, ends))
}
