//! The readings of an input by every edition, and their differences.

use std::borrow::{Borrow, Cow};
use std::collections::BTreeMap;

use napkin::edition::{AMENDMENTS, EDITIONS};
use napkin::{Reference, Target};
use napkin_standards::differences::{Answer, Difference, Reading, Row, beside, differences, rows};
use napkin_standards::facts::Value;
use napkin_standards::{Read, Standard, UrlStandard};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::choice::WrongChoice;
use crate::component_keys::Components;
use crate::failure::Failure;
use crate::notes;
use crate::options::{Given, options};
use crate::question::{Ask, Question, Standards};
use crate::schema::{ComponentSchema, EditionName, OrNull, written_as};
use crate::url_standard::{self, Rewriting};

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
        let reading = |standard: Standard| Reading::new(standard, input, self.base.as_deref());
        let readings: Vec<_> = EDITIONS.iter().map(|edition| reading((*edition).into())).collect();
        let mut newest = readings.iter().rev().filter(|reading| !reading.standard.is_addition());
        let newest = newest.find_map(|reading| reading.read.as_ref().err());
        let remark = newest.filter(|_| readings.iter().all(|reading| reading.read.is_err()));
        let remark = remark.map(|error| Failure::refused(*error, input));
        let is_asked = |url: &UrlStandard| self.dated || url.name == UrlStandard::NEWEST.name;
        let urls = UrlStandard::all().filter(is_asked).map(|url| reading(url.into())).collect();
        ReadByAll { readings, urls, input, shows_all: self.dated, remark }
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
    pub urls: Vec<Reading<'a>>,
    /// Whether text shows what is the same in all editions too.
    pub shows_all: bool,
    /// The error of an input that is valid in no edition, by the newest edition that adds to no other.
    pub remark: Option<Failure<'a>>,
}

impl<'a> ReadByAll<'a> {
    /// Whether each reading by an edition of the URI syntax is shown, whose rows are given. That of an edition that adds to another or varies
    /// it is shown only if its answer differs from the newest.
    pub fn are_told(&self, rows: &[Row<'_>]) -> Vec<bool> {
        let is_told = |(number, reading): (usize, &Reading<'_>)| {
            let differs =
                |row: &Row<'_>| row.answers[number].as_ref().is_some_and(|own| row.is_odd(own));
            !reading.standard.is_addition() || rows.iter().any(differs)
        };
        self.readings.iter().enumerate().map(is_told).collect()
    }

    /// The readings by the dated editions of the URL Standard, if requested.
    pub fn dated(&self) -> &[Reading<'a>] {
        self.urls.split_last().map_or(&[], |(_, dated)| dated)
    }

    /// The reading by the newest edition of the URL Standard.
    pub fn url(&self) -> Option<&Reading<'a>> {
        self.urls.last()
    }

    /// The differences between the newest edition of the URL Standard and the newest edition of the URI syntax, whose rows are given.
    pub fn url_differences<'r>(&'r self, rows: &[Row<'r>]) -> Vec<Difference<'r>> {
        self.url().map(|url| beside(url, rows)).unwrap_or_default()
    }

    /// All differences, in the order of JSON.
    pub fn differences(&self) -> Vec<Difference<'_>> {
        let rows = rows(&self.readings);
        let syntax = rows.iter().flat_map(Row::differences);
        syntax.chain(self.url_differences(&rows)).chain(differences(&self.urls)).collect()
    }
}

/// Runs of adjacent editions with equal answers, by the indices of their first and last.
pub fn runs(rows: &[Row<'_>]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for number in 0..rows.first().map_or(0, |row| row.answers.len()) {
        match runs.last_mut() {
            Some((first, last))
                if rows.iter().all(|row| row.answers[*first] == row.answers[number]) =>
            {
                *last = number;
            }
            _ => runs.push((number, number)),
        }
    }
    runs
}

