//! Compressed files and bodies: which compression it is, and its decoder. All that is decompressed comes from here.
//!
//! Each decoder has a feature with the name of its compression. Without it, the compression is still recognized, and its
//! data is an error.

// Each module uses only those before it.
pub(crate) mod unpack;
#[cfg(any(feature = "gzip", feature = "zstd"))]
mod replay;
#[cfg(feature = "gzip")]
mod gzip;
#[cfg(feature = "zstd")]
mod zstandard;
#[cfg(feature = "brotli")]
mod brotli;
#[cfg(any(feature = "bzip2", feature = "xz"))]
mod consecutive;
mod decoder;

use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};

use crate::fault::Fault;
#[cfg(all(feature = "http", not(feature = "gzip")))]
use crate::fault::{FaultKind, not_compiled};
use decoder::Decoder;
use unpack::{Counted, Expansion, Unpacked};

/// The compressions of files that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compression {
    /// gzip (RFC 1952).
    Gzip,
    /// Zstandard (RFC 8878).
    Zstandard,
    /// xz.
    Xz,
    /// bzip2.
    Bzip2,
    /// Brotli (RFC 7932). Its data has no mark, so the name of the file has to say it.
    Brotli,
}

/// The most compressions of a file inside each other.
const MOST_LAYERS: usize = 4;

/// The number of bytes that are read from a decoder at a time.
const BUFFER: usize = 1 << 16;

/// The first bytes of a Zstandard frame.
const FRAME: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// The last three of the first four bytes of a Zstandard frame that holds no data; the first is 0x50 to 0x5F (RFC 8878, 3.1.2).
const SKIPPABLE: [u8; 3] = [0x2A, 0x4D, 0x18];

/// Whether a Zstandard frame that holds no data begins here.
fn is_skippable(content: &[u8]) -> bool {
    matches!(content, [0x50..=0x5F, rest @ ..] if rest.starts_with(&SKIPPABLE))
}

/// The mark of a block of bzip2.
const BLOCK: [u8; 6] = [0x31, 0x41, 0x59, 0x26, 0x53, 0x59];

/// The mark of the end of bzip2.
const END: [u8; 6] = [0x17, 0x72, 0x45, 0x38, 0x50, 0x90];

/// The number of first bytes that tell a compression.
const MARK: usize = 10;

/// The number of first bytes that tell a compression of a file that has no more.
const LEAST_OF_MARK: usize = 4;

