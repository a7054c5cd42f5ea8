//! The parser: bytes in, [`Components`] or a [`ParseError`] out.
//!
//! [`exact`] reads any [`Edition`], part by part, one byte at a time, and says exactly what is wrong.
//! [`fast`] says yes to RFC 3986, with offsets, or no; the exact parser runs only after a no (and at
//! compile time, by [`uri!`](crate::uri!)). The tests hold the two against each other and against the
//! grammars.

mod authority;
pub(crate) mod exact;
mod fast;
mod forms;
mod host;

use crate::components::Components;
use crate::edition::{Edition, RFC3986};
use crate::error::ParseError;

/// The rules a text can be held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// `URI-reference`: a URI or a relative reference.
    UriReference,
    /// `URI`: with a scheme.
    Uri,
    /// `absolute-URI`: with a scheme, without a fragment.
    AbsoluteUri,
    /// `relative-ref`: without a scheme; and without a fragment, in editions where that is no part of
    /// the reference.
    RelativeRef,
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

/// Parses `text` by any edition.
///
/// # Errors
///
/// The first fault in reading order.
#[inline]
pub(crate) fn parse_by(
    edition: &'static Edition,
    text: &[u8],
    start: Start,
) -> Result<Components, ParseError> {
    if edition.has_fast_path { parse(text, start) } else { exact::parse(edition, text, start) }
}

/// Tells why the fast path said no.
#[cold]
#[inline(never)]
fn diagnose(
    edition: &'static Edition,
    text: &[u8],
    start: Start,
) -> Result<Components, ParseError> {
    exact::parse(edition, text, start)
}

#[cfg(test)]
mod tests;
