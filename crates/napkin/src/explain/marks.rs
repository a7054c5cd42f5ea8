//! Ranges in the texts that resolution works on, for display: the parts of base and reference, and the text that
//! each instruction about dot segments removes from a buffer.

use core::ops::Range;

use crate::reference::Reference;

/// A text and the ranges of its parts.
#[derive(Clone)]
pub(super) struct Source<'a> {
    pub(super) text: &'a str,
    pub(super) scheme: Option<Range<usize>>,
    pub(super) authority: Option<Range<usize>>,
    /// Without the parameters, if the edition separates them.
    pub(super) path: Range<usize>,
    pub(super) parameters: Option<Range<usize>>,
    pub(super) query: Option<Range<usize>>,
    pub(super) fragment: Option<Range<usize>>,
}

impl<'a> Source<'a> {
    /// The parts of a reference.
    pub(super) fn of(reference: Reference<'a>) -> Self {
        let text = reference.as_str();
        let components = reference.components();
        let wide = |range: Range<u32>| range.start as usize..range.end as usize;
        let whole = wide(components.path());
        let parameters = reference.parameters();
        let path_end = parameters.map_or(whole.end, |parameters| whole.end - parameters.len() - 1);
        Self {
            text,
            scheme: components.scheme().map(wide),
            authority: components.authority().map(wide),
            path: whole.start..path_end,
            parameters: parameters.map(|_| path_end + 1..whole.end),
            query: components.query().map(wide),
            fragment: components.fragment(text.len() as u32).map(wide),
        }
    }

    /// A text whose parts are not needed.
    pub(super) fn of_text(text: &'a str) -> Self {
        Self {
            text,
            scheme: None,
            authority: None,
            path: 0..0,
            parameters: None,
            query: None,
            fragment: None,
        }
    }

    /// The text of a part.
    pub(super) fn get(&self, part: Option<&Range<usize>>) -> Option<&'a str> {
        self.text.get(part?.clone())
    }

    pub(super) fn path(&self) -> &'a str {
        self.text.get(self.path.clone()).unwrap_or_default()
    }
}

/// The segments of a path, each with its range. The empty text before a leading slash is not one.
fn segments(path: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let root = usize::from(path.starts_with('/'));
    let mut start = root;
    path.get(root..).unwrap_or_default().split('/').map(move |segment| {
        let place = start..start + segment.len();
        start = place.end + 1;
        (place, segment)
    })
}

/// The first `./` whose dot is a segment.
pub(super) fn dot(path: &str) -> Option<Range<usize>> {
    let (place, _) =
        segments(path).find(|(place, segment)| *segment == "." && place.end < path.len())?;
    Some(place.start..place.end + 1)
}

/// A dot that is the last segment.
pub(super) fn last_dot(path: &str) -> Option<Range<usize>> {
    let (place, segment) = segments(path).last()?;
    (segment == ".").then_some(place)
}

/// The first segment that `/../` follows.
pub(super) fn parent(path: &str) -> Option<Range<usize>> {
    before_parent(path).find(|taken| taken.end < path.len()).map(|taken| taken.start..taken.end + 1)
}

/// A final segment that `/..` follows.
pub(super) fn last_parent(path: &str) -> Option<Range<usize>> {
    before_parent(path).find(|taken| taken.end == path.len())
}

/// The ranges of `..` and the segment before it, if that is not `..` too.
fn before_parent(path: &str) -> impl Iterator<Item = Range<usize>> {
    segments(path).zip(segments(path).skip(1)).filter_map(|((place, segment), (next, second))| {
        (segment != ".." && second == "..").then_some(place.start..next.end)
    })
}

/// The `..` segments at the start, each with the slash after it.
pub(super) fn excess(path: &str) -> Range<usize> {
    let start = usize::from(path.starts_with('/'));
    let end = segments(path)
        .take_while(|(_, segment)| *segment == "..")
        .last()
        .map_or(start, |(place, _)| (place.end + 1).min(path.len()));
    start..end
}

/// The start of the path in a URI by RFC 1630: after the colon, or after the host if two slashes follow the colon.
fn path_start(uri: &str) -> usize {
    let (_, rest) = uri.split_once(':').unwrap_or_default();
    let start = uri.len() - rest.len();
    match rest.strip_prefix("//") {
        Some(rest) => start + 2 + rest.find(['/', '?', '#']).unwrap_or(rest.len()),
        None => start,
    }
}

/// The first `xxx/../` or `/.` of the path in a URI, by the elements of RFC 1630.
pub(super) fn element(uri: &str) -> Option<Range<usize>> {
    let start = path_start(uri);
    let end = uri.find(['?', '#']).unwrap_or(uri.len()).max(start);
    let path = uri.get(start..end)?;
    let mut before: Option<(Range<usize>, &str)> = None;
    for (place, element) in segments(path) {
        let taken = match (element, &before) {
            (".", _) if place.start > 0 => Some(place.start - 1..place.end),
            ("..", Some((first, xxx))) if place.end < path.len() && !matches!(*xxx, "." | "..") => {
                Some(first.start..place.end + 1)
            }
            _ => None,
        };
        if let Some(taken) = taken {
            return Some(start + taken.start..start + taken.end);
        }
        before = Some((place, element));
    }
    None
}
