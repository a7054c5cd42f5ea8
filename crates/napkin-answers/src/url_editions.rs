//! The readings of one input by the editions of the URL Standard, side by side, and their differences.

use std::borrow::Cow;
use std::iter;

use napkin_standards::UrlStandard;
use napkin_standards::facts::{self, Component, Value};
use napkin_url::Url;
use schemars::JsonSchema;
use serde::Serialize;

use crate::component_keys::Components;
use crate::differences::{Answer, Reading, Row};
use crate::failure::Failure;
use crate::schema::{EditionName, written_as};
use crate::url_standard::{self, Canonical, Read, Rewriting};

/// The reading of an input by one edition of the URL Standard.
pub struct UrlReading<'a> {
    /// The edition, by the chosen name.
    pub standard: UrlStandard,
    /// The URL and the changes, or the failure.
    pub parsed: Result<Canonical, Failure<'a>>,
    /// The URL resolved against the base, if one was given; `None` inside if the edition rejects the base.
    pub target: Option<Option<Result<Url, Failure<'a>>>>,
}

impl<'a> UrlReading<'a> {
    /// An edition's reading of a text, and its target by a base.
    pub fn new(standard: UrlStandard, input: &'a [u8], base: Option<&str>) -> Self {
        let edition = standard.edition;
        let target = |base: &str| {
            let base = edition.parse(base).ok()?;
            Some(url_standard::parse(edition, input, Some(&base)))
        };
        Self {
            standard,
            parsed: Read::new(edition, input, None).canonical(input),
            target: base.map(target),
        }
    }

    /// Whether the input is a URL by the edition, alone or with the base.
    pub fn says_something(&self) -> bool {
        self.parsed.is_ok() || matches!(self.target, Some(Some(Ok(_))))
    }

    /// The answers, with their names in JSON.
    pub fn answers(&self) -> Vec<(&'static str, Option<Cow<'_, str>>)> {
        let validity = if self.parsed.is_ok() { "yes" } else { "no" };
        let mut answers = vec![("validity", Some(Cow::Borrowed(validity)))];
        if let Ok(Canonical { url, rewriting }) = &self.parsed {
            answers.push(("href", Some(Cow::Borrowed(rewriting.href.as_str()))));
            let components = facts::list(url.into()).into_iter();
            answers.extend(components.filter_map(|Component { name, value, .. }| {
                let text = match value? {
                    Value::Text(text) => Some(text),
                    Value::Undefined => None,
                    // The path has the same information.
                    Value::Texts(_) => return None,
                };
                Some((name, text))
            }));
            answers.push(("origin", Some(Cow::Borrowed(rewriting.origin.as_str()))));
        }
        if let Some(target) = &self.target {
            let told = match target {
                Some(Ok(url)) => Cow::Borrowed(url.as_str()),
                Some(Err(failure)) => format!("({})", failure.kind()).into(),
                None => "(invalid-base)".into(),
            };
            answers.push(("target", Some(told)));
        }
        answers
    }
}

/// The keys of a reading.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "url-reading")]
struct Keys<'r> {
    /// Whether the input is a URL.
    valid: bool,
    #[serde(flatten)]
    components: Option<Components<'r>>,
    #[serde(flatten)]
    rewriting: Option<&'r Rewriting>,
    /// Why it is no URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "&'r Failure<'r>")]
    error: Option<&'r Failure<'r>>,
    /// The URL that it is by the base, if one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "&'r str")]
    target: Option<&'r str>,
    /// Why it is none by the base, by the name of the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "&'static str")]
    target_error: Option<&'static str>,
}

impl UrlReading<'_> {
    fn keys(&self) -> Keys<'_> {
        let (target, target_error) = match &self.target {
            None => (None, None),
            Some(Some(Ok(url))) => (Some(url.as_str()), None),
            Some(Some(Err(failure))) => (None, Some(failure.kind())),
            Some(None) => (None, Some("invalid-base")),
        };
        let parsed = self.parsed.as_ref();
        Keys {
            valid: parsed.is_ok(),
            components: parsed.ok().map(|canonical| Components::of((&canonical.url).into())),
            rewriting: parsed.ok().map(|canonical| &canonical.rewriting),
            error: parsed.err(),
            target,
            target_error,
        }
    }
}

