//! The type [`Url`]: a canonical text and the offsets of its parts.

mod options;
mod origin;
mod access;
mod position;
mod convert;
mod display;
mod relative;
mod splice;
mod query;
mod segments;
mod setters;
#[cfg(feature = "std")]
mod file_path;
#[cfg(feature = "std")]
mod socket;

use alloc::{borrow::Cow, string::String};

pub use self::display::Redacted;
pub use self::options::ParseOptions;
pub use self::origin::{OpaqueOrigin, Origin};
pub use self::position::Position;
pub use self::query::UrlQuery;
pub use self::segments::PathSegmentsMut;
use crate::can_parse::can_parse;
use crate::canonical;
use crate::edition::{Edition, WHATWG};
use crate::error::ParseError;
use crate::parse::{self, Base, Settings};
use crate::parts::Parts;
use crate::validation::Failure;

/// A URL by the URL Standard: its serialization, and the offsets of its parts.
///
/// `Url` owns its text. `Url<Cow<'_, str>>`, made by [`read`](Self::read), borrows the input if nothing had to be
/// rewritten.
///
/// ```
/// use napkin_url::Url;
///
/// let url = Url::parse("HTTPS://User@EXAMPLE.com:443/a/../b?c#d")?;
/// assert_eq!(url.as_str(), "https://User@example.com/b?c#d");
/// assert_eq!(url.host_str(), Some("example.com"));
/// assert_eq!((url.port(), url.port_or_known_default()), (None, Some(443)));
/// assert_eq!((url.path(), url.query(), url.fragment()), ("/b", Some("c"), Some("d")));
/// # Ok::<(), napkin_url::ParseError>(())
/// ```
#[derive(Clone)]
pub struct Url<T = String> {
    pub(crate) text: T,
    pub(crate) parts: Parts,
}

impl Url<String> {
    /// Parses an absolute URL by the newest edition.
    ///
    /// # Errors
    ///
    /// A [`ParseError`] where the parser of the standard fails.
    ///
    /// ```
    /// use napkin_url::{ParseError, Url};
    ///
    /// assert_eq!(Url::parse("http:\\\\example.com\\a b")?.as_str(), "http://example.com/a%20b");
    /// assert_eq!(Url::parse("a/b"), Err(ParseError::RelativeUrlWithoutBase));
    /// # Ok::<(), ParseError>(())
    /// ```
    #[inline]
    pub fn parse(input: &str) -> Result<Self, ParseError> {
        WHATWG.parse_or(input)
    }

    /// Parses an absolute URL, and appends pairs to its query.
    ///
    /// # Errors
    ///
    /// A [`ParseError`] where the parser of the standard fails.
    ///
    /// ```
    /// use napkin_url::Url;
    ///
    /// let url = Url::parse_with_params("https://example.com/", [("q", "a b"), ("lang", "rust")])?;
    /// assert_eq!(url.as_str(), "https://example.com/?q=a+b&lang=rust");
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn parse_with_params<I, K, V>(input: &str, iter: I) -> Result<Self, ParseError>
    where
        I: IntoIterator,
        I::Item: core::borrow::Borrow<(K, V)>,
        K: AsRef<str>,
        V: AsRef<str>,
    {
        let mut url = Self::parse(input)?;
        url.query_pairs_mut().extend_pairs(iter);
        Ok(url)
    }

    /// Options for parsing: a base, an edition, an encoder, callbacks.
    pub const fn options<'a>() -> ParseOptions<'a> {
        ParseOptions::new()
    }

    /// Whether a text is an absolute URL. Nothing is allocated, unless the host is not ASCII or the text has tabs
    /// or newlines.
    ///
    /// ```
    /// use napkin_url::Url;
    ///
    /// assert!(Url::can_parse("https://example.com/a b"));
    /// assert!(!Url::can_parse("https://example.com:99999/"));
    /// ```
    #[inline]
    pub fn can_parse(input: &str) -> bool {
        WHATWG.can_parse(input)
    }

