//! Whether an input is valid.

use napkin::{Edition, Reference, Start};
use napkin_audit::Mend;
use napkin_standards::Standard;
use schemars::JsonSchema;
use serde::Serialize;

use crate::choice::{self, WrongChoice};
use crate::failure::Failure;
use crate::faults::{self, Faults};
use crate::notes;
use crate::options::options;
use crate::question::{Ask, Question, Yes};
use crate::schema::Mended;
use crate::url_standard::{self, Read, Rewriting, Validation};

options! {
    /// Say which inputs are valid, and what is wrong with the others
    ///
    /// 'repair' lists all that may be meant by an input, and 'clean' writes one of it.
    pub struct Check {
        /// What an input has to be: a rule of the grammar, by its name in RFC 3986
        rule: Option<Start>, "RULE" = "uri-reference";
        /// Also check the rules of the scheme, such as the host that http requires
        scheme_rules: bool;
        /// Count validation errors of the URL Standard as faults, not as notes
        strict: bool;
        /// Show every fault of an invalid input, each once
        explain: bool;
    }
}

impl Question for Check {
    const NAME: &'static str = "check";
    const YES: Option<Yes> =
        Some(Yes { keys: &["valid"], about: "the input is valid by all that was asked" });
    type Ready = Checking;

    fn ready(self, standard: Standard) -> Result<Checking, WrongChoice> {
        let checking = Checking { standard, options: self };
        checking.check()?;
        Ok(checking)
    }
}

/// A check by a standard.
#[derive(Clone, Debug)]
pub struct Checking {
    /// The standard.
    pub standard: Standard,
    /// The options.
    pub options: Check,
}

impl Ask for Checking {
    type Answer<'a> = Checked<'a>;

    fn standard(&self) -> Option<Standard> {
        Some(self.standard)
    }

    fn ask<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Checked<'a>, Failure<'a>> {
        Ok(self.answer(input))
    }
}

impl Checking {
    /// Checks for a URI or a relative reference by an edition; by the URL Standard, for a URL.
    pub fn new(standard: impl Into<Standard>) -> Self {
        Self { standard: standard.into(), options: Check::default() }
    }

    /// The rule that the input has to match.
    pub fn start(&self) -> Start {
        self.options.rule.unwrap_or(Start::UriReference)
    }

    /// Rejects options that the standard does not have.
    fn check(&self) -> Result<(), WrongChoice> {
        if self.start() != Start::UriReference {
            choice::option_must_suit(self.standard, "rule", |_| true)?;
        }
        if self.options.scheme_rules {
            choice::option_must_suit(self.standard, "scheme-rules", |_| true)?;
        }
        if self.options.explain {
            choice::option_must_suit(self.standard, "explain", |_| true)?;
        }
        if self.options.strict {
            choice::only_by_url_standard(self.standard, "strict")?;
        }
        Ok(())
    }

    /// Checks an input. The error is part of the answer.
    pub fn answer<'a>(&self, input: &'a [u8]) -> Checked<'a> {
        // A grammar refuses a text with one fault; the URL Standard reads it, with validation errors.
        match self.standard.syntax() {
            Some(edition) => self.by_syntax(edition, input),
            None => self.by_url_standard(input),
        }
    }

    fn by_syntax<'a>(&self, edition: &'static Edition, input: &'a [u8]) -> Checked<'a> {
        let parsed = edition.parse_bytes(self.start(), input);
        let (error, note) = match parsed {
            Ok(reference) if self.options.scheme_rules && !reference.is_relative_ref() => {
                (by_scheme(reference, input).err(), None)
            }
            Ok(reference) => (None, notes::note(reference, input)),
            Err(error) => (Some(Failure::refused(error, input)), None),
        };
        let explained = error.as_ref().filter(|_| self.options.explain);
        let faults = explained.map(|error| {
            let mut faults = faults::all(edition, self.start(), input, error.clone());
            if let Some(failure) = notes::beside_faults(edition, input) {
                let at = faults.errors.partition_point(|error| error.offset() < failure.offset());
                faults.errors.insert(at, failure);
            }
            faults
        });
        let error = error.map(|error| error.mended(edition, input));
        Checked::new(input, error, note).with_faults(faults)
    }

    fn by_url_standard<'a>(&self, input: &'a [u8]) -> Checked<'a> {
        let read = Read::new(url_standard::edition(self.standard), input, None);
        let validation = url_standard::validation(&read.notes);
        let first = url_standard::first(&read.notes, input);
        let slip = match (&read.url, &first) {
            (Ok(url), None) => notes::of_url(url, self.standard, input),
            _ => None,
        };
        match read.canonical(input) {
            Err(error) => {
                let error = error.mended(self.standard, input);
                Checked { validation: Some(validation), ..Checked::new(input, Some(error), None) }
            }
            Ok(read) => {
                let (error, note) = if self.options.strict { (first, None) } else { (None, first) };
                let note = note.map(|note| note.mended(self.standard, input).as_note()).or(slip);
                Checked { rewriting: Some(read.rewriting), ..Checked::new(input, error, note) }
            }
        }
    }
}

impl<'a> Checked<'a> {
    fn new(input: &'a [u8], error: Option<Failure<'a>>, note: Option<Failure<'a>>) -> Self {
        let mends = error.as_ref().or(note.as_ref()).map(|failure| failure.mends().to_vec());
        let (valid, mends) = (error.is_none(), mends.unwrap_or_default());
        Self { valid, error, faults: None, note, mends, rewriting: None, validation: None, input }
    }

    fn with_faults(self, faults: Option<Faults<'a>>) -> Self {
        Self { faults, ..self }
    }
}

/// Checks the requirements of the scheme: first the core's facts, then the scheme's view.
fn by_scheme<'a>(reference: Reference<'a>, input: &'a [u8]) -> Result<(), Failure<'a>> {
    reference
        .check_scheme()
        .map_err(|error| Failure::refused(error, input).or_capitals(reference, input))?;
    let of_scheme = |error| Failure::of_scheme(error, input).or_capitals(reference, input);
    let description = napkin_schemes::describe(reference).map_err(of_scheme)?;
    description.check().map_err(of_scheme)
}

/// Whether an input is valid.
#[derive(Serialize, JsonSchema)]
pub struct Checked<'a> {
    /// Whether the input is valid.
    pub valid: bool,
    /// The error, if it is not valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Failure<'a>")]
    pub error: Option<Failure<'a>>,
    /// Every fault, if they were asked for.
    #[serde(flatten)]
    pub faults: Option<Faults<'a>>,
    /// A note on a valid input that is probably not intended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Failure<'a>")]
    pub note: Option<Failure<'a>>,
    /// The ways to mend it, if there is something to mend.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<Mended>")]
    pub mends: Vec<Mend>,
    /// The changes by the URL Standard, if it is a URL.
    #[serde(flatten)]
    pub rewriting: Option<Rewriting>,
    /// The validation errors of the URL Standard, if it is not a URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<Validation>")]
    pub validation: Option<Vec<Validation>>,
    /// The input.
    #[serde(skip)]
    pub input: &'a [u8],
}
