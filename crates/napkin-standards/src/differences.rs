//! The readings of one text by several standards, side by side, and their differences.
//!
//! A [`Row`] is one question about the readings, with the answer of each standard. A [`Difference`] is an answer other than that of
//! the newest standard, with the rule that causes it. An edition that adds to another one counts as newest only if no other has an
//! answer.

use std::borrow::Cow;
use std::slice;

use napkin::edition::Rule;
use napkin::{ErrorKind, ParseError, Part, Target};

use crate::base::Base;
use crate::error::Error;
use crate::facts::{self, Value};
use crate::parsed::{Parsed, Read};
use crate::resolve::target_in_words;
use crate::standard::Standard;

/// One standard's reading of a text.
#[derive(Debug)]
pub struct Reading<'t> {
    /// The standard.
    pub standard: Standard,
    /// The text.
    pub text: &'t [u8],
    /// The parsed text, or why it is invalid.
    pub read: Result<Read<'t>, Error>,
    /// Its target, if a base was given.
    pub target: Option<Result<Target, Error>>,
}

impl<'t> Reading<'t> {
    /// A standard's reading of a text, and its target by a base.
    pub fn new(standard: impl Into<Standard>, text: &'t [u8], base: Option<&str>) -> Self {
        let standard = standard.into();
        let target = |base| Base::new(base, standard).resolve(text);
        Self { standard, text, read: standard.read(text), target: base.map(target) }
    }

    /// Whether the text is valid, alone or with the base.
    pub const fn says_something(&self) -> bool {
        self.read.is_ok() || matches!(self.target, Some(Ok(_)))
    }

    /// Whether the text is a relative reference.
    pub fn is_relative(&self) -> bool {
        let reference = self.read.as_ref().ok().and_then(Read::reference);
        reference.is_some_and(|reference| reference.scheme().is_none())
    }

    /// The target as an answer; `None` without a base.
    pub fn target(&self) -> Option<Answer<'_>> {
        Some(match self.target.as_ref()? {
            Ok(target) => Answer::Target(target),
            Err(error) if error.of_syntax().is_some() => Answer::NoTarget("invalid-reference"),
            Err(error) => Answer::NoTarget(error.kind()),
        })
    }

    /// The answers to all questions, each with the part that decides it; `None` where the standard has none. The target comes second,
    /// since an invalid text has no more.
    fn answers(&self) -> Vec<(&'static str, Option<Part>, Option<Answer<'_>>)> {
        let mut answers = vec![
            ("validity", None, Some(Answer::Validity(self.read.is_ok()))),
            ("target", None, self.target()),
        ];
        let Ok(read) = &self.read else { return answers };
        let (parsed, url) = (read.parsed(), read.parsed().url());
        let text = |text| Answer::Value(Value::Text(text));
        answers.push(("href", None, url.map(|url| text(url.as_str().into()))));
        answers.extend(facts::list(parsed).into_iter().map(|component| {
            // The path of a URL has the same information as its segments.
            let value = match (parsed, component.value) {
                (Parsed::Url(_), Some(Value::Texts(_))) => None,
                (_, value) => value.map(Answer::Value),
            };
            (component.name, component.part, value)
        }));
        let origin = url.map(|url| text(url.origin().ascii_serialization().into()));
        answers.push(("origin", None, origin));
        answers
    }
}

/// A standard's answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer<'r> {
    /// Whether the text is valid.
    Validity(bool),
    /// A component, the canonical text of a URL, or its origin.
    Value(Value<'r>),
    /// The target of the reference.
    Target(&'r Target),
    /// Why it has no target, by the name of the error.
    NoTarget(&'static str),
}

impl Answer<'_> {
    /// The answer as part of a sentence.
    pub fn in_words(&self) -> Cow<'_, str> {
        match self {
            Self::Validity(true) => "yes".into(),
            Self::Validity(false) => "no".into(),
            Self::Value(Value::Undefined) => "undefined".into(),
            Self::Value(Value::Text(text)) if text.is_empty() => "(empty)".into(),
            Self::Value(Value::Text(text)) => Cow::Borrowed(text),
            Self::Value(Value::Texts(segments)) => segments.path().into(),
            Self::Target(target) => target_in_words(target),
            Self::NoTarget(error) => format!("({error})").into(),
        }
    }
}

