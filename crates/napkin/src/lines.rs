//! Many references in one buffer: validated line by line, with what is set up once done once.

use crate::components::Components;
use crate::edition::{Edition, RFC3986};
use crate::error::ParseError;
use crate::parse::{Start, parse_records};
use crate::reference::Reference;

/// The lines of a buffer, each of which is to be a reference.
///
/// A line ends in a newline, which is no part of it; what follows the last newline is a line too, if it is
/// not empty. Nothing is allocated, and long buffers can be cut behind a newline and read in pieces.
///
/// ```
/// use napkin::Lines;
///
/// let lines = Lines::new(b"http://example.com/\nhttp://a b/\n../c");
/// let count = lines.count();
/// assert_eq!((count.valid, count.invalid), (2, 1));
///
/// lines.for_each(|line| match line.result {
///     Ok(reference) => assert!(reference.path().is_some()),
///     Err(error) => assert_eq!((line.offset, error.offset()), (20, 8)),
/// });
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Lines<'b> {
    bytes: &'b [u8],
    delimiter: u8,
    edition: &'static Edition,
    start: Start,
}

/// One line of a buffer.
#[derive(Clone, Copy, Debug)]
pub struct Line<'b> {
    /// Where it begins in the buffer.
    pub offset: usize,
    /// Its bytes, without the newline.
    pub bytes: &'b [u8],
    /// The reference that it is, or the first fault in reading order.
    pub result: Result<Reference<'b>, ParseError>,
}

/// How many lines are references, and how many are not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineCount {
    /// Those that are.
    pub valid: u64,
    /// Those that are not.
    pub invalid: u64,
}

impl<'b> Lines<'b> {
    /// The lines of a buffer, which are to be references by RFC 3986.
    pub const fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, delimiter: b'\n', edition: RFC3986, start: Start::UriReference }
    }

    /// Lets another byte than the newline end a line, such as NUL.
    #[must_use]
    pub const fn ended_by(mut self, delimiter: u8) -> Self {
        self.delimiter = delimiter;
        self
    }

    /// Holds the lines against a rule of an edition.
    ///
    /// ```
    /// use napkin::{Lines, Start, edition::RFC1738};
    ///
    /// let lines = Lines::new(b"http://h.example/~a\nhttp://h.example/%7Ea");
    /// assert_eq!(lines.by(RFC1738, Start::Uri).count().invalid, 1);
    /// ```
    #[must_use]
    pub const fn by(mut self, edition: &'static Edition, start: Start) -> Self {
        self.edition = edition;
        self.start = start;
        self
    }

    /// Validates all lines and counts them.
    pub fn count(self) -> LineCount {
        let mut count = LineCount::default();
        self.parse(|_, _, result| {
            let valid = u64::from(result.is_ok());
            count.valid += valid;
            count.invalid += 1 - valid;
        });
        count
    }

    /// Parses all lines in order.
    pub fn for_each(self, mut take: impl FnMut(Line<'b>)) {
        let edition = self.edition;
        self.parse(|offset, bytes, result| {
            let result = result.map(|components| {
                let text = core::str::from_utf8(bytes).unwrap_or_default();
                Reference::wrap(edition, text, components)
            });
            take(Line { offset, bytes, result });
        });
    }

    fn parse(self, take: impl FnMut(usize, &'b [u8], Result<Components, ParseError>)) {
        parse_records(self.edition, self.start, self.bytes, self.delimiter, take);
    }
}
