//! External text in a form that is safe on a terminal: what steers it, or is invisible, is escaped.
//!
//! The set of characters is the same in messages, results on a terminal, JSON and the page; `napkin-audit` writes JSON by it.

use core::fmt::{self, Write};

use crate::code_points::CodePoints;

/// The non-ASCII characters that are not safe to show: by Unicode's data all controls and format characters (general
/// categories Cc and Cf), line and paragraph separators (Zl, Zp), private use (Co), whose look is the font's choice,
/// noncharacters, default ignorable characters (`Default_Ignorable_Code_Point`), and the block of hieroglyph format
/// controls. Other characters without a meaning yet (Cn) are shown, so that the set is the same by every version of
/// Unicode, but for format characters that it adds.
const UNSAFE: CodePoints = CodePoints::of(&[
    '\u{80}'..='\u{9F}',
    '\u{AD}'..='\u{AD}',
    '\u{34F}'..='\u{34F}',
    '\u{600}'..='\u{605}',
    '\u{61C}'..='\u{61C}',
    '\u{6DD}'..='\u{6DD}',
    '\u{70F}'..='\u{70F}',
    '\u{890}'..='\u{891}',
    '\u{8E2}'..='\u{8E2}',
    '\u{115F}'..='\u{1160}',
    '\u{17B4}'..='\u{17B5}',
    '\u{180B}'..='\u{180F}',
    '\u{200B}'..='\u{200F}',
    '\u{2028}'..='\u{202E}',
    '\u{2060}'..='\u{206F}',
    '\u{3164}'..='\u{3164}',
    '\u{E000}'..='\u{F8FF}',
    '\u{FDD0}'..='\u{FDEF}',
    '\u{FE00}'..='\u{FE0F}',
    '\u{FEFF}'..='\u{FEFF}',
    '\u{FFA0}'..='\u{FFA0}',
    '\u{FFF0}'..='\u{FFFB}',
    '\u{FFFE}'..='\u{FFFF}',
    '\u{1_10BD}'..='\u{1_10BD}',
    '\u{1_10CD}'..='\u{1_10CD}',
    '\u{1_3430}'..='\u{1_345F}',
    '\u{1_BCA0}'..='\u{1_BCA3}',
    '\u{1_D173}'..='\u{1_D17A}',
    '\u{1_FFFE}'..='\u{1_FFFF}',
    '\u{2_FFFE}'..='\u{2_FFFF}',
    '\u{3_FFFE}'..='\u{3_FFFF}',
    '\u{4_FFFE}'..='\u{4_FFFF}',
    '\u{5_FFFE}'..='\u{5_FFFF}',
    '\u{6_FFFE}'..='\u{6_FFFF}',
    '\u{7_FFFE}'..='\u{7_FFFF}',
    '\u{8_FFFE}'..='\u{8_FFFF}',
    '\u{9_FFFE}'..='\u{9_FFFF}',
    '\u{A_FFFE}'..='\u{A_FFFF}',
    '\u{B_FFFE}'..='\u{B_FFFF}',
    '\u{C_FFFE}'..='\u{C_FFFF}',
    '\u{D_FFFE}'..='\u{D_FFFF}',
    '\u{E_0000}'..='\u{E_0FFF}',
    '\u{E_FFFE}'..=char::MAX,
]);

/// Whether a character is safe on a terminal unescaped: it is no control or format character, so it does not change
/// the direction or the order of the text after it, it separates no lines, it is visible, and it is no private use
/// character or noncharacter.
///
/// By the Unicode Character Database: its general category is not Cc, Cf, Zl, Zp or Co, it is not default ignorable
/// (`Default_Ignorable_Code_Point`), no noncharacter, and not in the block Egyptian Hieroglyph Format Controls.
///
/// A [`Diagnosis`](crate::Diagnosis) escapes all other characters; programs that show inputs beside it should do so
/// too, with [`visible`].
///
/// ```
/// assert!(napkin::is_safe_to_show('é') && !napkin::is_safe_to_show('\u{202e}'));
/// ```
pub fn is_safe_to_show(character: char) -> bool {
    if character.is_ascii() { !character.is_ascii_control() } else { !UNSAFE.contains(character) }
}

