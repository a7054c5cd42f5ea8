//! Files of consecutive streams of xz or bzip2, as the programs write and read them.
//!
//! Their decoders read one stream each. This module tells the end of a file from another stream and from bytes that
//! belong to none.

use std::io::{self, BufRead, Read};

use crate::compression::unpack::{BYTES_BEHIND, own};

/// The maximum memory of the decoder of xz, in KiB: more than the program's highest level needs.
#[cfg(feature = "xz")]
const XZ_MEMORY: u32 = 128 << 10;

/// A decoder of one stream.
pub(crate) trait CompressedStream: Read {
    type Reader: BufRead;

    /// The first byte of a stream.
    const FIRST: u8;

    /// The number of zeros behind a stream is a multiple of this; 0, if there are none.
    const PADDING: usize;

    fn new(reader: Self::Reader) -> Self;

    /// The compressed bytes behind the stream.
    fn into_reader(self) -> Self::Reader;
}

/// Decompresses consecutive streams. Bytes behind the last one are an error.
pub(crate) struct Consecutive<S> {
    /// The decoder of the current stream; `None` behind the last one.
    stream: Option<S>,
}

impl<S: CompressedStream> Consecutive<S> {
    pub(super) fn new(reader: S::Reader) -> Self {
        Self { stream: Some(S::new(reader)) }
    }
}

impl<S: CompressedStream> Read for Consecutive<S> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if to.is_empty() {
            return Ok(0);
        }
        loop {
            let Some(stream) = &mut self.stream else { return Ok(0) };
            let read = stream.read(to)?;
            if read > 0 {
                return Ok(read);
            }
            let Some(mut reader) = self.stream.take().map(S::into_reader) else { return Ok(0) };
            let (padding, next) = behind_padding(&mut reader)?;
            let is_whole = if S::PADDING == 0 { padding == 0 } else { padding % S::PADDING == 0 };
            match next {
                None if is_whole => return Ok(0),
                Some(next) if is_whole && next == S::FIRST => self.stream = Some(S::new(reader)),
                _ => return Err(own(BYTES_BEHIND)),
            }
        }
    }
}

/// Goes past zeros. Returns their number and the byte behind them, if there is one.
fn behind_padding(reader: &mut impl BufRead) -> io::Result<(usize, Option<u8>)> {
    let mut padding = 0;
    loop {
        let bytes = match reader.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
        let next = bytes.get(zeros).copied();
        let is_end = bytes.is_empty();
        reader.consume(zeros);
        padding += zeros;
        if is_end || next.is_some() {
            return Ok((padding, next));
        }
    }
}

#[cfg(feature = "xz")]
impl<R: BufRead> CompressedStream for lzma_rust2::XzReader<R> {
    type Reader = R;

    const FIRST: u8 = 0xFD;

    const PADDING: usize = 4;

    fn new(reader: R) -> Self {
        Self::new_mem_limit(reader, false, XZ_MEMORY)
    }

    fn into_reader(self) -> R {
        self.into_inner()
    }
}

#[cfg(feature = "bzip2")]
impl<R: BufRead> CompressedStream for bzip2::bufread::BzDecoder<R> {
    type Reader = R;

    const FIRST: u8 = b'B';

    const PADDING: usize = 0;

    fn new(reader: R) -> Self {
        Self::new(reader)
    }

    fn into_reader(self) -> R {
        self.into_inner()
    }
}
