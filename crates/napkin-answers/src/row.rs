//! A parsed row: a reference of the URI syntax, a URL of the URL Standard, or the fault. Its parts are [`facts`](crate::facts).

use std::borrow::Cow;
use std::fmt;

use napkin::{Edition, Encoded, ParseError, Reference, Start};
use napkin_url::{Failure as UrlFailure, Url};

use crate::failure::{self, Failure};
use crate::pairs;
use crate::standard::Standard;

/// A parsed text; its parts live as long as `'t`. The parts of a URL are those of its canonical text.
#[derive(Clone, Copy)]
pub enum Parsed<'p, 't> {
    /// A URI or a relative reference of the URI syntax.
    Reference(&'p Reference<'t>),
    /// A URL.
    Url(&'t Url<Cow<'t, str>>),
}

/// A parsed text, or why it is invalid.
pub type Judged<'p, 't> = Result<Parsed<'p, 't>, Fault>;

impl Standard {
    /// Parses a text, as a reference or as a URL, and passes on the result.
    #[inline]
    pub fn parse<R>(self, text: &str, take: impl FnOnce(Judged<'_, '_>) -> R) -> R {
        match self {
            // By reference, since copying the offsets takes as long as half the parsing.
            Self::Syntax(edition) => match &parse_reference(edition, text) {
                Ok(reference) => take(Ok(Parsed::Reference(reference))),
                Err(error) => take(Err(Fault::Reference(*error))),
            },
            Self::Url(standard) => match &parse_url(standard.edition, text) {
                Ok(url) => take(Ok(Parsed::Url(url))),
                Err(failure) => take(Err(Fault::Url(*failure))),
            },
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

impl<'r> Parsed<'_, 'r> {
    /// The reference of the URI syntax, if it is one.
    pub fn reference(self) -> Option<Reference<'r>> {
        match self {
            Self::Reference(reference) => Some(*reference),
            Self::Url(_) => None,
        }
    }

    /// Hands out the pairs of the query, as they are written; `None` without a query.
    pub fn pairs(self, mut take: impl FnMut(&'r str, Option<&'r str>)) -> Option<usize> {
        match self {
            Self::Reference(reference) => {
                let pairs = reference.query()?.pairs();
                let texts = pairs.map(|(key, value)| (key.as_str(), value.map(Encoded::as_str)));
                Some(texts.map(|(key, value)| take(key, value)).count())
            }
            Self::Url(url) => {
                Some(pairs::of_url(url.query()?).map(|(key, value)| take(key, value)).count())
            }
        }
    }

    /// The value of the first pair whose key decodes to this one, of a URL as an HTML form; as written, and empty
    /// without `=`.
    pub fn value(self, key: &str) -> Option<&'r str> {
        match self {
            Self::Reference(reference) => reference.query()?.value(key).map(Encoded::as_str),
            Self::Url(url) => pairs::values_of_url(url.query()?, key).next(),
        }
    }
}

/// Why a text is neither.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    /// It is no reference of the URI syntax.
    Reference(ParseError),
    /// It is no URL.
    Url(UrlFailure),
}

impl Fault {
    /// The error of the URI syntax, if it is one.
    pub fn of_reference(&self) -> Option<ParseError> {
        match self {
            Self::Reference(error) => Some(*error),
            Self::Url(_) => None,
        }
    }

    /// The kind of fault, by its name in JSON.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Reference(error) => error.kind().name(),
            Self::Url(failure) => failure.name(),
        }
    }

    /// The part that it is in.
    pub fn part(&self) -> Option<&'static str> {
        match self {
            Self::Reference(error) => Some(error.part().name()),
            Self::Url(failure) => failure.error().and_then(|error| failure::place(error).0),
        }
    }

    /// Its offset, in bytes.
    pub fn offset(&self) -> usize {
        match self {
            Self::Reference(error) => error.offset(),
            Self::Url(failure) => failure.offset(),
        }
    }

    /// The section that is broken; empty for a limit of the library.
    pub fn section(&self) -> &'static str {
        match self {
            Self::Reference(error) => error.rule().section,
            Self::Url(failure) => failure.error().map_or("", |error| failure::place(error).1),
        }
    }
}

/// The message, as an answer in JSON has it.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reference(error) => error.fmt(f),
            Self::Url(failure) => f.write_str(Failure::of_url(*failure, b"").message()),
        }
    }
}
