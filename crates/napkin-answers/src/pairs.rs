//! The pairs of a query: as written, decoded, and decoded as an HTML form.

use napkin::{Edition, Encoded, Part, Query};
use schemars::JsonSchema;
use serde::Serialize;

use crate::octets::Octets;
use crate::schema::written_as;

/// The pairs of a query, which serialize as a list; null where there is no query.
pub enum Pairs<'a> {
    /// By an edition of the URI syntax.
    Syntax(&'static Edition, Option<Query<'a>>),
    /// By the URL Standard.
    Url(Option<&'a str>),
}

impl<'a> Pairs<'a> {
    /// The pairs of a query of an edition.
    pub const fn new(edition: &'static Edition, query: Option<Query<'a>>) -> Self {
        Self::Syntax(edition, query)
    }

    /// The pairs of the query of a URL.
    pub const fn of_url(query: Option<&'a str>) -> Self {
        Self::Url(query)
    }
}

/// The pairs of the query of a URL as written, each with its value if it has `=`.
pub fn of_url(query: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs.map(|pair| pair.split_once('=').map_or((pair, None), |(key, value)| (key, Some(value))))
}

/// The values of the pairs of a URL's query with a key, as written; empty for a key without `=`. The keys are decoded
/// as an HTML form encodes them.
pub fn values_of_url<'a>(query: &'a str, key: &str) -> impl Iterator<Item = &'a str> {
    let asked =
        of_url(query).filter(move |(own, _)| Octets::of_url_form(own).as_bytes() == key.as_bytes());
    asked.map(|(_, value)| value.unwrap_or_default())
}

impl<'a> Pairs<'a> {
    fn readings(&self) -> Option<Vec<Readings<'a>>> {
        match *self {
            Self::Syntax(edition, query) => query.map(|query| {
                let readings = query.pairs().map(|(key, value)| {
                    let raw = (key.as_str(), value.map(Encoded::as_str));
                    let decoded = |text| Octets::of(edition, Part::Query, text);
                    Readings::new(raw, decoded, |text| Octets::of_form(edition, text))
                });
                readings.collect()
            }),
            Self::Url(query) => query.map(|query| {
                let pairs = of_url(query);
                pairs.map(|raw| Readings::new(raw, Octets::of_url, Octets::of_url_form)).collect()
            }),
        }
    }
}

written_as!(Pairs<'_> as Option<Vec<Readings<'_>>>, Pairs::readings);

/// A pair of a query.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "pair")]
struct Readings<'a> {
    /// The pair as written.
    raw: Pair<&'a str>,
    /// The pair decoded.
    decoded: Pair<Octets<'a>>,
    /// The pair decoded as an HTML form encodes it.
    form: Pair<Octets<'a>>,
}

impl<'a> Readings<'a> {
    fn new(
        (key, value): (&'a str, Option<&'a str>),
        decoded: impl Fn(&'a str) -> Octets<'a>,
        form: impl Fn(&'a str) -> Octets<'a>,
    ) -> Self {
        Self {
            raw: Pair { key, value },
            decoded: Pair { key: decoded(key), value: value.map(decoded) },
            form: Pair { key: form(key), value: value.map(form) },
        }
    }
}

/// A key and its value; null without `=`.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
struct Pair<T> {
    key: T,
    value: Option<T>,
}
