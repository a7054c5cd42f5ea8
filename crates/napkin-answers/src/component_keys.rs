//! The components of an input, by the URI syntax or by the URL Standard, as keys of an answer.

use schemars::JsonSchema;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::facts::{self, Component, Value};
use crate::row::Parsed;
use crate::schema::{HostKindName, schema_of};

/// Components, which serialize as keys; a component that the standard does not tell is left out.
pub(crate) struct Components<'t>(Vec<Component<'t>>);

impl<'t> Components<'t> {
    /// The components of a row.
    pub(crate) fn of(row: Parsed<'_, 't>) -> Self {
        Self(facts::list(row))
    }
}

impl Serialize for Components<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for Component { name, value, .. } in &self.0 {
            if let Some(value) = value {
                map.serialize_entry(name, value)?;
            }
        }
        map.end()
    }
}

schema_of!(Components<'_>, Keys);

schema_of!(Value<'_>, AnyComponent);

/// The value of a component: null if it is undefined, a text, or the segments of a path.
#[derive(JsonSchema)]
#[schemars(untagged, rename = "component")]
#[expect(dead_code, reason = "the schema of `Value`")]
enum AnyComponent {
    Undefined,
    Text(String),
    Segments(Vec<String>),
}

/// The keys of the list of components.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "the schema of the list of facts that are components")]
struct Keys {
    /// Whether the input is a URI or a relative reference.
    kind: Kind,
    /// The scheme.
    scheme: Option<String>,
    /// The authority.
    authority: Option<String>,
    /// The userinfo.
    userinfo: Option<String>,
    /// The userinfo up to its first colon.
    user: Option<String>,
    /// The userinfo after its first colon.
    password: Option<String>,
    /// The host; an IP literal with its brackets.
    host: Option<String>,
    /// The kind of the host.
    #[schemars(with = "Option<HostKindName>")]
    host_kind: Option<String>,
    /// The port.
    port: Option<String>,
    /// The path.
    path: Option<String>,
    /// The segments of the path; null for an opaque path of a URL.
    segments: Option<Vec<String>>,
    /// The parameters, by an edition that separates them from the path.
    #[schemars(skip_serializing_if = "Option::is_none")]
    params: Option<String>,
    /// The query.
    query: Option<String>,
    /// The fragment.
    fragment: Option<String>,
    /// The text between scheme and fragment, by an edition that has it.
    #[schemars(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    ssp: Option<String>,
    /// The kind of the path, by an edition that names it.
    #[schemars(skip_serializing_if = "Option::is_none")]
    path_kind: Option<String>,
    /// The form, by an edition that has forms.
    #[schemars(skip_serializing_if = "Option::is_none")]
    form: Option<String>,
    /// The form of the authority, by an edition that has forms.
    #[schemars(skip_serializing_if = "Option::is_none")]
    authority_form: Option<String>,
    /// The kind of a relative reference, by the URI syntax.
    #[schemars(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "RefKind")]
    ref_kind: Option<RefKind>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case", inline)]
#[expect(dead_code, reason = "the schema of names")]
enum Kind {
    Uri,
    RelativeRef,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case", inline)]
#[expect(dead_code, reason = "the schema of names")]
enum RefKind {
    Absolute,
    NetworkPath,
    AbsolutePath,
    RelativePath,
}
