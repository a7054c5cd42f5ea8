//! Resolution by runs of slashes: the partial forms of RFC 1630 (section 4.1.3).
//!
//! The rule is about the text of the context, not about components, and is the same for every scheme; only what
//! stands between two slashes behind the scheme and the next one, the host in a scheme that has one, is no element
//! of the path.

use alloc::string::String;

use super::target::{ResolveError, Written};
use crate::dot_segments::segments;

/// Whether a reference is absolute: a colon comes before any `/`, `?` or `#`.
pub(super) fn is_absolute(reference: &str) -> bool {
    let end = reference.find([':', '/', '?', '#']);
    end.is_some_and(|at| reference.as_bytes().get(at) == Some(&b':'))
}

/// Writes the URI that a partial form means in a context, whose fragment is cut off already.
///
/// `literal` takes the document's wording of the rule for slashes: a run counts only if no longer one
/// stands to its right. Its own examples need the other reading, which is the default.
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

/// A context up to where the reference goes on, which is behind a slash or the scheme's colon, and the
/// reference; as one text.
#[derive(Clone, Copy)]
struct Joined<'a>([&'a str; 2]);

impl<'a> Joined<'a> {
    fn len(self) -> usize {
        self.0.iter().map(|piece| piece.len()).sum()
    }

    /// What there is of each between two places; all of it the second, if it is one piece.
    fn cut(self, start: usize, end: usize) -> [&'a str; 2] {
        let Self([context, reference]) = self;
        let edge = context.len();
        if end < edge {
            return ["", context.get(start..end).unwrap_or_default()];
        }
        let rest = reference.get(start.max(edge) - edge..end - edge);
        [context.get(start..).unwrap_or_default(), rest.unwrap_or_default()]
    }

    /// Where one of these stands first from a place on, or the length.
    fn find(self, from: usize, stops: &[char]) -> usize {
        let [context, reference] = self.cut(from, self.len());
        let behind = || reference.find(stops).map(|at| self.len() - reference.len() + at);
        context.find(stops).map(|at| from + at).or_else(behind).unwrap_or(self.len())
    }
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

/// Where the path begins in a URI: after the colon; after the host, where two slashes follow that. Which schemes have a
/// host is not asked, so that no scheme that a reader does not know loses it (D1630-17).
fn path_start(uri: Joined<'_>) -> usize {
    // Colon and slashes are in the context, since the reference begins with no slash.
    let Joined([context, _]) = uri;
    let (_, rest) = context.split_once(':').unwrap_or_default();
    let colon = context.len() - rest.len();
    if rest.starts_with("//") { uri.find(colon + 2, &['/', '?', '#']) } else { colon }
}

/// Writes a path of two pieces, with `xxx/../` and `/.` removed for complete elements until nothing changes,
/// the leftmost first.
///
/// A `..` that nothing stands before, or that ends the path, stays; so does a `.` without a slash
/// before it. The nothing before a leading slash is no element.
fn write_without_dots(pieces: [&str; 2], out: &mut String) {
    let start = out.len();
    // Each element is written with the slash before it, which goes with it; the first of a rootless path has
    // none.
    let mut kept = 0;
    let mut slash = "";
    let mut elements = segments(pieces).peekable();
    while let Some(element) = elements.next() {
        let last = elements.peek().is_none();
        match element {
            "." if slash == "/" => {}
            // Nothing stands before the next slash, or what did is gone: it leads.
            "" if slash.is_empty() && !last => {}
            ".." if !last && kept > 0 && !ends_in_dots(out, start) => {
                // "xxx/../": what follows takes the place, and the slash, of xxx.
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

    /// The one pass, in one piece or two, against step 4 to the letter.
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
