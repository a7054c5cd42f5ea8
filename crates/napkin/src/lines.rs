//! Many references in one buffer: validated line by line, with the setup done once.

use crate::components::Components;
use crate::edition::{Edition, RFC3986};
use crate::error::ParseError;
use crate::identifier::{Iri, IriRef, Uri, UriRef};
use crate::parse::{Start, parse_records};
use crate::reference::Reference;

/// The lines of a buffer, each of which should be a reference.
///
/// A line ends in LF or CR LF, which are not part of it. Text after the last LF is a line too, if it is not empty.
/// Nothing is allocated. [`split`](Self::split) cuts a buffer for parallel work. A loop over `lines` can end early;
/// [`for_each`](Self::for_each) and [`count`](Self::count) take less time for all lines.
///
/// ```
/// use napkin::Lines;
///
/// let lines = Lines::new("http://example.com/\nhttp://a b/\n../c");
/// let count = lines.count();
/// assert_eq!((count.valid, count.invalid), (2, 1));
///
/// lines.for_each(|line| match line.result {
///     Ok(reference) => assert!(reference.path().is_some()),
///     Err(error) => assert_eq!((line.offset, error.offset()), (20, 8)),
/// });
/// assert!(lines.into_iter().any(|line| line.result.is_err()));
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use = "nothing is read before the lines are counted or taken"]
pub struct Lines<'b> {
    bytes: &'b [u8],
    delimiter: u8,
    edition: &'static Edition,
    start: Start,
    /// Offset of the bytes in the whole buffer.
    at: usize,
    keeps_cr: bool,
}

/// One line of a buffer, as [`Lines::for_each`] hands it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line<'b> {
    /// Its offset in the whole buffer.
    pub offset: usize,
    /// Its bytes, without the line ending.
    pub bytes: &'b [u8],
    /// The reference, or the first fault in reading order.
    pub result: Result<Reference<'b>, ParseError>,
}

impl<'b> Line<'b> {
    /// Whether the line is empty.
    ///
    /// ```
    /// let mut blank = 0;
    /// napkin::Lines::new(b"http://a/\n\n").for_each(|line| blank += usize::from(line.is_blank()));
    /// assert_eq!(blank, 1);
    /// ```
    pub const fn is_blank(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The line as a reference of RFC 3986. It is parsed again only if another edition was used.
    ///
    /// # Errors
    ///
    /// The first fault in reading order.
    ///
    /// ```
    /// let lines: Vec<_> = napkin::Lines::new("../a\nb c").into_iter().map(|line| line.uri_ref()).collect();
    /// assert!(lines[0].unwrap() == "../a" && lines[1].is_err());
    /// ```
    pub fn uri_ref(&self) -> Result<UriRef<&'b str>, ParseError> {
        self.result?.try_into()
    }

    /// The line as an IRI-reference of RFC 3987. It is parsed again only if another edition was used.
    ///
    /// # Errors
    ///
    /// The first fault in reading order.
    ///
    /// ```
    /// use napkin::{Lines, Start, edition::RFC3987};
    ///
    /// let lines = Lines::new("../é").by(RFC3987, Start::UriReference);
    /// let line = lines.into_iter().next().unwrap();
    /// assert!(line.iri_ref().is_ok() && line.uri_ref().is_err());
    /// ```
    pub fn iri_ref(&self) -> Result<IriRef<&'b str>, ParseError> {
        self.result?.try_into()
    }

    /// The line as an IRI of RFC 3987. It is parsed again only if another edition was used.
    ///
    /// # Errors
    ///
    /// The first fault in reading order; [`MissingScheme`](crate::ErrorKind::MissingScheme) for a relative
    /// reference.
    ///
    /// ```
    /// use napkin::{Lines, Start, edition::RFC3987};
    ///
    /// let lines = Lines::new("x:é").by(RFC3987, Start::UriReference);
    /// let line = lines.into_iter().next().unwrap();
    /// assert_eq!(line.iri()?, "x:é");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn iri(&self) -> Result<Iri<&'b str>, ParseError> {
        self.result?.try_into()
    }

    /// The line as a URI of RFC 3986. It is parsed again only if another edition was used.
    ///
    /// # Errors
    ///
    /// The first fault in reading order; [`MissingScheme`](crate::ErrorKind::MissingScheme) for a relative
    /// reference.
    ///
    /// ```
    /// let mut hosts = Vec::new();
    /// napkin::Lines::new(b"http://a/\r\n../b\r\nhttp://c/").for_each(|line| {
    ///     hosts.extend(line.uri().ok().and_then(|uri| uri.host()).map(|host| host.as_str()));
    /// });
    /// assert_eq!(hosts, ["a", "c"]);
    /// ```
    pub fn uri(&self) -> Result<Uri<&'b str>, ParseError> {
        self.result?.try_into()
    }
}

