//! Pieces of parts: the check of a value before it becomes a part, and segments and pairs made of data.

use alloc::string::String;

use crate::edition::Edition;
use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};
use crate::parse::exact::{HostRange, parse_part};
use crate::percent::{Encode, encode};
use crate::views::encoded::Encoded;
use crate::views::query::Pair;

/// Checks the text given for a part, alone, as far as the edition has a rule for it. A port has to be a valid port
/// number. Returns the host in an authority, or the host itself.
pub(super) fn check_piece(
    edition: &'static Edition,
    part: Part,
    text: Option<&str>,
) -> Result<Option<HostRange>, ParseError> {
    let Some(text) = text else { return Ok(None) };
    let host = parse_part(edition, text.as_bytes(), part)?;
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if part == Part::Port
        && is_number
        && text.parse::<u64>().map_or(true, |port| port > u16::MAX.into())
    {
        return Err(ParseError::new(edition, ErrorKind::PortOutOfRange, part, 0));
    }
    Ok(host)
}

/// The delimiter between a path and one more segment of data, and the segment encoded by an edition. If `fills`, an
/// empty last segment is replaced.
///
/// A dot segment is rejected, since it names no child.
pub(super) fn next_segment<'d>(
    edition: &'static Edition,
    path: &str,
    has_authority: bool,
    fills: bool,
    data: &'d str,
) -> Result<(&'static str, Encode<'d>), ParseError> {
    if matches!(data, "." | "..") {
        return Err(ParseError::new(edition, ErrorKind::DotSegment, Part::Path, 0));
    }
    let is_first = path.is_empty() && !has_authority;
    let is_filled = fills && path.ends_with('/');
    let delimiter = if is_first || is_filled { "" } else { "/" };
    Ok((delimiter, encode(data).by(edition).for_part(Part::Path)))
}

/// Appends a pair to a query, from data, encoded by an edition. The empty query has no pairs.
pub(super) fn push_pair(edition: &Edition, query: &mut String, key: &str, value: Option<&str>) {
    if !query.is_empty() {
        query.push('&');
    }
    write_pair(edition, query, key, value);
}

/// Writes a pair, from data, encoded by an edition.
pub(super) fn write_pair(edition: &Edition, query: &mut String, key: &str, value: Option<&str>) {
    let encoded = |data| encode(data).by(edition).for_part(Part::Query);
    encoded(key).push_onto(query);
    if let Some(value) = value {
        query.push('=');
        encoded(value).push_onto(query);
    }
}

/// Writes a pair unchanged.
pub(super) fn write_raw_pair(query: &mut String, (key, value): Pair<'_>) {
    query.push_str(key.as_str());
    if let Some(value) = value.map(Encoded::as_str) {
        query.extend(["=", value]);
    }
}
