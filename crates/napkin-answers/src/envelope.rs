//! The line of JSON that contains an answer or a failure.

use std::borrow::Cow;

use base64::display::Base64Display;
use base64::engine::general_purpose::{GeneralPurpose, STANDARD};
use napkin_audit::{Mend, json};
use napkin_standards::Standard;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use crate::failure::Failure;
use crate::schema::{EditionName, Mended};

/// The line for one input: its text, the standard if the question has one, and then the keys of the answer, or the
/// key `error`.
pub fn line(
    standard: Option<impl Into<Standard>>,
    input: &[u8],
    answer: &Result<impl Serialize, Failure<'_>>,
) -> Vec<u8> {
    let mut line = Vec::new();
    push_line(&mut line, standard, input, answer);
    line
}

/// Appends the line for one input; see [`line()`].
pub fn push_line(
    out: &mut Vec<u8>,
    standard: Option<impl Into<Standard>>,
    bytes: &[u8],
    answer: &Result<impl Serialize, Failure<'_>>,
) {
    let input = Input::from(bytes);
    match (answer, standard) {
        (Ok(answer), Some(standard)) => {
            let edition = standard.into().name();
            push_json(out, &Answered { input, edition, answer });
        }
        (Ok(answer), None) => push_json(out, &Alone { input, answer }),
        (Err(error), _) => push_failed(out, bytes, error, None),
    }
}

/// Appends the line for an input without an answer, which may have the input without its secrets.
pub(crate) fn push_failed(
    out: &mut Vec<u8>,
    bytes: &[u8],
    error: &Failure<'_>,
    redacted: Option<&[u8]>,
) {
    let (input, mends) = (Input::from(bytes), error.mends());
    let redacted = redacted.map(String::from_utf8_lossy);
    if error.offset().is_some() {
        push_json(out, &Failed { input, error, mends, redacted });
    } else {
        // What has no place may quote the input.
        push_json(out, &Failed { error: &error.clone().hiding(bytes), input, mends, redacted });
    }
}

/// Appends one line of JSON.
pub fn push_json(out: &mut Vec<u8>, value: &impl Serialize) {
    json::push(out, value);
    out.push(b'\n');
}

/// The schema of a line with an answer or a failure. `by_edition` is whether lines name the standard of the answer.
pub fn schema<A: JsonSchema>(generator: &mut SchemaGenerator, by_edition: bool) -> Schema {
    let answered = if by_edition {
        <Answered<'_, A>>::json_schema(generator)
    } else {
        <Alone<'_, A>>::json_schema(generator)
    };
    json_schema!({ "anyOf": [answered, generator.subschema_for::<Failed<'_>>()] })
}

/// An answer by a standard.
#[derive(Serialize, JsonSchema)]
struct Answered<'a, A> {
    #[serde(flatten)]
    input: Input<'a>,
    /// The standard by which it is answered.
    #[schemars(with = "EditionName")]
    edition: &'static str,
    #[serde(flatten)]
    answer: &'a A,
}

/// An answer that is not by one standard.
#[derive(Serialize, JsonSchema)]
struct Alone<'a, A> {
    #[serde(flatten)]
    input: Input<'a>,
    #[serde(flatten)]
    answer: &'a A,
}

/// An input without an answer.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "failed")]
struct Failed<'a> {
    #[serde(flatten)]
    input: Input<'a>,
    /// Why it has none.
    error: &'a Failure<'a>,
    /// The ways to mend the input, if they were looked for.
    #[serde(skip_serializing_if = "<[Mend]>::is_empty")]
    #[schemars(with = "Vec<Mended>")]
    mends: &'a [Mend],
    /// The input without its secrets, if 'get' is asked for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    redacted: Option<Cow<'a, str>>,
}

/// An input: its text, and its bytes if they are not the UTF-8 of the text.
#[derive(Serialize, JsonSchema)]
struct Input<'a> {
    /// The input, with U+FFFD for ill-formed UTF-8.
    input: Cow<'a, str>,
    /// The bytes of the input, if they are not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Base64<'a>")]
    input_base64: Option<Base64<'a>>,
}

impl<'a> From<&'a [u8]> for Input<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        let (input, input_base64) = text_and_bytes(bytes);
        Self { input, input_base64 }
    }
}

/// Bytes as text with U+FFFD for ill-formed UTF-8; in that case also as bytes.
pub(crate) fn text_and_bytes(bytes: &[u8]) -> (Cow<'_, str>, Option<Base64<'_>>) {
    match str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), None),
        Err(_) => (String::from_utf8_lossy(bytes), Some(Base64(bytes))),
    }
}

/// Bytes that serialize as base64.
pub struct Base64<'a>(&'a [u8]);

impl Serialize for Base64<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&Base64Display::<GeneralPurpose>::new(self.0, &STANDARD))
    }
}

impl JsonSchema for Base64<'_> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "base64".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "contentEncoding": "base64" })
    }
}
