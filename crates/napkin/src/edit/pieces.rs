//! Pieces of parts: the check of a value before it becomes a part, and segments and pairs made of data.

use alloc::string::String;

use super::plain::is_unreserved;
use crate::edition::Edition;
use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};
use crate::parse::exact::{HostRange, parse_part};
use crate::percent::encode;

/// Checks the text given for a part, alone, as far as the edition has a rule for it. A port has to be a valid port
/// number. Returns the host in an authority, or the host itself.
pub(super) fn check_piece(
    edition: &'static Edition,
    part: Part,
    text: &str,
) -> Result<Option<HostRange>, ParseError> {
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

/// The delimiter between a path and one more segment of data. If `fills`, an empty last segment is replaced.
///
/// A dot segment is rejected, since it names no child; so is an empty one as the first of a path without a slash before it,
/// since that path would have no segment.
pub(super) fn before_segment(
    edition: &'static Edition,
    path: &str,
    has_authority: bool,
    fills: bool,
    data: &str,
) -> Result<&'static str, ParseError> {
    if matches!(data, "." | "..") {
        return Err(ParseError::new(edition, ErrorKind::DotSegment, Part::Path, 0));
    }
    let is_first = path.is_empty() && !has_authority;
    if is_first && data.is_empty() {
        return Err(ParseError::new(edition, ErrorKind::EmptySegment, Part::Path, 0));
    }
    let is_filled = fills && path.ends_with('/');
    Ok(if is_first || is_filled { "" } else { "/" })
}

/// Appends a pair to a query, from data, encoded by RFC 3986 or RFC 3987. The empty query has no pairs.
pub(super) fn push_pair(edition: &Edition, query: &mut String, key: &str, value: Option<&str>) {
    let delimiter = (!query.is_empty()).then_some('&');
    write_pair(edition, query, delimiter, key, value);
}

/// Writes a pair behind its delimiter, from data, encoded by RFC 3986 or RFC 3987.
pub(super) fn write_pair(
    edition: &Edition,
    query: &mut String,
    delimiter: Option<char>,
    key: &str,
    value: Option<&str>,
) {
    // Both delimiters, and what most data takes.
    query.reserve(key.len() + value.map_or(0, str::len) + 2);
    query.extend(delimiter);
    write_encoded(edition, query, Part::Query, key);
    if let Some(value) = value {
        query.push('=');
        write_encoded(edition, query, Part::Query, value);
    }
}

/// Writes data, encoded by RFC 3986 or RFC 3987 for a part.
#[inline]
pub(super) fn write_encoded(edition: &Edition, text: &mut String, part: Part, data: &str) {
    if is_unreserved(data) {
        text.push_str(data);
    } else {
        encode(data).by(edition).for_part(part).push_onto(text);
    }
}
