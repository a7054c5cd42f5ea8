//! Character references and line ends of HTML, and their decoded lengths, by calling the parser itself.

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

use super::tags::{self, Reader, Tag};
use super::tree::Tree;

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
