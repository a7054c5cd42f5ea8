//! The pairs of a query: as written, decoded, and decoded as an HTML form.

use napkin::{Edition, Encoded, Part, Query, Reference};

use crate::octets::Octets;

/// The pairs of a query.
#[derive(Clone, Copy, Debug)]
pub struct Pairs<'t>(Source<'t>);

#[derive(Clone, Copy, Debug)]
enum Source<'t> {
    /// By an edition of the URI syntax.
    Syntax(&'static Edition, Query<'t>),
    /// By the URL Standard.
    Url(&'t str),
}

/// A key and its value; `None` without `=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Pair<T> {
    /// The key.
    pub key: T,
    /// The value.
    pub value: Option<T>,
}

impl<T: Copy> Pair<T> {
    fn map<U>(self, read: impl Fn(T) -> U) -> Pair<U> {
        Pair { key: read(self.key), value: self.value.map(read) }
    }
}

/// A pair, read in three ways.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct PairReadings<'t> {
    /// The pair as written.
    pub raw: Pair<&'t str>,
    /// The pair decoded.
    pub decoded: Pair<Octets<'t>>,
    /// The pair decoded as an HTML form encodes it.
    pub form: Pair<Octets<'t>>,
}

impl<'t> Pairs<'t> {
    /// The pairs of the query of a reference; `None` without a query.
    pub fn of(reference: &Reference<'t>) -> Option<Self> {
        Some(Self(Source::Syntax(reference.edition(), reference.query()?)))
    }

    /// The pairs of the query of a URL.
    pub const fn of_url(query: &'t str) -> Self {
        Self(Source::Url(query))
    }

    /// Hands out the pairs as written, and returns their number.
    pub fn each(self, mut take: impl FnMut(&'t str, Option<&'t str>)) -> usize {
        match self.0 {
            Source::Syntax(_, query) => {
                written(query).map(|pair| take(pair.key, pair.value)).count()
            }
            Source::Url(query) => of_url(query).map(|pair| take(pair.key, pair.value)).count(),
        }
    }

    /// The pairs as written.
    pub fn iter(self) -> impl Iterator<Item = Pair<&'t str>> {
        let (syntax, url) = match self.0 {
            Source::Syntax(_, query) => (Some(query), None),
            Source::Url(query) => (None, Some(query)),
        };
        let syntax = syntax.into_iter().flat_map(written);
        syntax.chain(url.into_iter().flat_map(of_url))
    }

    /// The pairs, each read in three ways.
    pub fn readings(self) -> impl Iterator<Item = PairReadings<'t>> {
        self.iter().map(move |raw| PairReadings {
            raw,
            decoded: raw.map(|text| self.decoded(text)),
            form: raw.map(|text| self.form(text)),
        })
    }

    /// The values of the pairs whose key decodes to this one, as an HTML form if `form` is `true`: as written, and empty without `=`. A
    /// query of a URL is always a form.
    pub fn values(self, key: &str, form: bool) -> impl Iterator<Item = &'t str> {
        let asked = self.iter().filter(move |pair| match self.0 {
            Source::Syntax(_, _) if !form => napkin::percent::decode(pair.key, false) == *key,
            Source::Syntax(_, _) => napkin::percent::decode(pair.key, true) == *key,
            Source::Url(_) => Octets::of_url_form(pair.key).as_bytes() == key.as_bytes(),
        });
        asked.map(|pair| pair.value.unwrap_or_default())
    }

    fn decoded(self, text: &'t str) -> Octets<'t> {
        match self.0 {
            Source::Syntax(edition, _) => Octets::of(edition, Part::Query, text),
            Source::Url(_) => Octets::of_url(text),
        }
    }

    fn form(self, text: &'t str) -> Octets<'t> {
        match self.0 {
            Source::Syntax(edition, _) => Octets::of_form(edition, text),
            Source::Url(_) => Octets::of_url_form(text),
        }
    }
}

fn written(query: Query<'_>) -> impl Iterator<Item = Pair<&str>> {
    query.pairs().map(|(key, value)| Pair { key: key.as_str(), value: value.map(Encoded::as_str) })
}

fn of_url(query: &str) -> impl Iterator<Item = Pair<&str>> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs.map(|pair| match pair.split_once('=') {
        Some((key, value)) => Pair { key, value: Some(value) },
        None => Pair { key: pair, value: None },
    })
}