/// The keys of an answer.
#[derive(Serialize, JsonSchema)]
struct Keys<'r, 'a> {
    /// The readings, by the names of their editions.
    #[serde(serialize_with = "by_name")]
    #[schemars(with = "ByName<'r>")]
    editions: Vec<&'r Reading<'a>>,
    /// The differences between the editions of the URI syntax, then between the newest of them and the newest of the URL
    /// Standard, and then between those of the URL Standard.
    differences: Vec<Either<DifferenceKeys<'r>, UrlDifferenceKeys<'r>>>,
}

impl<'a> ReadByAll<'a> {
    fn keys(&self) -> Keys<'_, 'a> {
        Keys {
            editions: self.readings.iter().chain(&self.urls).collect(),
            differences: self.differences().into_iter().map(Either::from).collect(),
        }
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

pub(crate) type ByName<'r> = BTreeMap<EditionName, Either<ReadingKeys<'r>, UrlReadingKeys<'r>>>;

/// Writes readings by the names of their editions.
pub(crate) fn by_name<'r, S: Serializer>(
    readings: &[impl Borrow<Reading<'r>>],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let readings = readings.iter().map(Borrow::borrow);
    serializer.collect_map(readings.map(|reading| (reading.standard.name(), Either::from(reading))))
}

/// The keys of a reading.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "reading")]
pub(crate) struct ReadingKeys<'r> {
    /// Whether the input is valid.
    valid: bool,
    #[serde(flatten)]
    components: Option<Components<'r>>,
    /// A note on an input that is probably not intended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Failure<'r>")]
    note: Option<Failure<'r>>,
    /// The error of an input that is not valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Failure<'r>")]
    error: Option<Failure<'r>>,
    /// The target by the base, if one was given; null for the current document.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "OrNull<&'r str>")]
    target: Option<OrNull<&'r str>>,
    /// Whether the reference means the current document.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    current_document: bool,
    /// Why there is no target, by the name of the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "&'static str")]
    target_error: Option<&'static str>,
}

/// The keys of a reading.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "url-reading")]
pub(crate) struct UrlReadingKeys<'r> {
    /// Whether the input is a URL.
    valid: bool,
    #[serde(flatten)]
    components: Option<Components<'r>>,
    #[serde(flatten)]
    rewriting: Option<Rewriting>,
    /// Why it is no URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "&'r Failure<'r>")]
    error: Option<Failure<'r>>,
    /// The URL that it is by the base, if one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "&'r str")]
    target: Option<&'r str>,
    /// Why it is none by the base, by the name of the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "&'static str")]
    target_error: Option<&'static str>,
}

impl<'r> From<&'r Reading<'_>> for Either<ReadingKeys<'r>, UrlReadingKeys<'r>> {
    fn from(reading: &'r Reading<'_>) -> Self {
        let input = reading.text;
        let read = reading.read.as_ref();
        let (valid, components) =
            (read.is_ok(), read.ok().map(|read| Components::of(read.parsed())));
        let error = read.err().map(|error| Failure::refused(*error, input));
        let (target, target_error) = match reading.target() {
            Some(Answer::NoTarget(error)) => (None, Some(error)),
            // The fragment of the current document is that of the input, and is already a component.
            Some(Answer::Target(Target::CurrentDocument { .. })) => (Some(OrNull(None)), None),
            Some(Answer::Target(Target::Uri(uri))) => (Some(OrNull(Some(uri.as_str()))), None),
            _ => (None, None),
        };
        if let Some(edition) = reading.standard.url() {
            let rewriting = url_standard::Read::new(edition, input, None).canonical(input);
            let rewriting = rewriting.ok().map(|canonical| canonical.rewriting);
            let target = target.and_then(|OrNull(target)| target);
            return Self::Url(UrlReadingKeys {
                valid,
                components,
                rewriting,
                error,
                target,
                target_error,
            });
        }
        let has_scheme = |reference: &Reference<'_>| reference.scheme().is_some();
        let reference = read.ok().and_then(Read::reference).filter(has_scheme);
        let note = reference.and_then(|reference| notes::note(reference, input));
        let current_document = target == Some(OrNull(None));
        Self::Syntax(ReadingKeys {
            valid,
            components,
            note,
            error,
            target,
            current_document,
            target_error,
        })
    }
}

