//! A text that is edited in steps, with the edits that lead to it from the input.

use crate::span::{Edit, Span};

/// The place of a byte that was inserted.
const INSERTED: usize = usize::MAX;

/// A text, and for each byte its place in the input.
pub(super) struct Trace {
    input: usize,
    text: Vec<u8>,
    places: Vec<usize>,
}

impl Trace {
    /// What edits make of an input.
    pub(super) fn new(input: &[u8], edits: &[Edit]) -> Self {
        let places = (0..input.len()).collect();
        let mut trace = Self { input: input.len(), text: input.to_vec(), places };
        trace.edit(edits);
        trace
    }

    /// Applies edits of the text, which are in order and do not overlap.
    pub(super) fn edit(&mut self, edits: &[Edit]) {
        let mut places = Vec::with_capacity(self.places.len());
        let mut copied = 0;
        for Edit { span, text } in edits {
            places.extend(self.places.get(copied..span.start).unwrap_or_default());
            places.extend(text.bytes().map(|_| INSERTED));
            copied = span.end;
        }
        places.extend(self.places.get(copied..).unwrap_or_default());
        self.text = Edit::apply(&self.text, edits);
        self.places = places;
    }

    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// The edits of the input that make the text, the fewest.
    pub(super) fn edits(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        let (mut end, mut inserted) = (0, Vec::new());
        let mut close = |from: usize, to: usize, inserted: &mut Vec<u8>| {
            if from < to || !inserted.is_empty() {
                edits.push(Edit::new(Span::new(from, to), String::from_utf8_lossy(inserted)));
                inserted.clear();
            }
        };
        for (&byte, &place) in self.text.iter().zip(&self.places) {
            if place == INSERTED {
                inserted.push(byte);
            } else {
                close(end, place, &mut inserted);
                end = place + 1;
            }
        }
        close(end, self.input, &mut inserted);
        edits
    }
}
