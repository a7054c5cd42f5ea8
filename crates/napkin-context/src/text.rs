//! Documents and fields of headers as text.

use std::borrow::Cow;

/// A document as text in which every byte stays in its place: each byte that is not UTF-8 becomes a
/// control character, which may stand in no URI.
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

/// The value of a field without white space, which counts in none that is a URI: long ones are folded.
pub(crate) fn unfolded(value: &str) -> String {
    value.chars().filter(|&c| !matches!(c, '\t'..='\r' | ' ' | '\u{a0}')).collect()
}
