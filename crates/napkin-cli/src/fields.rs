//! Fields of schemes as lines of text.

use napkin_schemes::{Fields, Value};

use crate::text::Text;

/// The minimum width of field names in text.
const NARROWEST: usize = 11;

/// Writes the fields that are there as lines of text.
pub(crate) fn write(fields: &Fields, text: &mut Text<'_>) {
    let width = fields.iter().map(|(name, _)| name.len()).max().unwrap_or(0).max(NARROWEST);
    for (name, value) in fields.iter() {
        match value {
            Value::Undefined => {}
            Value::Text(value) => text.field(name, width, value.as_bytes()),
            Value::List(values) if values.is_empty() => {}
            value => text.field(name, width, value.to_string().as_bytes()),
        }
    }
}
