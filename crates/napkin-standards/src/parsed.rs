//! A parsed text: a reference of the URI syntax, or a URL of the URL Standard. Its parts are [`facts`](crate::facts).

use std::borrow::Cow;
use std::str;

use napkin::{Edition, ParseError, Reference, Start};
use napkin_url::{Failure as UrlFailure, Url};

use crate::error::Error;
use crate::pairs::Pairs;
use crate::standard::Standard;

/// A parsed text; its parts live as long as `'t`. The parts of a URL are those of its canonical text.
#[derive(Clone, Copy, Debug)]
pub enum Parsed<'p, 't> {
    /// A URI or a relative reference of the URI syntax.
    Reference(&'p Reference<'t>),
    /// A URL.
    Url(&'t Url<Cow<'t, str>>),
}

/// A parsed text, or why it is invalid.
pub type Judged<'p, 't> = Result<Parsed<'p, 't>, Error>;

impl Standard {
    /// Parses a text, as a reference or as a URL, and passes on the result.
    #[inline]
    pub fn parse<R>(self, text: &str, take: impl FnOnce(Judged<'_, '_>) -> R) -> R {
        match self {
            // By reference, since copying the offsets takes as long as half the parsing.
            Self::Syntax(edition) => match &parse_reference(edition, text) {
                Ok(reference) => take(Ok(Parsed::Reference(reference))),
                Err(error) => take(Err((*error).into())),
            },
            Self::Url(standard) => match &parse_url(standard.edition, text) {
                Ok(url) => take(Ok(Parsed::Url(url))),
                Err(failure) => take(Err((*failure).into())),
            },
        }
    }

    /// Whether a text is valid: a URI or, if it may be `relative`, also a relative reference; by the URL Standard a URL.
    #[inline]
    pub fn accepts(self, relative: bool, text: &str) -> bool {
        match self {
            Self::Syntax(edition) => edition.accepts(start(relative), text),
            Self::Url(standard) => standard.edition.read(text).is_ok(),
        }
    }

    /// Checks octets: as [`parse`](Self::parse), without the parts.
    ///
    /// # Errors
    ///
    /// Why they are invalid.
    pub fn check(self, relative: bool, octets: &[u8]) -> Result<(), Error> {
        match self {
            Self::Syntax(edition) => drop(edition.ranges(start(relative), octets)?),
            Self::Url(standard) => drop(standard.edition.read(str::from_utf8(octets)?)?),
        }
        Ok(())
    }

    /// Parses octets, and keeps what is parsed.
    ///
    /// # Errors
    ///
    /// Why they are invalid.
    pub fn read(self, octets: &[u8]) -> Result<Read<'_>, Error> {
        Ok(match self {
            Self::Syntax(edition) => {
                Read::Reference(edition.parse_bytes(Start::UriReference, octets)?)
            }
            Self::Url(standard) => Read::Url(parse_url(standard.edition, str::from_utf8(octets)?)?),
        })
    }
}

/// What a text has to be.
const fn start(relative: bool) -> Start {
    if relative { Start::UriReference } else { Start::Uri }
}

/// A parsed text that is kept. A URL has its own text, so that its parts do not live as long as the input.
#[derive(Clone, Debug)]
pub enum Read<'t> {
    /// A URI or a relative reference of the URI syntax.
    Reference(Reference<'t>),
    /// A URL.
    Url(Url<Cow<'t, str>>),
}

impl<'t> Read<'t> {
    /// The reference of the URI syntax, if it is one; its parts are slices of the text that was parsed.
    pub const fn reference(&self) -> Option<Reference<'t>> {
        match self {
            Self::Reference(reference) => Some(*reference),
            Self::Url(_) => None,
        }
    }

    /// Its parts.
    #[inline]
    pub fn parsed(&self) -> Parsed<'_, '_> {
        match self {
            Self::Reference(reference) => Parsed::Reference(reference),
            Self::Url(url) => Parsed::Url(url),
        }
    }
}

// The parsers are compiled here, and not into each caller for each instruction set.

#[inline(never)]
fn parse_reference<'t>(
    edition: &'static Edition,
    text: &'t str,
) -> Result<Reference<'t>, ParseError> {
    edition.parse_as(Start::UriReference, text)
}

#[inline(never)]
fn parse_url<'t>(
    edition: &'static napkin_url::Edition,
    text: &'t str,
) -> Result<Url<Cow<'t, str>>, UrlFailure> {
    edition.read(text)
}

impl<'p, 't> From<&'p Reference<'t>> for Parsed<'p, 't> {
    fn from(reference: &'p Reference<'t>) -> Self {
        Self::Reference(reference)
    }
}

impl<'t> From<&'t Url<Cow<'t, str>>> for Parsed<'_, 't> {
    fn from(url: &'t Url<Cow<'t, str>>) -> Self {
        Self::Url(url)
    }
}

impl<'r> Parsed<'_, 'r> {
    /// The reference of the URI syntax, if it is one.
    pub fn reference(self) -> Option<Reference<'r>> {
        match self {
            Self::Reference(reference) => Some(*reference),
            Self::Url(_) => None,
        }
    }

    /// The URL, if it is one.
    pub const fn url(self) -> Option<&'r Url<Cow<'r, str>>> {
        match self {
            Self::Reference(_) => None,
            Self::Url(url) => Some(url),
        }
    }

    /// The text: of a reference as written, of a URL canonical.
    pub fn as_str(self) -> &'r str {
        match self {
            Self::Reference(reference) => reference.as_str(),
            Self::Url(url) => url.as_str(),
        }
    }

    /// The standard that it was parsed by; an edition of the URL Standard by its dated name.
    pub fn standard(self) -> Standard {
        match self {
            Self::Reference(reference) => reference.edition().into(),
            Self::Url(url) => url.edition().into(),
        }
    }

    /// The pairs of the query; `None` without a query.
    pub fn pairs(self) -> Option<Pairs<'r>> {
        match self {
            Self::Reference(reference) => Pairs::of(reference),
            Self::Url(url) => Some(Pairs::of_url(url.query()?)),
        }
    }

    /// The value of the first pair whose key decodes to this one, of a URL as an HTML form; as written, and empty
    /// without `=`.
    pub fn value(self, key: &str) -> Option<&'r str> {
        self.pairs()?.values(key, false).next()
    }
}