written_as!(UrlReading<'_> as Keys<'_>, UrlReading::keys);

/// One question, and the answer of each edition.
pub struct UrlRow<'r> {
    /// The name of the question in JSON.
    pub what: &'static str,
    /// The answers in the order of the readings: `None` if the edition rejects the input, otherwise a text, or
    /// `None` if undefined.
    pub answers: Vec<Option<Option<Cow<'r, str>>>>,
}

impl UrlRow<'_> {
    /// Whether two editions answer differently.
    pub fn differs(&self) -> bool {
        let mut answers = self.answers.iter().flatten();
        answers.next().is_some_and(|first| answers.any(|answer| answer != first))
    }

    /// Whether any edition has an answer.
    pub fn says_something(&self) -> bool {
        self.answers.iter().flatten().any(Option::is_some)
    }

    /// Whether an edition's answer differs from the newest that has one.
    pub fn is_odd(&self, number: usize) -> bool {
        let newest = self.answers.iter().rev().flatten().next();
        self.answers.get(number).is_some_and(|answer| answer.is_some() && answer.as_ref() != newest)
    }
}

/// An answer in a difference: whether the input is valid, or a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "url-answer")]
pub enum UrlAnswer<'r> {
    /// Whether the input is valid.
    Validity(bool),
    /// A component, or the whole.
    Text(Option<Cow<'r, str>>),
}

impl<'r> UrlAnswer<'r> {
    fn of(what: &str, text: Option<Cow<'r, str>>) -> Self {
        if what == "validity" {
            Self::Validity(text.as_deref() == Some("yes"))
        } else {
            Self::Text(text)
        }
    }

    /// The answer as part of a sentence.
    pub fn in_words(&self) -> &str {
        match self {
            Self::Validity(true) => "yes",
            Self::Validity(false) => "no",
            Self::Text(None) => "undefined",
            Self::Text(Some(text)) if text.is_empty() => "(empty)",
            Self::Text(Some(text)) => text,
        }
    }
}

/// Editions with equal answers that differ from the newest edition that has an answer.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "url-difference")]
pub struct UrlDifference<'r> {
    /// The question.
    pub what: &'static str,
    /// The editions.
    #[schemars(with = "Vec<EditionName>")]
    pub editions: Vec<&'static str>,
    /// Their answer.
    pub value: UrlAnswer<'r>,
    /// The algorithm of the standard that decides it.
    pub rule: &'static str,
    /// The section that states it.
    pub section: &'static str,
    /// The edition with a different answer.
    #[schemars(with = "EditionName")]
    pub than: &'static str,
    /// The answer of that edition.
    #[serde(skip)]
    pub other: UrlAnswer<'r>,
}

