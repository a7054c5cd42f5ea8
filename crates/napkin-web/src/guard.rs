//! Limits and headers for every request: its host, the length and the rate of its body, the number of concurrent
//! requests, and the security headers of every answer.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, RETRY_AFTER, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, Collected};

use crate::arriving;
use crate::face::Face;
use crate::names::{Names, closing};
use crate::pace::Pace;
use crate::places::{Kept, Place, Places};
use crate::refusal::Refusal;
use crate::unheard::Seat;

/// The limits of requests.
#[derive(Clone)]
pub(crate) struct Guard {
    names: Arc<Names>,
    places: Places,
    pace: Pace,
}

/// What a request has until its answer is handed over.
struct Busy {
    _place: Place,
    seat: Arc<Seat>,
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.seat.wait();
    }
}

impl Guard {
    pub(crate) fn new(names: Names, places: usize, pace: Pace) -> Self {
        Self { names: Arc::new(names), places: Places::new(places), pace }
    }

    /// The answer to a request, with its place, or the error. A request takes a place when it is there as a whole: who
    /// sends slowly keeps nobody out.
    async fn answer(&self, request: Request, next: Next) -> (Response, Option<Busy>) {
        let seat = request.extensions().get::<Arc<Seat>>().map(Arc::clone);
        let Some(seat) = seat else {
            // No connection is without a seat.
            return (Refusal::bare(StatusCode::INTERNAL_SERVER_ERROR).into_response(), None);
        };
        if let Err(refusal) = self.names.check(&request) {
            return (closing(refusal), None);
        }
        let (head, body) = request.into_parts();
        let body = match arriving::read(body, self.pace).await {
            Ok(body) => body,
            Err(refusal) => return (closing(refusal), None),
        };
        let Some(place) = self.places.take(seat.address()) else {
            let message = "too many requests at a time".into();
            let refusal = Refusal { status: StatusCode::TOO_MANY_REQUESTS, message };
            return (([(RETRY_AFTER, "1")], refusal).into_response(), None);
        };
        seat.heard();
        let busy = Busy { _place: place, seat };
        (next.run(Request::from_parts(head, Body::from(body))).await, Some(busy))
    }
}

/// A response that keeps its place until it is handed over.
async fn kept(response: Response, busy: Option<Busy>) -> Response {
    let Some(busy) = busy else { return response };
    let (head, body) = response.into_parts();
    // The content is there as a whole, so that collecting it neither waits nor fails.
    let content = body.collect().await.map(Collected::to_bytes).unwrap_or_default();
    Response::from_parts(head, Body::new(Kept::new(content, busy)))
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

/// Passes a request on within the limits. Every error gets its words here, and every answer its headers.
pub(crate) async fn watch(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let face = Face::of(request.uri().path());
    let (response, busy) = guard.answer(request, next).await;
    let mut response = kept(face.told(response), busy).await;
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
