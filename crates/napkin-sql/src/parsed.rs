//! The text of a row, parsed: a reference of the URI syntax, a URL of the URL Standard, or the fault.

use std::borrow::Cow;
use std::fmt;

use napkin::{Encoded, Host, HostKind, ParseError, Path, Port, Query, Reference, Scheme, Userinfo};
use napkin_answers::Failure;
use napkin_answers::{pairs, url_parts};
use napkin_url::{Position, Url};

/// A parsed text. The parts of a URL are those of its canonical text.
#[derive(Clone, Copy)]
pub(crate) enum Parsed<'r> {
    Reference(Reference<'r>),
    Url(&'r Url<Cow<'r, str>>),
}

impl<'r> Parsed<'r> {
    /// The reference of the URI syntax, if it is one.
    pub(crate) fn reference(self) -> Option<Reference<'r>> {
        match self {
            Self::Reference(reference) => Some(reference),
            Self::Url(_) => None,
        }
    }

    pub(crate) fn scheme(self) -> Option<Cow<'r, str>> {
        match self {
            Self::Reference(reference) => reference.reported_scheme(),
            Self::Url(url) => Some(url.scheme().into()),
        }
    }

    pub(crate) fn authority(self) -> Option<&'r str> {
        match self {
            Self::Reference(reference) => reference.authority(),
            Self::Url(url) => url.has_authority().then(|| url.authority()),
        }
    }

    pub(crate) fn userinfo(self) -> Option<&'r str> {
        match self {
            Self::Reference(reference) => reference.userinfo().map(Userinfo::as_str),
            Self::Url(url) => url_parts::userinfo(url),
        }
    }

    pub(crate) fn user(self) -> Option<&'r str> {
        match self {
            Self::Reference(reference) => reference.userinfo().map(|info| info.user().as_str()),
            Self::Url(url) => url_parts::userinfo(url).map(|_| url.username()),
        }
    }

    pub(crate) fn password(self) -> Option<&'r str> {
        match self {
            Self::Reference(reference) => {
                reference.userinfo().and_then(Userinfo::password).map(Encoded::as_str)
            }
            Self::Url(url) => url.password(),
        }
    }

    #[inline]
    pub(crate) fn host(self) -> Option<&'r str> {
        match self {
            Self::Reference(reference) => reference.host().map(Host::as_str),
            Self::Url(url) => url_parts::host(url),
        }
    }

    pub(crate) fn host_kind(self) -> Option<&'static str> {
        match self {
            Self::Reference(reference) => reference.host().map(Host::kind).map(HostKind::name),
            Self::Url(url) => url_parts::host_kind(url),
        }
    }

    pub(crate) fn port(self) -> Option<&'r str> {
        match self {
            Self::Reference(reference) => reference.port().map(Port::as_str),
            Self::Url(url) => url.port().map(|_| &url[Position::BeforePort..Position::AfterPort]),
        }
    }

    /// The default port of the scheme.
    pub(crate) fn default_port(self) -> Option<u16> {
        match self {
            Self::Reference(reference) => reference.scheme().and_then(Scheme::default_port),
            Self::Url(url) => url.port_or_known_default(),
        }
    }

    #[inline]
    pub(crate) fn path(self) -> Option<&'r str> {
        match self {
            Self::Reference(reference) => reference.path().map(Path::as_str),
            Self::Url(url) => Some(url.path()),
        }
    }

    /// Hands out the segments of the path; `None` if it has none to be told.
    pub(crate) fn segments(self, take: impl FnMut(&'r str)) -> Option<usize> {
        match self {
            Self::Reference(reference) => {
                let segments = reference.path()?.segments();
                Some(segments.map(|segment| segment.as_str()).map(take).count())
            }
            Self::Url(url) => Some(url_parts::segments(url)?.into_iter().map(take).count()),
        }
    }

    #[inline]
    pub(crate) fn query(self) -> Option<&'r str> {
        match self {
            Self::Reference(reference) => reference.query().map(Query::as_str),
            Self::Url(url) => url.query(),
        }
    }

    /// Hands out the pairs of the query, as they are written; `None` without a query.
    pub(crate) fn pairs(self, mut take: impl FnMut(&'r str, Option<&'r str>)) -> Option<usize> {
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
    pub(crate) fn value(self, key: &str) -> Option<&'r str> {
        match self {
            Self::Reference(reference) => reference.query()?.value(key).map(Encoded::as_str),
            Self::Url(url) => pairs::values_of_url(url.query()?, key).next(),
        }
    }

    pub(crate) fn fragment(self) -> Option<&'r str> {
        match self {
            Self::Reference(reference) => reference.fragment().map(Encoded::as_str),
            Self::Url(url) => url.fragment(),
        }
    }
}

/// Why a text is neither.
pub(crate) enum Fault<'r> {
    Reference(ParseError),
    Url(Failure<'r>),
}

impl Fault<'_> {
    /// The error of the URI syntax, if it is one.
    pub(crate) fn of_reference(&self) -> Option<ParseError> {
        match self {
            Self::Reference(error) => Some(*error),
            Self::Url(_) => None,
        }
    }

    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Reference(error) => error.kind().name(),
            Self::Url(failure) => failure.kind(),
        }
    }

    pub(crate) fn part(&self) -> Option<&'static str> {
        match self {
            Self::Reference(error) => Some(error.part().name()),
            Self::Url(failure) => failure.part(),
        }
    }

    pub(crate) fn offset(&self) -> Option<usize> {
        match self {
            Self::Reference(error) => Some(error.offset()),
            Self::Url(failure) => failure.offset(),
        }
    }

    pub(crate) fn section(&self) -> &'static str {
        match self {
            Self::Reference(error) => error.rule().section,
            Self::Url(failure) => failure.section(),
        }
    }
}

impl fmt::Display for Fault<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reference(error) => error.fmt(f),
            Self::Url(failure) => f.write_str(failure.message()),
        }
    }
}
