//! Resolution by runs of slashes: the partial forms of RFC 1630 (section 4.1.3).
//!
//! The rule is about the text of the context, not about components; only the host of a scheme that has
//! one is no element of the path.

use alloc::string::String;
use alloc::vec::Vec;

use super::edition::ResolveError;
use crate::edition::Edition;

/// Whether a reference is absolute: a colon comes before any `/`, `?` or `#`.
pub(super) fn is_absolute(reference: &str) -> bool {
    let end = reference.find([':', '/', '?', '#']);
    end.is_some_and(|at| reference.as_bytes().get(at) == Some(&b':'))
}

/// The URI that a partial form means in a context, whose fragment is cut off already.
///
/// `literal` takes the document's wording of the rule for slashes: a run counts only if no longer one
/// stands to its right. Its own examples need the other reading, which is the default.
pub(super) fn resolve(
    edition: &'static Edition,
    context: &str,
    reference: &str,
    literal: bool,
) -> Result<String, ResolveError> {
    let slashes = reference.len() - reference.trim_start_matches('/').len();
    if slashes > 0 {
        let start = run_of(context, slashes, literal).ok_or(ResolveError::UnsuitableBase)?;
        return Ok([context.get(..start).unwrap_or_default(), reference].concat());
    }
    let joined = [directory(context), reference].concat();
    let start = path_start(edition, &joined);
    let end = joined.find(['?', '#']).unwrap_or(joined.len()).max(start);
    let (head, rest) = joined.split_at(start);
    let (path, tail) = rest.split_at(end - start);
    Ok([head, &without_dots(path), tail].concat())
}

/// The context up to its last slash, or to its colon if it has none.
pub(super) fn directory(context: &str) -> &str {
    let kept = match context.rfind('/') {
        Some(slash) => slash + 1,
        None => context.find(':').map_or(0, |colon| colon + 1),
    };
    context.get(..kept).unwrap_or_default()
}

/// Where the first run of exactly so many slashes begins.
pub(super) fn run_of(context: &str, slashes: usize, literal: bool) -> Option<usize> {
    let mut found = None;
    let mut at = 0;
    while let Some(next) = context.get(at..).and_then(|rest| rest.find('/')) {
        let start = at + next;
        let rest = context.get(start..).unwrap_or_default();
        let length = rest.len() - rest.trim_start_matches('/').len();
        if length == slashes && found.is_none() {
            found = Some(start);
        } else if length > slashes && literal {
            found = None;
        }
        at = start + length;
    }
    found
}

/// Where the path begins in a URI: after the colon, or after the host where the scheme has one.
pub(super) fn path_start(edition: &'static Edition, uri: &str) -> usize {
    let colon = uri.find(':').map_or(0, |colon| colon + 1);
    let has_host = uri
        .get(..colon.saturating_sub(1))
        .is_some_and(|scheme| edition.scheme_has_authority(scheme));
    let rest = uri.get(colon..).unwrap_or_default();
    match rest.strip_prefix("//").filter(|_| has_host) {
        Some(rest) => colon + 2 + rest.find(['/', '?', '#']).unwrap_or(rest.len()),
        None => colon,
    }
}

/// Removes `xxx/../` and `/.` for complete elements until nothing changes, the leftmost first.
///
/// A `..` that nothing stands before, or that ends the path, stays; so does a `.` without a slash
/// before it. The nothing before a leading slash is no element.
fn without_dots(path: &str) -> String {
    let (root, rest) = match path.strip_prefix('/') {
        Some(rest) => ("/", rest),
        None => ("", path),
    };
    if rest.is_empty() {
        return root.into();
    }
    // Elements with the slash before them, which goes with them; the first of a rootless path has
    // none.
    let mut kept: Vec<(&str, &str)> = Vec::new();
    let mut slash = root;
    let mut elements = rest.split('/').peekable();
    while let Some(element) = elements.next() {
        let last = elements.peek().is_none();
        let before = kept.last().map(|&(_, element)| element);
        match (element, before) {
            (".", _) if slash == "/" => {}
            ("..", Some(before)) if !last && !matches!(before, "." | "..") => {
                // "xxx/../": what follows takes the place, and the slash, of xxx.
                slash = kept.pop().map_or("", |(slash, _)| slash);
                continue;
            }
            _ => kept.push((slash, element)),
        }
        slash = "/";
    }
    kept.iter().flat_map(|&(slash, element)| [slash, element]).collect()
}