/// The numbers of valid, invalid and blank lines.
///
/// ```
/// let count = napkin::Lines::new(b"http://h/\nhttp://a b/\n\n").count();
/// assert_eq!((count.valid, count.invalid, count.blank), (1, 1, 1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct LineCount {
    /// Lines that are references.
    pub valid: u64,
    /// Lines that are no references.
    pub invalid: u64,
    /// Empty lines, which are neither: the empty reference is valid where relative ones are, and a blank line
    /// seldom means it.
    pub blank: u64,
}

impl<'b> Lines<'b> {
    /// The lines of a buffer, text or bytes, parsed by RFC 3986.
    ///
    /// ```
    /// assert_eq!(napkin::Lines::new("http://h/\n../a\n").count().valid, 2);
    /// ```
    pub fn new(buffer: &'b (impl AsRef<[u8]> + ?Sized)) -> Self {
        let (bytes, edition, start) = (buffer.as_ref(), RFC3986, Start::UriReference);
        Self { bytes, delimiter: b'\n', edition, start, at: 0, keeps_cr: false }
    }

    /// Ends lines at another byte than LF, such as NUL; a CR before it stays part of the line.
    ///
    /// ```
    /// let lines = napkin::Lines::new(b"http://a/\0http://b/\0").ended_by(0);
    /// assert_eq!(lines.count().valid, 2);
    /// ```
    pub const fn ended_by(mut self, delimiter: u8) -> Self {
        self.delimiter = delimiter;
        self
    }

    /// Keeps the CR before an LF as part of the line, where it is invalid.
    ///
    /// ```
    /// use napkin::Lines;
    ///
    /// let lines = Lines::new(b"http://a/\r\n");
    /// assert_eq!((lines.count().valid, lines.keep_cr().count().valid), (1, 0));
    /// ```
    pub const fn keep_cr(mut self) -> Self {
        self.keeps_cr = true;
        self
    }