/// All questions, in the order of JSON.
pub fn rows<'r>(readings: &'r [UrlReading<'_>]) -> Vec<UrlRow<'r>> {
    let mut rows: Vec<UrlRow<'r>> = Vec::new();
    for (number, reading) in readings.iter().enumerate() {
        for (what, answer) in reading.answers() {
            let known = rows.iter().position(|row| row.what == what);
            let at = known.unwrap_or_else(|| {
                // The target comes last, and is in every reading or in none.
                let target = rows.iter().position(|row| row.what == "target");
                let at = target.unwrap_or(rows.len());
                let answers = iter::repeat_with(|| None).take(readings.len()).collect();
                rows.insert(at, UrlRow { what, answers });
                at
            });
            rows[at].answers[number] = Some(answer);
        }
    }
    rows
}

/// The differences between the editions.
pub fn differences<'r>(readings: &'r [UrlReading<'_>]) -> Vec<UrlDifference<'r>> {
    let mut differences: Vec<UrlDifference<'r>> = Vec::new();
    for row in rows(readings) {
        let newest = row.answers.iter().rposition(Option::is_some);
        let Some(than) = newest.and_then(|newest| readings.get(newest)) else { continue };
        let newest_answer = newest.and_then(|newest| row.answers.get(newest)?.clone()).flatten();
        let odd: Vec<bool> = (0..readings.len()).map(|number| row.is_odd(number)).collect();
        let (rule, section) = rule(row.what);
        for ((reading, answer), _) in
            readings.iter().zip(row.answers).zip(odd).filter(|(_, odd)| *odd)
        {
            let value = UrlAnswer::of(row.what, answer.flatten());
            let name = reading.standard.name;
            let known =
                differences.iter_mut().find(|known| known.what == row.what && known.value == value);
            match known {
                Some(known) => known.editions.push(name),
                None => differences.push(UrlDifference {
                    what: row.what,
                    editions: vec![name],
                    value,
                    rule,
                    section,
                    than: than.standard.name,
                    other: UrlAnswer::of(row.what, newest_answer.clone()),
                }),
            }
        }
    }
    differences
}

/// Whether the newest edition of the URI syntax takes the input for a relative reference.
pub fn is_relative(syntax: &[Row<'_>], readings: &[Reading<'_>]) -> bool {
    let newest = syntax.first().and_then(|row| readings.get(row.newest()?.0));
    newest.is_some_and(|newest| newest.parsed.is_ok_and(|own| own.scheme().is_none()))
}

/// What is compared of an edition of the URL Standard and of one of the URI syntax. The other components follow from these,
/// or are no parts of the text.
const COMPARED: [&str; 9] =
    ["validity", "scheme", "userinfo", "host", "port", "path", "query", "fragment", "target"];

/// The differences between an edition of the URL Standard and the newest edition of the URI syntax that has an answer. A
/// relative reference is no URL by itself, so that only its target is compared.
pub fn beside<'r>(
    url: &'r UrlReading<'_>,
    syntax: &'r [Row<'_>],
    readings: &[Reading<'_>],
) -> Vec<UrlDifference<'r>> {
    let is_relative = is_relative(syntax, readings);
    let answers = url.answers();
    let differences = COMPARED.iter().filter_map(|&what| {
        let (_, value) = answers.iter().find(|(name, _)| *name == what)?;
        let row = syntax.iter().find(|row| row.what == what)?;
        let (newest, answer) = row.newest()?;
        let other = match answer {
            Answer::Component(Value::Undefined) => None,
            Answer::Component(Value::Text(text)) => Some(Cow::Borrowed(text.as_ref())),
            answer => Some(answer.told()),
        };
        let differs = *value != other && (what == "target" || !is_relative);
        let (rule, section) = rule(what);
        differs.then(|| UrlDifference {
            what,
            editions: vec![url.standard.name],
            value: UrlAnswer::of(what, value.clone()),
            rule,
            section,
            than: readings[newest].edition.name,
            other: UrlAnswer::of(what, other),
        })
    });
    differences.collect()
}

/// The algorithm of the URL Standard that decides an answer, and its section.
fn rule(what: &str) -> (&'static str, &'static str) {
    match what {
        "host" | "host_kind" => ("host-parser", "3.5"),
        "href" => ("url-serializer", "4.5"),
        "origin" => ("origin", "4.7"),
        _ => ("basic-url-parser", "4.4"),
    }
}

/// Runs of adjacent editions with equal answers, by the indices of their first and last.
pub fn runs(rows: &[UrlRow<'_>], count: usize) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for number in 0..count {
        let goes_on = runs.last().is_some_and(|(first, _)| {
            rows.iter().all(|row| row.answers.get(*first) == row.answers.get(number))
        });
        match runs.last_mut() {
            Some((_, last)) if goes_on => *last = number,
            _ => runs.push((number, number)),
        }
    }
    runs
}
