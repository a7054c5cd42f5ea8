//! The set of earlier keys, exact: all keys are stored, concatenated, and found by their hash.
//!
//! A key takes its bytes and about 25 more, so memory grows only with the number of different keys.

use std::hash::{BuildHasher, RandomState};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

/// Texts, concatenated.
#[derive(Default)]
pub(crate) struct Texts {
    bytes: Vec<u8>,
    /// The end of each text.
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
    keys: Texts,
    numbers: HashTable<usize>,
    hasher: RandomState,
}

impl Seen {
    /// The number of a key, and whether it is new.
    pub(crate) fn insert(&mut self, key: &[u8]) -> (usize, bool) {
        let Self { keys, numbers, hasher } = self;
        let hash = hasher.hash_one(key);
        let rehash = |number: &usize| hasher.hash_one(keys.get(*number));
        match numbers.entry(hash, |number| keys.get(*number) == key, rehash) {
            Entry::Occupied(entry) => (*entry.get(), false),
            Entry::Vacant(entry) => {
                let number = keys.len();
                entry.insert(number);
                keys.push(key);
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
        let keys = ["a", "", "b", "a", "", "ab"];
        let numbers = keys.map(|key| seen.insert(key.as_bytes()));
        let expected = [(0, true), (1, true), (2, true), (0, false), (1, false), (3, true)];
        assert_eq!(numbers, expected);
        for number in 0..100_000_u32 {
            assert!(seen.insert(&number.to_le_bytes()).1);
        }
        for number in 0..100_000_u32 {
            assert_eq!(seen.insert(&number.to_le_bytes()), (number as usize + 4, false));
        }
    }
}