/// One question with the answer of each standard.
#[derive(Debug)]
pub struct Row<'r> {
    /// The name of the question.
    pub what: &'static str,
    /// The part that decides it.
    part: Option<Part>,
    readings: &'r [Reading<'r>],
    /// The answers, in the order of the readings; `None` for a standard without an answer.
    pub answers: Vec<Option<Answer<'r>>>,
}

/// The questions about the readings of one text: whether it is valid, its components, and what it leads to. A URL also has its canonical text and
/// its origin.
pub fn rows<'r>(readings: &'r [Reading<'r>]) -> Vec<Row<'r>> {
    let mut rows: Vec<Row<'r>> = Vec::new();
    for (number, reading) in readings.iter().enumerate() {
        for (at, (what, part, answer)) in reading.answers().into_iter().enumerate() {
            if at == rows.len() {
                rows.push(Row { what, part, readings, answers: vec![None; readings.len()] });
            }
            rows[at].answers[number] = answer;
        }
    }
    // The target goes last.
    if let Some(behind_validity) = rows.get_mut(1..) {
        behind_validity.rotate_left(1);
    }
    rows.retain(|row| row.answers.iter().any(Option::is_some));
    rows
}

/// The differences of the readings of one text, each from the newest standard that has an answer.
///
/// ```
/// use napkin_standards::Standard;
/// use napkin_standards::differences::{Reading, differences};
///
/// let readings = ["rfc1738", "rfc3986"]
///     .map(|name| Reading::new(Standard::named(name).unwrap(), b"ftp://h/a?b", None));
/// let path = &differences(&readings)[0];
/// assert_eq!((path.what, path.names(), path.than.name()), ("path", vec!["rfc1738"], "rfc3986"));
/// assert_eq!((&*path.value.in_words(), &*path.other.in_words()), ("a?b", "/a"));
/// assert_eq!((path.rule.name, path.rule.section), ("ftpurl", "3.2"));
/// ```
pub fn differences<'r>(readings: &'r [Reading<'r>]) -> Vec<Difference<'r>> {
    rows(readings).iter().flat_map(Row::differences).collect()
}

impl<'r> Row<'r> {
    /// The newest reading that has an answer, and the answer.
    pub fn newest(&self) -> Option<(&'r Reading<'r>, &Answer<'r>)> {
        let of = |is_addition| {
            let mut answers = self.readings.iter().zip(&self.answers).rev();
            answers.find_map(|(reading, answer)| {
                let is_one = reading.standard.is_addition() == is_addition;
                Some((reading, answer.as_ref().filter(|_| is_one)?))
            })
        };
        of(false).or_else(|| of(true))
    }

    /// Whether two standards answer differently.
    pub fn differs(&self) -> bool {
        self.answers.iter().flatten().any(|answer| self.is_odd(answer))
    }

    /// Whether an answer differs from that of the newest standard.
    pub fn is_odd(&self, answer: &Answer<'_>) -> bool {
        self.newest().is_some_and(|(_, newest)| answer != newest)
    }

    /// Whether any standard has an answer.
    pub fn says_something(&self) -> bool {
        let undefined = |answer: &Answer<'_>| matches!(answer, Answer::Value(Value::Undefined));
        !self.answers.iter().flatten().all(undefined)
    }

    /// The differences from the newest standard; equal ones by equal rules are one.
    pub fn differences(&self) -> Vec<Difference<'r>> {
        let mut differences: Vec<Difference<'r>> = Vec::new();
        let answers = self.readings.iter().zip(&self.answers);
        for new in answers.filter_map(|(reading, own)| self.difference(reading, own.as_ref()?)) {
            match differences.iter_mut().find(|known| known.is_like(&new)) {
                Some(known) => known.standards.extend(new.standards),
                None => differences.push(new),
            }
        }
        differences
    }

    /// The difference of a reading's answer from that of the newest standard.
    fn difference(&self, reading: &Reading<'_>, value: &Answer<'r>) -> Option<Difference<'r>> {
        let (newest, other) = self.newest().filter(|(_, newest)| *newest != value)?;
        let [own, of_newest] = [reading, newest]
            .map(|reading| reading.read.as_ref().err().filter(|_| self.what == "validity"));
        Some(Difference {
            what: self.what,
            standards: vec![reading.standard],
            value: value.clone(),
            rule: self.rule(reading, own, of_newest),
            than: newest.standard,
            other: other.clone(),
            fault: own.or(of_newest).copied(),
        })
    }

    /// The rule that decides a reading's answer, by its own error or that of another reading.
    fn rule(&self, reading: &Reading<'_>, own: Option<&Error>, other: Option<&Error>) -> Rule {
        let edition = match reading.standard {
            Standard::Syntax(edition) => edition,
            Standard::Url(_) => return rule_of_url(self.what),
        };
        if self.what == "target" {
            return Rule { name: "resolution", section: edition.sections.resolution };
        }
        let [own, other] = [own, other].map(|error| error.and_then(Error::of_syntax));
        let reference = reading.read.as_ref().ok().and_then(Read::reference);
        match (own, other, self.part.zip(reference)) {
            (Some(own), ..) => own.rule(),
            (None, Some(other), _) => edition.rule(other.kind(), other.part()),
            (None, None, Some((part, reference))) => reference.rule(part),
            (None, None, None) => edition.rule(ErrorKind::MissingScheme, Part::Scheme),
        }
    }
}

