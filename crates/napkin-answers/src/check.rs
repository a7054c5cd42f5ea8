//! Whether an input is valid.

use napkin::{Edition, Reference, Start};
use napkin_schemes::View;
use serde::Serialize;

use crate::choice::{self, WrongChoice};
use crate::failure::Failure;
use crate::standard::{Standard, UrlStandard};
use crate::url_standard::{self, Read, Rewriting, Validation};

/// Whether an input is valid, and what is wrong with it if not.
#[derive(Clone, Copy, Debug)]
pub struct Checking {
    /// The standard to go by.
    pub standard: Standard,
    /// The rule of the grammar that the input has to match.
    pub start: Start,
    /// Whether to ask for what the scheme requires too.
    pub scheme_rules: bool,
    /// Whether validation errors of the URL Standard are faults.
    pub strict: bool,
}

impl Checking {
    /// A URI or a relative reference, by an edition; by the URL Standard a URL.
    pub fn new(standard: impl Into<Standard>) -> Self {
        let standard = standard.into();
        Self { standard, start: Start::UriReference, scheme_rules: false, strict: false }
    }

    /// Refuses choices that the standard does not leave.
    ///
    /// # Errors
    ///
    /// The first of them.
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

    /// Judges an input. What is wrong with it is part of the answer.
    ///
    /// # Errors
    ///
    /// None; the type is that of the other questions.
    pub fn answer<'a>(&self, input: &'a [u8]) -> Result<Checked<'a>, Failure<'a>> {
        Ok(match self.standard {
            Standard::Syntax(edition) => self.by_syntax(edition, input),
            Standard::Url(standard) => self.by_url_standard(standard, input),
        })
    }

    fn by_syntax<'a>(&self, edition: &'static Edition, input: &'a [u8]) -> Checked<'a> {
        let parsed = edition.parse_bytes(self.start, input);
        let (error, note) = match parsed.map_err(|error| Failure::refused(error, input)) {
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

/// Asks what the scheme requires: first what the core knows of it, then its view.
fn by_scheme<'a>(reference: Reference<'a>, input: &'a [u8]) -> Result<(), Failure<'a>> {
    reference.check_scheme().map_err(|error| Failure::refused(error, input))?;
    let of_scheme = |error| Failure::of_scheme(error, input);
    let description = napkin_schemes::describe(reference).map_err(of_scheme)?;
    if let Some(view) = description.view() {
        view.and_then(View::check).map_err(of_scheme)?;
    }
    Ok(())
}

/// Whether an input is valid.
#[derive(Serialize)]
pub struct Checked<'a> {
    /// Whether it is.
    pub valid: bool,
    /// What is wrong, if it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Failure<'a>>,
    /// What to know about it, if it is valid and few would mean it as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<Failure<'a>>,
    /// What the URL Standard did to it, if it is a URL.
    #[serde(flatten)]
    pub rewriting: Option<Rewriting>,
    /// The validation errors of the URL Standard, if it is no URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validation: Option<Vec<Validation>>,
    /// The input.
    #[serde(skip)]
    pub input: &'a [u8],
}
