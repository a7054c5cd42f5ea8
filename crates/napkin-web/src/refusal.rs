//! The answer to an invalid request.

use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// The error of a request.
#[derive(Debug, PartialEq, Eq)]
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
}

#[derive(Serialize)]
struct Body<'a> {
    error: Message<'a>,
}

#[derive(Serialize)]
struct Message<'a> {
    status: u16,
    message: &'a str,
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = Body { error: Message { status: self.status.as_u16(), message: &self.message } };
        let mut json = Vec::new();
        napkin_answers::push_json(&mut json, &body);
        (self.status, [(CONTENT_TYPE, "application/json")], json).into_response()
    }
}
