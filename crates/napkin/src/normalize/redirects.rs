//! Observed redirects (RFC 3986 §6.2.4), normalized once for any number of URIs.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::edition::Edition;
use crate::reference::Reference;

/// Observed redirects, by the rules of one edition. Made by
/// [`Normalizer::redirects`](super::Normalizer::redirects).
#[derive(Clone, Debug)]
pub struct Redirects {
    edition: &'static Edition,
    /// For each source, the targets, each with its index in the order in which the redirects were given.
    targets: BTreeMap<String, Vec<(usize, String)>>,
}

impl Redirects {
    /// The redirects whose pairs, in normal form, differ only by a final slash.
    pub(super) fn new(
        edition: &'static Edition,
        pairs: impl Iterator<Item = (String, String)>,
    ) -> Self {
        let mut targets: BTreeMap<String, Vec<(usize, String)>> = BTreeMap::new();
        let pairs = pairs.filter(|(source, target)| differ_by_final_slash(source, target));
        for (place, (source, target)) in pairs.enumerate() {
            targets.entry(source).or_default().push((place, target));
        }
        Self { edition, targets }
    }

    /// Whether no redirect differs only by a final slash.
    pub(super) fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// The URI after following the redirects from a URI in normal form, each once, in their order.
    pub(super) fn follow(&self, uri: Reference<'_>) -> Option<String> {
        if self.edition != uri.edition() {
            return None;
        }
        let mut current = uri.as_str();
        let mut from = 0;
        while let Some(targets) = self.targets.get(current) {
            let next = targets.partition_point(|(place, _)| *place < from);
            let Some((place, target)) = targets.get(next) else { break };
            (current, from) = (target, place + 1);
        }
        (current != uri.as_str()).then(|| current.into())
    }
}

fn differ_by_final_slash(a: &str, b: &str) -> bool {
    a.strip_suffix('/') == Some(b) || b.strip_suffix('/') == Some(a)
}
