//! Responses of HTTP: of what is rendered, and of an error, whoever found it: our code or the router.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::face::Face;
use crate::refusal::Refusal;
use crate::render::Rendered;

impl IntoResponse for Rendered {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::from(self.content));
        *response.status_mut() =
            StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let media_type = ("content-type", Cow::Borrowed(self.media_type));
        for (name, value) in [media_type].into_iter().chain(self.fields) {
            // Every value that is rendered is ASCII without controls.
            let Ok(value) = HeaderValue::from_str(&value) else {
                *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
                continue;
            };
            response.headers_mut().insert(HeaderName::from_static(name), value);
        }
        response
    }
}

/// A response that carries its error until [`told`] writes it.
impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// The error of a status without words of ours.
pub(crate) fn bare(status: StatusCode) -> Refusal {
    let reason = status.canonical_reason().unwrap_or("the request cannot be answered");
    Refusal { status, message: reason.to_lowercase() }
}

/// A response with the content of the error that it carries, or of its status.
pub(crate) fn told(face: Face, mut response: Response) -> Response {
    let refusal = response.extensions_mut().remove::<Refusal>();
    let (kind, content) = face.error(&refusal.unwrap_or_else(|| bare(response.status())));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response.headers_mut().remove(CONTENT_LENGTH);
    response.headers_mut().remove(CONTENT_ENCODING);
    *response.body_mut() = Body::from(content);
    response
}
