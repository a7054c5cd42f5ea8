//! The chosen standard: an edition of the URI syntax, or a dated edition of the URL Standard.
//!
//! An edition of the URI syntax parses a text as it is. The URL Standard rewrites any text into a canonical one and
//! parses that. Each question therefore has two implementations, and the [`Standard`] selects one.

use std::borrow::Cow;
use std::str;

use napkin::edition::{EDITIONS, RFC3986, RFC3987};
use napkin::{ByteSet, Edition, Part, percent};
use napkin_url::edition::{self as whatwg, WHATWG};

use crate::octets::Octets;

/// The standard of a question.
#[derive(Clone, Copy, Debug)]
pub enum Standard {
    /// An edition of the URI syntax.
    Syntax(&'static Edition),
    /// An edition of the URL Standard.
    Url(UrlStandard),
}

/// An edition of the URL Standard, by the chosen name: `whatwg` is always the newest.
#[derive(Clone, Copy, Debug)]
pub struct UrlStandard {
    /// The name, such as `whatwg` or `whatwg-2021-08`.
    pub name: &'static str,
    /// The edition.
    pub edition: &'static napkin_url::Edition,
}

impl UrlStandard {
    /// The newest edition, by its permanent name.
    pub const NEWEST: Self = Self { name: "whatwg", edition: WHATWG };

    /// All names: the dated editions, the oldest first, and the newest.
    pub fn all() -> impl Iterator<Item = Self> {
        let dated = whatwg::EDITIONS.into_iter();
        dated.map(|edition| Self { name: edition.key, edition }).chain([Self::NEWEST])
    }
}

/// The prefix of a date of the URL Standard, as in `whatwg:2021`.
const OF_URL: &str = "whatwg:";

impl Standard {
    /// All standards: the editions of the URI syntax and then those of the URL Standard, the oldest first.
    pub fn all() -> impl Iterator<Item = Self> {
        let syntax = EDITIONS.iter().copied().map(Self::Syntax);
        syntax.chain(UrlStandard::all().map(Self::Url))
    }

    /// The standard with a name, also an edition with an amendment, such as `rfc2396+rfc2732`, which lists leave out. A
    /// review draft of the URL Standard without observable changes, such as `whatwg-2019-02`, is an alias of an edition.
    pub fn named(name: &str) -> Option<Self> {
        if let Some(edition) = Edition::named(name) {
            return Some(Self::Syntax(edition));
        }
        let alias = || {
            let edition = whatwg::by_key(name)?;
            Some(Self::Url(UrlStandard { name: edition.key, edition }))
        };
        Self::all().find(|standard| standard.name() == name).or_else(alias)
    }

    /// The standard in force at the end of a year such as `1996` or a month such as `1999-12`; or of the URL Standard in a year, a month or on a
    /// day, such as `whatwg:2021-03`.
    ///
    /// # Errors
    ///
    /// The error in the date, and the first available date.
    pub fn in_force(date: &str) -> Result<Self, String> {
        if let Some(date) = date.strip_prefix(OF_URL) {
            let edition = whatwg::as_of(date).ok_or_else(|| {
                let first = whatwg::EDITIONS[0].text_date;
                format!("not a date on or after {first}, that of the first edition")
            })?;
            return Ok(Self::Url(UrlStandard { name: edition.key, edition }));
        }
        let (year, month) = date.split_once('-').unwrap_or((date, "12"));
        let month = month.parse().ok().filter(|month| (1..=12).contains(month));
        let (Ok(year), Some(month)) = (year.parse(), month) else {
            return Err("neither a year or month, such as 1996 or 1999-12, nor a date of the URL Standard, such as \
                        whatwg:2021"
                .to_owned());
        };
        let found = Edition::in_force_in(year, month).map(Self::Syntax);
        found.ok_or_else(|| {
            let first = EDITIONS.iter().find(|edition| Edition::in_force(edition.year).is_some());
            let first = first.map_or_else(String::new, |edition| format!(": {}", edition.year));
            format!("before the year of the first edition{first}")
        })
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Syntax(edition) => edition.name,
            Self::Url(standard) => standard.name,
        }
    }

    /// Its usual title.
    pub fn title(self) -> String {
        match self {
            Self::Syntax(edition) => edition.title.into(),
            Self::Url(standard) => format!("URL Standard of {}", standard.edition.text_date),
        }
    }

