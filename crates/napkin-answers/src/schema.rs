//! What the JSON schemas of answers need besides deriving.
//!
//! An answer derives its schema with its JSON. `listed!` declares the schemas of names from the lists of other crates, and `written_as!`
//! gives an answer the JSON and the schema of another type. [`Closed`] forbids keys that an object's type does not have; for that,
//! a type that is flattened into another is inline (`#[schemars(inline)]`), not a schema with a name.

use napkin::Level;
use napkin::edition::AMENDMENTS;
use napkin_audit::{Identity, READERS, RULES, Severity};
use napkin_context::{Also, Delimiter, Heuristic, Kind, Layer, Unread};
use napkin_schemes::registry::Status;
use napkin_standards::Standard;
use napkin_url::ValidationError;
use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use crate::choice::URL_LEVEL;

/// A generator of schemas of what is written, in the dialect of `OpenAPI` 3.1. Schemas refer to each other at
/// `#/components/schemas/`.
pub fn generator() -> SchemaGenerator {
    let mut settings = SchemaSettings::draft2020_12().for_serialize().with_transform(Closed);
    settings.definitions_path = "/components/schemas".into();
    settings.into_generator()
}

/// Allows an object no other keys than those of its type.
#[derive(Clone, Debug)]
pub struct Closed;

/// The keywords whose schemas are of the same value.
const PARTS: [&str; 3] = ["allOf", "anyOf", "oneOf"];

/// The keywords about keys that are not listed.
const CLOSING: [&str; 2] = ["additionalProperties", "unevaluatedProperties"];

impl Transform for Closed {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let is_closed = CLOSING.into_iter().any(|keyword| schema.get(keyword).is_some());
        if is_closed || schema.get("properties").is_none() {
            return;
        }
        let has_parts = PARTS.into_iter().any(|keyword| schema.get(keyword).is_some());
        if has_parts {
            open_parts(schema);
            schema.insert("unevaluatedProperties".into(), false.into());
        } else {
            schema.insert("additionalProperties".into(), false.into());
        }
    }
}

/// Opens the schemas that an object is made of: it has keys of its own beside theirs.
fn open_parts(schema: &mut Schema) {
    for keyword in PARTS {
        let parts = schema.get_mut(keyword).and_then(|parts| parts.as_array_mut());
        for part in parts.into_iter().flatten() {
            let Ok(part) = <&mut Schema>::try_from(part) else { continue };
            for keyword in CLOSING {
                if part.get(keyword).is_some_and(|value| value.as_bool() == Some(false)) {
                    part.remove(keyword);
                }
            }
            open_parts(part);
        }
    }
}

/// The value of a key that is there without a value too, as null. A key that may be missing is an `Option` of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct OrNull<T>(pub Option<T>);

/// Decoded octets: text, or hexadecimal digits if they are not UTF-8.
#[derive(JsonSchema)]
#[schemars(untagged, rename = "octets")]
#[expect(dead_code, reason = "the schema of `Octets`")]
pub(crate) enum OctetsSchema {
    Text(String),
    Hex { hex: String },
}

/// A pair of a query.
#[derive(JsonSchema)]
#[schemars(rename = "pair")]
#[expect(dead_code, reason = "the schema of `PairReadings`")]
pub(crate) struct PairSchema {
    /// The pair as written.
    raw: KeyAndValue<String>,
    /// The pair decoded.
    decoded: KeyAndValue<OctetsSchema>,
    /// The pair decoded as an HTML form encodes it.
    form: KeyAndValue<OctetsSchema>,
}

/// A key and its value; null without `=`.
#[derive(JsonSchema)]
#[schemars(inline)]
#[expect(dead_code, reason = "the schema of `Pair`")]
struct KeyAndValue<T> {
    key: T,
    value: Option<T>,
}

/// What is wrong with an input, and the text that is meant.
#[derive(JsonSchema)]
#[schemars(rename = "mend")]
#[expect(dead_code, reason = "the schema of `Mend`")]
pub(crate) struct Mended {
    /// What is wrong, by the name of a rule of the audit, of a form of texts, or of a kind of error.
    what: String,
    /// What is wrong, in words.
    message: String,
    /// The start of what is wrong.
    start: usize,
    /// Its end.
    end: usize,
    /// The changes, in order.
    edits: Vec<MendingEdit>,
    /// The whole mended text.
    uri: String,
    /// Whether the text identifies what the input did.
    #[schemars(with = "IdentityName")]
    identity: String,
}

/// A change of a mend.
#[derive(JsonSchema)]
#[schemars(rename = "mending-edit")]
#[expect(dead_code, reason = "the schema of `Edit`")]
struct MendingEdit {
    /// The start of the replaced bytes.
    start: usize,
    /// The end of the replaced bytes.
    end: usize,
    /// The new text.
    text: String,
}

