//! An input in the terms of its scheme.

use napkin::Edition;
use napkin_schemes::Description;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::base;
use crate::failure::Failure;
use crate::fields::Object;

/// The settings for describing a URI by its scheme.
#[derive(Clone, Copy, Debug)]
pub struct Describing {
    /// The edition.
    pub edition: &'static Edition,
}

impl Describing {
    /// Describes a URI.
    ///
    /// # Errors
    ///
    /// If the input is not a URI, or its scheme rejects it.
    pub fn answer<'a>(
        &self,
        input: &'a [u8],
        scratch: &'a mut String,
    ) -> Result<Described<'a>, Failure<'a>> {
        let edition = self.edition;
        let reference = base::to_uri(edition, input, scratch)?.ok_or_else(|| {
            Failure::relative_reference(edition, "a relative reference has no scheme")
        })?;
        let description = napkin_schemes::describe(reference);
        let description = description
            .map_err(|error| Failure::of_scheme(error, input).or_capitals(reference, input))?;
        match description.view() {
            Some(Err(error)) => Err(Failure::of_scheme(error, input).or_capitals(reference, input)),
            _ => Ok(Described(description)),
        }
    }
}

/// A URI described by its scheme.
pub struct Described<'a>(pub Description<'a>);

impl Serialize for Described<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(description) = self;
        let definition = description.definition();
        let registration = description.registration();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("scheme", &description.scheme().to_ascii_lowercase())?;
        map.serialize_entry("title", &definition.map(|definition| definition.title))?;
        map.serialize_entry("document", &definition.map(|definition| definition.document))?;
        map.serialize_entry("default_port", &description.default_port())?;
        map.serialize_entry("default_port_document", &description.default_port_document())?;
        map.serialize_entry("registered", &registration.is_some())?;
        map.serialize_entry("status", &registration.map(|known| known.status.name()))?;
        map.serialize_entry("scheme_fields", &Object(&description.fields()))?;
        map.end()
    }
}
