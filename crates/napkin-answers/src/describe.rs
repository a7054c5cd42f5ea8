//! An input in the terms of its scheme.

use napkin::Edition;
use napkin_context::decode_encoded_words;
use napkin_schemes::{Description, Fields, Value};
use napkin_standards::Standard;
use schemars::JsonSchema;
use serde::Serialize;

use crate::base;
use crate::choice::{self, WrongChoice};
use crate::failure::Failure;
use crate::fields::{self, AnyFields};
use crate::options::options;
use crate::question::{Ask, Question, Standards};
use crate::schema::{StatusName, written_as};

options! {
    /// Say what URIs mean to their scheme
    ///
    /// Shows the fields of the scheme, decoded once after splitting: UTF-8, or percent-encoded octets. An unknown scheme
    /// is reported as unknown and is not an error.
    pub struct Describe {}
}

impl Question for Describe {
    const NAME: &'static str = "describe";
    const STANDARDS: Standards = Standards::Syntax;
    type Ready = Describing;

    fn ready(self, standard: Standard) -> Result<Describing, WrongChoice> {
        Ok(Describing { edition: choice::syntax(standard, Self::NAME)? })
    }
}

/// Description by an edition.
#[derive(Clone, Copy, Debug)]
pub struct Describing {
    /// The edition.
    pub edition: &'static Edition,
}

impl Ask for Describing {
    type Answer<'a> = Described<'a>;

    fn standard(&self) -> Option<Standard> {
        Some(self.edition.into())
    }

    fn ask<'a>(
        &'a self,
        input: &'a [u8],
        scratch: &'a mut String,
    ) -> Result<Described<'a>, Failure<'a>> {
        self.answer(input, scratch)
    }
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

impl Described<'_> {
    /// The fields of the scheme. `decoded_headers` has the header fields of a message with encoded words, as pairs of
    /// name and decoded value (RFC 6068 §6.3, RFC 2047).
    pub fn fields(&self) -> Fields {
        let fields = self.0.fields();
        let Some(Value::List(headers)) = fields.get("headers").filter(|_| self.is_mail()) else {
            return fields;
        };
        let decoded: Vec<Value> = headers.iter().filter_map(decoded_header).collect();
        if decoded.is_empty() {
            fields
        } else {
            fields.with("decoded_headers", Value::List(decoded))
        }
    }

    fn is_mail(&self) -> bool {
        self.0.scheme().eq_ignore_ascii_case("mailto")
    }
}

/// A pair of a header field with its value decoded, if it has encoded words. The body is no header field.
fn decoded_header(pair: &Value) -> Option<Value> {
    let Value::List(pair) = pair else { return None };
    let [Value::Text(name), Value::Text(value)] = &**pair else { return None };
    let decoded = decode_encoded_words(value).filter(|_| !name.eq_ignore_ascii_case("body"))?;
    Some((name.clone(), decoded).into())
}

/// The keys of an answer.
#[derive(Serialize, JsonSchema)]
struct Keys<'a> {
    /// The scheme, in lowercase.
    scheme: String,
    /// The title of the scheme; null if it is not known.
    title: Option<&'static str>,
    /// The document that defines it.
    document: Option<&'a str>,
    /// The port of a URI without one.
    default_port: Option<u16>,
    /// The document that states the default port.
    default_port_document: Option<&'a str>,
    /// Whether it is registered by IANA.
    registered: bool,
    /// Its state in the registry.
    #[schemars(with = "Option<StatusName>")]
    status: Option<&'static str>,
    /// The fields of the scheme.
    #[serde(serialize_with = "fields::serialize")]
    #[schemars(with = "AnyFields")]
    scheme_fields: Fields,
}

impl Described<'_> {
    fn keys(&self) -> Keys<'_> {
        let Self(description) = self;
        let registration = description.registration();
        Keys {
            scheme: description.scheme().to_ascii_lowercase(),
            title: description.definition().map(|definition| definition.title),
            document: description.document(),
            default_port: description.default_port(),
            default_port_document: description.default_port_document(),
            registered: registration.is_some(),
            status: registration.map(|known| known.status.name()),
            scheme_fields: self.fields(),
        }
    }
}

written_as!(Described<'_> as Keys<'_>, Described::keys);