    /// Parses an absolute URL, and borrows its text if that is canonical.
    ///
    /// # Errors
    ///
    /// A [`ParseError`] where the parser of the standard fails.
    ///
    /// ```
    /// use std::borrow::Cow;
    ///
    /// use napkin_url::Url;
    ///
    /// let url = Url::read("https://example.com/a?b")?;
    /// assert!(matches!(url.into_text(), Cow::Borrowed(_)));
    /// let url = Url::read("https://example.com")?;
    /// assert!(matches!(url.into_text(), Cow::Owned(text) if text == "https://example.com/"));
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    #[inline]
    pub fn read(input: &str) -> Result<Url<Cow<'_, str>>, ParseError> {
        WHATWG.read_or(input)
    }

    /// Parses a text with this URL as its base.
    ///
    /// # Errors
    ///
    /// A [`ParseError`] where the parser of the standard fails.
    ///
    /// ```
    /// use napkin_url::Url;
    ///
    /// let base = Url::parse("https://example.com/a/b.html")?;
    /// assert_eq!(base.join("../c.png")?.as_str(), "https://example.com/c.png");
    /// assert_eq!(base.join("\\\\other.example\\d")?.as_str(), "https://other.example/d");
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    #[inline]
    pub fn join(&self, input: &str) -> Result<Self, ParseError> {
        Self::options().base_url(Some(self)).parse(input)
    }

    /// [`join`](Self::join) into a buffer; its old content is dropped and its memory is reused.
    ///
    /// # Errors
    ///
    /// As [`join`](Self::join).
    ///
    /// ```
    /// use napkin_url::Url;
    ///
    /// let (base, mut buffer) = (Url::parse("https://example.com/a/b")?, String::new());
    /// for reference in ["../c", "//other.example/d"] {
    ///     assert!(base.join_into(reference, &mut buffer)?.host_str().is_some());
    /// }
    /// assert_eq!(buffer, "https://other.example/d");
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn join_into<'b>(
        &self,
        input: &str,
        buffer: &'b mut String,
    ) -> Result<Url<&'b str>, ParseError> {
        let mut out = core::mem::take(buffer);
        out.clear();
        let settings = Settings { base: Some(self.as_base()), ..Settings::of(self.edition()) };
        let made = parse::parse_into(input, &settings, out);
        let (text, parts) = made.map_err(|failure| ParseError::of(failure, true))?;
        *buffer = text;
        Ok(Url { text: buffer, parts })
    }

    /// The pairs of the query, for changing them.
    ///
    /// ```
    /// use napkin_url::Url;
    ///
    /// let mut url = Url::parse("https://example.com/?a=1#top")?;
    /// url.query_pairs_mut().append_pair("b", "x y");
    /// assert_eq!(url.as_str(), "https://example.com/?a=1&b=x+y#top");
    /// url.query_pairs_mut().clear();
    /// assert_eq!(url.as_str(), "https://example.com/?#top");
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    #[inline]
    pub fn query_pairs_mut(&mut self) -> form_urlencoded::Serializer<'_, UrlQuery<'_>> {
        let (query, start) = UrlQuery::of(self);
        form_urlencoded::Serializer::for_suffix(query, start)
    }
}

impl<T: AsRef<str>> Url<T> {
    /// Makes a URL from its canonical text and its parts.
    #[inline]
    pub(crate) const fn from_parts(text: T, parts: Parts) -> Self {
        Self { text, parts }
    }

    /// The edition that it was parsed by.
    #[inline]
    pub const fn edition(&self) -> &'static Edition {
        self.parts.edition
    }

    /// The text and the parts, as a base.
    #[inline]
    pub(crate) fn as_base(&self) -> Base<'_> {
        Base { text: self.as_str(), parts: &self.parts }
    }

    /// The offsets of the parts.
    #[inline]
    pub(crate) const fn parts(&self) -> &Parts {
        &self.parts
    }

    /// The serialization.
    #[inline]
    pub fn as_str(&self) -> &str {
        self.text.as_ref()
    }

    /// A copy without the query; the fragment stays.
    ///
    /// ```
    /// use napkin_url::Url;
    ///
    /// let url = Url::parse("https://example.com/a?b#c")?;
    /// assert_eq!(url.without_query().as_str(), "https://example.com/a#c");
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn without_query(&self) -> Url {
        let mut copy = Url { text: String::from(self.as_str()), parts: self.parts };
        copy.set_query(None);
        copy
    }

    /// The text itself: a `String`, or a `Cow` after [`read`](Url::read).
    #[inline]
    pub fn into_text(self) -> T {
        self.text
    }
}