impl Compression {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Gzip, Self::Zstandard, Self::Xz, Self::Bzip2, Self::Brotli];

    /// The name of the program, such as `gzip`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstandard => "zstd",
            Self::Xz => "xz",
            Self::Bzip2 => "bzip2",
            Self::Brotli => "brotli",
        }
    }

    /// The ending of file names, without the dot.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Gzip => "gz",
            Self::Zstandard => "zst",
            Self::Xz => "xz",
            Self::Bzip2 => "bz2",
            Self::Brotli => "br",
        }
    }

    /// The first bytes of a file; none, if any bytes can be the first ones.
    const fn magic(self) -> &'static [u8] {
        match self {
            Self::Gzip => &[0x1F, 0x8B],
            Self::Zstandard => &FRAME,
            Self::Xz => &[0xFD, b'7', b'z', b'X', b'Z', 0],
            Self::Bzip2 => b"BZh",
            Self::Brotli => &[],
        }
    }

    /// The compression of a file by its first bytes.
    ///
    /// ```
    /// use napkin_context::Compression;
    ///
    /// assert_eq!(Compression::of_content(b"\x1F\x8B\x08"), Some(Compression::Gzip));
    /// assert_eq!(Compression::of_content(b"text"), None);
    /// ```
    pub fn of_content(content: &[u8]) -> Option<Self> {
        if is_skippable(content) {
            return Some(Self::Zstandard);
        }
        // `BZh` may begin a text; the size of the blocks follows, and the mark of the first one or of the end.
        if let Some([b'1'..=b'9', rest @ ..]) = content.strip_prefix(Self::Bzip2.magic()) {
            let begins = rest.starts_with(&BLOCK) || rest.starts_with(&END);
            return begins.then_some(Self::Bzip2);
        }
        let begins = |one: &Self| !one.magic().is_empty() && content.starts_with(one.magic());
        Self::ALL.into_iter().filter(|one| *one != Self::Bzip2).find(begins)
    }

    /// The compression of data by its first bytes, and by its name or header, if that says one. Without it, the few bytes of
    /// cut data may be a text.
    pub(crate) fn of_data(first: &[u8], said: Option<Self>) -> Option<Self> {
        Self::of_content(first).or_else(|| match said {
            Some(said) => Some(said).filter(|said| said.is_damaged(first)),
            None if first.len() < LEAST_OF_MARK => None,
            None => Self::ALL.into_iter().find(|one| one.may_begin(first)),
        })
    }

    /// Whether data that is said to be of this compression is so.
    #[cfg(feature = "http")]
    pub(crate) fn is_said_of(self, data: &[u8]) -> bool {
        Self::of_data(data, Some(self)) == Some(self)
    }

    /// Whether data that is said to be of this compression is so, and damaged in its first bytes.
    fn is_damaged(self, first: &[u8]) -> bool {
        self.may_begin(first) || self.is_nearly(first)
    }

    /// Whether the first bytes are those of this compression but for one byte, as in a damaged file.
    fn is_nearly(self, first: &[u8]) -> bool {
        let mark: &[u8] = match self {
            Self::Gzip => &[0x1F, 0x8B, 8],
            Self::Bzip2 => b"BZh91AY&SY",
            Self::Zstandard | Self::Xz | Self::Brotli => self.magic(),
        };
        let is_same = |(at, (byte, mark)): (usize, (&u8, &u8))| {
            byte == mark || self == Self::Bzip2 && at == 3 && (b'1'..=b'9').contains(byte)
        };
        let same = first.iter().zip(mark).enumerate().filter(|pair| is_same(*pair)).count();
        same + 1 == mark.len() && first.len() >= mark.len()
    }

    /// Whether the first bytes are too few to tell this compression, and more may tell it.
    fn may_begin(self, first: &[u8]) -> bool {
        let of_magic = first.len() < self.magic().len() && self.magic().starts_with(first);
        of_magic
            || match (self, first) {
                (Self::Bzip2, b"BZh") => true,
                (Self::Bzip2, [b'B', b'Z', b'h', b'1'..=b'9', rest @ ..]) => {
                    first.len() < MARK && (BLOCK.starts_with(rest) || END.starts_with(rest))
                }
                (Self::Zstandard, [0x50..=0x5F, rest @ ..]) => {
                    rest.len() < SKIPPABLE.len() && SKIPPABLE.starts_with(rest)
                }
                _ => false,
            }
    }

    /// The compression that the name of a file ends with, and the name without that ending.
    ///
    /// ```
    /// use napkin_context::Compression;
    ///
    /// assert_eq!(Compression::of_file_name("a.warc.zst"), Some((Compression::Zstandard, "a.warc")));
    /// assert_eq!(Compression::of_file_name("a.warc"), None);
    /// ```
    pub fn of_file_name(name: &str) -> Option<(Self, &str)> {
        let (rest, ending) = name.rsplit_once('.')?;
        let named = |one: &Self| ending.eq_ignore_ascii_case(one.ending());
        Some((Self::ALL.into_iter().find(named)?, rest))
    }
}

/// A file without its compressions: the first bytes, which were taken to look at them, and the others.
pub(crate) type Stream<R> = Chain<Cursor<Vec<u8>>, Source<R>>;

/// The data behind all compressions that were found so far.
pub(crate) enum Source<R: BufRead> {
    Plain(R),
    Packed(Box<Layer<R>>),
}

/// The data behind one compression.
type Layer<R> = BufReader<Unpacked<Decoder<Stream<R>>>>;

impl<R: BufRead> Read for Source<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(reader) => reader.read(to),
            Self::Packed(layer) => layer.read(to),
        }
    }
}

impl<R: BufRead> BufRead for Source<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self {
            Self::Plain(reader) => reader.fill_buf(),
            Self::Packed(layer) => layer.fill_buf(),
        }
    }

    fn consume(&mut self, bytes: usize) {
        match self {
            Self::Plain(reader) => reader.consume(bytes),
            Self::Packed(layer) => layer.consume(bytes),
        }
    }
}

/// A file without its compressions, and their number. An error in them is kept in the `expansion`, and ends the data. The
/// name of the file tells Brotli, and data that is damaged in its first bytes.
///
/// # Errors
///
/// If the reader fails.
pub(crate) fn unpacked<R: BufRead>(
    reader: R,
    name: Option<&str>,
    expansion: &Expansion,
) -> io::Result<(Stream<R>, usize)> {
    let mut named = name;
    let mut rest = Source::Plain(reader);
    let mut layers = 0;
    loop {
        let (mark, first) = beginning(&mut rest)?;
        let (by_name, inner) = named.and_then(Compression::of_file_name).unzip();
        named = inner;
        let brotli = by_name.filter(|one| *one == Compression::Brotli && !first.starts_with(b"<"));
        let one = Compression::of_data(&first, by_name).or(brotli);
        let one = one.filter(|_| layers < MOST_LAYERS);
        let stream = Cursor::new(mark).chain(rest);
        let Some(one) = one else { return Ok((stream, layers)) };
        let data = Unpacked::of_file(Decoder::new(one, stream), Decoder::resume, expansion);
        rest = Source::Packed(Box::new(BufReader::with_capacity(BUFFER, data)));
        layers += 1;
    }
}

