//! Limits and headers for every request: its host, the length of its body, the number of concurrent requests, the
//! time of each, and the security headers of every answer.

use std::sync::Arc;
use std::time::Duration;

use axum::body::HttpBody;
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, RETRY_AFTER, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::sync::Semaphore;

use crate::names::{Names, closing};
use crate::parameters::{LARGEST_BODY, too_long};
use crate::refusal::Refusal;

/// The limits of requests.
#[derive(Clone)]
pub(crate) struct Guard {
    names: Arc<Names>,
    places: Arc<Semaphore>,
    time: Duration,
}

impl Guard {
    pub(crate) fn new(names: Names, places: usize, time: Duration) -> Self {
        Self { names: Arc::new(names), places: Arc::new(Semaphore::new(places)), time }
    }

    /// The answer to a request, or the error.
    async fn answer(&self, request: Request, next: Next) -> Response {
        if let Err(refusal) = self.names.check(&request) {
            return closing(refusal);
        }
        // A body whose announced length is too long is not read.
        if request.body().size_hint().lower() > LARGEST_BODY as u64 {
            return closing(too_long());
        }
        let Ok(_place) = self.places.try_acquire() else {
            let message = "too many requests at a time".into();
            let refusal = Refusal { status: StatusCode::TOO_MANY_REQUESTS, message };
            return ([(RETRY_AFTER, "1")], refusal).into_response();
        };
        tokio::time::timeout(self.time, next.run(request)).await.unwrap_or_else(|_| {
            // An incomplete request is reported as 400: a browser, or a client that pools connections, would repeat
            // the request after 408.
            closing(Refusal::bad("the request took too long to arrive"))
        })
    }
}

/// The headers of every answer.
pub(crate) const HEADERS: [(HeaderName, &str); 5] = [
    (
        CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
         connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Passes a request on if a place is free, within the time limit.
pub(crate) async fn watch(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let mut response = guard.answer(request, next).await;
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
