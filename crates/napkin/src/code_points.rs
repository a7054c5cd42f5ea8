//! Non-ASCII characters: sets of them as ranges of code points, and decoding one from UTF-8.
//!
//! [`ByteSet`](crate::ByteSet) holds ASCII. An edition whose texts are characters adds sets of code points. The
//! sets follow the ranges of its document; no Unicode property decides, so validity does not depend on a Unicode
//! version.
//!
//! Of the characters that an IRI may have, some are lost in text or mislead people (RFC 3987 §4.1, §6.1). Their
//! sets are constants of this module.
//!
//! ```
//! use napkin::code_points::{BIDI_CONTROLS, INVISIBLE, JOINERS, SPACES, WIDTH_VARIANTS};
//!
//! assert!(BIDI_CONTROLS.contains('\u{202e}')); // what follows runs from right to left
//! assert!(SPACES.contains('\u{a0}'));
//! assert!(INVISIBLE.contains('\u{200b}') && JOINERS.contains('\u{200d}'));
//! assert!(WIDTH_VARIANTS.contains('ａ'));
//! ```

use core::ops::RangeInclusive;

/// Characters that change the direction of text: those of RFC 3987 §4.1, and those that Unicode 6.3 added for the same
/// purpose.
pub const BIDI_CONTROLS: CodePoints = CodePoints::of(&[
    '\u{61C}'..='\u{61C}',
    '\u{200E}'..='\u{200F}',
    '\u{202A}'..='\u{202E}',
    '\u{2066}'..='\u{2069}',
]);

/// Characters that look like a space (RFC 3987 §6.1).
pub const SPACES: CodePoints = CodePoints::of(&[
    '\u{A0}'..='\u{A0}',
    '\u{1680}'..='\u{1680}',
    '\u{2000}'..='\u{200A}',
    '\u{2028}'..='\u{2029}',
    '\u{202F}'..='\u{202F}',
    '\u{205F}'..='\u{205F}',
    '\u{3000}'..='\u{3000}',
]);

/// Invisible characters (RFC 3987 §6.1).
pub const INVISIBLE: CodePoints = CodePoints::of(&[
    '\u{AD}'..='\u{AD}',
    '\u{115F}'..='\u{1160}',
    '\u{17B4}'..='\u{17B5}',
    '\u{180E}'..='\u{180E}',
    '\u{200B}'..='\u{200B}',
    '\u{2060}'..='\u{2065}',
    '\u{206A}'..='\u{206F}',
    '\u{3164}'..='\u{3164}',
    '\u{FEFF}'..='\u{FEFF}',
    '\u{FFA0}'..='\u{FFA0}',
    '\u{1_BCA0}'..='\u{1_BCA3}',
    '\u{1_D173}'..='\u{1_D17A}',
]);

/// Joiners and variation selectors: invisible characters that scripts and emoji need outside host names (RFC 3987
/// §6.1).
pub const JOINERS: CodePoints = CodePoints::of(&[
    '\u{34F}'..='\u{34F}',
    '\u{180B}'..='\u{180D}',
    '\u{180F}'..='\u{180F}',
    '\u{200C}'..='\u{200D}',
    '\u{FE00}'..='\u{FE0F}',
]);

/// Full-width and half-width forms, which look like the usual ones (RFC 3987 §6.1).
pub const WIDTH_VARIANTS: CodePoints = CodePoints::of(&['\u{FF00}'..='\u{FFEF}']);

/// The non-ASCII characters that are unreserved in an IRI (RFC 3987 §2.2).
pub const UCSCHAR: CodePoints = CodePoints::of(&[
    '\u{A0}'..='\u{D7FF}',
    '\u{F900}'..='\u{FDCF}',
    '\u{FDF0}'..='\u{FFEF}',
    '\u{1_0000}'..='\u{1_FFFD}',
    '\u{2_0000}'..='\u{2_FFFD}',
    '\u{3_0000}'..='\u{3_FFFD}',
    '\u{4_0000}'..='\u{4_FFFD}',
    '\u{5_0000}'..='\u{5_FFFD}',
    '\u{6_0000}'..='\u{6_FFFD}',
    '\u{7_0000}'..='\u{7_FFFD}',
    '\u{8_0000}'..='\u{8_FFFD}',
    '\u{9_0000}'..='\u{9_FFFD}',
    '\u{A_0000}'..='\u{A_FFFD}',
    '\u{B_0000}'..='\u{B_FFFD}',
    '\u{C_0000}'..='\u{C_FFFD}',
    '\u{D_0000}'..='\u{D_FFFD}',
    '\u{E_1000}'..='\u{E_FFFD}',
]);