    /// The name of its document.
    pub const fn document(self) -> &'static str {
        match self {
            Self::Syntax(edition) => edition.document,
            Self::Url(_) => "URL Standard",
        }
    }

    /// The year of its document; `None` for the newest URL Standard by its permanent name.
    pub fn year(self) -> Option<u16> {
        match self {
            Self::Syntax(edition) => Some(edition.year),
            Self::Url(standard) => standard.name.strip_prefix("whatwg-")?.get(..4)?.parse().ok(),
        }
    }

    /// A text of a part, decoded: its octets, or the UTF-8 of its characters if the edition assigns characters to octets. The URL Standard
    /// decodes all parts alike, and keeps a `%` without two digits.
    pub fn decoded(self, part: Part, text: &str) -> Octets<'_> {
        match self {
            Self::Syntax(edition) => Octets::of(edition, part, text),
            Self::Url(_) => Octets::of_url(text),
        }
    }

    /// A text of a query, decoded as an HTML form encodes it: `+` is a space.
    pub fn form_decoded(self, text: &str) -> Octets<'_> {
        match self {
            Self::Syntax(edition) => Octets::of_form(edition, text),
            Self::Url(_) => Octets::of_url_form(text),
        }
    }

    /// Data encoded as a key or a value of a query: with the delimiters of pairs and the `+` of forms. By the URL Standard all that is not
    /// unreserved.
    pub fn encoded_for_pair(self, data: &[u8]) -> String {
        let Self::Syntax(edition) = self else { return percent::encode(data).to_string() };
        let text = str::from_utf8(data).ok();
        let octets = text.and_then(|text| edition.escapes.encode(text).ok());
        let octets = octets.unwrap_or(Cow::Borrowed(data));
        let encoded = percent::encode(&octets).by(edition).for_part(Part::Query);
        encoded.escape(ByteSet::of(b"&=+;")).to_string()
    }

    /// The edition of the URI syntax, if it is one.
    pub const fn syntax(self) -> Option<&'static Edition> {
        match self {
            Self::Syntax(edition) => Some(edition),
            Self::Url(_) => None,
        }
    }

    /// The edition of the URI syntax; `other` for the URL Standard, where only an edition of the syntax has what is asked for.
    pub fn syntax_or(self, other: &'static Edition) -> &'static Edition {
        self.syntax().unwrap_or(other)
    }

    /// The section that defines which texts are the same.
    pub fn section_of_equivalence(self) -> &'static str {
        self.syntax().map_or("4.6", |edition| edition.sections.comparison)
    }

    /// Whether it is an edition of the URL Standard.
    pub const fn is_url(self) -> bool {
        matches!(self, Self::Url(_))
    }

    /// Whether it adds to an earlier edition, or is one program's variant of it, instead of replacing it.
    pub fn is_addition(self) -> bool {
        self.syntax().is_some_and(|edition| edition.is_addition)
    }

    /// The standard by which two texts are read together, each with its own: that of IRIs reads URIs too, and the URL Standard reads both.
    /// With another edition, this one.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        let rank = |standard| match standard {
            Self::Syntax(edition) if edition == RFC3986 => Some(0),
            Self::Syntax(edition) if edition == RFC3987 => Some(1),
            Self::Syntax(_) => None,
            Self::Url(_) => Some(2),
        };
        let ranks = rank(self).zip(rank(other));
        if ranks.is_some_and(|(own, other)| other > own) { other } else { self }
    }

    /// The edition of the URL Standard by the chosen name, if it is one.
    pub const fn url_standard(self) -> Option<UrlStandard> {
        match self {
            Self::Syntax(_) => None,
            Self::Url(standard) => Some(standard),
        }
    }

    /// The edition of the URL Standard, if it is one.
    pub const fn url(self) -> Option<&'static napkin_url::Edition> {
        match self {
            Self::Syntax(_) => None,
            Self::Url(standard) => Some(standard.edition),
        }
    }
}

/// Equality of names.
impl PartialEq for Standard {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Standard {}

impl From<&'static Edition> for Standard {
    fn from(edition: &'static Edition) -> Self {
        Self::Syntax(edition)
    }
}

impl From<UrlStandard> for Standard {
    fn from(standard: UrlStandard) -> Self {
        Self::Url(standard)
    }
}

impl From<&'static napkin_url::Edition> for Standard {
    fn from(edition: &'static napkin_url::Edition) -> Self {
        Self::Url(UrlStandard { name: edition.key, edition })
    }
}

#[cfg(test)]
mod tests {
    use super::Standard;

    #[test]
    fn names_and_dates_lead_to_standards() {
        let named = |name| Standard::named(name).map(Standard::name);
        for standard in Standard::all() {
            assert_eq!(named(standard.name()), Some(standard.name()));
        }
        assert_eq!(named("whatwg-2019-08"), Some("whatwg-2018-08"));
        assert_eq!(named("whatwg-1999-01"), None);
        let in_force = |date| Standard::in_force(date).map(Standard::name);
        assert_eq!(in_force("1996"), Ok("rfc1808"));
        for (year, name) in [
            ("1998", "rfc2396"),
            ("1999", "rfc2396+rfc2732"),
            ("2004", "rfc2396+rfc2732"),
            ("2005", "rfc3986"),
            ("2012", "rfc3986"),
            ("2013", "rfc3986+rfc6874"),
            ("2024", "rfc3986+rfc6874"),
            ("2025", "rfc3986"),
        ] {
            assert_eq!((in_force(year), named(name)), (Ok(name), Some(name)));
        }
        assert_eq!(in_force("whatwg:2021"), Ok("whatwg-2021-08"));
        assert_eq!(in_force("whatwg:2021-03"), Ok("whatwg-2021-02"));
        assert_eq!(in_force("1999-11"), Ok("rfc2396"));
        assert_eq!(in_force("1999-12"), Ok("rfc2396+rfc2732"));
        assert_eq!(in_force("2025-07"), Ok("rfc3986+rfc6874"));
        assert_eq!(in_force("2025-08"), Ok("rfc3986"));
        for wrong in [
            "whatwg:2017",
            "whatwg:",
            "whatwg",
            "1980",
            "2021-13",
            "2021-",
            "-3",
            "1999-12-24",
            "1994-05",
        ] {
            assert!(in_force(wrong).is_err(), "{wrong}");
        }
    }
}
