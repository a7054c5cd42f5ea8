//! The components of a computed reference, which may have no text that would parse to it.

use napkin::Object;
use schemars::JsonSchema;
use serde::Serialize;

/// The components of a computed reference, by their names in JSON.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "components")]
pub struct ObjectComponents {
    scheme: Option<String>,
    ssp: String,
    authority: Option<String>,
    userinfo: Option<String>,
    host: Option<String>,
    port_number: Option<u32>,
    path: Option<String>,
    query: Option<String>,
    fragment: Option<String>,
}

impl From<&Object<'_>> for ObjectComponents {
    fn from(object: &Object<'_>) -> Self {
        let owned = |text: Option<&str>| text.map(String::from);
        Self {
            scheme: owned(object.scheme()),
            ssp: object.scheme_specific_part(),
            authority: owned(object.authority()),
            userinfo: owned(object.userinfo()),
            host: owned(object.host()),
            port_number: object.port(),
            path: owned(object.path()),
            query: owned(object.query()),
            fragment: owned(object.fragment()),
        }
    }
}
