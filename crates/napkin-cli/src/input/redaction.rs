//! `--redact`: inputs that are written beside results are written without their secrets.

use std::borrow::Cow;

use napkin_schemes::secrets::{Secrets, redacted};

use crate::input::json_line;
use crate::input::table::Row;

/// Whether secrets of inputs are hidden.
#[derive(Clone, Debug, Default)]
pub(crate) struct Redaction {
    pub(crate) is_on: bool,
    /// The field of JSON Lines that has the input.
    pub(crate) field: Option<String>,
}

impl Redaction {
    /// An input as JSON and rows have it.
    pub(crate) fn shown<'i>(&self, input: &'i [u8]) -> Cow<'i, [u8]> {
        if self.is_on { redacted(input) } else { input.into() }
    }

    /// Whether secrets of this input are hidden. What mends write holds them, in places that nobody knows.
    pub(crate) fn hides(&self, input: &[u8]) -> bool {
        self.is_on && !Secrets::of(input).places().is_empty()
    }

    /// A line of JSON without the secrets of its input, if they are hidden and it has some.
    pub(crate) fn line(&self, row: Row<'_>, input: &[u8]) -> Option<Vec<u8>> {
        let Cow::Owned(shown) = self.shown(input) else { return None };
        let value = serde_json::to_vec(&String::from_utf8_lossy(&shown)).ok()?;
        json_line::with_field(row.line()?, self.field.as_deref()?, &value)
    }

    /// Adds the row of an input as a key to its line of JSON.
    pub(crate) fn push_row(&self, row: Row<'_>, input: &[u8], out: &mut Vec<u8>) {
        let line = self.line(row, input);
        line.as_deref().map_or(row, Row::Object).push_key(out, self.is_on);
    }
}
