//! A text with its triplets decoded, and where each of its bytes stood: what is in a value is found behind `%3A%2F%2F` too.

use std::ops::Range;

use napkin_scan::decode_triplet;

pub(super) struct Decoded {
    pub(super) text: Vec<u8>,
    /// Where each byte of the text begins in the original, and at the end the original's length.
    starts: Vec<usize>,
}

impl Decoded {
    /// Decodes the triplets of a text; `None` if it has none.
    pub(super) fn of(text: &[u8]) -> Option<Self> {
        Self::decode(text, |at| at)
    }

    /// This text, decoded once more.
    pub(super) fn again(&self) -> Option<Self> {
        Self::decode(&self.text, |at| self.start(at))
    }

    fn decode(text: &[u8], start: impl Fn(usize) -> usize) -> Option<Self> {
        if !text.contains(&b'%') {
            return None;
        }
        text.windows(3).find(|window| decode_triplet(window).is_some())?;
        let mut decoded = Self { text: Vec::new(), starts: Vec::new() };
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let (byte, length) = match decode_triplet(rest) {
                Some(byte) => (byte, 3),
                None => (*rest.first()?, 1),
            };
            decoded.text.push(byte);
            decoded.starts.push(start(at));
            at += length;
        }
        decoded.starts.push(start(text.len()));
        Some(decoded)
    }

    fn start(&self, at: usize) -> usize {
        self.starts.get(at).copied().unwrap_or_default()
    }

    /// The place in the original of a place in the text.
    pub(super) fn original(&self, place: &Range<usize>) -> Range<usize> {
        self.start(place.start)..self.start(place.end)
    }
}
