//! The parser: bytes in, [`Components`] or a [`ParseError`] out.
//!
//! Two parsers read the same [`Edition`]. [`fast`] says yes, with offsets, or no; [`reference`]
//! goes part by part, one byte at a time, and says exactly what is wrong. The reference is run only
//! after a no (and at compile time, by [`uri!`](crate::uri)); the tests hold the two against each
//! other and against the grammar.

mod fast;
mod host;
pub(crate) mod reference;

use crate::components::Components;
use crate::edition::{Edition, RFC3986};
use crate::error::ParseError;

/// The rules a text can be held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// `URI-reference`: a URI or a relative reference.
    UriReference,
    /// `URI`: with a scheme.
    Uri,
    /// `absolute-URI`: with a scheme, without a fragment.
    AbsoluteUri,
}

/// Parses `text` by RFC 3986.
///
/// # Errors
///
/// The first fault in reading order.
#[inline]
pub(crate) fn parse(text: &[u8], start: Start) -> Result<Components, ParseError> {
    match fast::parse(text, start) {
        Some(components) => Ok(components),
        None => diagnose(RFC3986, text, start),
    }
}

/// Tells why the fast path said no.
#[cold]
#[inline(never)]
fn diagnose(
    edition: &'static Edition,
    text: &[u8],
    start: Start,
) -> Result<Components, ParseError> {
    reference::parse(edition, text, start)
}

#[cfg(test)]
mod tests;
