//! The dot segments of a relative reference: removed without a base, as far as no base can tell.
//!
//! Resolution puts the path of the reference behind the directory of a base, and removes dot segments from the whole.
//! A `..` that removes a segment of the reference itself does so behind every directory; a `..` that climbs above the
//! reference removes a segment of the base, so it stays. The directory of a hierarchical base (one with an authority,
//! or with a path that begins with a slash) begins with a slash. So `/` stands for all of them here: the path is merged
//! with `/` by the steps of the edition, and what follows the slash is the reduced path. `tests/relative.rs` holds it
//! to resolution against many bases.

use alloc::{borrow::Cow, string::String};
use core::ops::Range;

use napkin_scan::ByteSet;

use super::by_form::decode_set;
use super::changes::{changed, path_of, replaced, with_path};
use crate::dot_segments::{collapse, remove};
use crate::edition::rules::{Merge, QueryOnly, Resolution};
use crate::reference::Reference;

/// The reference without the dot segments that no hierarchical base can tell; `None` if nothing changes.
pub(super) fn reduced(reference: Reference<'_>) -> Option<String> {
    let path = path_of(reference);
    let is_whole = reference.authority().is_some() || path.starts_with('/');
    let removes_all = reference.edition().resolution == Resolution::RemoveDotSegments;
    if is_whole && removes_all && reference.is_relative_ref() {
        // The path of the reference becomes the path of the target.
        return match remove(path) {
            Cow::Owned(removed) => with_path(reference, &removed),
            Cow::Borrowed(_) => None,
        };
    }
    let range = merged_range(reference)?;
    let merged = reference.as_str().get(range.start as usize..range.end as usize)?;
    let resolution = reference.edition().resolution;
    let is_by_directory =
        matches!(resolution, Resolution::Merge(Merge { query_only: QueryOnly::Directory, .. }));
    // There a query on its own is merged with the directory of a base, as an empty path before it is.
    let may_begin_with_query = is_by_directory && reference.query().is_some();
    let new = without_dots(merged, removes_all, may_begin_with_query)?;
    Some(replaced(reference.as_str(), range, &new))
}

/// The triplets of a set decoded, in an edition that keeps the dot segments of URIs: decoding makes none in the text
/// that is merged with a base, since they would be removed from it.
pub(super) fn decoded(reference: Reference<'_>, set: ByteSet) -> Option<String> {
    let text = reference.as_str();
    let range = merged_range(reference)?;
    let (before, rest) = text.split_at_checked(range.start as usize)?;
    let (merged, behind) = rest.split_at_checked((range.end - range.start) as usize)?;
    let segments = merged.split_inclusive('/').map(|segment| match decode_set(segment, set) {
        decoded if is_dot_segment(decoded.trim_end_matches('/')) => segment.into(),
        decoded => decoded,
    });
    let merged: String = segments.collect();
    let [before, behind] = [before, behind].map(|part| decode_set(part, set));
    let decoded = changed(text, [&before, merged.as_str(), &behind].concat())?;
    // RFC 1808 has colons in a first segment that is no scheme because of a triplet.
    let is_relative = reference.edition().parse(&decoded).is_ok_and(|read| read.is_relative_ref());
    Some(if is_relative { decoded } else { ["./", &decoded].concat() })
}

/// The range of a relative reference that resolution puts behind the directory of a base; `None` if it puts none
/// there.
pub(super) fn merged_range(reference: Reference<'_>) -> Option<Range<u32>> {
    let path = path_of(reference);
    if !reference.is_relative_ref() || reference.authority().is_some() || path.starts_with('/') {
        return None;
    }
    let components = reference.components();
    let Range { start, end } = components.path();
    match reference.edition().resolution {
        // Dot segments are removed to the end of the query.
        Resolution::Merge(Merge { query_in_buffer: true, .. }) => Some(start..components.query_end),
        Resolution::Merge(_) | Resolution::RemoveDotSegments => Some(start..end),
        // The parameters are a component of their own.
        Resolution::Inherit => Some(start..path.find(';').map_or(end, |at| start + at as u32)),
        // RFC 1630 merges with the host of a base that has no path, so its partial forms stay as they are.
        Resolution::SlashRuns | Resolution::Undefined | Resolution::Objects => None,
    }
}

/// A merged path without the dot segments that it removes itself, and with `./` before it where it would be another
/// kind of reference; `None` if that is the path as it is. `removes_all`: a `..` above the root is removed too.
/// `may_begin_with_query`: nothing may be left before a query.
fn without_dots(path: &str, removes_all: bool, may_begin_with_query: bool) -> Option<String> {
    if !path.split('/').any(is_dot_segment) {
        return None;
    }
    let merged = collapse(&["/", path].concat());
    let mut new = String::from(merged.strip_prefix('/').unwrap_or(&merged));
    if removes_all && (new == ".." || new.ends_with("/..")) {
        // The algorithm of RFC 3986 §5.2.4 leaves a slash in place of a last `..`, also above the root.
        new.push('/');
    }
    let first = new.split(['/', '?']).next().unwrap_or_default();
    let is_query = may_begin_with_query && !new.starts_with('/');
    if first.is_empty() && !is_query || first.contains(':') {
        new.insert_str(0, "./");
    }
    (new != path).then_some(new)
}

fn is_dot_segment(segment: &str) -> bool {
    matches!(segment, "." | "..")
}