/// The algorithm of the URL Standard that decides an answer.
fn rule_of_url(what: &str) -> Rule {
    let (name, section) = match what {
        "host" | "host_kind" => ("host-parser", "3.5"),
        "href" => ("url-serializer", "4.5"),
        "origin" => ("origin", "4.7"),
        _ => ("basic-url-parser", "4.4"),
    };
    Rule { name, section }
}

/// Standards with equal answers that differ from the answer of the newest.
#[derive(Debug)]
pub struct Difference<'r> {
    /// The name of the question.
    pub what: &'static str,
    /// The standards.
    pub standards: Vec<Standard>,
    /// Their answer.
    pub value: Answer<'r>,
    /// The rule of these standards that decides it, by the URL Standard an algorithm.
    pub rule: Rule,
    /// The newest standard that has an answer.
    pub than: Standard,
    /// The answer of that standard.
    pub other: Answer<'r>,
    /// The error of the text, if it is invalid by one of the two.
    pub fault: Option<Error>,
}

impl Difference<'_> {
    /// The names of the standards.
    pub fn names(&self) -> Vec<&'static str> {
        self.standards.iter().map(|standard| standard.name()).collect()
    }

    /// Whether the rule tells more than the error, which cites its own: if there is none, or if it is that of the newest edition. All
    /// parsing by the URL Standard is one algorithm.
    pub fn is_by_rule(&self) -> bool {
        self.fault.is_none_or(|fault| {
            let of_newest = |fault: ParseError| fault.edition().name == self.than.name();
            fault.of_syntax().is_some_and(of_newest)
                && !self.standards.iter().any(|one| one.is_url())
        })
    }

    /// Whether another difference of the same row has the same answer, by the same rule and fault. The URL Standard tells no faults apart.
    fn is_like(&self, other: &Self) -> bool {
        let place = |difference: &Self| {
            let fault = difference.fault?.of_syntax()?;
            Some((fault.kind(), fault.part(), fault.offset()))
        };
        self.value == other.value && self.rule == other.rule && place(self) == place(other)
    }
}

/// What is compared of a URL and of references. The other components follow from these, or are no parts of the text.
const COMPARED: [&str; 9] =
    ["validity", "scheme", "userinfo", "host", "port", "path", "query", "fragment", "target"];

/// The differences between the reading of a text as a URL and the newest of its readings as a reference, whose rows are given. A relative
/// reference is no URL by itself, so that only its target is compared.
///
/// ```
/// use napkin::edition::RFC3986;
/// use napkin_standards::UrlStandard;
/// use napkin_standards::differences::{Reading, beside, rows};
///
/// let by_rfc = [Reading::new(RFC3986, b"http://h", None)];
/// let by_browser = Reading::new(UrlStandard::NEWEST, b"http://h", None);
/// let path = &beside(&by_browser, &rows(&by_rfc))[0];
/// assert_eq!((path.what, &*path.value.in_words(), &*path.other.in_words()), ("path", "/", "(empty)"));
/// ```
pub fn beside<'r>(url: &'r Reading<'r>, rows: &[Row<'r>]) -> Vec<Difference<'r>> {
    let own = self::rows(slice::from_ref(url));
    let newest = rows.first().and_then(Row::newest);
    let is_relative = newest.is_some_and(|(newest, _)| newest.is_relative());
    let is_compared =
        |row: &&Row<'_>| COMPARED.contains(&row.what) && (row.what == "target" || !is_relative);
    let differences = rows.iter().filter(is_compared).filter_map(|row| {
        let own = own.iter().find(|own| own.what == row.what)?;
        row.difference(url, own.answers.first()?.as_ref()?)
    });
    differences.collect()
}
