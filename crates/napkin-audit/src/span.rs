//! Spans of an input, and edits of it.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// Bytes `start` to `end` of an input, the end excluded. Missing text has an empty span where it should be.
///
/// ```
/// use napkin_audit::Span;
///
/// let span = Span::new(7, 18);
/// assert_eq!(span.of(b"http://example.com/"), b"example.com");
/// assert_eq!((span.len(), span.is_empty()), (11, false));
/// ```
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[expect(clippy::exhaustive_structs, reason = "a span is a start and an end")]
pub struct Span {
    /// The first byte, counted from 0.
    pub start: usize,
    /// The offset after the last byte.
    pub end: usize,
}

impl Span {
    /// From `start` up to `end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The number of bytes.
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Whether the span is empty.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The bytes of the span; empty if the span is outside the input.
    pub fn of(self, bytes: &[u8]) -> &[u8] {
        bytes.get(Range::from(self)).unwrap_or_default()
    }

    /// The `nth` byte of this span and the bytes after it, `len` in all.
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

/// An edit: replaces the bytes of the span by a text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[non_exhaustive]
pub struct Edit {
    /// The replaced bytes.
    #[serde(flatten)]
    pub span: Span,
    /// The new text.
    pub text: String,
}

impl Edit {
    /// Puts `text` in place of the span.
    pub fn new(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }

    /// Applies edits, which must be in order and not overlap.
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
