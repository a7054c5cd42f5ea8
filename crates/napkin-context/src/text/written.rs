//! Writes URIs into text: the inverse of [`Extractor`], by the same data of the edition.
//!
//! The documents define the wrapper of a URI (RFC 1738 appendix: `<URL:...>`; RFC 2396 appendix E and RFC 3986
//! appendix C: angle brackets). White space may be inserted to break a long one, but not after a hyphen, since
//! readers cannot know whether that hyphen belongs to the URI. RFC 1630 has the prefix `url:` and no white space.

use napkin::Reference;

use crate::edition::{Context, Taken};
use crate::text::extract::Extractor;
use crate::text::schemes::Schemes;

/// Writes a reference for use in text: in the wrapper of its edition, and broken into lines of at most `width`
/// columns if the edition allows that and there is a place for a break; `usize::MAX` for no breaks.
///
/// `None`, if [`Extractor`] could not find exactly this reference again: RFC 1630 and RFC 1738 have no way for some
/// relative references, and no edition has one for the empty reference.
///
/// ```
/// use napkin::edition::{RFC1630, RFC1738, RFC3986};
/// use napkin_context::to_text;
///
/// let uri = "http://example.com/a-b/c";
/// let written = |edition: &'static napkin::Edition, width| {
///     to_text(edition.parse(uri).unwrap(), width).unwrap()
/// };
/// assert_eq!(written(RFC3986, usize::MAX), "<http://example.com/a-b/c>");
/// assert_eq!(written(RFC3986, 22), "<http://example.com/\na-b/c>");
/// assert_eq!(written(RFC1738, usize::MAX), "<URL:http://example.com/a-b/c>");
/// assert_eq!(written(RFC1630, 22), "url:http://example.com/a-b/c");
/// ```
pub fn to_text(reference: Reference<'_>, width: usize) -> Option<String> {
    let edition = reference.edition();
    let (uri, delimiting) = (reference.as_str(), &Context::of(edition).delimiting);
    let prefix = delimiting.prefix();
    let is_plain = delimiting.angle_brackets == Taken::Likely
        && reference.scheme().is_some()
        && !uri.get(..prefix.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(prefix));
    let text = match delimiting.angle_brackets {
        Taken::Nothing => [prefix, uri].concat(),
        _ => broken(if is_plain { "" } else { prefix }, uri, width),
    };
    let extractor = Extractor::new(edition).schemes(Schemes::Any).longest(text.len());
    let mut finds = extractor.find(text.as_bytes());
    let is_found = finds.next().is_some_and(|find| find.uri == uri && find.alternatives.is_empty());
    (is_found && finds.next().is_none()).then_some(text)
}

/// Brackets around a URI, with line breaks.
fn broken(prefix: &str, uri: &str, width: usize) -> String {
    let mut text = ["<", prefix].concat();
    let mut column = text.len();
    // The scheme and its colon stay on the first line: an extractor recognizes the URI by them.
    let first = uri.find(':').map_or(1, |colon| colon + 1);
    let bytes = uri.as_bytes();
    let (mut from, mut least) = (0, first);
    while uri.len() - from + column + 1 > width {
        let room = from + width.saturating_sub(column);
        let Some(at) = break_at(bytes, least, room) else { break };
        text.push_str(uri.get(from..at).unwrap_or_default());
        text.push('\n');
        (from, least, column) = (at, at + 1, 0);
    }
    text.push_str(uri.get(from..).unwrap_or_default());
    text.push('>');
    text
}

/// Where to break a URI: after the last delimiter before `room`; otherwise at the last possible place before it, or
/// at the first one after it.
fn break_at(uri: &[u8], least: usize, room: usize) -> Option<usize> {
    let before = |at: usize, back: usize| at.checked_sub(back).and_then(|at| uri.get(at));
    let may_break = |at: &usize| {
        let in_triplet = before(*at, 1) == Some(&b'%') || before(*at, 2) == Some(&b'%');
        let in_character = uri.get(*at).is_some_and(|byte| byte & 0xc0 == 0x80);
        !in_triplet && !in_character && before(*at, 1) != Some(&b'-')
    };
    let is_delimiter = |at: &usize| {
        let behind = before(*at, 1).is_some_and(|byte| b"/?#&;,=".contains(byte));
        behind && uri.get(*at) != Some(&b'/')
    };
    let here = || (least..uri.len().min(room.saturating_add(1))).filter(may_break);
    let beyond = || (least.max(room)..uri.len()).find(may_break);
    here().rfind(is_delimiter).or_else(|| here().next_back()).or_else(beyond)
}
