//! Decoding triplets: in all parts alike, except in a path whose triplets are part of a name; or by the forms of
//! schemes, which say for each part which triplets mean the raw character.

use alloc::{borrow::Cow, string::String};

use napkin_scan::ByteSet;

use super::changes::{changed, replaced};
use crate::edition::rules::{PathDelimiter, Unescape};
use crate::percent;
use crate::reference::Reference;

/// Decodes the triplets of this set, but not in a path whose triplets are part of a name.
pub(super) fn decode(uri: Reference<'_>, set: ByteSet, keeps_path: bool) -> Option<String> {
    let text = uri.as_str();
    let unescape = |text: &str| percent::unescape(text, |octet| set.contains(octet));
    if !keeps_path {
        return unescape(text);
    }
    let path = uri.components().path();
    let (before, rest) = text.split_at_checked(path.start as usize)?;
    let (path, behind) = rest.split_at_checked((path.end - path.start) as usize)?;
    let [before, behind] = [before, behind].map(|part| decode_set(part, set));
    changed(text, [&before, path, &behind].concat())
}

/// Decodes the triplets that the form allows, from the last part to the first, so that the offsets of earlier parts
/// stay valid.
pub(super) fn decode_by_form(uri: Reference<'_>) -> Option<String> {
    let unescape = uri.scheme_form()?.unescape;
    let components = uri.components();
    let text = uri.as_str();
    let parts = [
        (components.fragment(text.len() as u32), Undo::Octets(unescape.fragment)),
        (components.query(), Undo::Octets(unescape.query)),
        (Some(components.path()), Undo::Path(unescape)),
        (components.host(), Undo::Octets(unescape.host)),
        (components.userinfo(), Undo::Octets(unescape.userinfo)),
    ];
    let mut output = String::from(text);
    for (range, undo) in parts {
        let Some(range) = range else { continue };
        let part = text.get(range.start as usize..range.end as usize)?;
        let decoded = match undo {
            Undo::Octets(set) => decode_set(part, set),
            Undo::Path(unescape) => decode_path(part, unescape),
        };
        output = replaced(&output, range, &decoded);
    }
    changed(text, output)
}

enum Undo {
    Octets(ByteSet),
    Path(Unescape),
}

pub(super) fn decode_set(text: &str, set: ByteSet) -> Cow<'_, str> {
    percent::unescape(text, |octet| set.contains(octet)).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Decodes triplets in a path. A form may have different sets before and after a delimiter, and may forbid decoding
/// that would make a dot segment.
fn decode_path(path: &str, unescape: Unescape) -> Cow<'_, str> {
    let pieces = path_pieces(path, unescape);
    let decoded = pieces.map(|(text, set)| decode_segments(text, set, unescape.keep_dot_segments));
    Cow::Owned(decoded.concat())
}

/// A path in two pieces, before and after the form's delimiter, each with its set of decodable octets. The second
/// piece is empty if there is no such delimiter.
pub(crate) fn path_pieces(path: &str, unescape: Unescape) -> [(&str, ByteSet); 2] {
    let (at, set) = match unescape.behind {
        None => (path.len(), ByteSet::EMPTY),
        Some((PathDelimiter::FirstSemicolon, set)) => (path.find(';').unwrap_or(path.len()), set),
        Some((PathDelimiter::LastAt, set)) => (path.rfind('@').unwrap_or(0), set),
    };
    let (before, behind) = path.split_at(at);
    [(before, unescape.path), (behind, set)]
}

fn decode_segments(text: &str, set: ByteSet, keep_dot_segments: bool) -> Cow<'_, str> {
    if !keep_dot_segments {
        return decode_set(text, set);
    }
    let delimiters = ['/', ';'];
    let segments = text.split_inclusive(delimiters).map(|segment| match decode_set(segment, set) {
        decoded if matches!(decoded.trim_end_matches(delimiters), "." | "..") => segment.into(),
        decoded => decoded,
    });
    Cow::Owned(segments.collect())
}
