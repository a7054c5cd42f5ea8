//! The readings of an input by every edition, and their differences.

use std::collections::BTreeMap;

use napkin::edition::{AMENDMENTS, EDITIONS};
use napkin_standards::{Standard, UrlStandard};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::choice::WrongChoice;
use crate::differences::{Difference, Reading, Row, rows};
use crate::failure::Failure;
use crate::options::{Given, options};
use crate::question::{Ask, Question, Standards};
use crate::schema::{EditionName, schema_of, written_as};
use crate::url_editions::{self, UrlDifference, UrlReading, differences};

options! {
    /// Compare what the editions of the URI syntax make of an input
    ///
    /// Shows a table with a column for each edition, oldest first, and a row for each thing in which they
    /// differ; then what differs from the newest edition, in words, and by which rule. RFC 3987 adds to
    /// RFC 3986, and java varies RFC 2396: they have a column where they answer otherwise. The last column, whatwg, is the
    /// newest edition of the URL Standard, which browsers follow. An input counts as invalid if it is valid in no edition of the URI syntax.
    ///
    /// With 'all', a second table has the dated editions of the URL Standard, if any of them takes the input. Neighbours that
    /// answer alike share a column.
    pub struct Editions {
        /// Resolve the input against this too
        base: Option<Given>, "URI";
        /// Show what is the same in all editions too, and the dated editions of the URL Standard
        all: bool;
    }
}

impl Question for Editions {
    const NAME: &'static str = "editions";
    const STANDARDS: Standards = Standards::Own;
    type Ready = ReadingByAll;

    fn ready(self, _: Standard) -> Result<ReadingByAll, WrongChoice> {
        // A base that is not UTF-8 is no URI; it stays invalid after the conversion.
        let base = self.base.map(|base| String::from_utf8_lossy(&base.0).into_owned());
        Ok(ReadingByAll { base, dated: self.all })
    }
}

/// The settings for reading an input by every edition.
#[derive(Clone, Debug, Default)]
pub struct ReadingByAll {
    /// The base, if there is one.
    pub base: Option<String>,
    /// Whether to include the dated editions of the URL Standard.
    pub dated: bool,
}

impl Ask for ReadingByAll {
    type Answer<'a> = ReadByAll<'a>;

    const BY_EDITION: bool = false;

    fn standard(&self) -> Option<Standard> {
        None
    }

    fn ask<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<ReadByAll<'a>, Failure<'a>> {
        Ok(self.answer(input))
    }
}

impl ReadingByAll {
    /// Reads the input by every edition.
    pub fn answer<'a>(&self, input: &'a [u8]) -> ReadByAll<'a> {
        let base = self.base.as_deref();
        let readings: Vec<_> =
            EDITIONS.iter().map(|edition| Reading::new(edition, input, base)).collect();
        let mut newest = readings.iter().rev().filter(|reading| !reading.edition.is_addition);
        let newest = newest.find_map(|reading| reading.parsed.err());
        let remark = readings.iter().all(|reading| reading.parsed.is_err()).then_some(newest);
        let is_asked = |url: &UrlStandard| self.dated || url.name == UrlStandard::NEWEST.name;
        let urls = UrlStandard::all().filter(is_asked);
        ReadByAll {
            rows: rows(&readings),
            readings,
            urls: urls.map(|standard| UrlReading::new(standard, input, base)).collect(),
            input,
            shows_all: self.dated,
            remark: remark.flatten().map(|error| Failure::refused(error, input)),
        }
    }
}

/// The readings of one input.
pub struct ReadByAll<'a> {
    /// The input.
    pub input: &'a [u8],
    /// The readings by the editions of the URI syntax, oldest edition first.
    pub readings: Vec<Reading<'a>>,
    /// The readings by the editions of the URL Standard: the dated ones if requested, oldest edition first, and at the end the
    /// newest by its permanent name.
    pub urls: Vec<UrlReading<'a>>,
    /// The questions about them, with their answers.
    pub rows: Vec<Row<'a>>,
    /// Whether text shows what is the same in all editions too.
    pub shows_all: bool,
    /// The error of an input that is valid in no edition, by the newest edition that adds to no other.
    pub remark: Option<Failure<'a>>,
}

