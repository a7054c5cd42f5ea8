//! Whether an input is valid.

use napkin::{Edition, Reference, Start};
use napkin_schemes::View;
use serde::Serialize;

use crate::failure::Failure;

/// Whether an input is valid, and what is wrong with it if not.
#[derive(Clone, Copy, Debug)]
pub struct Checking {
    /// The edition to go by.
    pub edition: &'static Edition,
    /// The rule of the grammar that the input has to match.
    pub start: Start,
    /// Whether to ask for what the scheme requires too.
    pub scheme_rules: bool,
}

impl Checking {
    /// A URI or a relative reference, by an edition.
    pub const fn new(edition: &'static Edition) -> Self {
        Self { edition, start: Start::UriReference, scheme_rules: false }
    }

    /// Judges an input. What is wrong with it is part of the answer.
    ///
    /// # Errors
    ///
    /// None; the type is that of the other questions.
    pub fn answer<'a>(&self, input: &'a [u8]) -> Result<Checked<'a>, Failure<'a>> {
        let parsed = self.edition.parse_bytes(self.start, input);
        let (error, note) = match parsed.map_err(|error| Failure::refused(error, input)) {
            Ok(reference) if self.scheme_rules && !reference.is_relative_ref() => {
                (by_scheme(reference, input).err(), None)
            }
            Ok(reference) => (None, Failure::note(reference, input)),
            Err(failure) => (Some(failure), None),
        };
        Ok(Checked { valid: error.is_none(), error, note, input })
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
    /// The input.
    #[serde(skip)]
    pub input: &'a [u8],
}
