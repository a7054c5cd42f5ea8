//! Resolution by runs of slashes: the partial forms of RFC 1630 (section 4.1.3).
//!
//! The rule works on the text of the context, not on components, and is the same for every scheme. Only the text
//! between two slashes after the scheme and the next slash (the host, in a scheme that has one) is not an element
//! of the path.

use alloc::string::String;

use super::target::{ResolveError, Written};
use crate::dot_segments::segments;

/// Whether a reference is absolute: a colon comes before any `/`, `?` or `#`.
pub(crate) fn is_absolute(reference: &str) -> bool {
    let end = reference.find([':', '/', '?', '#']);
    end.is_some_and(|at| reference.as_bytes().get(at) == Some(&b':'))
}

/// Appends the URI that a partial form stands for in a context, whose fragment is already cut off.
///
/// `literal` follows the document's wording of the rule for slashes: a run counts only if no longer run is to its
/// right. The document's own examples need the other reading, which is the default.
pub(super) fn resolve<'t>(
    context: &str,
    reference: &str,
    literal: bool,
    out: &mut String,
) -> Result<Written<'t>, ResolveError> {
    let slashes = reference.len() - reference.trim_start_matches('/').len();
    out.reserve(context.len() + reference.len());
    if slashes > 0 {
        let start = run_of(context, slashes, literal).ok_or(ResolveError::UnsuitableBase)?;
        out.extend([context.get(..start).unwrap_or_default(), reference]);
        return Ok(Written::Uri);
    }
    let joined = Joined([directory(context), reference]);
    let start = path_start(joined);
    let end = joined.find(start, &['?', '#']);
    out.extend(joined.cut(0, start));
    write_without_dots(joined.cut(start, end), out);
    out.extend(joined.cut(end, joined.len()));
    Ok(Written::Uri)
}

/// The context up to where the reference continues (after a slash or the scheme's colon) and the reference, read as
/// one text.
#[derive(Clone, Copy)]
struct Joined<'a>([&'a str; 2]);

impl<'a> Joined<'a> {
    fn len(self) -> usize {
        self.0.iter().map(|piece| piece.len()).sum()
    }

    /// The pieces of both texts between two offsets; a single piece is returned as the second.
    fn cut(self, start: usize, end: usize) -> [&'a str; 2] {
        let Self([context, reference]) = self;
        let edge = context.len();
        if end < edge {
            return ["", context.get(start..end).unwrap_or_default()];
        }
        let rest = reference.get(start.max(edge) - edge..end - edge);
        [context.get(start..).unwrap_or_default(), rest.unwrap_or_default()]
    }

    /// The first of `stops` from an offset on, or the length.
    fn find(self, from: usize, stops: &[char]) -> usize {
        let [context, reference] = self.cut(from, self.len());
        let behind = || reference.find(stops).map(|at| self.len() - reference.len() + at);
        context.find(stops).map(|at| from + at).or_else(behind).unwrap_or(self.len())
    }
}

/// The context up to its last slash, or to its colon if it has none.
pub(crate) fn directory(context: &str) -> &str {
    let kept = match context.rfind('/') {
        Some(slash) => slash + 1,
        None => context.find(':').map_or(0, |colon| colon + 1),
    };
    context.get(..kept).unwrap_or_default()
}

/// The start of the first run of exactly `slashes` slashes.
pub(crate) fn run_of(context: &str, slashes: usize, literal: bool) -> Option<usize> {
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

/// The start of the path in a URI: after the colon, or after the host if two slashes follow the colon. This applies
/// to every scheme, so that an unknown scheme keeps its host (D1630-17).
fn path_start(uri: Joined<'_>) -> usize {
    // Colon and slashes are in the context, since the reference does not begin with a slash.
    let Joined([context, _]) = uri;
    let (_, rest) = context.split_once(':').unwrap_or_default();
    let colon = context.len() - rest.len();
    if rest.starts_with("//") { uri.find(colon + 2, &['/', '?', '#']) } else { colon }
}

/// Writes a path of two pieces. Complete elements `xxx/../` and `/.` are removed, the leftmost first, until nothing
/// changes.
///
/// A `..` with nothing before it, or at the end of the path, stays; so does a `.` without a slash before it. The
/// empty text before a leading slash is not an element.
fn write_without_dots(pieces: [&str; 2], out: &mut String) {
    let start = out.len();
    // Each element is written and removed with the slash before it; the first element of a rootless path has none.
    let mut kept = 0;
    let mut slash = "";
    let mut elements = segments(pieces).peekable();
    while let Some(element) = elements.next() {
        let last = elements.peek().is_none();
        match element {
            "." if slash == "/" => {}
            // Nothing precedes the next slash, or what preceded it was removed: the slash leads.
            "" if slash.is_empty() && !last => {}
            ".." if !last && kept > 0 && !ends_in_dots(out, start) => {
                // "xxx/../": the next element takes the place, and the slash, of xxx.
                let before = out.get(start..).and_then(|path| path.rfind('/'));
                slash = if before.is_some() { "/" } else { "" };
                out.truncate(start + before.unwrap_or_default());
                kept -= 1;
                continue;
            }
            _ => {
                out.extend([slash, element]);
                kept += 1;
            }
        }
        slash = "/";
    }
}

/// Whether the last element of the path from `start` on is `.` or `..`.
fn ends_in_dots(text: &str, start: usize) -> bool {
    let path = text.get(start..).unwrap_or_default();
    matches!(path.rsplit('/').next(), Some("." | ".."))
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec;

    use super::write_without_dots;
    use crate::dot_segments::tests::{paths, spans};

    /// The single pass, with one piece or two, against step 4 applied literally.
    #[test]
    fn dots_go_until_nothing_changes() {
        paths(|path| {
            let mut literal = String::from(path);
            loop {
                let up = spans(&literal)
                    .filter(|span| &literal[span.clone()] != ".")
                    .find(|span| literal[span.end..].starts_with("/../"));
                let dot = || {
                    let mut dots = literal.match_indices("/.").map(|(slash, _)| slash);
                    dots.find(|slash| {
                        matches!(literal.as_bytes().get(slash + 2), None | Some(b'/'))
                    })
                };
                if let Some(span) = up {
                    literal.replace_range(span.start..span.end + 4, "");
                } else if let Some(slash) = dot() {
                    literal.replace_range(slash..slash + 2, "");
                } else {
                    break;
                }
            }
            let mut cuts = vec![0];
            cuts.extend(path.match_indices('/').map(|(slash, _)| slash + 1));
            for cut in cuts {
                let (first, second) = path.split_at(cut);
                let mut out = String::from("x:");
                write_without_dots([first, second], &mut out);
                assert_eq!(out.strip_prefix("x:"), Some(literal.as_str()), "{path:?}");
            }
        });
    }
}