/// Text, or bytes, in a form that is safe on a terminal.
///
/// Characters that are not [safe to show](is_safe_to_show) are written as `\u{1b}`, and bytes that are not UTF-8 as
/// `\xff`. Line ends are control characters too.
///
/// ```
/// assert_eq!(napkin::visible("a\u{1b}[2Jé").to_string(), r"a\u{1b}[2Jé");
/// assert_eq!(napkin::visible(b"a\xff\n").to_string(), r"a\xff\u{a}");
/// ```
pub fn visible(text: &(impl AsRef<[u8]> + ?Sized)) -> Visible<'_> {
    Visible { text: text.as_ref(), is_shown: is_safe_to_show }
}

/// Text in a form that is safe on a terminal, by `Display`. Made by [`visible`].
#[derive(Clone, Copy, Debug)]
pub struct Visible<'a> {
    text: &'a [u8],
    is_shown: fn(char) -> bool,
}

impl Visible<'_> {
    /// The text with another set of characters that are written unescaped.
    ///
    /// ```
    /// let text = napkin::visible("\u{1b}\u{200c}").showing(|character| !character.is_control());
    /// assert_eq!(text.to_string(), "\\u{1b}\u{200c}");
    /// ```
    #[must_use]
    pub const fn showing(self, is_shown: fn(char) -> bool) -> Self {
        Self { is_shown, ..self }
    }
}

impl fmt::Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.text.utf8_chunks() {
            let mut rest = chunk.valid();
            while let Some(at) = rest.find(|character| !(self.is_shown)(character)) {
                let (shown, hidden) = rest.split_at(at);
                f.write_str(shown)?;
                let mut characters = hidden.chars();
                if let Some(character) = characters.next() {
                    write!(f, "{}", character.escape_unicode())?;
                }
                rest = characters.as_str();
            }
            f.write_str(rest)?;
            for byte in chunk.invalid() {
                write!(f, "\\x{byte:02x}")?;
            }
        }
        Ok(())
    }
}

/// A writer that counts the characters that pass through it.
struct Counter<'a, 'b> {
    inner: &'a mut fmt::Formatter<'b>,
    characters: usize,
}

impl fmt::Write for Counter<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.characters += text.chars().count();
        self.inner.write_str(text)
    }
}

/// Writes bytes in a form that is safe on a terminal, and returns the number of characters written.
pub(crate) fn show(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> Result<usize, fmt::Error> {
    let mut counter = Counter { inner: f, characters: 0 };
    write!(counter, "{}", visible(bytes))?;
    Ok(counter.characters)
}

/// A short text without an allocator, with room for one quoted, escaped character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Inline {
    bytes: [u8; 16],
    len: usize,
}

impl Inline {
    pub(crate) fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }
}

impl fmt::Write for Inline {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.len + text.len();
        self.bytes.get_mut(self.len..end).ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len = end;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use regex_syntax::hir::{Class, HirKind};

    use super::{is_safe_to_show, visible};

    #[test]
    fn what_is_shown_is_safe_and_what_is_safe_is_unchanged() {
        for character in '\0'..=char::MAX {
            let mut buffer = [0; 4];
            let text = &*character.encode_utf8(&mut buffer);
            let shown = visible(text).to_string();
            assert_eq!(shown == text, is_safe_to_show(character), "{shown}");
            assert!(shown.chars().all(is_safe_to_show), "{shown}");
        }
    }

    /// The set is what Unicode's data say, whose version is that of `regex-syntax`.
    #[test]
    fn what_is_unsafe_is_what_unicode_says() {
        let class = r"[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\x{13430}-\x{1345F}]";
        let parsed = regex_syntax::parse(class).unwrap();
        let HirKind::Class(Class::Unicode(class)) = parsed.kind() else { panic!("{parsed:?}") };
        let is_unsafe = |character| {
            class.ranges().iter().any(|range| (range.start()..=range.end()).contains(&character))
        };
        for character in '\0'..=char::MAX {
            assert_eq!(is_safe_to_show(character), !is_unsafe(character), "{character:?}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_told_from_text() {
        let shown = |bytes: &[u8]| visible(bytes).to_string();
        assert_eq!(shown(b"http://h/~a b"), "http://h/~a b");
        assert_eq!(shown("é\u{1b}[31m\n\t\u{7f}".as_bytes()), "é\\u{1b}[31m\\u{a}\\u{9}\\u{7f}");
        assert_eq!(shown(b"a\xffb\xe2\x82"), "a\\xffb\\xe2\\x82");
        assert_eq!(shown(b"\x9b\xc2\x9b"), "\\x9b\\u{9b}");
    }
}
