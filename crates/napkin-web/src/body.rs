//! The body of a request, read as a whole before anything is done with it: its coding is known, its length and its rate
//! are bounded.

use axum::body::{Body, Bytes, HttpBody};
use axum::http::header::TRANSFER_ENCODING;
use axum::http::{HeaderMap, StatusCode};
use http_body_util::BodyExt;
use tokio::time::{Instant, timeout};

use crate::pace::Pace;
use crate::parameters::{LARGEST_BODY, too_long};
use crate::refusal::Refusal;

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

/// Reads a body.
///
/// # Errors
///
/// If it is too long, too slow, or ends before its announced length. A body whose announced length is too long is not
/// read at all.
pub(crate) async fn read(mut body: Body, pace: Pace) -> Result<Bytes, Refusal> {
    if body.size_hint().lower() > LARGEST_BODY as u64 {
        return Err(too_long());
    }
    let mut read = Vec::new();
    let mut credit = pace.begin();
    loop {
        let begin = Instant::now();
        let Ok(frame) = timeout(credit.left(), body.frame()).await else {
            // 400, and not 408: a browser, or a client that pools connections, would repeat the request.
            return Err(Refusal::bad("the request took too long to arrive"));
        };
        let Some(frame) = frame else { return Ok(read.into()) };
        let frame = frame.map_err(|_| Refusal::bad("the body cannot be read"))?;
        // Fields behind the body are ignored.
        let Ok(data) = frame.into_data() else { continue };
        if read.len() + data.len() > LARGEST_BODY {
            return Err(too_long());
        }
        credit.waited(begin.elapsed(), data.len());
        read.extend_from_slice(&data);
    }
}
