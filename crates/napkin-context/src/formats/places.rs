//! Maps places in a decoded value to places in the document.
//!
//! Decoding changes the length of character references and line ends. The parser of the format gives the new
//! length, one reference at a time.

use std::ops::Range;

/// Maps offsets in a value, in ascending order, to the raw text that it came from.
pub(crate) struct Places<'d, S> {
    raw: &'d str,
    /// Returns the lengths of the first unit of raw text, raw and decoded.
    step: Option<S>,
    at: usize,
    decoded: usize,
}

impl<'d, S: FnMut(&'d str) -> (usize, usize)> Places<'d, S> {
    /// The raw text of a value of `len` bytes.
    pub(crate) fn new(raw: &'d str, len: usize, step: S) -> Self {
        Self { raw, step: (raw.len() != len).then_some(step), at: 0, decoded: 0 }
    }

    /// The place in the raw text of an offset in the value.
    pub(crate) fn raw(&mut self, offset: usize) -> usize {
        let Some(step) = &mut self.step else { return offset };
        while self.decoded < offset && self.at < self.raw.len() {
            let (raw, decoded) = step(self.raw.get(self.at..).unwrap_or_default());
            self.at += raw.max(1);
            self.decoded += decoded;
        }
        self.at.min(self.raw.len())
    }

    /// The place in the raw text of a piece of the value.
    pub(crate) fn range(&mut self, piece: Range<usize>) -> Range<usize> {
        let start = self.raw(piece.start);
        start..self.raw(piece.end).max(start)
    }
}
