//! Brotli data (RFC 7932), which has no mark at its end.

use std::io::{self, BufRead, Read};

use brotli_decompressor::Decompressor;

use crate::compression::unpack::{BYTES_BEHIND, own};

/// The number of bytes that the decoder reads at a time.
const BUFFER: usize = 4096;

/// Brotli data, behind which nothing may follow.
pub(crate) struct Brotli<R: Read>(Decompressor<R>);

impl<R: Read> Brotli<R> {
    pub(crate) fn new(reader: R) -> Self {
        Self(Decompressor::new(reader, BUFFER))
    }
}

impl<R: BufRead> Read for Brotli<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(to).map_err(|error| match error.kind() {
            // The decoder does not tell one from the other.
            io::ErrorKind::InvalidData => own("the compressed data is broken or ends too early"),
            _ => error,
        })?;
        if read > 0 || to.is_empty() {
            return Ok(read);
        }
        // Behind the end, reading is an error if there are more bytes in the decoder's own buffer.
        let is_behind = self.0.read(&mut [0]).is_err() || !self.0.get_mut().fill_buf()?.is_empty();
        if is_behind {
            return Err(own(BYTES_BEHIND));
        }
        Ok(read)
    }
}
