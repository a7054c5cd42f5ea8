//! The error of a request, which [`Face`](crate::face::Face) writes as JSON or as a page.

use http::StatusCode;
use schemars::JsonSchema;
use serde::Serialize;

/// The error of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) message: String,
}

impl Refusal {
    /// The request is invalid.
    pub(crate) fn bad(message: impl Into<String>) -> Self {
        Self { status: StatusCode::BAD_REQUEST, message: message.into() }
    }

    /// The request is too large.
    pub(crate) fn too_large(message: impl Into<String>) -> Self {
        Self { status: StatusCode::PAYLOAD_TOO_LARGE, message: message.into() }
    }

    /// The object of JSON, as a line.
    pub(crate) fn to_json(&self) -> Vec<u8> {
        let body =
            Refused { error: Message { status: self.status.as_u16(), message: &self.message } };
        let mut json = Vec::new();
        napkin_answers::push_json(&mut json, &body);
        json
    }
}

/// A request that is refused.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "refusal")]
pub(crate) struct Refused<'a> {
    /// Why.
    error: Message<'a>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
struct Message<'a> {
    /// The status of the response.
    status: u16,
    /// The reason in words.
    message: &'a str,
}
