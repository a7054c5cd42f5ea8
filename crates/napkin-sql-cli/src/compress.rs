//! Answers that are compressed while they are written, by the ending of the file's name.

use std::io::{self, Write};
use std::path::Path;

use bzip2::write::BzEncoder;
use flate2::write::GzEncoder;
use liblzma::write::XzEncoder;
use zstd::stream::write::Encoder as ZstdEncoder;

use super::place::Out;

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compression {
    Gzip,
    Bzip2,
    Xz,
    Zstd,
}

const ENDINGS: [(&str, Compression); 4] = [
    ("gz", Compression::Gzip),
    ("bz2", Compression::Bzip2),
    ("xz", Compression::Xz),
    ("zst", Compression::Zstd),
];

impl Compression {
    /// The compression that the name of a file asks for.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        ENDINGS.into_iter().find(|(known, _)| *known == ending).map(|(_, compression)| compression)
    }

    /// A writer that compresses. Its `flush` ends the file, so it is called once, at the end.
    ///
    /// # Errors
    ///
    /// If there is no memory for the compressor.
    pub(crate) fn compress(self, out: Out) -> io::Result<Out> {
        Ok(match self {
            Self::Gzip => Box::new(Compressed(GzEncoder::new(out, flate2::Compression::default()))),
            Self::Bzip2 => Box::new(Compressed(BzEncoder::new(out, bzip2::Compression::default()))),
            Self::Xz => Box::new(Compressed(XzEncoder::new(out, XZ_LEVEL))),
            Self::Zstd => Box::new(Compressed(ZstdEncoder::new(out, ZSTD_LEVEL)?)),
        })
    }
}

const XZ_LEVEL: u32 = 6;
const ZSTD_LEVEL: i32 = 3;

/// A compressor that can end its stream.
trait End: Write {
    fn end(&mut self) -> io::Result<()>;
}

macro_rules! ends {
    ($($encoder:ident: $end:ident,)*) => {
        $(impl End for $encoder {
            fn end(&mut self) -> io::Result<()> {
                self.$end().map(drop)?;
                self.get_mut().flush()
            }
        })*
    };
}

type Gzip = GzEncoder<Out>;
type Bzip2 = BzEncoder<Out>;
type Xz = XzEncoder<Out>;
type Zstd = ZstdEncoder<'static, Out>;

ends! {
    Gzip: try_finish,
    Bzip2: try_finish,
    Xz: try_finish,
    Zstd: do_finish,
}

struct Compressed<E: End>(E);

impl<E: End> Write for Compressed<E> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.end()
    }
}
