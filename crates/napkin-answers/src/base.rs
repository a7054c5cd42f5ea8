//! The reference of an input, resolved against a base if there is one.

use napkin::{Edition, Reference, Start};
use napkin_schemes::escape_literals;
use napkin_standards::{Base, Error};
use napkin_url::Url;

use crate::failure::Failure;

/// The failure for an error of an operation by a base on an input: the error of one of the two.
pub(crate) fn failure<'a>(base: &'a Base, error: Error, input: &'a [u8]) -> Failure<'a> {
    Failure::refused(error, if error.is_of_base() { base.typed() } else { input })
}

/// The URL of a base, if there is one by the URL Standard.
///
/// # Errors
///
/// The error of the base.
pub fn url(base: Option<&Base>) -> Result<Option<&Url>, Failure<'_>> {
    let Some(base) = base else { return Ok(None) };
    base.url().map_err(|error| failure(base, error, b""))
}

/// Fails if the base is invalid.
///
/// # Errors
///
/// The error of the base.
pub fn check(base: &Base) -> Result<(), Failure<'_>> {
    base.check().map_err(|error| failure(base, error, b""))
}

/// The URI of an input; `None` for a relative reference, unless the edition has operations on those.
///
/// # Errors
///
/// If the input is invalid.
pub fn to_uri<'i, 's>(
    edition: &'static Edition,
    input: &'i [u8],
    scratch: &'s mut String,
) -> Result<Option<Reference<'s>>, Failure<'i>>
where
    'i: 's,
{
    let reference = to_reference(edition, None, input, scratch)?;
    let is_uri = !reference.is_relative_ref() || edition.holds_components();
    Ok(is_uri.then_some(reference))
}

/// The reference of an input: itself, or its target by the base, which is written into `scratch`.
///
/// # Errors
///
/// If the input or the base is invalid, or the input has no target URI.
pub(crate) fn to_reference<'i, 's>(
    edition: &'static Edition,
    base: Option<&'i Base>,
    input: &'i [u8],
    scratch: &'s mut String,
) -> Result<Reference<'s>, Failure<'i>>
where
    'i: 's,
{
    let parsed = edition.parse_bytes(Start::UriReference, input);
    base.map_or(Ok(()), check)?;
    if let Err(error) = parsed
        && let Some(escaped) = str::from_utf8(input).ok().and_then(escape_literals)
    {
        // By the document of the scheme it is a URI; only its brackets are not allowed in a path of the edition.
        *scratch = escaped;
        return edition.parse(scratch).map_err(|_| Failure::refused(error, input));
    }
    let Some(base) = base else {
        return parsed.map_err(|error| Failure::refused(error, input));
    };
    match parsed {
        Ok(uri) if !uri.is_relative_ref() => return Ok(uri),
        // An invalid reference cannot be resolved, unless the grammar has no relative references: then the resolver
        // decides.
        Err(error) if !edition.resolves_text() => {
            return Err(Failure::refused(error, input));
        }
        _ => {
            let target = base.resolve_to_uri(input);
            *scratch = target.map_err(|error| failure(base, error, input))?;
        }
    }
    match edition.parse(scratch) {
        Ok(uri) => Ok(uri),
        Err(error) if scratch.as_bytes() == input => Err(Failure::refused(error, input)),
        Err(error) => {
            let failure = Failure::refused(error, scratch.clone().into_bytes());
            Err(failure.of("target"))
        }
    }
}

/// The offset in the input of a byte of the URI that was parsed for it, in which brackets may have been encoded.
pub(crate) fn place_in(input: &[u8], read: &str, offset: usize) -> usize {
    let mut at = 0;
    let mut of_read = 0;
    while of_read < offset && at < input.len() {
        let is_escaped = input.get(at) != read.as_bytes().get(of_read);
        of_read += if is_escaped { "%5B".len() } else { 1 };
        at += 1;
    }
    at
}

pub(crate) fn before_fragment(uri: &str) -> &str {
    uri.split('#').next().unwrap_or_default()
}
