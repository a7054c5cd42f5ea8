//! Saved HTTP responses: a head, and a body that may be encoded.

use std::borrow::Cow;
use std::fmt;

use crate::compression::unpack::Expansion;
use crate::compression::{self, Compression};
use crate::containers::header::{self, Field, Head};
use crate::fault::{Fault, FaultKind};
use crate::kind::is_field;

/// A response: its header fields, and its body without encodings.
pub(crate) struct Response<'d> {
    pub(crate) status: u16,
    pub(crate) fields: Vec<Field<'d>>,
    /// The body; `None` if it cannot be decoded.
    pub(crate) body: Option<Cow<'d, [u8]>>,
    /// The start of the body, if it is not encoded.
    pub(crate) start: Option<usize>,
    /// Errors in the header or the body that do not stop the rest from being read.
    pub(crate) faults: Vec<Fault>,
}

impl Response<'_> {
    /// The note that a body is announced and none is there: an answer to HEAD, or one that is cut there.
    pub(crate) fn without_body(&self) -> Option<Fault> {
        let len = header::value(&self.fields, "Content-Length")?.trim().parse::<u64>().ok()?;
        let is_empty = self.body.as_ref().is_some_and(|body| body.is_empty());
        let has_body = !matches!(self.status, 100..200 | 204 | 304);
        let is_announced = is_empty && len > 0 && has_body;
        let detail = format_args!("of the {len} bytes that it announces, as in an answer to HEAD");
        is_announced.then(|| Fault::new(FaultKind::NoBody, None, detail))
    }

    /// The start of the next response, if another one follows, as after interim responses and redirects.
    pub(crate) fn next(&self) -> Option<usize> {
        let body = self.body.as_deref().unwrap_or_default();
        let goes_on = matches!(self.status, 100..400) && body.starts_with(b"HTTP/");
        self.start.filter(|_| goes_on)
    }
}

/// Parses a response. `expansion` limits the size of the body.
///
/// # Errors
///
/// If it does not begin like a response.
pub(crate) fn read<'d>(document: &'d [u8], expansion: &Expansion) -> Result<Response<'d>, Fault> {
    let status = status(document).ok_or_else(|| {
        Fault::new(FaultKind::NotAResponse, Some(0), "it does not begin with a status line")
    })?;
    let Head { fields, len, oddities: mut faults } = header::read(document, false);
    let raw = document.get(len..).unwrap_or_default();
    // An interim response or a redirect may be followed directly by the next response.
    if matches!(status, 100..200 | 300..400) && raw.starts_with(b"HTTP/") {
        return Ok(Response { status, fields, body: Some(raw.into()), start: Some(len), faults });
    }
    faults.extend(partial(status, &fields));
    let body = match decoded(&fields, raw, expansion, &mut faults) {
        Ok(body) => Some(body),
        Err(fault) => {
            faults.push(fault);
            None
        }
    };
    let start = matches!(body, Some(Cow::Borrowed(_))).then_some(len);
    Ok(Response { status, fields, body, start, faults })
}

/// The error that a response has a part of a document only (RFC 9110, 15.3.7).
fn partial(status: u16, fields: &[Field<'_>]) -> Option<Fault> {
    let range = header::value(fields, "Content-Range").filter(|_| status == 206)?;
    let (part, len) = range.strip_prefix("bytes")?.trim().split_once('/')?;
    let (first, last) = part.split_once('-')?;
    let is_all = first == "0" && last.parse::<u64>().ok()?.checked_add(1) == len.parse().ok();
    (!is_all).then(|| truncated(format_args!("it has the {range} of the document")))
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
    faults: &mut Vec<Fault>,
) -> Result<Cow<'d, [u8]>, Fault> {
    let says = |name: &str| header::value(fields, name).unwrap_or_default().to_ascii_lowercase();
    let mut body = Cow::Borrowed(raw);
    // Archives may keep the field for an encoding that they have removed, so the body decides.
    if says("Transfer-Encoding").contains("chunked")
        && let Some(Chunks { joined, is_whole, behind }) = without_chunks(raw)
    {
        body = joined.into();
        if !is_whole {
            faults.push(truncated("the last chunk is missing"));
        }
        if behind > 0 {
            let detail = format_args!("{behind} bytes behind the last chunk are not read");
            faults.push(Fault::new(FaultKind::NotReadable, None, detail));
        }
    }
    let encoding = says("Content-Encoding");
    let is_as_sent = matches!(body, Cow::Borrowed(_)) && encoding.trim().is_empty();
    let len = says("Content-Length").trim().parse::<u64>().ok();
    // The answer to HEAD has the length of a body that is not sent.
    if let Some(len) = len.filter(|&len| is_as_sent && !raw.is_empty() && (raw.len() as u64) < len)
    {
        faults.push(truncated(format_args!("{} of {len} bytes", raw.len())));
    }
    for coding in encoding.rsplit(',').map(str::trim) {
        let bytes = body.as_ref();
        if bytes.is_empty() {
            break;
        }
        let is = |one: Compression| one.is_said_of(bytes);
        let unpacked = match coding {
            "gzip" | "x-gzip" if is(Compression::Gzip) => {
                compression::whole(Compression::Gzip, bytes, expansion)
            }
            "deflate" => compression::deflate_of_http(bytes, expansion),
            "br" if !is_markup(bytes) => compression::whole(Compression::Brotli, bytes, expansion),
            "zstd" if is(Compression::Zstandard) => {
                compression::zstandard_of_http(bytes, expansion)
            }
            "compress" | "x-compress" if bytes.starts_with(COMPRESS) => {
                Err(Fault::new(FaultKind::NotCompressed, None, format_args!("by {coding}")))
            }
            _ => continue,
        };
        let (unpacked, broken) = unpacked?;
        faults.extend(broken);
        body = unpacked.into();
    }
    Ok(body)
}

