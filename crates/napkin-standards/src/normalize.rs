//! The normal form of a text, and whether two have the same.

use std::borrow::Cow;

use napkin::{Level, Normalizer};

use crate::error::Error;
use crate::parsed::Parsed;

/// How two texts are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Equivalence {
    /// At a level of normalization; by the URL Standard [`Level::Simple`], if they are the same text.
    At(Level),
    /// By the URL Standard: another text, and the same URL.
    SameUrl,
}

impl Equivalence {
    /// The name of [`SameUrl`](Self::SameUrl).
    pub const URL: &'static str = "url";

    /// The name: of the level, or `url`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::At(level) => level.name(),
            Self::SameUrl => Self::URL,
        }
    }
}

/// The normalizer of a level, with what schemes say.
pub fn normalizer(level: Level) -> Normalizer<'static> {
    Normalizer::new(level).with_schemes(napkin_schemes::normalize)
}

/// The normalizer of the levels up to one, by which two texts are compared.
pub fn comparer(level: Level) -> Normalizer<'static> {
    normalizer(level).with_equivalence(napkin_schemes::equivalent)
}

impl<'r> Parsed<'_, 'r> {
    /// The normal form at a level. By the URL Standard, which has one normal form, the canonical text.
    ///
    /// ```
    /// use napkin::Level;
    /// use napkin_standards::Standard;
    ///
    /// let normal = |name| {
    ///     Standard::named(name).unwrap().parse("HTTP://H:80/%7e/../a", |parsed| {
    ///         parsed.and_then(|parsed| parsed.normalized(Level::Scheme)).map(|text| text.into_owned())
    ///     })
    /// };
    /// assert_eq!(normal("rfc3986")?, "http://h/a");
    /// assert_eq!(normal("whatwg")?, "http://h/a");
    /// # Ok::<(), napkin_standards::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the normal form is too long.
    pub fn normalized(self, level: Level) -> Result<Cow<'r, str>, Error> {
        match self {
            Self::Reference(reference) => Ok(normalizer(level).normalize_reference(*reference)?),
            Self::Url(url) => Ok(url.as_str().into()),
        }
    }

    /// The lowest level at which this text and another one, parsed by the same standard, are the same; `None` if they are not. `written` is
    /// whether the texts are the same as written, which a URL does not tell.
    ///
    /// ```
    /// use napkin_standards::Standard;
    ///
    /// let level = |name, a: &str, b: &str| {
    ///     let standard = Standard::named(name).unwrap();
    ///     standard.parse(a, |one| {
    ///         let one = one.ok()?;
    ///         standard.parse(b, |other| one.equivalent_at(other.ok()?, a == b)).map(|level| level.name())
    ///     })
    /// };
    /// assert_eq!(level("rfc3986", "http://h", "HTTP://h/"), Some("scheme"));
    /// assert_eq!(level("whatwg", "http://h", "HTTP://h/"), Some("url"));
    /// assert_eq!(level("whatwg", "http://h", "http://h"), Some("simple"));
    /// assert_eq!(level("rfc3986", "http://h/a", "http://h/b"), None);
    /// ```
    pub fn equivalent_at(self, other: Parsed<'_, '_>, written: bool) -> Option<Equivalence> {
        match (self, other) {
            (Self::Reference(one), Parsed::Reference(other)) => {
                comparer(Level::Protocol).equivalent_at(*one, *other).map(Equivalence::At)
            }
            (Self::Url(_), Parsed::Url(_)) if written => Some(Equivalence::At(Level::Simple)),
            (Self::Url(one), Parsed::Url(other)) => {
                (one.as_str() == other.as_str()).then_some(Equivalence::SameUrl)
            }
            // One standard parsed both.
            _ => None,
        }
    }
}
