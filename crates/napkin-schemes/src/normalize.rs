//! Scheme-based normalization, as the core's ladder takes it (RFC 3986 §6.2.3).

use napkin::Reference;
use napkin::edition::rules::Rule;

use crate::describe::describe;

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
/// assert_eq!(normalizer.normalize(&uri!("tel:+1-201-555-0123")), "tel:+12015550123");
/// ```
pub fn normalize(reference: Reference<'_>) -> Option<(Rule, String)> {
    let (rule, mut text) = describe(reference).ok()?.view()?.ok()?.normal()?;
    // Most views know nothing of the fragment, which is no matter of the scheme.
    if let Some(fragment) = reference.fragment().filter(|_| !text.contains('#')) {
        text.extend(["#", fragment.as_str()]);
    }
    Some((rule, text))
}
