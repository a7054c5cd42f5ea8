//! Adds a message to errors that the HTTP library answers itself: an address or a head that it does not accept.
//!
//! hyper answers such requests before any of our code sees them, with only a status, and its limit for an address,
//! 65,534 bytes, is fixed. These answers are recognized in the output, and replaced.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::guard::HEADERS;
use super::proxies::BasePath;
use super::requested_face::RequestedFace;
use super::slow_reader::Paced;
use crate::face::Face;
use crate::refusal::Refusal;

/// A connection that replaces such answers.
pub(crate) struct Telling {
    stream: Paced,
    /// Who asks, by what has been read.
    asked: RequestedFace,
    /// The replacement of a bare answer, and how much of it is written.
    instead: Option<(Vec<u8>, usize)>,
}

impl Telling {
    pub(crate) fn new(stream: Paced, base: BasePath) -> Self {
        Self { stream, asked: RequestedFace::below(base), instead: None }
    }
}

impl AsyncRead for Telling {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        self.asked.read(buffer.filled().get(before..).unwrap_or_default());
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Telling {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let Self { stream, asked, instead } = &mut *self;
        if instead.is_none() {
            match bare_answer(bytes) {
                Some((0, status)) => *instead = Some((answer(status, asked.face), 0)),
                // The output before it is written first.
                Some((start, _)) => {
                    let before = bytes.get(..start).unwrap_or_default();
                    return Pin::new(stream).poll_write(context, before);
                }
                None => {
                    asked.answered();
                    return Pin::new(stream).poll_write(context, bytes);
                }
            }
        }
        while let Some((answer, sent)) = instead {
            match answer.get(*sent..) {
                None | Some([]) => *instead = None,
                Some(rest) => *sent += ready!(Pin::new(&mut *stream).poll_write(context, rest))?,
            }
        }
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// The offset in the output of the library's own answer, which is the last on a connection, and its status.
fn bare_answer(bytes: &[u8]) -> Option<(usize, u16)> {
    /// The length of its status line and its fields `connection`, `content-length` and `date`.
    const LONGEST: usize = 160;
    let tail_start = bytes.len().saturating_sub(LONGEST);
    let tail = bytes.get(tail_start..)?;
    let start = tail.windows(9).rposition(|window| window == b"HTTP/1.1 ")?;
    let head = str::from_utf8(tail.get(start..)?).ok()?;
    let is_bare = head.contains("\r\ncontent-length: 0\r\n") && head.ends_with("\r\n\r\n");
    let status = head.get(9..12)?.parse().ok()?;
    (is_bare && matches!(status, 400 | 414 | 431)).then_some((tail_start + start, status))
}

/// The answer with a message: JSON for a program, and a page for a person, whose address from a form may be too long.
fn answer(bare: u16, face: Face) -> Vec<u8> {
    let refusal = match bare {
        400 => Refusal::bad("this is no HTTP request"),
        414 => Refusal::too_large(
            "the address is longer than 64 KiB, which is the most that is taken here; \
             what is longer can be sent by POST",
        ),
        _ => Refusal::too_large("the head of the request is too long"),
    };
    let (kind, body) = face.error(&refusal);
    let mut answer = format!(
        "HTTP/1.1 {}\r\ncontent-type: {kind}\r\ncontent-length: {}\r\nconnection: close\r\n\
         cache-control: no-store\r\n",
        refusal.status,
        body.len()
    );
    for (name, value) in HEADERS {
        answer.extend([name.as_str(), ": ", value, "\r\n"]);
    }
    answer.push_str("\r\n");
    let mut answer = answer.into_bytes();
    answer.extend(body);
    answer
}
