//! External text in a form that is safe on a terminal: what steers it, or is invisible, is escaped.
//!
//! The set of characters is the same in messages, results on a terminal, JSON and the page; `napkin-audit` writes JSON by it.

use core::fmt::{self, Write};

use crate::code_points::{BIDI_CONTROLS, CodePoints, INVISIBLE, JOINERS};

/// Whether a character is safe on a terminal unescaped: it is no control character, it does not change the
/// direction or the order of the text after it, and it is visible.
///
/// A [`Diagnosis`](crate::Diagnosis) escapes all other characters; programs that show inputs beside it should do so
/// too, with [`visible`].
///
/// ```
/// assert!(napkin::is_safe_to_show('é') && !napkin::is_safe_to_show('\u{202e}'));
/// ```
pub fn is_safe_to_show(character: char) -> bool {
    const UNSEEN: [CodePoints; 3] = [BIDI_CONTROLS, INVISIBLE, JOINERS];
    // Line and paragraph separators, and the plane of tags.
    let steers = matches!(character, '\u{2028}' | '\u{2029}' | '\u{E0000}'..='\u{E0FFF}');
    let is_unseen = || UNSEEN.iter().any(|set| set.contains(character));
    !(character.is_control() || steers || !character.is_ascii() && is_unseen())
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

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

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

    #[test]
    fn controls_and_what_steers_text_is_escaped() {
        let steering =
            ['\0'..='\x1f', '\x7f'..='\u{9f}', '\u{61c}'..='\u{61c}'].into_iter().chain([
                '\u{200e}'..='\u{200f}',
                '\u{2028}'..='\u{202e}',
                '\u{2066}'..='\u{2069}',
                '\u{feff}'..='\u{feff}',
                '\u{e0000}'..='\u{e007f}',
            ]);
        assert!(steering.flatten().all(|character| !is_safe_to_show(character)));
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