/// Private-use characters, which are allowed only in a query (RFC 3987 §2.2).
pub const IPRIVATE: CodePoints = CodePoints::of(&[
    '\u{E000}'..='\u{F8FF}',
    '\u{F_0000}'..='\u{F_FFFD}',
    '\u{10_0000}'..='\u{10_FFFD}',
]);

/// A set of non-ASCII characters: ranges of code points in ascending order.
///
/// ```
/// use napkin::code_points::{CodePoints, SPACES};
///
/// const GREEK: CodePoints = CodePoints::of(&['α'..='ω']);
/// assert!(GREEK.contains('π') && !GREEK.contains('p'));
/// assert!(SPACES.contains('\u{A0}'));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodePoints(&'static [RangeInclusive<char>]);

impl CodePoints {
    /// The empty set.
    pub const EMPTY: Self = Self(&[]);

    /// The set of the characters in these ranges, which must ascend and hold no ASCII.
    ///
    /// # Panics
    ///
    /// If the ranges do not ascend or hold ASCII; a constant does not compile then.
    pub const fn of(ranges: &'static [RangeInclusive<char>]) -> Self {
        let mut last = '\x7F';
        let mut number = 0;
        while number < ranges.len() {
            assert!(last < *ranges[number].start(), "ranges ascend");
            last = *ranges[number].end();
            number += 1;
        }
        Self(ranges)
    }

    /// Whether a character is a member.
    #[inline]
    pub const fn contains(self, character: char) -> bool {
        let mut number = 0;
        while number < self.0.len() {
            let range = &self.0[number];
            if character <= *range.end() {
                return *range.start() <= character;
            }
            number += 1;
        }
        false
    }

    /// Whether there are no members.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The ranges.
    pub const fn ranges(self) -> &'static [RangeInclusive<char>] {
        self.0
    }
}

/// The character that begins at `at` in UTF-8 (RFC 3629). `None` if the octets there are ill-formed: a lone
/// continuation octet, a truncated or overlong sequence, a surrogate, or a value above U+10FFFF.
#[inline]
pub const fn character_at(text: &[u8], at: usize) -> Option<char> {
    if at >= text.len() {
        return None;
    }
    let lead = text[at];
    let (length, least) = match lead {
        0..=0x7F => return Some(lead as char),
        0xC2..=0xDF => (2, 0x80),
        0xE0..=0xEF => (3, 0x800),
        0xF0..=0xF4 => (4, 0x1_0000),
        _ => return None,
    };
    if text.len() - at < length {
        return None;
    }
    let mut code = (lead & (0x7F >> length)) as u32;
    let mut number = 1;
    while number < length {
        let octet = text[at + number];
        if !is_continuation(octet) {
            return None;
        }
        code = code << 6 | (octet & 0x3F) as u32;
        number += 1;
    }
    if code < least { None } else { char::from_u32(code) }
}

/// Whether an octet continues a sequence of UTF-8.
#[inline]
pub(crate) const fn is_continuation(octet: u8) -> bool {
    octet & 0xC0 == 0x80
}

#[cfg(test)]
mod tests {
    use super::{CodePoints, character_at};

    /// Compared with the standard library on every sequence that can begin a character, and on some that cannot.
    #[test]
    fn characters_are_those_of_the_standard_library() {
        let tails = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBE, 0xBF, 0xC0, 0xFF];
        for lead in 0..=0xFF {
            for a in tails {
                for b in tails {
                    for c in tails {
                        let text = [lead, a, b, c];
                        let whole = (1..=4).find_map(|end| core::str::from_utf8(&text[..end]).ok());
                        let expected = whole.and_then(|text| text.chars().next());
                        assert_eq!(character_at(&text, 0), expected, "{text:X?}");
                        let cut = core::str::from_utf8(&text[..2]).ok();
                        let expected = cut.and_then(|text| text.chars().next());
                        let expected = expected.or((lead < 0x80).then_some(lead as char));
                        assert_eq!(character_at(&text[..2], 0), expected, "{text:X?}");
                    }
                }
            }
        }
        assert_eq!(character_at(b"a", 1), None);
    }

    #[test]
    fn membership_is_by_ranges() {
        const SET: CodePoints = CodePoints::of(&['é'..='é', 'α'..='ω']);
        for (character, is_member) in
            [('è', false), ('é', true), ('α', true), ('ω', true), ('я', false)]
        {
            assert_eq!(SET.contains(character), is_member, "{character}");
        }
        assert!(
            !CodePoints::EMPTY.contains('é') && CodePoints::EMPTY.is_empty() && !SET.is_empty()
        );
        assert_eq!(SET.ranges().len(), 2);
    }
}
