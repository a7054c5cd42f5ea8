//! The set of earlier keys, exact: all keys are stored, concatenated, and found by their hash.
//!
//! A key takes its bytes and about 35 more, so memory grows only with the number of different keys. Of a key that is
//! much longer than the text that it is made from, the text is stored, and the key is made again when its hash is met:
//! else a long base would be stored with every line.

use std::hash::{BuildHasher, RandomState};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

/// Texts, concatenated.
#[derive(Default)]
pub(crate) struct Texts {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Texts {
    pub(crate) fn push(&mut self, text: &[u8]) {
        self.bytes.extend_from_slice(text);
        self.ends.push(self.bytes.len());
    }

    pub(crate) fn get(&self, number: usize) -> &[u8] {
        let start = number.checked_sub(1).and_then(|before| self.ends.get(before)).copied();
        let end = self.ends.get(number).copied().unwrap_or_default();
        self.bytes.get(start.unwrap_or_default()..end).unwrap_or_default()
    }

    pub(crate) const fn len(&self) -> usize {
        self.ends.len()
    }
}

/// The keys so far, numbered in the order of their first appearance.
#[derive(Default)]
pub(crate) struct Seen {
    /// Keys, or the texts that they are made from.
    keys: Texts,
    entries: HashTable<Numbered>,
    hasher: RandomState,
}

/// Where a key is stored.
struct Numbered {
    hash: u64,
    number: usize,
    /// Whether the text is stored that the key is made from.
    is_source: bool,
}

impl Seen {
    /// The number of a key, and whether it is new. With `source`, that text is stored for it; `make` makes the key of
    /// a stored text.
    pub(crate) fn insert(
        &mut self,
        key: &[u8],
        source: Option<&[u8]>,
        make: impl Fn(&[u8]) -> Option<Vec<u8>>,
    ) -> (usize, bool) {
        let Self { keys, entries, hasher } = self;
        let hash = hasher.hash_one(key);
        let is_key = |known: &Numbered| {
            let stored = keys.get(known.number);
            known.hash == hash
                && if known.is_source {
                    make(stored).as_deref() == Some(key)
                } else {
                    stored == key
                }
        };
        match entries.entry(hash, is_key, |known| known.hash) {
            Entry::Occupied(entry) => (entry.get().number, false),
            Entry::Vacant(entry) => {
                let number = keys.len();
                entry.insert(Numbered { hash, number, is_source: source.is_some() });
                keys.push(source.unwrap_or(key));
                (number, true)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Seen;

    #[test]
    fn each_key_is_new_once() {
        let mut seen = Seen::default();
        let mut insert = |key: &[u8]| seen.insert(key, None, |_| None);
        let keys = ["a", "", "b", "a", "", "ab"];
        let numbers = keys.map(|key| insert(key.as_bytes()));
        let expected = [(0, true), (1, true), (2, true), (0, false), (1, false), (3, true)];
        assert_eq!(numbers, expected);
        for number in 0..100_000_u32 {
            assert!(insert(&number.to_le_bytes()).1);
        }
        for number in 0..100_000_u32 {
            assert_eq!(insert(&number.to_le_bytes()), (number as usize + 4, false));
        }
    }

    #[test]
    fn long_keys_are_made_again() {
        let make = |source: &[u8]| Some(source.repeat(1000));
        let mut seen = Seen::default();
        for number in 0..1000_u32 {
            let source = (number / 2).to_le_bytes();
            let key = make(&source).unwrap_or_default();
            // A key that is stored itself and one that is made are equal.
            let source = number.is_multiple_of(2).then_some(&source[..]);
            let inserted = seen.insert(&key, source, make);
            assert_eq!(inserted, (number as usize / 2, number.is_multiple_of(2)));
        }
        assert_eq!(seen.keys.bytes.len(), 4 * 500);
    }
}