    /// Cuts the lines into at most `pieces` pieces of about equal length for parallel threads. Each piece ends at
    /// the end of a line. Offsets stay those of the whole buffer.
    ///
    /// ```
    /// use napkin::Lines;
    /// use std::thread;
    ///
    /// let lines = Lines::new(b"http://a/\nhttp://b/\nnot one\n../c");
    /// let valid: u64 = thread::scope(|scope| {
    ///     let threads: Vec<_> =
    ///         lines.split(2).map(|piece| scope.spawn(move || piece.count().valid)).collect();
    ///     threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    /// });
    /// assert_eq!(valid, 3);
    /// ```
    pub fn split(self, pieces: usize) -> impl Iterator<Item = Self> + use<'b> {
        let (mut rest, mut left) = (self, pieces.max(1));
        core::iter::from_fn(move || {
            let bytes = rest.bytes;
            let goal = bytes.len().div_ceil(left);
            left = left.saturating_sub(1).max(1);
            // The piece ends after the line that contains the goal.
            let from = goal.checked_sub(1)?;
            let line = bytes.get(from..)?.iter().position(|&byte| byte == rest.delimiter);
            let (piece, behind) = bytes.split_at(line.map_or(bytes.len(), |line| from + line + 1));
            let piece = Self { bytes: piece, ..rest };
            rest = Self { bytes: behind, at: rest.at + piece.bytes.len(), ..rest };
            Some(piece)
        })
    }

    /// Parses the lines by a rule of an edition.
    ///
    /// ```
    /// use napkin::{Lines, Start, edition::RFC1738};
    ///
    /// let lines = Lines::new(b"http://h.example/~a\nhttp://h.example/%7Ea");
    /// assert_eq!(lines.by(RFC1738, Start::Uri).count().invalid, 1);
    /// ```
    pub const fn by(mut self, edition: &'static Edition, start: Start) -> Self {
        self.edition = edition;
        self.start = start;
        self
    }

    /// Validates and counts all lines.
    ///
    /// ```
    /// let count = napkin::Lines::new(b"http://a/\nhttp://b b/\n").count();
    /// assert_eq!((count.valid, count.invalid), (1, 1));
    /// ```
    pub fn count(self) -> LineCount {
        let mut count = LineCount::default();
        self.parse(|_, bytes, result| {
            let blank = u64::from(bytes.is_empty());
            let valid = u64::from(result.is_ok()) & !blank;
            count.blank += blank;
            count.valid += valid;
            count.invalid += 1 - valid - blank;
        });
        count
    }

    /// Parses all lines in order.
    ///
    /// ```
    /// let mut valid = 0;
    /// napkin::Lines::new("a:\nb b").for_each(|line| valid += u32::from(line.result.is_ok()));
    /// assert_eq!(valid, 1);
    /// ```
    pub fn for_each(self, mut take: impl FnMut(Line<'b>)) {
        let Self { edition, at, .. } = self;
        self.parse(|offset, bytes, result| {
            let offset = at + offset;
            let result = result.map(|components| {
                let text = core::str::from_utf8(bytes).unwrap_or_default();
                Reference::wrap(edition, text, components)
            });
            take(Line { offset, bytes, result });
        });
    }

    fn parse(self, take: impl FnMut(usize, &'b [u8], Result<Components, ParseError>)) {
        let strips_cr = self.delimiter == b'\n' && !self.keeps_cr;
        parse_records(self.edition, self.start, self.bytes, self.delimiter, strips_cr, take);
    }
}

impl<'b> IntoIterator for Lines<'b> {
    type Item = Line<'b>;
    type IntoIter = EachLine<'b>;

    fn into_iter(self) -> EachLine<'b> {
        EachLine(self)
    }
}

/// An iterator of [`Lines`], one by one.
///
/// ```
/// let first = napkin::Lines::new("http://a b/\n../c").into_iter().find_map(|line| line.uri_ref().ok());
/// assert_eq!(first.unwrap(), "../c");
/// ```
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct EachLine<'b>(Lines<'b>);

impl<'b> Iterator for EachLine<'b> {
    type Item = Line<'b>;

    fn next(&mut self) -> Option<Line<'b>> {
        let Lines { bytes, delimiter, edition, start, at: offset, keeps_cr } = self.0;
        if bytes.is_empty() {
            return None;
        }
        let end = bytes.iter().position(|&byte| byte == delimiter).unwrap_or(bytes.len());
        let (line, rest) = bytes.split_at(end);
        let rest = rest.get(1..).unwrap_or_default();
        self.0.at = offset + bytes.len() - rest.len();
        self.0.bytes = rest;
        let strips_cr = delimiter == b'\n' && !keeps_cr && end < bytes.len();
        let line = line.strip_suffix(b"\r").filter(|_| strips_cr).unwrap_or(line);
        Some(Line { offset, bytes: line, result: edition.parse_bytes(start, line) })
    }
}

impl core::iter::FusedIterator for EachLine<'_> {}
