//! Documents and header fields as text.

use std::borrow::Cow;

/// A document as text with every byte at its offset: each byte that is not UTF-8 becomes a control character, which
/// is not allowed in a URI.
pub(crate) fn in_place(document: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = str::from_utf8(document) {
        return text.into();
    }
    let mut text = String::with_capacity(document.len());
    for chunk in document.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '\u{1a}'));
    }
    text.into()
}

/// The value of a field that is a URI, without white space: long ones are folded.
pub(crate) fn unfolded(value: &str) -> String {
    value.chars().filter(|&c| !matches!(c, '\t'..='\r' | ' ' | '\u{a0}')).collect()
}
