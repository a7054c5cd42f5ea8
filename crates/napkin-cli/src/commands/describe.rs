//! `describe`: an input in the terms of its scheme.

use napkin_answers::describe::{self, Described};
use napkin_schemes::{Fields, Value};

use crate::output::columns::Column;
use crate::run::question::{One, Shown};
use crate::run::report::Answer;
use crate::terminal::text::Text;

pub(crate) type Describe = One<describe::Describe>;

impl Shown for describe::Describe {
    const EXAMPLE: &'static str = "\
Example:
  napkin describe 'mailto:joe%25far.dom@gateway.dom?subject=hi%20there'

prints

  mailto, Electronic mail address (RFC 6068 section 2)
  address          joe%far.dom@gateway.dom
  to               [joe%far.dom@gateway.dom]
  subject          hi there
  headers          [[subject, hi there]]";

    const REJECTS_FILES: bool = true;
}

impl Answer for Described<'_> {
    const COLUMNS: &'static [Column] = &[
        ("scheme", &["scheme"]),
        ("title", &["title"]),
        ("status", &["status"]),
        ("default_port", &["default_port"]),
    ];

    fn write(&self, text: &mut Text<'_>) {
        let Self(description) = self;
        text.gap();
        text.styled(text.palette.name, &description.scheme().to_ascii_lowercase());
        match (description.definition(), description.registration()) {
            (Some(definition), _) => {
                text.push(&format!(", {}", definition.title));
                let document = description.document().unwrap_or(definition.document);
                text.styled(text.palette.faint, &format!(" ({document})"));
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

/// The minimum width of field names in text.
const NARROWEST: usize = 11;

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