impl<'a> ReadByAll<'a> {
    /// Whether a reading is shown. The reading of an edition that adds to another or varies it is shown only if its
    /// answer differs from the newest.
    pub fn is_told(&self, number: usize) -> bool {
        let adds = self.readings.get(number).is_some_and(|reading| reading.edition.is_addition);
        let differs = |row: &Row<'_>| {
            row.answers.get(number).and_then(Option::as_ref).is_some_and(|own| row.is_odd(own))
        };
        !adds || self.rows.iter().any(differs)
    }

    /// The readings by the dated editions of the URL Standard, if requested.
    pub fn dated(&self) -> &[UrlReading<'a>] {
        self.urls.split_last().map_or(&[], |(_, dated)| dated)
    }

    /// The reading by the newest edition of the URL Standard.
    pub fn url(&self) -> Option<&UrlReading<'a>> {
        self.urls.last()
    }

    /// The differences between the newest edition of the URL Standard and the newest edition of the URI syntax.
    pub fn url_differences(&self) -> Vec<UrlDifference<'_>> {
        let of = |url| url_editions::beside(url, &self.rows, &self.readings);
        self.url().map(of).unwrap_or_default()
    }

    /// The differences between the editions of the URI syntax.
    pub fn differences(&self) -> impl Iterator<Item = Difference<'a>> {
        self.rows.iter().flat_map(|row| row.differences(&self.readings))
    }
}

/// The keys of an answer.
#[derive(Serialize, JsonSchema)]
struct Keys<'r, 'a> {
    /// The readings, by the names of their editions.
    editions: ByName<'r, 'a>,
    /// The differences between the editions of the URI syntax, then between the newest of them and the newest of the URL
    /// Standard, and then between those of the URL Standard.
    differences: Vec<Either<Difference<'a>, UrlDifference<'r>>>,
}

impl<'a> ReadByAll<'a> {
    fn keys(&self) -> Keys<'_, 'a> {
        let syntax = self.differences().map(Either::Syntax);
        let urls = self.url_differences().into_iter().chain(differences(&self.urls));
        let urls = urls.map(Either::Url);
        Keys { editions: ByName(self), differences: syntax.chain(urls).collect() }
    }
}

written_as!(ReadByAll<'_> as Keys<'_, '_>, ReadByAll::keys);

// Of the editions of the URI syntax, or of those of the URL Standard.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub(crate) enum Either<S, U> {
    Syntax(S),
    Url(U),
}

/// An edition, with its document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Listed {
    /// Its name, which chooses it.
    pub edition: &'static str,
    /// Its usual title.
    pub title: String,
    /// The year of its document; `None` for the URL Standard of today.
    pub year: Option<u16>,
    /// The name of its document.
    pub document: &'static str,
    /// The page with its rules, from the folder of the project on.
    pub page: String,
}

/// All editions, those of the URI syntax first; at the end, those with an amendment.
///
/// ```
/// let oldest = napkin_answers::editions::listed().next().unwrap();
/// assert_eq!((oldest.edition, oldest.year), ("rfc1630", Some(1994)));
/// assert_eq!(oldest.page, "docs/editions/rfc1630.md");
/// ```
pub fn listed() -> impl Iterator<Item = Listed> {
    let amended = AMENDMENTS.iter().map(|amendment| amendment.edition.into());
    Standard::all().chain(amended).map(|standard| {
        let (edition, title) = (standard.name(), standard.title());
        let (year, document) = (standard.year(), standard.document());
        let page = match standard.url_standard() {
            Some(_) if year.is_some() => "whatwg-history",
            Some(_) => "whatwg",
            None => edition.split('+').next().unwrap_or(edition),
        };
        Listed { edition, title, year, document, page: format!("docs/editions/{page}.md") }
    })
}

/// All readings by the names of their editions.
struct ByName<'r, 'a>(&'r ReadByAll<'a>);

impl Serialize for ByName<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(read) = self;
        let syntax = read.readings.iter();
        let syntax = syntax.map(|reading| (reading.edition.name, Either::Syntax(reading)));
        let urls = read.urls.iter();
        let urls = urls.map(|reading| (reading.standard.name, Either::Url(reading)));
        serializer.collect_map(syntax.chain(urls))
    }
}

schema_of!(ByName<'_, '_>, BTreeMap<EditionName, Either<Reading<'_>, UrlReading<'_>>>);