impl Url<Cow<'_, str>> {
    /// A URL that owns its text.
    ///
    /// ```
    /// use napkin_url::Url;
    ///
    /// let line = String::from("https://example.com/a");
    /// let url: Url = Url::read(&line)?.into_owned();
    /// drop(line);
    /// assert_eq!(url.as_str(), "https://example.com/a");
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn into_owned(self) -> Url {
        Url { text: self.text.into_owned(), parts: self.parts }
    }

    /// Whether the input had to be rewritten.
    pub const fn is_rewritten(&self) -> bool {
        matches!(self.text, Cow::Owned(_))
    }
}

impl Edition {
    /// Parses an absolute URL.
    ///
    /// # Errors
    ///
    /// A [`Failure`], with the standard's name of the error and its place.
    ///
    /// ```
    /// use napkin_url::edition::WHATWG;
    ///
    /// let failure = WHATWG.parse("http://example.com:http/").unwrap_err();
    /// assert_eq!((failure.name(), failure.offset()), ("port-invalid", 19));
    /// ```
    #[inline]
    pub fn parse(&'static self, input: &str) -> Result<Url, Failure> {
        self.parse_or(input)
    }

    /// Parses an absolute URL, and borrows its text if that is canonical.
    ///
    /// # Errors
    ///
    /// A [`Failure`], with the standard's name of the error and its place.
    #[inline]
    pub fn read<'t>(&'static self, input: &'t str) -> Result<Url<Cow<'t, str>>, Failure> {
        self.read_or(input)
    }

    /// Whether a text is canonical: an absolute URL that is its own serialization.
    ///
    /// ```
    /// use napkin_url::edition::WHATWG;
    ///
    /// assert!(WHATWG.is_canonical("https://example.com/"));
    /// assert!(!WHATWG.is_canonical("https://example.com"));
    /// ```
    pub fn is_canonical(&'static self, text: &str) -> bool {
        self.read(text).is_ok_and(|url| !url.is_rewritten())
    }

    /// Whether a text is an absolute URL.
    #[inline]
    pub fn can_parse(&'static self, input: &str) -> bool {
        can_parse(input, self)
    }

    /// Parses a usual text; any other text takes another function. Each returns its own result: joining the two in
    /// one variable would copy parts that were just written, which stalls on store forwarding.
    #[inline(always)]
    fn parse_or<E: From<Failure>>(&'static self, input: &str) -> Result<Url, E> {
        match canonical::usual(input, self) {
            Some(parts) => Ok(Url { text: String::from(input), parts }),
            None => self.parse_unusual(input),
        }
    }

    #[inline(never)]
    fn parse_unusual<E: From<Failure>>(&'static self, input: &str) -> Result<Url, E> {
        match canonical::unusual(input, self) {
            Some((text, parts)) => Ok(Url { text: text.into_owned(), parts }),
            None => self.rewrite(input).map_err(E::from),
        }
    }

    /// Reads a usual text, likewise.
    #[inline(always)]
    fn read_or<'t, E: From<Failure>>(
        &'static self,
        input: &'t str,
    ) -> Result<Url<Cow<'t, str>>, E> {
        match canonical::usual(input, self) {
            Some(parts) => Ok(Url { text: Cow::Borrowed(input), parts }),
            None => self.read_unusual(input),
        }
    }

    #[inline(never)]
    fn read_unusual<'t, E: From<Failure>>(
        &'static self,
        input: &'t str,
    ) -> Result<Url<Cow<'t, str>>, E> {
        if let Some((text, parts)) = canonical::unusual(input, self) {
            return Ok(Url { text, parts });
        }
        let Url { text, parts } = self.rewrite(input)?;
        let text = if text == input { Cow::Borrowed(input) } else { Cow::Owned(text) };
        Ok(Url { text, parts })
    }

    /// Runs the full parser.
    fn rewrite(&'static self, input: &str) -> Result<Url, Failure> {
        parse::parse(input, &Settings::of(self)).map(|(text, parts)| Url { text, parts })
    }
}
