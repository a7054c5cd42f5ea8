//! The parameters of the parser besides the text: edition, base, encoder, callbacks for notes.

use alloc::string::String;
use core::fmt;

use super::Url;
use crate::canonical;
use crate::edition::{Edition, WHATWG};
use crate::encoding::{Encoder, EncodingOverride, QueryEncoding};
use crate::error::{ParseError, SyntaxViolation};
use crate::parse::{self, Settings};
use crate::validation::{Failure, Note};

/// Options of parsing. Made by [`Url::options`].
///
/// ```
/// use napkin_url::{Url, edition};
///
/// let base = Url::parse("https://example.com/a/b")?;
/// let url = Url::options().base_url(Some(&base)).edition(edition::WHATWG_2023_08).parse("^c")?;
/// assert_eq!(url.as_str(), "https://example.com/a/^c");
/// # Ok::<(), napkin_url::ParseError>(())
/// ```
#[derive(Clone, Copy)]
#[must_use = "nothing is parsed yet"]
pub struct ParseOptions<'a> {
    edition: &'static Edition,
    base: Option<&'a Url>,
    encoding: QueryEncoding<'a>,
    violations: Option<&'a dyn Fn(SyntaxViolation)>,
    notes: Option<&'a dyn Fn(Note)>,
}

impl<'a> ParseOptions<'a> {
    /// The newest edition, and defaults for the rest.
    pub(super) const fn new() -> Self {
        Self {
            edition: WHATWG,
            base: None,
            encoding: QueryEncoding::Utf8,
            violations: None,
            notes: None,
        }
    }

    /// Parses by an edition. The URL keeps it for its setters, its origin, and URLs joined to it.
    pub const fn edition(mut self, edition: &'static Edition) -> Self {
        self.edition = edition;
        self
    }

    /// Sets the base, and parses by its edition.
    pub fn base_url(mut self, base: Option<&'a Url>) -> Self {
        self.base = base;
        if let Some(base) = base {
            self.edition = base.edition();
        }
        self
    }

    /// Encodes the query of a special URL, except `ws` and `wss`, with a function.
    pub fn encoding_override(mut self, encode: EncodingOverride<'a>) -> Self {
        self.encoding = encode.map_or(QueryEncoding::Utf8, QueryEncoding::Function);
        self
    }

    /// Encodes the query of a special URL, except `ws` and `wss`, with the encoder of the document that contains
    /// the text.
    pub fn encoder(mut self, encoder: Option<&'a dyn Encoder>) -> Self {
        self.encoding = encoder.map_or(QueryEncoding::Utf8, QueryEncoding::Encoder);
        self
    }

    /// Calls a function for each validation error that the crate `url` has a name for.
    ///
    /// ```
    /// use std::cell::RefCell;
    ///
    /// use napkin_url::{SyntaxViolation, Url};
    ///
    /// let violations = RefCell::new(Vec::new());
    /// let note = |violation: SyntaxViolation| violations.borrow_mut().push(violation);
    /// Url::options().syntax_violation_callback(Some(&note)).parse("http://h\\a")?;
    /// assert!(violations.borrow().contains(&SyntaxViolation::Backslash));
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn syntax_violation_callback(
        mut self,
        callback: Option<&'a dyn Fn(SyntaxViolation)>,
    ) -> Self {
        self.violations = callback;
        self
    }

    /// Calls a function for each validation error, in the order of the standard's steps, the fatal one last.
    ///
    /// ```
    /// use std::cell::RefCell;
    ///
    /// use napkin_url::Url;
    ///
    /// let notes = RefCell::new(Vec::new());
    /// let note = |note: napkin_url::Note| notes.borrow_mut().push((note.error.name(), note.offset));
    /// Url::options().validation_callback(Some(&note)).parse(" http:\\\\example.com")?;
    /// let expected = [
    ///     ("invalid-URL-unit", 0),
    ///     ("special-scheme-missing-following-solidus", 6),
    ///     ("special-scheme-missing-following-solidus", 6),
    ///     ("special-scheme-missing-following-solidus", 7),
    /// ];
    /// assert_eq!(*notes.borrow(), expected);
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn validation_callback(mut self, callback: Option<&'a dyn Fn(Note)>) -> Self {
        self.notes = callback;
        self
    }

    /// Parses a text.
    ///
    /// # Errors
    ///
    /// A [`ParseError`] where the parser of the standard fails.
    #[inline]
    pub fn parse(self, input: &str) -> Result<Url, ParseError> {
        match self.usual(input) {
            Some(url) => Ok(url),
            None => {
                self.unusual(input).map_err(|failure| ParseError::of(failure, self.base.is_some()))
            }
        }
    }

    /// Parses a text like [`parse`](Self::parse); the error has the standard's name, and the offset.
    ///
    /// # Errors
    ///
    /// A [`Failure`] where the parser of the standard fails.
    ///
    /// ```
    /// use napkin_url::Url;
    ///
    /// let failure = Url::options().parse_exactly("https://h:99999/").unwrap_err();
    /// assert_eq!(failure.reason().name(), "port-out-of-range");
    /// ```
    #[inline]
    pub fn parse_exactly(self, input: &str) -> Result<Url, Failure> {
        match self.usual(input) {
            Some(url) => Ok(url),
            None => self.unusual(input),
        }
    }

    /// The URL of a usual text. A canonical text parses to itself with every base, and its query is ASCII.
    #[inline(always)]
    fn usual(&self, input: &str) -> Option<Url> {
        if !self.is_plain() {
            return None;
        }
        let parts = canonical::usual(input, self.edition)?;
        Some(Url::from_parts(String::from(input), parts))
    }

    /// Parses any text.
    #[inline(never)]
    fn unusual(&self, input: &str) -> Result<Url, Failure> {
        if self.is_plain() {
            return match canonical::unusual(input, self.edition) {
                Some((text, parts)) => Ok(Url::from_parts(text.into_owned(), parts)),
                None => self.run(input, None),
            };
        }
        let both = |note: Note| {
            if let Some(notes) = self.notes {
                notes(note);
            }
            if let Some((violations, violation)) = self.violations.zip(SyntaxViolation::of(note)) {
                violations(violation);
            }
        };
        self.run(input, Some(&both))
    }

    /// Whether nobody is called, and queries are UTF-8. Another encoding may encode ASCII as other bytes.
    #[inline]
    fn is_plain(&self) -> bool {
        self.violations.is_none()
            && self.notes.is_none()
            && matches!(self.encoding, QueryEncoding::Utf8)
    }

    /// Runs the full parser.
    fn run(&self, input: &str, notes: Option<&dyn Fn(Note)>) -> Result<Url, Failure> {
        let base = self.base.map(Url::as_base);
        let settings = Settings { edition: self.edition, base, encoding: self.encoding, notes };
        parse::parse(input, &settings).map(|(text, parts)| Url::from_parts(text, parts))
    }
}

impl fmt::Debug for ParseOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParseOptions")
            .field("edition", &self.edition.key)
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}
