//! A decoder of any compression: a variant for each, and one that gives the error of a compression whose feature is off.

use std::io::{self, BufRead, Read};

#[cfg(feature = "bzip2")]
use bzip2::bufread::BzDecoder;
#[cfg(feature = "xz")]
use lzma_rust2::XzReader;

use crate::compression::Compression;
#[cfg(feature = "brotli")]
use crate::compression::brotli::Brotli;
#[cfg(any(feature = "bzip2", feature = "xz"))]
use crate::compression::consecutive::Consecutive;
#[cfg(feature = "gzip")]
use crate::compression::gzip::Members;
#[cfg(any(feature = "gzip", feature = "zstd"))]
use crate::compression::replay;
use crate::compression::unpack::own;
#[cfg(feature = "zstd")]
use crate::compression::zstandard::Frames;
use crate::fault::not_compiled;

/// The maximum window of a Zstandard file, in bytes, which takes as much memory: that of the program `zstd`.
#[cfg(feature = "zstd")]
const WINDOW: u64 = 128 << 20;

/// The maximum window of a Zstandard frame in HTTP (RFC 9659).
#[cfg(feature = "zstd")]
const HTTP_WINDOW: u64 = 8 << 20;

/// A decoder of one of the compressions.
pub(crate) enum Decoder<R: BufRead> {
    #[cfg(feature = "gzip")]
    Gzip(Box<Members<R>>),
    #[cfg(feature = "zstd")]
    Zstandard(Box<Frames<R>>),
    #[cfg(feature = "xz")]
    Xz(Box<Consecutive<XzReader<R>>>),
    #[cfg(feature = "bzip2")]
    Bzip2(Consecutive<BzDecoder<R>>),
    #[cfg(feature = "brotli")]
    Brotli(Box<Brotli<R>>),
    /// A compression without its feature, whose data is not read.
    NotCompiled(Compression, R),
}

impl<R: BufRead> Decoder<R> {
    /// The decoder of a compression. Its errors are those of the reader, and errors in the data.
    pub(super) fn new(compression: Compression, reader: R) -> Self {
        match compression {
            #[cfg(feature = "gzip")]
            Compression::Gzip => Self::Gzip(Box::new(Members::new(reader))),
            #[cfg(feature = "zstd")]
            Compression::Zstandard => Self::Zstandard(Box::new(Frames::new(reader, WINDOW))),
            #[cfg(feature = "xz")]
            Compression::Xz => Self::Xz(Box::new(Consecutive::new(reader))),
            #[cfg(feature = "bzip2")]
            Compression::Bzip2 => Self::Bzip2(Consecutive::new(reader)),
            #[cfg(feature = "brotli")]
            Compression::Brotli => Self::Brotli(Box::new(Brotli::new(reader))),
            #[allow(unreachable_patterns, reason = "all of them may be compiled in")]
            _ => Self::NotCompiled(compression, reader),
        }
    }

    /// The decoder of Zstandard in HTTP, where frames have a smaller window.
    pub(super) fn zstandard_of_http(reader: R) -> Self {
        #[cfg(feature = "zstd")]
        return Self::Zstandard(Box::new(Frames::new(reader, HTTP_WINDOW)));
        #[cfg(not(feature = "zstd"))]
        Self::NotCompiled(Compression::Zstandard, reader)
    }

    /// Goes on behind a broken stream of several; the offset of the next one in the compressed data, if there is one.
    pub(super) fn resume(&mut self) -> io::Result<Option<u64>> {
        match self {
            #[cfg(feature = "gzip")]
            Self::Gzip(members) => replay::resume(&mut **members),
            #[cfg(feature = "zstd")]
            Self::Zstandard(frames) => replay::resume(&mut **frames),
            _ => Ok(None),
        }
    }
}

impl<R: BufRead> Read for Decoder<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        match self {
            #[cfg(feature = "gzip")]
            Self::Gzip(decoder) => decoder.read(to),
            #[cfg(feature = "zstd")]
            Self::Zstandard(decoder) => decoder.read(to),
            #[cfg(feature = "xz")]
            Self::Xz(decoder) => decoder.read(to),
            #[cfg(feature = "bzip2")]
            Self::Bzip2(decoder) => decoder.read(to),
            #[cfg(feature = "brotli")]
            Self::Brotli(decoder) => decoder.read(to),
            Self::NotCompiled(..) if to.is_empty() => Ok(0),
            Self::NotCompiled(compression, _) => {
                let name = compression.name();
                Err(own(not_compiled(name, name)))
            }
        }
    }
}
