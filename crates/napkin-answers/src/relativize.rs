//! The shortest references that lead back to URIs.

use napkin::edition::rules::Resolution;
use napkin::{Edition, Start};
use serde::Serialize;

use crate::base::Base;
use crate::choice::{self, WrongChoice};
use crate::failure::Failure;

/// Which reference means a URI by a base.
pub struct Relativizing {
    /// The base.
    pub base: Base,
}

impl Relativizing {
    /// Refuses an edition that defines no relative references.
    ///
    /// # Errors
    ///
    /// If the edition resolves nothing.
    pub fn check(edition: &Edition) -> Result<(), WrongChoice> {
        let resolves = |edition: &Edition| edition.resolution != Resolution::Undefined;
        choice::must_allow(edition, "relativize", resolves)
    }

    /// Finds the reference.
    ///
    /// # Errors
    ///
    /// If the base is none, or the input is no URI.
    pub fn answer<'a>(&'a self, input: &'a [u8]) -> Result<Relativized<'a>, Failure<'a>> {
        let resolver = self.base.resolver()?;
        let parsed = self.base.edition().parse_bytes(Start::UriReference, input);
        let parsed = parsed.map_err(|error| Failure::refused(error, input))?;
        if parsed.is_relative_ref() {
            let what = "a relative reference is already relative; resolve it first";
            return Err(Failure::relative_reference(self.base.edition(), what));
        }
        let reference = resolver.relativize(parsed.as_str());
        let reference = reference.map_err(|error| self.base.failure(error, input))?;
        Ok(Relativized { base: self.base.as_str(), reference })
    }
}

/// The shortest reference that leads back.
#[derive(Serialize)]
pub struct Relativized<'a> {
    base: &'a str,
    /// The reference.
    pub reference: String,
}
