//! Pieces of parts before they are put into a whole: setters and builder check and write them by the same
//! functions.

use alloc::string::String;
use core::fmt::{Display, Write};

use crate::edition::Edition;
use crate::encoded::Encoded;
use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};
use crate::parse::exact::parse_part;
use crate::percent::encode;
use crate::query::Pair;

/// Userinfo, host and port.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AuthorityPieces<'a> {
    pub(crate) userinfo: Option<&'a str>,
    pub(crate) host: &'a str,
    pub(crate) port: Option<&'a str>,
}

impl AuthorityPieces<'_> {
    /// The authority of these pieces. Each piece is checked alone, so that none can end up in another.
    pub(crate) fn write(&self, edition: &'static Edition) -> Result<String, ParseError> {
        check_piece(edition, Part::Userinfo, self.userinfo)?;
        check_piece(edition, Part::Host, Some(self.host))?;
        let mut text = String::new();
        if let Some(userinfo) = self.userinfo {
            push(&mut text, format_args!("{userinfo}@"));
        }
        text.push_str(self.host);
        if let Some(port) = self.port {
            // Any number of digits: an existing authority keeps its port.
            parse_part(edition, port.as_bytes(), Part::Port)?;
            push(&mut text, format_args!(":{port}"));
        }
        Ok(text)
    }
}

/// Checks the text given for a part, alone, as far as the edition has a rule for it. A port has to be a valid port
/// number.
pub(crate) fn check_piece(
    edition: &'static Edition,
    part: Part,
    text: Option<&str>,
) -> Result<(), ParseError> {
    let Some(text) = text else { return Ok(()) };
    parse_part(edition, text.as_bytes(), part)?;
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if part == Part::Port
        && is_number
        && text.parse::<u64>().map_or(true, |port| port > u16::MAX.into())
    {
        return Err(ParseError::new(edition, ErrorKind::PortOutOfRange, part, 0));
    }
    Ok(())
}

/// Appends a segment to a path, from data, encoded by an edition. If `fills`, an empty last segment is replaced.
///
/// A dot segment is rejected, since it names no child.
pub(crate) fn push_segment(
    edition: &'static Edition,
    path: &mut String,
    has_authority: bool,
    fills: bool,
    data: &str,
) -> Result<(), ParseError> {
    if matches!(data, "." | "..") {
        return Err(ParseError::new(edition, ErrorKind::DotSegment, Part::Path, 0));
    }
    let is_first = path.is_empty() && !has_authority;
    let is_filled = fills && path.ends_with('/');
    if !(is_first || is_filled) {
        path.push('/');
    }
    push(path, encode(data).by(edition).for_part(Part::Path));
    Ok(())
}

/// Appends a pair to a query, from data, encoded by an edition. The empty query has no pairs.
pub(crate) fn push_pair(edition: &Edition, query: &mut String, key: &str, value: Option<&str>) {
    if !query.is_empty() {
        query.push('&');
    }
    write_pair(edition, query, key, value);
}

/// Writes a pair, from data, encoded by an edition.
pub(crate) fn write_pair(edition: &Edition, query: &mut String, key: &str, value: Option<&str>) {
    let encoded = |data| encode(data).by(edition).for_part(Part::Query);
    push(query, encoded(key));
    if let Some(value) = value {
        push(query, format_args!("={}", encoded(value)));
    }
}

/// Writes a pair unchanged.
pub(crate) fn write_raw_pair(query: &mut String, (key, value): Pair<'_>) {
    query.push_str(key.as_str());
    if let Some(value) = value.map(Encoded::as_str) {
        query.extend(["=", value]);
    }
}

/// Writes to a string, which cannot fail.
pub(crate) fn push(text: &mut String, piece: impl Display) {
    let _ = write!(text, "{piece}");
}
