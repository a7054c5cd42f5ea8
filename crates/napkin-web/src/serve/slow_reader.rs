//! A connection whose other side has to read at a least rate: an answer that nobody takes would stay in memory.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

use super::pace::{Credit, Pace};

/// Such a connection. Writing fails when the other side has taken too little for too long.
pub(crate) struct Paced {
    stream: TcpStream,
    credit: Credit,
    /// Since when writing waits, and the end of patience.
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl Paced {
    pub(crate) const fn new(stream: TcpStream, pace: Pace) -> Self {
        Self { stream, credit: pace.begin(), waiting: None }
    }
}

impl AsyncRead for Paced {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Paced {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let Self { stream, credit, waiting } = &mut *self;
        if let Poll::Ready(written) = Pin::new(stream).poll_write(context, bytes) {
            let time = waiting.take().map(|(since, _)| since.elapsed()).unwrap_or_default();
            credit.waited(time, *written.as_ref().unwrap_or(&0));
            return Poll::Ready(written);
        }
        let begin = || (Instant::now(), Box::pin(sleep(credit.left())));
        let (_, end) = waiting.get_or_insert_with(begin);
        ready!(end.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
