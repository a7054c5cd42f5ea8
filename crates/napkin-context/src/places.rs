//! Where a place in a decoded value stands in the document.
//!
//! Character references and line ends are shorter or longer once they are decoded. How long they
//! are then, the parser of the format says, one reference at a time.

/// How long the first unit of raw text is, raw and decoded.
pub(crate) type Step = fn(&[u8]) -> (usize, usize);

/// Follows places in a value, in ascending order, through the raw text that it came from.
pub(crate) struct Places<'d> {
    raw: &'d [u8],
    step: Option<Step>,
    at: usize,
    decoded: usize,
}

impl<'d> Places<'d> {
    /// The raw text of a value of so many bytes.
    pub(crate) fn new(raw: &'d [u8], len: usize, step: Step) -> Self {
        Self { raw, step: (raw.len() != len).then_some(step), at: 0, decoded: 0 }
    }

    /// Where an offset into the value stands in the raw text.
    pub(crate) fn raw(&mut self, offset: usize) -> usize {
        let Some(step) = self.step else { return offset };
        while self.decoded < offset && self.at < self.raw.len() {
            let (raw, decoded) = step(&self.raw[self.at..]);
            self.at += raw;
            self.decoded += decoded;
        }
        self.at
    }
}
