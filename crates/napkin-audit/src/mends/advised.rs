//! The candidate that the advice of errors leads to: the edit of each [fix](napkin::ParseError::fix), one after the other.

use napkin::{Edition, ParseError, Start};

use crate::span::Edit;

use super::candidate::Candidate;
use super::trace::Trace;

/// The most errors whose advice is followed. Each takes a pass over the text.
const MOST: usize = 16;

/// The candidate for an input with an error, if each error has a fix, and the edition accepts the
/// result.
pub(super) fn as_advised(
    input: &[u8],
    edition: &'static Edition,
    first: ParseError,
) -> Option<Candidate> {
    let mut trace = Trace::new(input, &[]);
    let mut error = first;
    for _ in 0..MOST {
        let fix = error.fix(trace.text())?;
        trace.edit(&[Edit::new(fix.range().into(), fix.text())]);
        match edition.parse_bytes(Start::UriReference, trace.text()) {
            Ok(reference) => {
                return Some(Candidate::new(reference.as_str().to_owned(), trace.edits()));
            }
            Err(next) => error = next,
        }
    }
    None
}
