//! The shortest references that lead back to URIs.

use napkin::{Edition, UriRef};
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
    /// Refuses an edition that has no shortest references.
    ///
    /// # Errors
    ///
    /// If the edition does not resolve like RFC 3986.
    pub fn check(edition: &Edition) -> Result<(), WrongChoice> {
        choice::must_be_of_uri_ref(edition, "relativize")
    }

    /// Finds the reference.
    ///
    /// # Errors
    ///
    /// If the base is none, or the input is no URI.
    pub fn answer<'a>(&'a self, input: &'a [u8]) -> Result<Relativized<'a>, Failure<'a>> {
        let base = self.base.to_uri()?;
        let parsed = UriRef::parse_bytes(input).map_err(|error| Failure::refused(error, input))?;
        let Ok(target) = parsed.to_uri() else {
            let what = "a relative reference is already relative; resolve it first";
            return Err(Failure::relative_reference(self.base.edition(), what));
        };
        Ok(Relativized { base: base.as_str(), reference: target.relativize(base).into_text() })
    }
}

/// The shortest reference that leads back.
#[derive(Serialize)]
pub struct Relativized<'a> {
    base: &'a str,
    /// The reference.
    pub reference: String,
}
