//! The candidate that the advice of errors leads to: the edit of each [fix](napkin::ParseError::fix), one after the other.

use napkin::{Edition, ParseError, Start};

use crate::span::{Edit, Span};

use super::edits::merge;
use super::{Candidate, kept};

/// The most errors whose advice is followed. Each takes a pass over the text.
const MOST: usize = 16;

/// The candidate for an input with an error, if each error has a fix behind that of the one before it, and the edition
/// accepts the result.
pub(super) fn as_advised(
    input: &[u8],
    edition: &'static Edition,
    first: ParseError,
) -> Option<Candidate> {
    let mut edits: Vec<Edit> = Vec::new();
    let mut text = input.to_vec();
    let mut error = first;
    for _ in 0..MOST {
        let fix = error.fix(&text)?;
        let span = origin(&edits, Span::from(fix.range()))?;
        edits.push(Edit::new(span, fix.text()));
        text = Edit::apply(input, &edits);
        match edition.parse_bytes(Start::UriReference, &text) {
            Ok(_) => {
                merge(&mut edits);
                let identity = kept::identity(input, &edits, edition);
                return Some(Candidate::new(String::from_utf8(text).ok()?, edits, identity));
            }
            Err(next) => error = next,
        }
    }
    None
}

/// The place in the input of a place in the result of edits; `None` if it begins before the end of the last one.
fn origin(edits: &[Edit], place: Span) -> Option<Span> {
    let removed: usize = edits.iter().map(|edit| edit.span.len()).sum();
    let inserted: usize = edits.iter().map(|edit| edit.text.len()).sum();
    let start = (place.start + removed).checked_sub(inserted)?;
    let is_behind = edits.last().is_none_or(|last| last.span.end <= start);
    is_behind.then(|| Span::new(start, start + place.len()))
}
