//! `describe`: an input in the terms of its scheme.

use clap::Args;
use napkin_answers::Failure;
use napkin_answers::describe::{Described, Describing};
use napkin_schemes::{Fields, Value};

use super::{Finished, Run};
use crate::edition::SyntaxOption;
use crate::options::{Inputs, Options};
use crate::report::{self, Answer, PerInput};
use crate::text::Text;

/// Say what URIs mean to their scheme
///
/// Shows the fields of the scheme, decoded once after splitting: UTF-8, or percent-encoded octets. An unknown scheme
/// is reported as unknown and is not an error.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Describe {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    edition: SyntaxOption,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  napkin describe 'mailto:joe%25far.dom@gateway.dom?subject=hi%20there'

prints

  mailto, Electronic mail address (RFC 6068 section 2)
  address          joe%far.dom@gateway.dom
  to               [joe%far.dom@gateway.dom]
  subject          hi there
  headers          [[subject, hi there]]";

/// The minimum width of field names in text.
const NARROWEST: usize = 11;

impl Run for Describe {
    fn run(self) -> Finished {
        let edition = self.edition.syntax("describe")?;
        let describing = Describing { edition };
        let texts = &self.inputs.texts;
        Ok(report::run(&self.options, Some(edition), texts, &describing).exit_code())
    }
}

impl PerInput for Describing {
    type Answer<'a> = Described<'a>;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        scratch: &'a mut String,
    ) -> Result<Described<'a>, Failure<'a>> {
        Describing::answer(self, input, scratch)
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
        write_fields(&self.fields(), text);
    }
}

/// Writes the fields that exist as lines of text.
fn write_fields(fields: &Fields, text: &mut Text<'_>) {
    let width = fields.iter().map(|(name, _)| name.len()).max().unwrap_or(0).max(NARROWEST);
    for (name, value) in fields.iter() {
        match value {
            Value::Undefined => {}
            Value::Text(value) | Value::Encoded(value) => text.field(name, width, value.as_bytes()),
            Value::List(values) if values.is_empty() => {}
            value => text.field(name, width, format!("{value:#}").as_bytes()),
        }
    }
}
