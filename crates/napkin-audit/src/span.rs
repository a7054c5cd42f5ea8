//! Places in an input, and changes of it.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// Bytes `start` to `end` of an input, the end excluded. What is missing has an empty span where it
/// should be.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[expect(clippy::exhaustive_structs, reason = "a span is a start and an end")]
pub struct Span {
    /// The first byte, counted from 0.
    pub start: usize,
    /// The byte behind the last.
    pub end: usize,
}

impl Span {
    /// From `start` up to `end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// How many bytes.
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Whether it holds no byte.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The bytes, or none where the span is not inside.
    pub fn of(self, bytes: &[u8]) -> &[u8] {
        bytes.get(Range::from(self)).unwrap_or_default()
    }

    /// The `nth` byte of this span and so many behind it.
    pub(crate) const fn part(self, nth: usize, len: usize) -> Self {
        Self::new(self.start + nth, self.start + nth + len)
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self::new(range.start, range.end)
    }
}

impl From<Span> for Range<usize> {
    fn from(span: Span) -> Self {
        span.start..span.end
    }
}

/// A change: the bytes of the span make place for the text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[non_exhaustive]
pub struct Edit {
    /// What goes.
    #[serde(flatten)]
    pub span: Span,
    /// What comes.
    pub text: String,
}

impl Edit {
    /// Puts `text` in place of the span.
    pub fn new(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }

    /// Applies edits, which are in order and do not overlap.
    ///
    /// ```
    /// use napkin_audit::{Edit, Span};
    ///
    /// let edits = [Edit::new(Span::new(1, 2), "%20"), Edit::new(Span::new(3, 3), "!")];
    /// assert_eq!(Edit::apply(b"a b", &edits), b"a%20b!");
    /// ```
    pub fn apply(input: &[u8], edits: &[Self]) -> Vec<u8> {
        let mut output = Vec::with_capacity(input.len());
        let mut copied = 0;
        for edit in edits {
            output.extend_from_slice(Span::new(copied, edit.span.start).of(input));
            output.extend_from_slice(edit.text.as_bytes());
            copied = edit.span.end;
        }
        output.extend_from_slice(input.get(copied..).unwrap_or_default());
        output
    }
}
