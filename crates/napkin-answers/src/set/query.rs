//! Changes to the pairs of a query that keep the order and the spelling of the other pairs.

use std::collections::HashSet;

use napkin::{ByteSet, QueryEditor, Reading, percent};
use napkin_schemes::tracking;

use super::wildcard::Wildcard;

/// Changes by decoded keys, as RFC 3986 reads them.
pub(super) const DECODED: QueryEditor = QueryEditor::new(Reading::Decoded);

/// What is removed from a query before pairs are added.
pub(super) struct Removal {
    /// The keys of pairs that are removed.
    pub(super) removed: Vec<Wildcard>,
    /// The keys of pairs that are kept; all if there are none.
    pub(super) kept: Vec<Wildcard>,
    /// Whether tracking parameters are removed.
    pub(super) strip_tracking: bool,
}

impl Removal {
    /// Whether nothing is removed from any query.
    pub(super) const fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.kept.is_empty() && !self.strip_tracking
    }

    /// The options that ask for the removal.
    pub(super) fn options(&self) -> impl Iterator<Item = &'static str> {
        [
            (!self.removed.is_empty(), "--remove-pair"),
            (!self.kept.is_empty(), "--keep-pair"),
            (self.strip_tracking, "--strip-tracking"),
        ]
        .into_iter()
        .filter_map(|(is_given, option)| is_given.then_some(option))
    }

    /// The remaining pairs of a query; `None` if none remains.
    pub(super) fn apply(&self, query: &str) -> Option<String> {
        DECODED.keep(query, |key, _| self.keeps(&Reading::Decoded.octets(key)))
    }

    fn keeps(&self, key: &[u8]) -> bool {
        let is_of = |patterns: &[Wildcard]| patterns.iter().any(|pattern| pattern.matches(key));
        !is_of(&self.removed)
            && (self.kept.is_empty() || is_of(&self.kept))
            && !(self.strip_tracking && tracking::is_tracking(key))
    }
}

/// A query with the first of each group of equal pairs. Pairs are equal if they differ only by percent-encoded
/// unreserved characters and the case of hexadecimal digits (RFC 3986 §6.2.2), so `+` and `%2B` differ.
pub(super) fn deduplicated(query: &str) -> Option<String> {
    let mut seen = HashSet::new();
    DECODED.keep(query, |key, value| seen.insert((spelled(key), value.map(spelled))))
}

/// `unreserved` (RFC 3986 §2.3).
const UNRESERVED: ByteSet =
    ByteSet::of(b"-._~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");

/// A text with a single spelling of each octet.
fn spelled(text: &str) -> Vec<u8> {
    let mut spelled = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let triplet = rest.get(..3).filter(|_| first == b'%');
        rest = behind;
        let Some(triplet) = triplet.and_then(|triplet| str::from_utf8(triplet).ok()) else {
            spelled.push(first);
            continue;
        };
        match *percent::decode(triplet, false).to_bytes() {
            [octet] if UNRESERVED.contains(octet) => spelled.push(octet),
            _ => spelled.extend(triplet.bytes().map(|byte| byte.to_ascii_uppercase())),
        }
        rest = rest.get(2..).unwrap_or_default();
    }
    spelled
}

#[cfg(test)]
mod tests {
    use super::deduplicated;

    #[test]
    fn equal_pairs_are_one() {
        let one = |query| deduplicated(query).unwrap();
        assert_eq!(one("a=1&a=%31&a=2&%61=1"), "a=1&a=2");
        assert_eq!(one("a=+&a=%2b&a=%2B&a=%20"), "a=+&a=%2b&a=%20");
        assert_eq!(one("a&a=&&a&"), "a&a=&");
        assert_eq!(one(""), "");
    }
}
