//! Appending data to the path or to the query of a text, in place: nothing is read but the end of the path, so that
//! many small pieces take linear time together.

use alloc::string::String;

use super::pieces::{before_segment, write_encoded, write_pair};
use crate::components::Components;
use crate::edition::Edition;
use crate::error::ParseError;
use crate::fault::Part;
use crate::length;

/// Appends a segment to the path, from data. If `fills`, an empty last segment is replaced. The encoder writes only
/// what a segment may have; a first segment without an authority may need a guard, which the caller adds.
pub(super) fn segment(
    edition: &'static Edition,
    text: &mut String,
    components: &mut Components,
    fills: bool,
    data: &str,
) -> Result<(), ParseError> {
    let Components { path_start, path_end, authority_end, .. } = *components;
    let path = text.get(path_start as usize..path_end as usize).unwrap_or_default();
    let delimiter = before_segment(edition, path, authority_end > 0, fills, data)?;
    let grown = insert(edition, text, path_end as usize, |text| {
        text.push_str(delimiter);
        write_encoded(edition, text, Part::Path, data);
    })?;
    components.path_end += grown;
    components.query_end += grown;
    Ok(())
}

/// Appends a pair to the query, from data. The empty query has no pairs.
pub(super) fn pair(
    edition: &'static Edition,
    text: &mut String,
    components: &mut Components,
    key: &str,
    value: Option<&str>,
) -> Result<(), ParseError> {
    let delimiter = match components.query() {
        None => Some('?'),
        Some(query) if query.is_empty() => None,
        Some(_) => Some('&'),
    };
    let grown = insert(edition, text, components.query_end as usize, |text| {
        write_pair(edition, text, delimiter, key, value);
    })?;
    components.query_end += grown;
    Ok(())
}

/// Puts a query that is known to be valid in place of the query, or removes that with its `?`. If the text became too
/// long, nothing is changed.
pub(super) fn query(
    edition: &'static Edition,
    text: &mut String,
    components: &mut Components,
    query: Option<&str>,
) -> Result<(), ParseError> {
    let Components { path_end, query_end, .. } = *components;
    let (kept, rest) = (path_end as usize, query_end as usize);
    let length = query.map_or(0, |query| query.len() + 1);
    length::check(edition, text.len() - (rest - kept) + length)?;
    if let Some(query) = query.filter(|_| rest > kept) {
        text.replace_range(kept + 1..rest, query);
    } else {
        text.replace_range(kept..rest, query.map_or("", |_| "?"));
        text.insert_str(kept + length.min(1), query.unwrap_or_default());
    }
    components.query_end = path_end + length as u32;
    Ok(())
}

/// Inserts what `write` appends, and returns its length. If the text became too long, nothing is changed.
fn insert(
    edition: &'static Edition,
    text: &mut String,
    at: usize,
    write: impl FnOnce(&mut String),
) -> Result<u32, ParseError> {
    // At the end, there is nothing to take out and to put back.
    let rest = (at < text.len()).then(|| text.split_off(at));
    write(text);
    let grown = text.len() - at;
    let checked = length::check(edition, text.len() + rest.as_ref().map_or(0, String::len));
    if checked.is_err() {
        text.truncate(at);
    }
    if let Some(rest) = rest {
        text.push_str(&rest);
    }
    checked.map(|()| grown as u32)
}
