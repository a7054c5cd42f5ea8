//! Turns choices into texts for an edition: lines, pieces that have caused trouble, and texts derived from the
//! grammar.

use napkin::Edition;

use crate::data::Data;
use crate::derive::derive;

/// Pieces of texts: delimiters, and pieces that have caused trouble.
const PIECES: [&str; 64] = [
    "/",
    "//",
    ":",
    "?",
    "#",
    "@",
    "[",
    "]",
    "%",
    ".",
    "..",
    "/./",
    "/../",
    "./",
    "../",
    ";",
    "=",
    "&",
    "+",
    ",",
    "-",
    "~",
    "*",
    "!",
    "'",
    "(",
    "a",
    "b",
    "A",
    "G",
    "1",
    "0",
    "80",
    "%41",
    "%2e",
    "%2E%2e",
    "%2F",
    "%7e",
    "%C3%A9",
    "%zz",
    "%4",
    "http:",
    "HTTPS://",
    "file:",
    "ftp://",
    "mailto:",
    "urn:",
    "foo:",
    "//h",
    "//u:p@h:80",
    "//[::1]",
    "[v1.a]",
    "1.2.3.4",
    "localhost",
    "example.com",
    "::",
    "c:d",
    "a/../b",
    "?q",
    "#f",
    " ",
    "é",
    "\\",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
];

/// Pieces with non-ASCII characters, raw and encoded: letters, boundaries of the sets of RFC 3987, look-alikes of
/// delimiters, and ill-formed octets.
const BEYOND_ASCII: [&str; 32] = [
    "é",
    "e\u{301}",
    "ß",
    "日本",
    "例え.jp",
    "//bücher.example",
    "//İ@ü:80",
    "\u{9F}",
    "\u{A0}",
    "\u{200B}",
    "\u{200D}",
    "\u{202E}",
    "\u{D7FF}",
    "\u{E000}",
    "\u{F8FF}",
    "\u{FDD0}",
    "\u{FEFF}",
    "．．",
    "／",
    "：",
    "\u{FFFD}",
    "\u{1F600}",
    "\u{1FFFE}",
    "\u{E0001}",
    "\u{10FFFD}",
    "%c3%a9",
    "%E2%80%AE",
    "%EE%80%80",
    "%ED%A0%80",
    "%C0%AF",
    "%F0%9F%98%80",
    "%E9",
];

impl Data<'_> {
    /// A text for an edition: the bytes up to the next newline, pieces, or a text derived from the grammar, perhaps
    /// with one change.
    pub(crate) fn text(&mut self, edition: &'static Edition) -> String {
        match self.below(4) {
            0 => self.line(),
            1 => self.pieces(edition),
            2 => derive(edition, self),
            _ => {
                let mut text = derive(edition, self);
                let at = self.below(text.len() + 1);
                let at = (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default();
                let piece = self.piece(edition);
                text.insert_str(at, piece);
                text
            }
        }
    }

    fn pieces(&mut self, edition: &'static Edition) -> String {
        let mut text = String::new();
        for _ in 0..self.below(24) {
            text.push_str(self.piece(edition));
        }
        text
    }

    fn piece(&mut self, edition: &'static Edition) -> &'static str {
        let is_beyond = edition.has_characters_beyond_ascii() && self.below(2) == 1;
        if is_beyond { self.pick(&BEYOND_ASCII) } else { self.pick(&PIECES) }
    }
}
