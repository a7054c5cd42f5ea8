//! Whether an input is valid.

use napkin::{Edition, Reference, Start};
use serde::Serialize;

use crate::choice::{self, WrongChoice};
use crate::failure::Failure;
use crate::standard::{Standard, UrlStandard};
use crate::url_standard::{self, Read, Rewriting, Validation};

/// The settings of a check: standard, rule, and how strict it is.
#[derive(Clone, Copy, Debug)]
pub struct Checking {
    /// The standard.
    pub standard: Standard,
    /// The rule of the grammar that the input has to match.
    pub start: Start,
    /// Whether to check the requirements of the scheme too.
    pub scheme_rules: bool,
    /// Whether validation errors of the URL Standard are faults.
    pub strict: bool,
}

impl Checking {
    /// Checks for a URI or a relative reference by an edition; by the URL Standard, for a URL.
    pub fn new(standard: impl Into<Standard>) -> Self {
        let standard = standard.into();
        Self { standard, start: Start::UriReference, scheme_rules: false, strict: false }
    }

    /// Rejects choices that the standard does not have.
    ///
    /// # Errors
    ///
    /// The first such choice.
    pub fn check(&self) -> Result<(), WrongChoice> {
        if self.start != Start::UriReference {
            choice::option_must_suit(self.standard, "rule", |_| true)?;
        }
        if self.scheme_rules {
            choice::option_must_suit(self.standard, "scheme-rules", |_| true)?;
        }
        if self.strict {
            choice::only_by_url_standard(self.standard, "strict")?;
        }
        Ok(())
    }

    /// Checks an input. The error is part of the answer.
    ///
    /// # Errors
    ///
    /// Never fails; the type is common to all questions.
    pub fn answer<'a>(&self, input: &'a [u8]) -> Result<Checked<'a>, Failure<'a>> {
        Ok(match self.standard {
            Standard::Syntax(edition) => self.by_syntax(edition, input),
            Standard::Url(standard) => self.by_url_standard(standard, input),
        })
    }

    fn by_syntax<'a>(&self, edition: &'static Edition, input: &'a [u8]) -> Checked<'a> {
        let parsed = edition.parse_bytes(self.start, input);
        let (error, note) =
            match parsed.map_err(|error| Failure::refused(error, input).or_scp(input)) {
                Ok(reference) if self.scheme_rules && !reference.is_relative_ref() => {
                    (by_scheme(reference, input).err(), None)
                }
                Ok(reference) => (None, Failure::note(reference, input)),
                Err(failure) => (Some(failure), None),
            };
        Checked { valid: error.is_none(), error, note, rewriting: None, validation: None, input }
    }

    fn by_url_standard<'a>(&self, standard: UrlStandard, input: &'a [u8]) -> Checked<'a> {
        let read = Read::new(standard.edition, None, input);
        let validation = url_standard::validation(&read.notes);
        let first = url_standard::first(&read.notes, input);
        match read.canonical(input) {
            Err(error) => Checked {
                valid: false,
                error: Some(error),
                note: None,
                rewriting: None,
                validation: Some(validation),
                input,
            },
            Ok(read) => {
                let (error, note) = if self.strict { (first, None) } else { (None, first) };
                Checked {
                    valid: error.is_none(),
                    error,
                    note: note.map(Failure::as_note),
                    rewriting: Some(read.rewriting),
                    validation: None,
                    input,
                }
            }
        }
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
#[derive(Serialize)]
pub struct Checked<'a> {
    /// Whether the input is valid.
    pub valid: bool,
    /// The error, if it is not valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Failure<'a>>,
    /// A note on a valid input that is probably not intended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<Failure<'a>>,
    /// The changes by the URL Standard, if it is a URL.
    #[serde(flatten)]
    pub rewriting: Option<Rewriting>,
    /// The validation errors of the URL Standard, if it is not a URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validation: Option<Vec<Validation>>,
    /// The input.
    #[serde(skip)]
    pub input: &'a [u8],
}
