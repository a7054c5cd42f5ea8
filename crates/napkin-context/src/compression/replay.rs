//! Goes on behind a broken stream of a file of compressed streams, as `.warc.gz` is: a stream for each record.
//!
//! A decoder may run past the end of its broken stream before it fails. So the compressed bytes of a stream are kept, and the
//! next one is looked for from the beginning of the broken one.

use std::io::{self, BufRead, ErrorKind, Read};

/// The number of bytes of a stream that are kept. Behind the beginning of a longer one the next is looked for where the decoder
/// failed.
const KEPT: usize = 1 << 20;

/// The number of bytes read at a time while the next stream is looked for.
const PIECE: u64 = 1 << 16;

/// A reader that reads a stream again.
pub(crate) struct Replay<R> {
    reader: R,
    /// The last bytes that were taken from the reader.
    kept: Vec<u8>,
    /// The index in them of the beginning of the stream, and of the next byte to read.
    start: usize,
    at: usize,
    /// Whether bytes are kept: the stream is not too long.
    is_keeping: bool,
    /// The offset of the next byte from the beginning.
    offset: u64,
    /// The number of bytes that were read again. It is at most that of all, so that the work stays linear.
    again: u64,
}

impl<R: BufRead> Replay<R> {
    pub(crate) const fn new(reader: R) -> Self {
        Self { reader, kept: Vec::new(), start: 0, at: 0, is_keeping: true, offset: 0, again: 0 }
    }

    /// Begins a stream.
    pub(crate) fn mark(&mut self) {
        (self.start, self.is_keeping) = (self.at, true);
        // Seldom, since the rest is moved.
        if self.start > self.kept.len() / 2 {
            self.kept.drain(..self.start);
            (self.start, self.at) = (0, 0);
        }
    }

    /// Goes to the first place behind the beginning of the stream where `magic` stands, and begins a stream there; its offset.
    /// `None` at the end of the data.
    fn next_stream(&mut self, magic: &[u8]) -> io::Result<Option<u64>> {
        let read = (self.at - self.start) as u64;
        if self.again + read <= self.offset {
            self.again += read;
            self.offset -= read;
            self.at = self.start;
        }
        // The magic bytes of the broken stream do not count.
        self.skip(1);
        loop {
            let rest = self.kept.get(self.at..).unwrap_or_default();
            if let Some(found) = memchr::memmem::find(rest, magic) {
                self.skip(found);
                return Ok(Some(self.offset));
            }
            self.skip(rest.len().saturating_sub(magic.len() - 1));
            if self.reader.by_ref().take(PIECE).read_to_end(&mut self.kept)? == 0 {
                return Ok(None);
            }
        }
    }

    /// Goes past kept bytes, as many as there are, and begins a stream.
    fn skip(&mut self, bytes: usize) {
        let bytes = bytes.min(self.kept.len() - self.at);
        self.at += bytes;
        self.offset += bytes as u64;
        self.mark();
    }
}

impl<R: BufRead> Read for Replay<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(to)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Replay<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self.kept.get(self.at..) {
            Some(rest) if !rest.is_empty() => Ok(rest),
            _ => self.reader.fill_buf(),
        }
    }

    fn consume(&mut self, bytes: usize) {
        self.offset += bytes as u64;
        if self.at < self.kept.len() {
            self.at += bytes;
            return;
        }
        // The buffer is filled, so this reads nothing.
        if self.is_keeping
            && let Ok(buffer) = self.reader.fill_buf()
        {
            self.kept.extend_from_slice(buffer.get(..bytes).unwrap_or_default());
            self.is_keeping = self.kept.len() - self.start <= KEPT;
            if !self.is_keeping {
                self.kept = Vec::new();
                self.start = 0;
            }
            self.at = self.kept.len();
        }
        self.reader.consume(bytes);
    }
}

/// A decoder of consecutive streams, which can begin another one.
pub(crate) trait Streams: Read {
    /// The reader of the compressed bytes.
    type Reader: BufRead;

    /// The first bytes of each stream.
    const MAGIC: &'static [u8];

    /// The compressed bytes; `None` behind the end.
    fn compressed(&mut self) -> Option<&mut Replay<Self::Reader>>;

    /// Begins a stream where the compressed bytes are, of which the first byte was decoded before, if any.
    fn begin(&mut self);

    /// Sets the decoded byte that is read first.
    fn unread(&mut self, byte: u8);
}

/// Whether an error of a decoder is one of its data, rather than of the operating system.
const fn is_of_data(kind: ErrorKind) -> bool {
    use ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    matches!(kind, InvalidData | InvalidInput | UnexpectedEof)
}

/// Goes on behind the stream that is broken, with the next one from which anything can be decoded; its offset in the compressed
/// data. `None` if there is none.
pub(crate) fn resume(streams: &mut impl Streams) -> io::Result<Option<u64>> {
    fn next<S: Streams>(streams: &mut S) -> io::Result<Option<u64>> {
        match streams.compressed() {
            Some(compressed) => compressed.next_stream(S::MAGIC),
            None => Ok(None),
        }
    }
    while let Some(offset) = next(streams)? {
        streams.begin();
        let mut first = [0];
        match streams.read(&mut first) {
            Ok(0) => return Ok(Some(offset)),
            Ok(_) => {
                streams.unread(first[0]);
                return Ok(Some(offset));
            }
            Err(error) if is_of_data(error.kind()) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}
