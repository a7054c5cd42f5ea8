//! HTTP responses as they are saved: a head, and a body that may be encoded.

use std::borrow::Cow;

use flate2::bufread::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

use crate::fault::{Fault, FaultKind};
use crate::header::{self, Field};
use crate::unpack::Expansion;

/// A response: its header fields, and its body without encodings.
pub(crate) struct Response<'d> {
    pub(crate) status: u16,
    pub(crate) fields: Vec<Field<'d>>,
    pub(crate) body: Cow<'d, [u8]>,
    /// Where the body begins, if it stands there as it is.
    pub(crate) start: Option<usize>,
}

/// Reads a response. `expansion` bounds what the body may become.
///
/// # Errors
///
/// If the head is broken, or the body cannot be decoded.
pub(crate) fn read<'d>(document: &'d [u8], expansion: &Expansion) -> Result<Response<'d>, Fault> {
    let status = status(document).ok_or_else(|| {
        Fault::new(FaultKind::NotAResponse, Some(0), "it does not begin with a status line")
    })?;
    let (fields, head) = header::read(document, FaultKind::NotAResponse)?;
    let raw = &document[head..];
    // What comes after the head of an interim response, or of a redirect, is the next response.
    if matches!(status, 100..200 | 300..400) && raw.starts_with(b"HTTP/") {
        return Ok(Response { status, fields, body: raw.into(), start: Some(head) });
    }
    let body = decoded(&fields, raw, expansion)?;
    let start = matches!(body, Cow::Borrowed(_)).then_some(head);
    Ok(Response { status, fields, body, start })
}

fn status(document: &[u8]) -> Option<u16> {
    let line = document.split(|&byte| byte == b'\n').next()?;
    let line = str::from_utf8(line.get(..line.len().min(32))?.trim_ascii()).ok()?;
    let (version, rest) = line.split_once(' ')?;
    version.strip_prefix("HTTP/")?;
    rest.trim_start().get(..3)?.parse().ok()
}

fn decoded<'d>(
    fields: &[Field<'_>],
    raw: &'d [u8],
    expansion: &Expansion,
) -> Result<Cow<'d, [u8]>, Fault> {
    let says = |name: &str| header::value(fields, name).unwrap_or_default().to_ascii_lowercase();
    let mut body = Cow::Borrowed(raw);
    // Archives may keep the field of an encoding that they have undone, so the body decides.
    if says("Transfer-Encoding").contains("chunked")
        && let Some(joined) = without_chunks(raw)
    {
        body = joined.into();
    }
    for coding in says("Content-Encoding").rsplit(',').map(str::trim) {
        let bytes = body.as_ref();
        let unpacked = match coding {
            "gzip" | "x-gzip" if bytes.starts_with(GZIP) => {
                expansion.whole(MultiGzDecoder::new(bytes))
            }
            "deflate" if bytes.first().is_some_and(|first| first & 0x0F == 8) => {
                expansion.whole(ZlibDecoder::new(bytes))
            }
            "deflate" => expansion.whole(DeflateDecoder::new(bytes)),
            "br" | "zstd" | "compress" | "x-compress" => {
                Err(Fault::new(FaultKind::NotCompressed, None, format_args!("by {coding}")))
            }
            _ => continue,
        };
        body = unpacked?.into();
    }
    Ok(body)
}

/// What a file that gzip has compressed begins with.
pub(crate) const GZIP: &[u8] = &[0x1F, 0x8B];

/// The body put together from its chunks, if it is made of chunks.
fn without_chunks(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let Ok(httparse::Status::Complete((head, size))) = httparse::parse_chunk_size(rest) else {
            return (!body.is_empty()).then_some(body);
        };
        let size = usize::try_from(size).ok()?;
        rest = rest.get(head..)?;
        if size == 0 {
            return Some(body);
        }
        let chunk = &rest[..size.min(rest.len())];
        body.extend_from_slice(chunk);
        rest = &rest[chunk.len()..];
        rest = rest.strip_prefix(b"\r\n").or(rest.strip_prefix(b"\n")).unwrap_or(rest);
        if rest.is_empty() {
            return Some(body);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{read, without_chunks};
    use crate::unpack::Expansion;

    #[test]
    fn chunks() {
        assert_eq!(without_chunks(b"3\r\nabc\r\n1;x\r\nd\r\n0\r\n\r\n").unwrap(), b"abcd");
        assert_eq!(without_chunks(b"FF\r\nabc").unwrap(), b"abc", "cut off");
        assert_eq!(without_chunks(b"<html>"), None, "not chunked any more");
    }

    #[test]
    fn heads() {
        let expansion = Expansion::new(1, 100);
        let response = read(b"HTTP/2 200\nContent-Type: text/html\n\n<p>", &expansion).unwrap();
        assert_eq!(
            (response.status, &*response.body, response.start),
            (200, &b"<p>"[..], Some(36))
        );
        assert_eq!(response.fields[0].places()(0), 25);
        assert!(read(b"HTTP/1.1 200 OK\r\nA: b", &expansion).is_err());
        assert!(read(b"ICY 200 OK\r\n\r\n", &expansion).is_err());
        assert!(read(b"", &expansion).is_err());
    }
}
