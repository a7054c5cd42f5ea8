//! The body of a request, read as a whole before anything is done with it: its coding is known, its length and its rate
//! are bounded.

use axum::body::{Body, Bytes, HttpBody};
use axum::http::header::TRANSFER_ENCODING;
use axum::http::{HeaderMap, StatusCode};
use http_body_util::BodyExt;
use tokio::time::{Instant, timeout};

use super::limits::Place;
use super::pace::Pace;
use crate::parameters::LARGEST_BODY;
use crate::refusal::Refusal;
use crate::render::Route;

/// Checks the transfer codings of a body: none, or `chunked` once (RFC 9112 section 6.1). The HTTP library looks at the
/// last one only, and reads what others left as if they had not been applied.
///
/// # Errors
///
/// If `chunked` is there twice, or there is another one.
pub(crate) fn check_codings(headers: &HeaderMap) -> Result<(), Refusal> {
    let fields = headers.get_all(TRANSFER_ENCODING).iter();
    let codings = fields.flat_map(|field| field.as_bytes().split(|byte| *byte == b','));
    let mut chunked = 0;
    for coding in codings.map(<[u8]>::trim_ascii).filter(|coding| !coding.is_empty()) {
        if !coding.eq_ignore_ascii_case(b"chunked") {
            let message = "no transfer coding but chunked is taken here".into();
            return Err(Refusal { status: StatusCode::NOT_IMPLEMENTED, message });
        }
        chunked += 1;
    }
    if chunked > 1 {
        return Err(Refusal::bad("the body is chunked more than once"));
    }
    Ok(())
}

/// A body, with the place for a long one, which it keeps.
pub(crate) struct Arrived {
    pub(crate) body: Bytes,
    pub(crate) place: Option<Place>,
}

/// Reads a body for a route. `place` takes a place for one that is longer than parameters are, whose number bounds the memory.
///
/// # Errors
///
/// If it is too long, too slow, or ends before its announced length; or if there is no place. A body whose announced length is
/// too long is not read at all.
pub(crate) async fn read(
    mut body: Body,
    route: Option<Route>,
    pace: Pace,
    place: impl Fn() -> Option<Place>,
) -> Result<Arrived, Refusal> {
    Route::check_body(route, usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX))?;
    let mut taken = None;
    let mut read = Vec::new();
    let mut credit = pace.begin();
    loop {
        let begin = Instant::now();
        let Ok(frame) = timeout(credit.left(), body.frame()).await else {
            // 400, and not 408: a browser, or a client that pools connections, would repeat the request.
            return Err(Refusal::bad("the request took too long to arrive"));
        };
        let Some(frame) = frame else { return Ok(Arrived { body: read.into(), place: taken }) };
        let frame = frame.map_err(|_| Refusal::bad("the body cannot be read"))?;
        // Fields behind the body are ignored.
        let Ok(data) = frame.into_data() else { continue };
        let length = read.len() + data.len();
        Route::check_body(route, length)?;
        if length > LARGEST_BODY && taken.is_none() {
            taken = Some(place().ok_or_else(too_many)?);
        }
        credit.waited(begin.elapsed(), data.len());
        read.extend_from_slice(&data);
    }
}

/// There is no place for another request.
pub(crate) fn too_many() -> Refusal {
    let message = "too many requests at a time".into();
    Refusal { status: StatusCode::TOO_MANY_REQUESTS, message }
}