/// The value of a component: null if it is undefined, a text, or the segments of a path.
#[derive(JsonSchema)]
#[schemars(untagged, rename = "component")]
#[expect(dead_code, reason = "the schema of the `Value` of a component")]
pub(crate) enum ComponentSchema {
    Undefined,
    Text(String),
    Segments(Vec<String>),
}

/// Serializes a type as what a function makes of it, and gives it the schema of that.
macro_rules! written_as {
    ($Type:ty as $Json:ty, $made:expr) => {
        impl serde::Serialize for $Type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $made(self).serialize(serializer)
            }
        }

        $crate::schema::schema_of!($Type, $Json);
    };
}
pub(crate) use written_as;

/// Gives a type the schema of another one.
macro_rules! schema_of {
    ($Type:ty, $Other:ty) => {
        impl schemars::JsonSchema for $Type {
            fn inline_schema() -> bool {
                <$Other as schemars::JsonSchema>::inline_schema()
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                <$Other as schemars::JsonSchema>::schema_name()
            }

            fn schema_id() -> std::borrow::Cow<'static, str> {
                <$Other as schemars::JsonSchema>::schema_id()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                <$Other as schemars::JsonSchema>::json_schema(generator)
            }
        }
    };
}
pub(crate) use schema_of;

/// Declares a type whose schema is an enumeration of names: `EditionName "edition" of editions();`.
macro_rules! listed {
    ($($(#[doc = $about:literal])+ $Name:ident $name:literal of $names:expr;)+) => {$(
        $(#[doc = $about])+
        pub(crate) struct $Name;

        impl schemars::JsonSchema for $Name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                $name.into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let names: Vec<&str> = $names.collect();
                schemars::json_schema!({
                    "description": concat!($($about, "\n"),+).trim(),
                    "type": "string",
                    "enum": names,
                })
            }
        }
    )+};
}
pub(crate) use listed;

/// The names of editions: those of the URI syntax, with an amendment too, and those of the URL Standard.
fn editions() -> impl Iterator<Item = &'static str> {
    let amended = AMENDMENTS.iter().map(|amendment| amendment.edition.name);
    Standard::all().map(Standard::name).chain(amended)
}

listed! {
    /// An edition of the URI syntax or of the URL Standard.
    EditionName "edition" of editions();
    /// A level of normalization, or that of the URL Standard.
    NamedLevel "level" of Level::ALL.map(Level::name).into_iter().chain([URL_LEVEL]);
    /// A validation error of the URL Standard.
    ValidationName "validation-error" of ValidationError::ALL.iter().map(|error| error.name());
    /// A rule of the audit.
    RuleName "rule" of RULES.iter().map(|rule| rule.id);
    /// The severity of a finding.
    SeverityName "severity" of Severity::ALL.map(Severity::name).into_iter();
    /// Whether a text identifies what an input did.
    IdentityName "identity" of Identity::ALL.map(Identity::name).into_iter();
    /// A program, or a standard, that reads URIs.
    ReaderName "reader" of READERS.iter().map(|reader| reader.name);
    /// The state of a scheme in IANA's registry.
    StatusName "status" of
        [Status::Permanent, Status::Provisional, Status::Historical].map(Status::name).into_iter();
    /// The delimiter around a URI in text.
    DelimiterName "delimiter" of
        [Delimiter::Angle, Delimiter::Quote, Delimiter::Whitespace, Delimiter::None]
            .map(Delimiter::name)
            .into_iter();
    /// The guess that completed a reference.
    HeuristicName "heuristic" of
        [
            Heuristic::FtpName,
            Heuristic::GopherName,
            Heuristic::WwwName,
            Heuristic::HostName,
            Heuristic::LocalHost,
            Heuristic::Ipv4,
            Heuristic::Ipv6,
            Heuristic::MailAddress,
            Heuristic::Brackets,
        ]
        .map(Heuristic::name)
        .into_iter();
    /// What establishes the base of a document (RFC 3986 section 5.1).
    LayerName "layer" of
        [Layer::Content, Layer::Encapsulating, Layer::Retrieval, Layer::Default]
            .map(Layer::name)
            .into_iter();
    /// A kind of document that is read.
    KindName "document-kind" of Kind::ALL.map(Kind::name).into_iter();
    /// A kind of document that has no links by its type.
    UnreadName "unread" of Unread::ALL.map(Unread::name).into_iter();
    /// A kind of references that are no links.
    AlsoName "also" of Also::ALL.map(Also::name).into_iter();
}
