//! The readings of one input by the editions, side by side, and their differences.
//!
//! A [`Row`] is one question about a reading, with the answer of each edition. Its [`Difference`]s are the editions
//! whose answer differs from the newest edition that has an answer, with the rules that cause it. An edition that
//! only adds to another one counts as newest only if no other has an answer. The table and the JSON are made of the
//! rows.

use std::borrow::Cow;
use std::collections::BTreeMap;

use napkin::edition::Rule;
use napkin::{Edition, ErrorKind, ParseError, Part, Reference, ResolveError, Start, Target};
use napkin_standards::facts::{self, Component, Value};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::base::told;
use crate::component_keys::Components;
use crate::failure::Failure;
use crate::notes;
use crate::schema::{ComponentSchema, EditionName, OrNull, schema_of, written_as};

/// One edition's reading of an input.
pub struct Reading<'a> {
    /// The edition.
    pub edition: &'static Edition,
    /// The input.
    pub input: &'a [u8],
    /// The parts, if the input is valid.
    pub parsed: Result<Reference<'a>, ParseError>,
    /// Its target, if a base was given.
    pub target: Option<Result<Target, ResolveError>>,
}

impl<'a> Reading<'a> {
    /// An edition's reading of a text, and its target by a base.
    pub fn new(edition: &'static Edition, input: &'a [u8], base: Option<&str>) -> Self {
        let text = String::from_utf8_lossy(input);
        Self {
            edition,
            input,
            parsed: edition.parse_bytes(Start::UriReference, input),
            target: base.map(|base| edition.resolver(base).resolve(&text)),
        }
    }
}

/// The keys of a reading.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "reading")]
struct Keys<'r> {
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

impl Reading<'_> {
    fn keys(&self) -> Keys<'_> {
        let (components, note, error) = match &self.parsed {
            Ok(reference) => {
                let note = reference.scheme().and_then(|_| notes::note(*reference, self.input));
                (Some(Components::of(reference.into())), note, None)
            }
            Err(error) => {
                let error = Failure::refused(*error, self.input);
                (None, None, Some(error))
            }
        };
        let (target, target_error) = match &self.target {
            None => (None, None),
            Some(Ok(Target::Uri(uri))) => (Some(OrNull(Some(uri.as_str()))), None),
            // The fragment is that of the input, and is already a component.
            Some(Ok(Target::CurrentDocument { .. })) => (Some(OrNull(None)), None),
            Some(Err(error)) => (None, Some(error.name())),
        };
        Keys {
            valid: self.parsed.is_ok(),
            components,
            note,
            error,
            current_document: target == Some(OrNull(None)),
            target,
            target_error,
        }
    }
}

written_as!(Reading<'_> as Keys<'_>, Reading::keys);

/// The readings of one input by the names of their editions, in JSON.
pub struct ByEdition<'r, 'a>(pub &'r [Reading<'a>]);

impl Serialize for ByEdition<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|reading| (reading.edition.name, reading)))
    }
}

schema_of!(ByEdition<'_, '_>, BTreeMap<EditionName, Reading<'_>>);

/// The questions.
#[derive(Clone, Copy)]
enum Asked {
    Validity,
    Component(Option<Part>),
    Target,
}

/// An edition's answer.
#[derive(Clone, PartialEq)]
pub enum Answer<'a> {
    /// Whether the input is valid.
    Validity(bool),
    /// A component.
    Component(Value<'a>),
    /// The target of the reference.
    Target(Target),
    /// Why it has no target.
    NoTarget(&'static str),
}

/// One question with the answer of each edition; `None` for an edition without an answer.
pub struct Row<'a> {
    /// The name of the question in JSON.
    pub what: &'static str,
    asked: Asked,
    /// The answers, in the order of the readings.
    pub answers: Vec<Option<Answer<'a>>>,
    /// Whether each reading's edition adds to another one.
    additions: Vec<bool>,
}

/// Editions with equal answers, by rules of equal name and section, that differ from another edition's answer.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "difference")]
pub struct Difference<'a> {
    /// The question.
    pub what: &'static str,
    /// The editions.
    #[schemars(with = "Vec<EditionName>")]
    pub editions: Vec<&'static str>,
    /// Their answer.
    pub value: Answer<'a>,
    /// The rule of these editions that decides it.
    pub rule: &'static str,
    /// The section with the rule.
    pub section: &'static str,
    /// The edition with a different answer: the newest that has one.
    #[schemars(with = "EditionName")]
    pub than: &'static str,
    /// The answer of that edition.
    #[serde(skip)]
    pub other: Answer<'a>,
    /// The error of the input, if it is invalid in one of the two.
    #[serde(skip)]
    pub fault: Option<ParseError>,
}

/// All questions, in the order of JSON.
pub fn rows<'a>(readings: &[Reading<'a>]) -> Vec<Row<'a>> {
    let validity = |reading: &Reading<'a>| Some(Answer::Validity(reading.parsed.is_ok()));
    let row = |what, asked, answers| Row {
        what,
        asked,
        answers,
        additions: readings.iter().map(|reading| reading.edition.is_addition).collect(),
    };
    let mut rows = vec![row("validity", Asked::Validity, readings.iter().map(validity).collect())];
    for (number, reading) in readings.iter().enumerate() {
        let Ok(reference) = &reading.parsed else { continue };
        for (component, Component { name, part, value, .. }) in
            facts::list(reference.into()).into_iter().enumerate()
        {
            let at = component + 1;
            if at == rows.len() {
                rows.push(row(name, Asked::Component(part), vec![None; readings.len()]));
            }
            rows[at].answers[number] = value.map(Answer::Component);
        }
    }
    let targets: Vec<_> = readings.iter().map(Reading::target).collect();
    if targets.iter().any(Option::is_some) {
        rows.push(row("target", Asked::Target, targets));
    }
    rows
}