/// The bytes that had to be taken from the reader, and the first bytes. They are left in its buffer if that has enough of
/// them. More are waited for only while the first ones may become the mark of a compression, since a person may be typing.
fn beginning(reader: &mut impl BufRead) -> io::Result<(Vec<u8>, Vec<u8>)> {
    let mut taken = Vec::new();
    loop {
        let bytes = match reader.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let first: Vec<u8> = taken.iter().chain(bytes).copied().take(MARK).collect();
        let read = bytes.len();
        if read == 0 || !Compression::ALL.iter().any(|one| one.may_begin(&first)) {
            return Ok((taken, first));
        }
        taken.extend_from_slice(bytes);
        reader.consume(read);
    }
}

/// Decompressed bytes, and the error that ended them before their end, if any.
type Data = (Vec<u8>, Option<Fault>);

/// Decompresses a document in memory, or its part before an error, with the error.
///
/// # Errors
///
/// If none of it can be decompressed, or it is too large.
pub(crate) fn whole(one: Compression, bytes: &[u8], expansion: &Expansion) -> Result<Data, Fault> {
    expansion.whole(Decoder::new(one, bytes))
}

/// Decompresses a body in the coding `zstd` of HTTP, as [`whole`] does.
#[cfg(feature = "http")]
pub(crate) fn zstandard_of_http(bytes: &[u8], expansion: &Expansion) -> Result<Data, Fault> {
    expansion.whole(Decoder::zstandard_of_http(bytes))
}

/// Decompresses a body in the coding `deflate` of HTTP, as [`whole`] does: in the format of zlib, or without it.
#[cfg(feature = "http")]
pub(crate) fn deflate_of_http(bytes: &[u8], expansion: &Expansion) -> Result<Data, Fault> {
    #[cfg(feature = "gzip")]
    return gzip::deflated(bytes, expansion);
    #[cfg(not(feature = "gzip"))]
    {
        let detail = not_compiled("deflate", "gzip");
        Err(Fault::new(FaultKind::NotCompressed, None, detail))
    }
}

/// Decompresses a document in memory as often as it is compressed, by its first bytes, or its part before an error, with the
/// error. `None` if it is not compressed.
///
/// # Errors
///
/// If none of it can be decompressed, or it is too large.
pub(crate) fn unpacked_body(bytes: &[u8], expansion: &Expansion) -> Result<Option<Data>, Fault> {
    let mut unpacked: Option<Data> = None;
    for _ in 0..MOST_LAYERS {
        let (bytes, before) = match &unpacked {
            Some((bytes, broken)) => (bytes.as_slice(), broken.clone()),
            None => (bytes, None),
        };
        let Some(one) = Compression::of_data(bytes, None) else { break };
        let (inner, broken) = whole(one, bytes, expansion)?;
        unpacked = Some((inner, before.or(broken)));
    }
    Ok(unpacked)
}

/// A file that may be compressed, as it was before that: by gzip, Zstandard, xz, bzip2, or by Brotli if its name says so,
/// also inside each other.
///
/// ```
/// use std::io::Read;
///
/// use napkin_context::{RATIO, Unpacking};
///
/// let mut text = String::new();
/// let mut file = Unpacking::new(&b"http://example.com/"[..], Some("list.txt"), RATIO)?;
/// file.read_to_string(&mut text)?;
/// assert_eq!((text.as_str(), file.fault()), ("http://example.com/", None));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Unpacking<R: Read> {
    whole: Stream<Counted<BufReader<R>>>,
    expansion: Expansion,
}

impl<R: Read> Unpacking<R> {
    /// A file, its name if it has one, and the maximum ratio of its size to that of the compressed data, from 16 MiB on.
    ///
    /// # Errors
    ///
    /// If the reader fails.
    pub fn new(reader: R, name: Option<&str>, ratio: u32) -> io::Result<Self> {
        let expansion = Expansion::new(ratio, usize::MAX);
        let reader = expansion.of_input(BufReader::with_capacity(BUFFER, reader));
        let (whole, _) = unpacked(reader, name, &expansion)?;
        Ok(Self { whole, expansion })
    }

    /// What ended the data before its end, if so: the data is broken or cut, or becomes too large. The bytes before it were
    /// read.
    pub fn fault(&self) -> Option<Fault> {
        self.expansion.broken()
    }
}

impl<R: Read> Read for Unpacking<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.whole.read(to)
    }
}

impl<R: Read> std::fmt::Debug for Unpacking<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Unpacking").field("fault", &self.fault()).finish_non_exhaustive()
    }
}
