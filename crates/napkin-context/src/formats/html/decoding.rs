//! Character references and line ends of HTML, and their decoded lengths, by calling the parser itself.

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

use super::tags::{self, Reader, Tag};
use super::tree::Tree;
use crate::notation::{Escaping, Notation, Pen, as_it_is};

/// The lengths of the first unit of raw text, raw and decoded.
pub(super) fn step(raw: &str) -> (usize, usize) {
    let bytes = raw.as_bytes();
    match bytes {
        [b'\r', b'\n', ..] => (2, 1),
        [0, ..] => (1, char::REPLACEMENT_CHARACTER.len_utf8()),
        [b'&', rest @ ..] => {
            let named = |&byte: &u8| !(byte.is_ascii_alphanumeric() || byte == b'#');
            let mut len = 1 + rest.iter().position(named).unwrap_or(rest.len());
            // An old name without a semicolon is a reference or not, depending on the next byte.
            let next = bytes.get(len).copied();
            len += usize::from(next == Some(b';'));
            let equals = usize::from(next == Some(b'='));
            (len, decoded_len(&bytes[..len + equals]) - equals)
        }
        _ => (1, 1),
    }
}

/// The steps through text that may have CDATA sections, in which nothing is decoded, as in foreign elements.
pub(super) fn with_sections() -> impl FnMut(&str) -> (usize, usize) {
    let mut in_section = false;
    move |raw| {
        if in_section && raw.starts_with("]]>") {
            in_section = false;
            (3, 0)
        } else if !in_section && raw.starts_with("<![CDATA[") {
            in_section = true;
            (9, 0)
        } else if in_section && !raw.starts_with("\r\n") {
            (1, 1)
        } else {
            step(raw)
        }
    }
}

/// The value of an attribute in double quotation marks.
static DOUBLE: Escaping =
    Escaping { read: decoded, write: |c, pen| write(c, c == '"', pen), around: ["", ""] };

/// The value of an attribute in single quotation marks.
static SINGLE: Escaping =
    Escaping { read: decoded, write: |c, pen| write(c, c == '\'', pen), around: ["", ""] };

/// The value of an attribute without quotation marks.
static BARE: Escaping = Escaping {
    read: decoded,
    write: |c, pen| {
        let ends = matches!(c, '"' | '\'' | '`' | '<' | '>') || c.is_ascii_whitespace();
        write(c, ends || c == '=' && pen.out.is_empty(), pen)
    },
    around: ["", ""],
};

/// Text whose character references are decoded.
pub(super) static TEXT: Escaping = Escaping {
    read: |raw| if raw.starts_with('<') { None } else { decoded(raw) },
    write: |c, pen| write(c, c == '<', pen),
    around: ["", ""],
};

/// Text that is not decoded, such as that of the element `style`.
pub(super) static RAW: Escaping =
    Escaping { read: as_it_is, write: |c, pen| c != '<' && pen.put(c), around: ["", ""] };

/// How the value of an attribute is written at its place in a page.
pub(super) fn of_value(page: &str, place: &Range<usize>) -> Notation {
    let before = place.start.checked_sub(1).and_then(|before| page.as_bytes().get(before));
    match before {
        Some(b'"') => Notation::of(&DOUBLE),
        Some(b'\'') => Notation::of(&SINGLE),
        // An attribute without a value may have no equals sign either.
        _ if place.is_empty() => Notation::NONE,
        _ => Notation::of(&BARE),
    }
}

/// Reads a character reference of a value, a line end or another character.
fn decoded(raw: &str) -> Option<(usize, Cow<'_, str>)> {
    match raw.as_bytes().first()? {
        b'&' => {
            let (len, decoded_len) = step(raw);
            let reference = raw.get(..len)?;
            // Without a semicolon it may be none, depending on what follows.
            let text = if decoded_len == len { reference.into() } else { text(reference) };
            Some((len, text))
        }
        b'\r' if raw.starts_with("\r\n") => Some((2, "\n".into())),
        _ => as_it_is(raw),
    }
}

fn write(c: char, is_delimiter: bool, pen: &mut Pen<'_>) -> bool {
    let coded = |c| format!("&#{};", u32::from(c));
    match c {
        '&' => pen.out.push_str("&amp;"),
        '"' => pen.out.push_str(if is_delimiter { "&quot;" } else { "\"" }),
        _ if is_delimiter => pen.out.push_str(&coded(c)),
        _ => return pen.put_or(c, coded),
    }
    true
}

/// Text without tags, with its character references decoded.
pub(crate) fn text(raw: &str) -> Cow<'_, str> {
    if !raw.contains('&') {
        return raw.into();
    }
    let mut decoded = Decoded::default();
    tags::read(raw, &mut decoded);
    String::from_utf8_lossy(&decoded.0).into_owned().into()
}

/// The text of a page.
#[derive(Default)]
struct Decoded(Vec<u8>);

impl Reader for Decoded {
    fn text(&mut self, text: &[u8], _: Range<usize>, _: &Tree) -> ControlFlow<()> {
        self.0.extend_from_slice(text);
        ControlFlow::Continue(())
    }
}

/// The length of a piece of an attribute value, once the parser has decoded it.
fn decoded_len(raw: &[u8]) -> usize {
    let markup = [b"<a href=\"", raw, b"\">"].concat();
    let mut length = Length(0);
    tags::read(&String::from_utf8_lossy(&markup), &mut length);
    length.0
}

/// The length of a `href`.
struct Length(usize);

impl Reader for Length {
    fn tag(&mut self, tag: &Tag, _: &Tree) -> ControlFlow<()> {
        self.0 = tag.value("href").map_or(0, |value| value.len());
        ControlFlow::Break(())
    }
}

#[cfg(test)]
mod tests {
    use super::step;
    use crate::formats::places::Places;

    #[test]
    fn places_of_decoded_text() {
        let raw = "a&amp;b\r\nc&not=d&notit;e&#x10FFFF;f\0g";
        let value = "a&b\nc&not=d&notit;e\u{10FFFF}f\u{FFFD}g";
        let mut places = Places::new(raw, value.len(), step);
        for letter in "abcdefg".bytes() {
            let offset = value.bytes().position(|byte| byte == letter).unwrap();
            let place = raw.bytes().rposition(|byte| byte == letter).unwrap();
            let place = if letter == b'a' { 0 } else { place };
            assert_eq!(places.raw(offset), place, "{}", char::from(letter));
        }
    }
}