/// Editions with equal answers, by rules of equal name and section, that differ from another edition's answer.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "difference")]
struct DifferenceKeys<'r> {
    /// The question.
    what: &'static str,
    /// The editions.
    #[schemars(with = "Vec<EditionName>")]
    editions: Vec<&'static str>,
    /// Their answer.
    value: AnswerKeys<'r>,
    /// The rule of these editions that decides it.
    rule: &'static str,
    /// The section with the rule.
    section: &'static str,
    /// The edition with a different answer: the newest that has one.
    #[schemars(with = "EditionName")]
    than: &'static str,
}

/// Editions with equal answers that differ from the newest edition that has an answer.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "url-difference")]
struct UrlDifferenceKeys<'r> {
    /// The question.
    what: &'static str,
    /// The editions.
    #[schemars(with = "Vec<EditionName>")]
    editions: Vec<&'static str>,
    /// Their answer.
    value: UrlAnswerKeys<'r>,
    /// The algorithm of the standard that decides it.
    rule: &'static str,
    /// The section that states it.
    section: &'static str,
    /// The edition with a different answer.
    #[schemars(with = "EditionName")]
    than: &'static str,
}

impl<'r> From<Difference<'r>> for Either<DifferenceKeys<'r>, UrlDifferenceKeys<'r>> {
    fn from(difference: Difference<'r>) -> Self {
        let editions = difference.names();
        let is_url = difference.standards.iter().any(|standard| standard.is_url());
        let Difference { what, value, rule, than, .. } = difference;
        let (rule, section, than) = (rule.name, rule.section, than.name());
        if is_url {
            let value = value.into();
            Self::Url(UrlDifferenceKeys { what, editions, value, rule, section, than })
        } else {
            let value = value.into();
            Self::Syntax(DifferenceKeys { what, editions, value, rule, section, than })
        }
    }
}

/// An answer of an edition.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "edition-answer")]
enum AnswerKeys<'r> {
    /// Whether the input is valid.
    Validity(bool),
    /// A component.
    #[schemars(with = "ComponentSchema")]
    Component(Value<'r>),
    /// The target.
    Target(&'r str),
    /// The current document, with the fragment in it.
    CurrentDocument { current_document: bool, fragment: Option<&'r str> },
    /// Why there is no target.
    NoTarget { error: &'static str },
}

impl<'r> From<Answer<'r>> for AnswerKeys<'r> {
    fn from(answer: Answer<'r>) -> Self {
        match answer {
            Answer::Validity(valid) => Self::Validity(valid),
            Answer::Value(value) => Self::Component(value),
            Answer::Target(Target::Uri(uri)) => Self::Target(uri),
            Answer::Target(Target::CurrentDocument { fragment }) => {
                Self::CurrentDocument { current_document: true, fragment: fragment.as_deref() }
            }
            Answer::NoTarget(error) => Self::NoTarget { error },
        }
    }
}

/// An answer in a difference: whether the input is valid, or a text.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "url-answer")]
enum UrlAnswerKeys<'r> {
    /// Whether the input is valid.
    Validity(bool),
    /// A component, or the whole.
    Text(Option<Cow<'r, str>>),
}

impl<'r> From<Answer<'r>> for UrlAnswerKeys<'r> {
    fn from(answer: Answer<'r>) -> Self {
        Self::Text(match answer {
            Answer::Validity(valid) => return Self::Validity(valid),
            Answer::Value(Value::Undefined) => None,
            Answer::Value(Value::Text(text)) => Some(text),
            Answer::Target(Target::Uri(uri)) => Some(uri.into()),
            answer => Some(answer.in_words().into_owned().into()),
        })
    }
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
