//! Changes to the pairs of a query that keep the order and the spelling of the other pairs.

use std::borrow::Cow;
use std::collections::HashSet;

use clap::Args;
use napkin::{ByteSet, percent};

use crate::tracking;
use crate::wildcard::Wildcard;

/// What is removed from a query before pairs are added.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Removal {
    /// Remove the pairs of the query that have this key: data, in which '*' is any text and '\*' an asterisk; may be repeated
    #[arg(long, value_name = "KEY", value_parser = wildcard)]
    remove_pair: Vec<Wildcard>,

    /// Remove all pairs of the query but those with this key, in which '*' is any text and '\*' an asterisk; may be
    /// repeated
    #[arg(long, value_name = "KEY", value_parser = wildcard)]
    keep_pair: Vec<Wildcard>,

    /// Remove the pairs whose key is a known tracking parameter, such as 'fbclid'
    #[arg(long)]
    strip_tracking: bool,
}

#[expect(clippy::unnecessary_wraps, reason = "the form of clap's parsers")]
fn wildcard(pattern: &str) -> Result<Wildcard, String> {
    Ok(Wildcard::new(pattern))
}

impl Removal {
    /// The removal of tracking parameters, or of nothing.
    pub(crate) fn of_tracking(strip_tracking: bool) -> Self {
        Self { strip_tracking, ..Self::default() }
    }

    /// Whether nothing is removed from any query.
    pub(crate) const fn is_empty(&self) -> bool {
        self.remove_pair.is_empty() && self.keep_pair.is_empty() && !self.strip_tracking
    }

    /// The remaining pairs of a query; `None` if none remains.
    pub(crate) fn apply(&self, query: &str) -> Option<String> {
        joined(query, query.split('&').filter(|pair| self.keeps(pair)))
    }

    fn keeps(&self, pair: &str) -> bool {
        let key = key(pair);
        let is_of = |patterns: &[Wildcard]| patterns.iter().any(|pattern| pattern.matches(&key));
        !is_of(&self.remove_pair)
            && (self.keep_pair.is_empty() || is_of(&self.keep_pair))
            && !(self.strip_tracking && tracking::is_tracking(&key))
    }
}

/// The decoded key of a pair.
fn key(pair: &str) -> Cow<'_, [u8]> {
    let key = pair.split_once('=').map_or(pair, |(key, _)| key);
    percent::decode(key, false).to_bytes()
}

/// The remaining pairs of a query; an empty query stays empty.
fn joined<'q>(query: &str, pairs: impl Iterator<Item = &'q str>) -> Option<String> {
    let pairs: Vec<_> = pairs.collect();
    (query.is_empty() || !pairs.is_empty()).then(|| pairs.join("&"))
}

/// A query with the first of each group of equal pairs. Pairs are equal if they differ only by percent-encoded
/// unreserved characters and the case of hexadecimal digits (RFC 3986 §6.2.2), so `+` and `%2B` differ.
pub(crate) fn deduplicated(query: &str) -> Option<String> {
    let mut seen = HashSet::new();
    joined(query, query.split('&').filter(|pair| seen.insert(spelled(pair))))
}

/// A query with its pairs in the order of their decoded keys, octet by octet; pairs of one key keep their order.
pub(crate) fn sorted(query: &str) -> Option<String> {
    let mut pairs: Vec<_> = query.split('&').collect();
    pairs.sort_by_cached_key(|pair| key(pair).into_owned());
    joined(query, pairs.into_iter())
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
    use super::{deduplicated, sorted};

    #[test]
    fn equal_pairs_are_one() {
        let one = |query| deduplicated(query).unwrap();
        assert_eq!(one("a=1&a=%31&a=2&%61=1"), "a=1&a=2");
        assert_eq!(one("a=+&a=%2b&a=%2B&a=%20"), "a=+&a=%2b&a=%20");
        assert_eq!(one("a&a=&&a&"), "a&a=&");
        assert_eq!(one(""), "");
    }

    #[test]
    fn sorting_keeps_the_order_of_one_key() {
        assert_eq!(sorted("b=2&a&%62=1&a=0").unwrap(), "a&a=0&b=2&%62=1");
    }
}
