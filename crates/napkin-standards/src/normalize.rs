//! The normal form of a text, and whether two have the same.

use std::borrow::Cow;

use napkin::{Level, Normalizer};

use crate::error::Error;
use crate::parsed::Parsed;
use crate::standard::Standard;

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

    /// As [`Standard::compare`], for a text that is parsed, and another one by the same standard. `written` is whether the texts are the
    /// same as written, which a URL does not tell.
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

impl Standard {
    /// The lowest level at which two texts are the same; `None` if they are not.
    ///
    /// ```
    /// use napkin_standards::{Equivalence, Standard};
    ///
    /// let [rfc, browser] = ["rfc3986", "whatwg"].map(|name| Standard::named(name).unwrap());
    /// assert_eq!(rfc.compare("http://h", "HTTP://h/")?.map(Equivalence::name), Some("scheme"));
    /// assert_eq!(browser.compare("http://h", "HTTP://h/")?.map(Equivalence::name), Some("url"));
    /// assert_eq!(browser.compare("http://h", "http://h")?.map(Equivalence::name), Some("simple"));
    /// assert_eq!(rfc.compare("http://h/a", "http://h/b")?, None);
    /// # Ok::<(), napkin_standards::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If one of the two is invalid.
    pub fn compare(self, one: &str, other: &str) -> Result<Option<Equivalence>, Error> {
        self.parse(one, |first| {
            let first = first?;
            self.parse(other, |second| Ok(first.equivalent_at(second?, one == other)))
        })
    }
}
