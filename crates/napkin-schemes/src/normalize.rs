//! Scheme-based normalization, as the core's ladder takes it (RFC 3986 §6.2.3).

use napkin::edition::rules::Rule;
use napkin::{ErrorKind, Reference};

use crate::definition::Definition;
use crate::source::Source;

/// The normal form of a URI by the rules of its scheme that the generic syntax does not know, and the
/// rule; nothing if it is in that form.
///
/// For [`Normalizer::with_schemes`](napkin::Normalizer::with_schemes), which calls it at the level
/// `scheme`.
///
/// ```
/// use napkin::{Level, Normalizer, uri};
///
/// let normalizer = Normalizer::new(Level::Scheme).with_schemes(napkin_schemes::normalize);
/// assert_eq!(normalizer.normalize(&uri!("tel:+1-201-555-0123"))?, "tel:+12015550123");
/// # Ok::<(), napkin::ParseError>(())
/// ```
pub fn normalize(reference: Reference<'_>) -> Option<(Rule, String)> {
    let source = Source::new(reference).ok()?;
    let definition = Definition::of(source)?;
    // Most schemes say nothing of it, and need not be read.
    let rule = definition.normalization?;
    let mut normal = definition.view(source)?.ok()?.normal()?;
    // A fragment belongs to the generic syntax, so most views do not have it (RFC 3986 §3.5).
    if let Some(fragment) = reference.fragment().filter(|_| !normal.contains('#')) {
        normal.extend(["#", fragment.as_str()]);
    }
    // What was put in order may have become a dot segment, which the ladder would remove.
    let stays = match reference.edition().parse(&normal) {
        Ok(after) => has_dot_segment(reference) || !has_dot_segment(after),
        // The ladder tells that, and is not left without an answer.
        Err(error) => error.kind() == ErrorKind::TooLong,
    };
    (stays && normal != reference.as_str()).then_some((rule, normal))
}

fn has_dot_segment(reference: Reference<'_>) -> bool {
    let path = reference.path().map_or("", |path| path.as_str());
    path.split('/').any(|segment| matches!(segment, "." | ".."))
}
