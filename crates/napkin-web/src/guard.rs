//! What holds for every request: how many there may be at a time and how long one may take, and the headers
//! that keep an answer from doing anything but be shown.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONNECTION, CONTENT_SECURITY_POLICY, REFERRER_POLICY, RETRY_AFTER,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::sync::Semaphore;

use crate::refusal::Refusal;

/// How many requests are worked on at a time.
#[derive(Clone)]
pub(crate) struct Guard {
    places: Arc<Semaphore>,
    time: Duration,
}

impl Guard {
    pub(crate) fn new(places: usize, time: Duration) -> Self {
        Self { places: Arc::new(Semaphore::new(places)), time }
    }
}

/// What every answer carries.
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

/// Lets a request through if there is a place, for as long as it may take.
pub(crate) async fn watch(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let mut response = if let Ok(_place) = guard.places.try_acquire() {
        tokio::time::timeout(guard.time, next.run(request)).await.unwrap_or_else(|_| {
            // What has not arrived makes no sense yet. A page, or a client that pools connections, takes 408 for a
            // reason to send it all again.
            let refusal = Refusal::bad("the request took too long to arrive");
            ([(CONNECTION, "close")], refusal).into_response()
        })
    } else {
        let message = "too many requests at a time".into();
        let refusal = Refusal { status: StatusCode::TOO_MANY_REQUESTS, message };
        ([(RETRY_AFTER, "1")], refusal).into_response()
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