fn truncated(detail: impl fmt::Display) -> Fault {
    Fault::new(FaultKind::Truncated, None, detail)
}

/// The first bytes of a file of `compress`.
const COMPRESS: &[u8] = &[0x1F, 0x9D];

/// Whether bytes are markup, and so already decompressed: Brotli has no magic number.
fn is_markup(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"<")
}

/// A body that was sent in chunks.
#[derive(Debug, PartialEq, Eq)]
struct Chunks {
    /// The chunks, joined.
    joined: Vec<u8>,
    /// Whether the last chunk is there.
    is_whole: bool,
    /// The number of bytes behind the last chunk and the trailer.
    behind: usize,
}

/// The body assembled from its chunks, if it consists of chunks.
fn without_chunks(mut rest: &[u8]) -> Option<Chunks> {
    let mut body = Vec::new();
    while let Ok(httparse::Status::Complete((head, size))) = httparse::parse_chunk_size(rest) {
        rest = rest.get(head..)?;
        if size == 0 {
            // The trailer has fields, and ends with an empty line.
            let mut lines = rest.split_inclusive(|&byte| byte == b'\n');
            let is_trailer = |line: &&[u8]| is_field(line);
            let trailer = lines.by_ref().take_while(is_trailer).map(<[u8]>::len).sum::<usize>();
            let rest = rest.get(trailer..).unwrap_or_default();
            let rest = rest.strip_prefix(b"\r\n").or(rest.strip_prefix(b"\n")).unwrap_or(rest);
            return Some(Chunks { joined: body, is_whole: true, behind: rest.len() });
        }
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        let chunk = &rest[..size.min(rest.len())];
        body.extend_from_slice(chunk);
        rest = &rest[chunk.len()..];
        rest = rest.strip_prefix(b"\r\n").or(rest.strip_prefix(b"\n")).unwrap_or(rest);
    }
    (!body.is_empty()).then_some(Chunks { joined: body, is_whole: false, behind: 0 })
}

#[cfg(test)]
mod tests {
    use super::{Chunks, read, without_chunks};
    use crate::compression::unpack::Expansion;

    #[test]
    fn chunks() {
        let behind = |body: &str, is_whole, behind| {
            Some(Chunks { joined: body.as_bytes().to_vec(), is_whole, behind })
        };
        let whole = |body: &str, is_whole| behind(body, is_whole, 0);
        assert_eq!(without_chunks(b"1\r\na\r\n0\r\nA: b\r\n\r\nmore"), behind("a", true, 4));
        let chunks = b"3\r\nabc\r\n1;x\r\nd\r\n0\r\n\r\n";
        assert_eq!(without_chunks(chunks), whole("abcd", true));
        assert_eq!(without_chunks(&chunks[..16]), whole("abcd", false));
        assert_eq!(without_chunks(b"FF\r\nabc"), whole("abc", false), "cut off");
        assert_eq!(without_chunks(b"FFFFFFFFFFFFFFFF\r\nabc"), whole("abc", false));
        assert_eq!(without_chunks(b"<html>"), None, "not chunked any more");
    }

    #[test]
    fn heads() {
        let expansion = Expansion::new(1, 100);
        let response = read(b"HTTP/2 200\nContent-Type: text/html\n\n<p>", &expansion).unwrap();
        let body = response.body.as_deref();
        assert_eq!((response.status, body, response.start), (200, Some(&b"<p>"[..]), Some(36)));
        assert_eq!(response.fields[0].places()(0), 25);
        let cut = read(b"HTTP/1.1 200 OK\r\nA: b", &expansion).unwrap();
        assert_eq!((cut.fields.len(), cut.faults.len()), (1, 1));
        assert!(read(b"ICY 200 OK\r\n\r\n", &expansion).is_err());
        assert!(read(b"", &expansion).is_err());
    }

    #[test]
    fn unreadable_bodies_leave_their_header() {
        let expansion = Expansion::new(1, 100);
        for (coding, body) in
            [("compress", &b"\x1F\x9D\x90"[..]), ("br", b"\xFF\xFF"), ("gzip", b"\x1F\x8B")]
        {
            let head =
                format!("HTTP/1.1 200 OK\r\nLocation: a\r\nContent-Encoding: {coding}\r\n\r\n");
            let response = [head.as_bytes(), body].concat();
            let response = read(&response, &expansion).unwrap();
            assert_eq!((response.fields.len(), response.body, response.faults.len()), (2, None, 1));
        }
        // An archive may keep the field for an encoding that it has removed.
        let response =
            read(b"HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\n<p>", &expansion).unwrap();
        assert_eq!(response.body.as_deref(), Some(&b"<p>"[..]));
    }
}
