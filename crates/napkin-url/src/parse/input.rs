//! Removes characters from a text before it is parsed: C0 controls and spaces around it, tabs and newlines in it.

use alloc::{borrow::Cow, string::String, vec::Vec};

use napkin_scan::{ByteSet, find};

use crate::validation::{Detail, Notes, ValidationError};

const TABS_AND_NEWLINES: ByteSet = ByteSet::of(b"\t\n\r");

pub(crate) const fn is_tab_or_newline(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r')
}

/// The text without the C0 controls and spaces around it, and its offset.
#[inline]
pub(crate) fn trim(input: &str) -> (usize, &str) {
    let trimmed = input.trim_start_matches(|c| c <= ' ');
    (input.len() - trimmed.len(), trimmed.trim_end_matches(|c| c <= ' '))
}

/// The text without ASCII tabs and newlines.
#[inline]
pub(crate) fn without_tabs(text: &str) -> Cow<'_, str> {
    if find(text.as_bytes(), &TABS_AND_NEWLINES) < text.len() {
        Cow::Owned(text.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect::<String>())
    } else {
        Cow::Borrowed(text)
    }
}

/// The offsets of the tabs and newlines.
pub(super) fn places_of_tabs(text: &str) -> Vec<usize> {
    let is_tab = |(at, byte)| is_tab_or_newline(byte).then_some(at);
    text.bytes().enumerate().filter_map(is_tab).collect()
}

/// Notes the removed characters: one note for those around the text, one for those inside it.
pub(super) fn note_removed(input: &str, trimmed: &str, start: usize, notes: &Notes<'_>) {
    let direct = Notes { start: 0, removed: &[], ..*notes };
    if trimmed.len() < input.len() {
        let at = if start > 0 { 0 } else { trimmed.len() };
        direct.note_in_detail(ValidationError::InvalidUrlUnit, Detail::Edges, at);
    }
    if let Some(at) = trimmed.bytes().position(is_tab_or_newline) {
        direct.note_in_detail(ValidationError::InvalidUrlUnit, Detail::TabOrNewline, start + at);
    }
}
