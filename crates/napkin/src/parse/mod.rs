//! The parser: bytes in, [`Components`] or a [`ParseError`] out.
//!
//! [`exact`] reads any [`Edition`], part by part, one byte at a time, and reports the exact error. [`fast`] reads
//! by masks; it returns the offsets, or a [`FastReject`](packed::FastReject). It reads the authority in
//! [`fast_authority`], and the plain URIs of schemes with forms in [`plain`]. The exact parser runs only after a
//! rejection (and at compile time, by [`uri!`](crate::uri!)). [`records`] parses many texts. The tests compare the
//! two parsers with each other and with the grammars.

mod host;
mod reader;
mod authority;
mod forms;
mod packed;
pub(crate) mod exact;
mod reading;
mod fast_authority;
mod fast;
mod plain;
mod records;

use napkin_scan::run;

#[cfg(feature = "alloc")]
pub(crate) use self::host::is_ipv4;
use self::reading::{Grammar, Rfc3986, Rfc3987};
use self::records::{Each, Records};
use crate::components::Components;
use crate::edition::{Compiled, Edition};
use crate::error::ParseError;
use crate::length;

/// The start rules that a text can be parsed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Start {
    /// `URI-reference`: a URI or a relative reference.
    UriReference,
    /// `URI`: with a scheme.
    Uri,
    /// `absolute-URI`: with a scheme, without a fragment.
    AbsoluteUri,
    /// `relative-ref`: without a scheme.
    RelativeRef,
    /// Without a scheme and without a fragment: a relative URI in editions before RFC 3986.
    RelativeUri,
}

/// Whether short texts, and editions with a [`Compiled`], have parsers of their own. Without vector instructions a single
/// parser reads everything: the compiled bytes count there, not the nanoseconds (`docs/compare.md`).
const HAS_SHORT: bool = cfg!(feature = "simd");

/// The parser that is compiled for this edition alone.
const fn own_parser(edition: &Edition) -> Option<Compiled> {
    if HAS_SHORT { edition.compiled } else { None }
}

/// Parses `text` by an edition whose parser is compiled separately, and passes the offsets on.
///
/// # Errors
///
/// The first fault in reading order.
#[inline(always)]
fn parse_compiled<G: Grammar, R>(
    grammar: G,
    text: &[u8],
    start: Start,
    make: impl FnOnce(Components) -> R,
) -> Result<R, ParseError> {
    if text.len() >= 256 {
        return parse_other(grammar.edition(), text, start, make);
    }
    let packed = fast::parse_short(grammar, text);
    // The ends are taken from the word: taking them from the components would mean storing those first.
    let (scheme_end, query_end) = packed.ends();
    if packed.is_ok() && start.fits(grammar.edition(), text, scheme_end, query_end) {
        return Ok(make(packed.components()));
    }
    refuse(grammar, text, start, packed, make)
}

/// Parses `text` by any edition, and passes the offsets on.
///
/// # Errors
///
/// The first fault in reading order.
#[inline]
pub(crate) fn parse_by<R>(
    edition: &'static Edition,
    text: &[u8],
    start: Start,
    make: impl FnOnce(Components) -> R,
) -> Result<R, ParseError> {
    match own_parser(edition) {
        Some(Compiled::Uri) => return parse_compiled(Rfc3986, text, start, make),
        Some(Compiled::Iri) => return parse_compiled(Rfc3987, text, start, make),
        None => {}
    }
    if HAS_SHORT && text.len() < 256 {
        let (packed, form) = fast::parse_short_by(edition, text);
        let (scheme_end, query_end) = packed.ends();
        if packed.is_ok() && start.fits(edition, text, scheme_end, query_end) {
            let mut components = packed.components();
            components.facts = components.facts.with_form(form);
            return Ok(make(components));
        }
        return refuse(edition, text, start, packed, make);
    }
    parse_other(edition, text, start, make)
}

pub(crate) fn is_valid(edition: &'static Edition, text: &[u8], start: Start) -> bool {
    parse_by(edition, text, start, |_| ()).is_ok()
}

// Neither of the next two functions is inlined: offsets that may come from two places would be stored to memory and
// copied from there.

#[inline(never)]
fn parse_other<R>(
    edition: &'static Edition,
    text: &[u8],
    start: Start,
    make: impl FnOnce(Components) -> R,
) -> Result<R, ParseError> {
    length::check(edition, text.len())?;
    match fast::parse_long(edition, text) {
        Ok(components) if start.fits_all(edition, text, &components) => Ok(make(components)),
        result => diagnose(edition, text, start, result.err().flatten()).map(make),
    }
}

