//! Limits and headers for every request: its host, the length and the rate of its body, the number of concurrent
//! requests, and the security headers of every answer.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, LOCATION, REFERRER_POLICY, RETRY_AFTER,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, Collected};
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;

use super::accept::prefers_html;
use super::body::{self, Arrived};
use super::half_open::Seat;
use super::limits::{Kept, Place, Places, network};
use super::names::{Names, closing};
use super::pace::Pace;
use super::proxies::{Proxies, Target};
use super::rates::Rates;
use super::responses::{bare, told};
use crate::face::Face;
use crate::refusal::Refusal;
use crate::render::{Route, nothing_here};

/// The limits of requests.
#[derive(Clone)]
pub(crate) struct Guard {
    names: Arc<Names>,
    places: Places,
    /// The places for long bodies, from their first byte beyond the length of parameters.
    long: Places,
    pace: Pace,
    proxies: Proxies,
    /// The rates of clients, on a server that is open to strangers.
    rates: Option<Rates>,
}

/// One of so many requests may have a long body.
const LONG: usize = 8;

/// What a request has until its answer is handed over.
struct Busy {
    place: Place,
    _long: Option<Place>,
    seat: Arc<Seat>,
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.seat.wait();
    }
}

impl Guard {
    pub(crate) fn new(
        names: Names,
        places: usize,
        pace: Pace,
        proxies: Proxies,
        is_open: bool,
    ) -> Self {
        let share = if is_open { 8 } else { 2 };
        let (places, long) = (Places::new(places, share), Places::new(places / LONG, share));
        let rates = is_open.then(Rates::default);
        Self { names: Arc::new(names), places, long, pace, proxies, rates }
    }

    /// Lets a request in with its body and a place, or gives the error. A request takes a place when it is there as a
    /// whole: who sends slowly keeps nobody out.
    async fn admit(&self, request: Request) -> Result<(Request, Busy), Response> {
        let seat = request.extensions().get::<Arc<Seat>>().map(Arc::clone);
        let Some(seat) = seat else {
            // No connection is without a seat.
            return Err(bare(StatusCode::INTERNAL_SERVER_ERROR).into_response());
        };
        self.names.check(&request).map_err(closing)?;
        body::check_codings(request.headers()).map_err(closing)?;
        let address = network(self.proxies.client(seat.connected(), request.headers()));
        if self.rates.as_ref().is_some_and(|rates| !rates.admits(address)) {
            return Err(refused(body::too_many()));
        }
        let (head, body) = request.into_parts();
        let route = Route::of(head.uri.path());
        let arrived = body::read(body, route, self.pace, || self.long.take(address)).await;
        let Arrived { body, place: long } = arrived.map_err(refused)?;
        let Some(place) = self.places.take(address) else {
            return Err(([(RETRY_AFTER, "1")], body::too_many()).into_response());
        };
        seat.heard();
        Ok((Request::from_parts(head, Body::from(body)), Busy { place, _long: long, seat }))
    }
}

/// The error of a body that is not read to its end.
fn refused(refusal: Refusal) -> Response {
    let mut response = closing(refusal);
    if response.status() == StatusCode::TOO_MANY_REQUESTS {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
    }
    response
}

/// Makes the answer to a request on a thread of its own, whatever the route, when it is the turn of its address: the threads
/// of the runtime stay free to read other requests.
///
/// The work keeps its place to its end, also when the client has gone.
async fn work(request: Request, next: Next, face: Face, busy: Busy) -> Response {
    let turn = busy.place.turn().await;
    let runtime = Handle::current();
    let worked = spawn_blocking(move || {
        let _turn = turn;
        runtime.block_on(async { kept(next.run(request).await, busy).await })
    });
    worked
        .await
        .unwrap_or_else(|_| told(face, bare(StatusCode::INTERNAL_SERVER_ERROR).into_response()))
}

/// A response that keeps its place until it is handed over.
async fn kept(response: Response, busy: Busy) -> Response {
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
    let face = Face::asked(request.uri().path(), prefers_html(request.headers()));
    if let Some(elsewhere) = request.extensions().get::<Target>() {
        return with_headers(outside(elsewhere, face));
    }
    with_headers(match guard.admit(request).await {
        Ok((request, busy)) => work(request, next, face, busy).await,
        Err(response) => told(face, response),
    })
}

/// The answer to a request outside of the base path.
fn outside(target: &Target, face: Face) -> Response {
    match target {
        Target::Folder(with_slash) => {
            let status = StatusCode::PERMANENT_REDIRECT;
            (status, [(LOCATION, with_slash.as_str())]).into_response()
        }
        Target::Own(_) | Target::Foreign => told(face, closing(nothing_here())),
    }
}

/// A response with the headers of every answer.
fn with_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
