//! Where a place in a decoded value stands in the document.
//!
//! Character references and line ends are shorter or longer once they are decoded. How long they
//! are then, the parser of the format says, one reference at a time.

use std::ops::Range;

/// Follows places in a value, in ascending order, through the raw text that it came from.
pub(crate) struct Places<'d, S> {
    raw: &'d str,
    /// How long the first unit of raw text is, raw and decoded.
    step: Option<S>,
    at: usize,
    decoded: usize,
}

impl<'d, S: FnMut(&'d str) -> (usize, usize)> Places<'d, S> {
    /// The raw text of a value of so many bytes.
    pub(crate) fn new(raw: &'d str, len: usize, step: S) -> Self {
        Self { raw, step: (raw.len() != len).then_some(step), at: 0, decoded: 0 }
    }

    /// Where an offset into the value stands in the raw text.
    pub(crate) fn raw(&mut self, offset: usize) -> usize {
        let Some(step) = &mut self.step else { return offset };
        while self.decoded < offset && self.at < self.raw.len() {
            let (raw, decoded) = step(self.raw.get(self.at..).unwrap_or_default());
            self.at += raw.max(1);
            self.decoded += decoded;
        }
        self.at.min(self.raw.len())
    }

    /// Where a piece of the value stands in the raw text.
    pub(crate) fn range(&mut self, piece: Range<usize>) -> Range<usize> {
        let start = self.raw(piece.start);
        start..self.raw(piece.end).max(start)
    }
}