/// Finds the error of a rejected text, or parses an unusual one.
#[inline(never)]
fn refuse<G: Grammar, R>(
    grammar: G,
    text: &[u8],
    start: Start,
    packed: packed::Packed,
    make: impl FnOnce(Components) -> R,
) -> Result<R, ParseError> {
    diagnose(grammar.edition(), text, start, packed.fault()).map(make)
}

fn diagnose(
    edition: &'static Edition,
    text: &[u8],
    start: Start,
    fault: packed::FastReject,
) -> Result<Components, ParseError> {
    let result = match fault {
        Some(fault) => exact::parse_faulty(edition, text, start, fault),
        None => exact::parse(edition, text, start),
    };
    result.map_err(|error| error.of_text(text))
}

/// Parses one of many texts again after the fast path rejected it.
#[cold]
#[inline(never)]
fn parse_again(
    edition: &'static Edition,
    text: &[u8],
    start: Start,
) -> Result<Components, ParseError> {
    parse_by(edition, text, start, |components| components)
}

/// Parses the records of a buffer. Each ends in `delimiter`, which the last one may lack. Passes on the offset, the
/// bytes and the result of each; `strips_cr` removes a CR at the end of a record.
#[inline]
pub(crate) fn parse_records<'b>(
    edition: &'static Edition,
    start: Start,
    bytes: &'b [u8],
    delimiter: u8,
    strips_cr: bool,
    mut take: impl FnMut(usize, &'b [u8], Result<Components, ParseError>),
) {
    let length = bytes.len();
    let take = |at, text: &'b [u8], result: Result<Components, packed::FastReject>| match result {
        Ok(components) if start.fits_all(edition, text, &components) => {
            take(at, text, Ok(components));
        }
        _ => {
            // No edition allows a CR, so only a rejected record can end in one. A last record without a delimiter
            // keeps its CR.
            let is_ended = strips_cr && at + text.len() < length;
            let line = text.strip_suffix(b"\r").filter(|_| is_ended).unwrap_or(text);
            take(at, line, parse_again(edition, line, start));
        }
    };
    match own_parser(edition) {
        Some(Compiled::Uri) => run(Records { grammar: Rfc3986, bytes, delimiter, take }),
        Some(Compiled::Iri) => run(Records { grammar: Rfc3987, bytes, delimiter, take }),
        None => run(Records { grammar: edition, bytes, delimiter, take }),
    }
}

/// Parses the texts of an iterator, and passes on each text with its result.
pub(crate) fn parse_each<'t>(
    edition: &'static Edition,
    start: Start,
    texts: impl Iterator<Item = &'t str>,
    mut take: impl FnMut(&'t str, Result<Components, ParseError>),
) {
    let take = |text: &'t str, result: Result<Components, packed::FastReject>| match result {
        Ok(components) if start.fits_all(edition, text.as_bytes(), &components) => {
            take(text, Ok(components));
        }
        Ok(_) => take(text, parse_again(edition, text.as_bytes(), start)),
        Err(fault) => take(text, diagnose(edition, text.as_bytes(), start, fault)),
    };
    match own_parser(edition) {
        Some(Compiled::Uri) => run(Each { grammar: Rfc3986, texts, take }),
        Some(Compiled::Iri) => run(Each { grammar: Rfc3987, texts, take }),
        None => run(Each { grammar: edition, texts, take }),
    }
}

impl Start {
    /// Whether a reference matches this start rule.
    #[inline(always)]
    const fn fits_all(self, edition: &Edition, text: &[u8], components: &Components) -> bool {
        self.fits(edition, text, components.scheme_end as usize, components.query_end as usize)
    }

    /// Whether a reference matches this start rule, given the ends of its scheme and its query.
    #[inline(always)]
    const fn fits(
        self,
        edition: &Edition,
        text: &[u8],
        scheme_end: usize,
        query_end: usize,
    ) -> bool {
        let has_scheme = scheme_end > 0;
        let has_fragment = query_end < text.len();
        match self {
            Self::UriReference => true,
            Self::Uri => has_scheme,
            Self::AbsoluteUri => has_scheme && !has_fragment,
            Self::RelativeRef => !has_scheme,
            Self::RelativeUri => {
                !has_scheme && !has_fragment && (!text.is_empty() || exact::allows_empty(edition))
            }
        }
    }
}

#[cfg(test)]
mod tests;
