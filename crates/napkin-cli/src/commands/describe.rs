//! `describe`: an input in the terms of its scheme.

use clap::Args;
use napkin_schemes::Description;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Finished, Run};
use crate::base;
use crate::edition::EditionOption;
use crate::failure::Failure;
use crate::fields::{self, Object};
use crate::options::{Inputs, Options};
use crate::report::{self, Answer, PerInput};
use crate::text::Text;

/// Say what URIs mean to their scheme
///
/// Shows the fields of the scheme, decoded once after splitting: one character for each octet. A
/// scheme that is not known here is reported as such and is no error.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Describe {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    edition: EditionOption,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  napkin describe 'mailto:joe%25far.dom@gateway.dom?subject=hi%20there'

prints

  mailto, Electronic mail address (RFC 6068 section 2)
  address        joe%far.dom@gateway.dom
  to             [joe%far.dom@gateway.dom]
  subject        hi there
  headers        [[subject, hi there]]";

impl Run for Describe {
    fn run(self) -> Finished {
        let edition = Some(self.edition.get());
        Ok(report::run(&self.options, edition, &self.inputs.texts, &self).exit_code())
    }
}

impl PerInput for Describe {
    type Answer<'a> = Described<'a>;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        scratch: &'a mut String,
    ) -> Result<Described<'a>, Failure<'a>> {
        let edition = self.edition.get();
        let reference = base::to_uri(edition, None, input, scratch)?.ok_or_else(|| {
            Failure::relative_reference(edition, "a relative reference has no scheme")
        })?;
        let description = napkin_schemes::describe(reference);
        let description = description.map_err(|error| Failure::of_scheme(error, input))?;
        match description.view() {
            Some(Err(error)) => Err(Failure::of_scheme(error, input)),
            _ => Ok(Described(description)),
        }
    }
}

/// What a URI means to its scheme.
pub(crate) struct Described<'a>(Description<'a>);

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
        map.serialize_entry("registered", &registration.is_some())?;
        map.serialize_entry("status", &registration.map(|known| known.status.name()))?;
        map.serialize_entry("scheme_fields", &Object(&description.fields()))?;
        map.end()
    }
}

impl Answer for Described<'_> {
    fn write(&self, text: &mut Text<'_>) {
        let Self(description) = self;
        text.gap();
        text.styled(text.palette.name, &description.scheme().to_ascii_lowercase());
        match (description.definition(), description.registration()) {
            (Some(definition), _) => {
                text.push(&format!(", {}", definition.title));
                text.styled(text.palette.faint, &format!(" ({})", definition.document));
            }
            (None, Some(known)) => {
                text.push(&format!(", {}", known.description));
                let status = known.status.name();
                text.styled(text.palette.faint, &format!(" ({status}, {})", known.reference));
            }
            (None, None) => text.styled(text.palette.faint, ", not registered and not known here"),
        }
        text.end_line();
        fields::write(&description.fields(), text);
    }
}