impl<'a> Reading<'a> {
    fn target(&self) -> Option<Answer<'a>> {
        Some(match self.target.as_ref()? {
            Ok(target) => Answer::Target(target.clone()),
            Err(error) => Answer::NoTarget(error.name()),
        })
    }
}

impl<'a> Row<'a> {
    /// The newest edition that has an answer, by its index, and the answer.
    pub(crate) fn newest(&self) -> Option<(usize, &Answer<'a>)> {
        let of = |is_addition| {
            let answers = self.answers.iter().zip(&self.additions).enumerate().rev();
            let mut answers = answers.filter(move |(_, (_, addition))| **addition == is_addition);
            answers.find_map(|(number, (answer, _))| Some((number, answer.as_ref()?)))
        };
        of(false).or_else(|| of(true))
    }

    /// Whether two editions answer differently.
    pub fn differs(&self) -> bool {
        self.newest()
            .is_some_and(|(_, newest)| self.answers.iter().flatten().any(|answer| answer != newest))
    }

    /// Whether an answer differs from that of the newest edition.
    pub fn is_odd(&self, answer: &Answer<'a>) -> bool {
        self.newest().is_some_and(|(_, newest)| answer != newest)
    }

    /// Whether any edition has an answer.
    pub fn says_something(&self) -> bool {
        let undefined = |answer: &Answer<'_>| matches!(answer, Answer::Component(Value::Undefined));
        !self.answers.iter().flatten().all(undefined)
    }

    /// The differences between the editions.
    pub fn differences(&self, readings: &[Reading<'a>]) -> Vec<Difference<'a>> {
        let mut differences: Vec<Difference<'a>> = Vec::new();
        let Some((newest, other)) = self.newest() else { return differences };
        let newest = &readings[newest];
        for (reading, answer) in readings.iter().zip(&self.answers) {
            let Some(answer) = answer.as_ref().filter(|answer| *answer != other) else { continue };
            let fault = match self.asked {
                Asked::Validity => reading.parsed.err().or(newest.parsed.err()),
                Asked::Component(_) | Asked::Target => None,
            };
            let Rule { name: rule, section } = self.rule(reading, fault);
            let same = differences.iter_mut().find(|known| {
                (&known.value, known.rule, known.section) == (answer, rule, section)
                    && known.fault.map(place) == fault.map(place)
            });
            match same {
                Some(known) => known.editions.push(reading.edition.name),
                None => differences.push(Difference {
                    what: self.what,
                    editions: vec![reading.edition.name],
                    value: answer.clone(),
                    rule,
                    section,
                    than: newest.edition.name,
                    other: other.clone(),
                    fault,
                }),
            }
        }
        differences
    }

    /// The rule that decides an edition's answer.
    fn rule(&self, reading: &Reading<'_>, fault: Option<ParseError>) -> Rule {
        let edition = reading.edition;
        match (self.asked, reading.parsed.err(), fault) {
            (Asked::Validity, Some(own), _) => own.rule(),
            (Asked::Validity, None, Some(of_other)) => {
                edition.rule(of_other.kind(), of_other.part())
            }
            (Asked::Component(Some(part)), ..) => match reading.parsed {
                Ok(reference) => reference.rule(part),
                Err(error) => error.rule(),
            },
            (Asked::Component(None), ..) => edition.rule(ErrorKind::MissingScheme, Part::Scheme),
            (Asked::Target | Asked::Validity, ..) => {
                Rule { name: "resolution", section: edition.sections.resolution }
            }
        }
    }
}

/// Kind and place of an error, independent of the edition.
fn place(error: ParseError) -> (ErrorKind, Part, usize) {
    (error.kind(), error.part(), error.offset())
}

impl Answer<'_> {
    /// The answer as part of a sentence.
    pub fn in_words(&self) -> Cow<'_, str> {
        match self {
            Self::Component(Value::Undefined) => "undefined".into(),
            answer => answer.told(),
        }
    }

    /// The answer in words.
    pub fn told(&self) -> Cow<'_, str> {
        match self {
            Self::Validity(true) => "yes".into(),
            Self::Validity(false) => "no".into(),
            Self::Component(Value::Undefined) => "-".into(),
            Self::Component(Value::Text(text)) if text.is_empty() => "(empty)".into(),
            Self::Component(Value::Text(text)) => Cow::Borrowed(text),
            Self::Component(Value::Texts(segments)) => Cow::Borrowed(segments.path()),
            Self::Target(target) => told(target),
            Self::NoTarget(error) => format!("({error})").into(),
        }
    }
}

/// An answer of an edition.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "edition-answer")]
enum Written<'r> {
    /// Whether the input is valid.
    Validity(bool),
    /// A component.
    #[schemars(with = "ComponentSchema")]
    Component(&'r Value<'r>),
    /// The target.
    Target(&'r str),
    /// The current document, with the fragment in it.
    CurrentDocument { current_document: bool, fragment: Option<&'r str> },
    /// Why there is no target.
    NoTarget { error: &'static str },
}

impl Answer<'_> {
    fn written(&self) -> Written<'_> {
        match self {
            Self::Validity(valid) => Written::Validity(*valid),
            Self::Component(value) => Written::Component(value),
            Self::Target(Target::Uri(uri)) => Written::Target(uri),
            Self::Target(Target::CurrentDocument { fragment }) => {
                Written::CurrentDocument { current_document: true, fragment: fragment.as_deref() }
            }
            Self::NoTarget(error) => Written::NoTarget { error },
        }
    }
}

written_as!(Answer<'_> as Written<'_>, Answer::written);
