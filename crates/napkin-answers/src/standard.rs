//! The chosen standard: an edition of the URI syntax, or a dated edition of the URL Standard.
//!
//! An edition of the URI syntax parses a text as it is. The URL Standard rewrites any text into a canonical one and
//! parses that. Each question therefore has two implementations, and the [`Standard`] selects one.

use napkin::Edition;
use napkin::edition::EDITIONS;
use napkin_audit::Policy;
use napkin_url::edition::{self as whatwg, WHATWG};

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

    /// A policy by this standard.
    #[must_use]
    pub fn policy(self, policy: Policy) -> Policy {
        match self {
            Self::Syntax(edition) => policy.by(edition),
            Self::Url(standard) => policy.by_url_standard(standard.edition),
        }
    }

    /// The edition of the URI syntax, if it is one.
    pub const fn syntax(self) -> Option<&'static Edition> {
        match self {
            Self::Syntax(edition) => Some(edition),
            Self::Url(_) => None,
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
