//! The inputs: arguments, or files split into blocks of whole records.
//!
//! A file is read into blocks that end at the end of a record, so that each block can be processed independently.
//! The bytes of each read are passed on at once: results appear line by line while someone types into a pipe.
//! Memory stays the size of a block unless a single record is longer.

pub(crate) mod options;
pub(crate) mod tree;

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use napkin_context::Unpacking;

use crate::terminal::streams;
use crate::terminal::text::shown_path;

/// The number of bytes requested by one read. The results (as JSON, nine times as many bytes) then stay in a core's
/// cache.
pub(crate) const BLOCK: usize = 64 * 1024;

/// The buffer capacity that is kept; a buffer grown by a long record is shrunk to it.
pub(crate) const KEPT: usize = 1 << 20;

/// All inputs of one run.
#[derive(Clone, Copy)]
pub(crate) enum Sources<'a> {
    /// One input an argument.
    Arguments(&'a [OsString]),
    /// The records of files, or of standard input if there are none.
    Files {
        /// The files; `-` is standard input.
        paths: &'a [PathBuf],
        /// The format of a record.
        lines: Lines,
    },
}

/// How a file is split into records.
#[derive(Clone, Copy, Default)]
pub(crate) struct Lines {
    /// The byte after each record.
    pub(crate) delimiter: u8,
    /// Whether a carriage return before the delimiter belongs to it in any case, even if other lines have none.
    pub(crate) crlf: bool,
    /// Whether records that begin with `#` are skipped.
    pub(crate) comments: bool,
    /// The maximum ratio of decompressed to compressed size.
    pub(crate) unpack_ratio: u32,
}

/// The byte order mark, which may begin a text file and is not part of its first line.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The origin of an input, for messages.
#[derive(Clone, Copy)]
pub(crate) enum Origin<'a> {
    /// An argument, counted from 1.
    Argument(u64),
    /// A record of a file, counted from 1.
    Record {
        /// The name of the file.
        file: &'a FileName,
        /// The number of the record.
        number: u64,
        /// Whether it is the first input of the first file.
        first: bool,
    },
    /// A place in a document, in words.
    Place(&'a str),
}

impl Origin<'_> {
    /// Whether this is the first input.
    pub(crate) const fn is_first(self) -> bool {
        matches!(self, Self::Argument(1) | Self::Record { first: true, .. })
    }
}

impl fmt::Display for Origin<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument(number) => write!(f, "argument {number}"),
            Self::Record { file, number, .. } => write!(f, "{file}:{number}"),
            Self::Place(place) => f.write_str(place),
        }
    }
}

/// The name of a file.
#[derive(Default)]
pub(crate) struct FileName {
    /// As results and messages show it.
    pub(crate) shown: String,
    /// Its octets, which need not be UTF-8.
    pub(crate) octets: Vec<u8>,
}

impl FileName {
    /// The name of the file that a user named; `-` is standard input.
    pub(crate) fn named(path: &Path) -> Self {
        if path.as_os_str() == "-" {
            return Self { shown: STDIN.into(), octets: STDIN.into() };
        }
        Self::of(path)
    }

    /// The name of the file at a path.
    pub(crate) fn of(path: &Path) -> Self {
        Self { shown: shown_path(path), octets: path.as_os_str().as_encoded_bytes().to_vec() }
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

/// Whole records of one file, or the message that the file cannot be read further.
#[derive(Default)]
pub(crate) struct Block {
    bytes: Vec<u8>,
    lines: Lines,
    /// The number of leading records from which a final carriage return is removed.
    crlf: usize,
    file: Arc<FileName>,
    first_number: u64,
    in_first_file: bool,
    /// Why reading the file ended early.
    pub(crate) ended: Option<Ended>,
}

/// Why reading a file ended before its end, as a message.
pub(crate) enum Ended {
    /// The operating system failed.
    Unreadable(String),
    /// The compressed data is broken, or becomes too large.
    Broken(String),
}

impl Block {
    /// The number of bytes in the records.
    pub(crate) const fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The records all together, if each is an unmodified input.
    pub(crate) fn lines(&self) -> Option<napkin::Lines<'_>> {
        let is_plain = self.crlf == 0 && !self.lines.comments;
        is_plain.then(|| napkin::Lines::new(&self.bytes).ended_by(self.lines.delimiter).keep_cr())
    }

    /// The records without their delimiters, each with its origin.
    pub(crate) fn records(&self) -> impl Iterator<Item = (&[u8], Origin<'_>)> {
        let mut rest = self.bytes.as_slice();
        let records = std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let end = memchr::memchr(self.lines.delimiter, rest).unwrap_or(rest.len());
            let record = &rest[..end];
            rest = rest.get(end + 1..).unwrap_or_default();
            Some(record)
        });
        let inputs = records
            .zip(0..)
            .filter(|(record, _)| !(self.lines.comments && record.starts_with(b"#")));
        inputs.enumerate().map(|(nth, (record, index))| {
            let is_crlf = index < self.crlf;
            let record = record.strip_suffix(b"\r").filter(|_| is_crlf).unwrap_or(record);
            let number = self.first_number + index as u64;
            let first = self.in_first_file && self.first_number == 1 && nth == 0;
            (record, Origin::Record { file: &self.file, number, first })
        })
    }
}

/// Reads files one after the other, block by block.
pub(crate) struct Blocks<'a> {
    paths: std::slice::Iter<'a, PathBuf>,
    lines: Lines,
    open: Option<OpenFile>,
    files: usize,
}

/// A file without its compressions.
pub(crate) type Reader<'r> = Unpacking<Box<dyn Read + Send + 'r>>;

/// Opens a file; `-` is standard input.
///
/// # Errors
///
/// If it cannot be opened.
pub(crate) fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    Ok(if path.as_os_str() == "-" {
        Box::new(streams::stdin()?)
    } else {
        Box::new(File::open(path)?)
    })
}

/// An open file without its compressions. All that a command reads, but for documents, goes through here.
///
/// # Errors
///
/// If it cannot be read.
pub(crate) fn unpacked<'r>(
    reader: Box<dyn Read + Send + 'r>,
    path: &Path,
    unpack_ratio: u32,
) -> io::Result<Reader<'r>> {
    Unpacking::new(reader, file_name(path).as_deref(), unpack_ratio)
}

/// The name of a file, whose ending says what it holds; bytes of it that are not UTF-8 are replaced.
pub(crate) fn file_name(path: &Path) -> Option<Cow<'_, str>> {
    path.file_name().map(OsStr::to_string_lossy)
}

/// The path that the decoded octets of a URI's path name.
#[cfg(unix)]
pub(crate) fn path_of(octets: Vec<u8>) -> PathBuf {
    let text: OsString = std::os::unix::ffi::OsStringExt::from_vec(octets);
    text.into()
}

/// The path that the decoded octets of a URI's path name.
#[cfg(not(unix))]
pub(crate) fn path_of(octets: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&octets).trim_start_matches('/').into()
}

struct OpenFile {
    reader: Reader<'static>,
    name: Arc<FileName>,
    /// The number of the next record.
    next_number: u64,
    /// The start of a record whose end is not read yet.
    carried: Vec<u8>,
    /// Whether every line so far ends with a carriage return.
    is_crlf: bool,
}

impl<'a> Blocks<'a> {
    /// The records of these files, or of standard input if there are none.
    pub(crate) fn new(paths: &'a [PathBuf], lines: Lines) -> Self {
        let paths = if paths.is_empty() { &*STANDARD_INPUT } else { paths };
        Self { files: 0, paths: paths.iter(), lines, open: None }
    }

    /// Fills a block; returns `false` at the end of the input.
    pub(crate) fn read(&mut self, block: &mut Block) -> bool {
        block.ended = None;
        block.lines = self.lines;
        loop {
            block.bytes.clear();
            block.bytes.shrink_to(KEPT);
            let Some(file) = &mut self.open else {
                let Some(path) = self.paths.next() else { return false };
                self.files += 1;
                match OpenFile::open(path, self.lines.unpack_ratio) {
                    Ok(file) => self.open = Some(file),
                    Err(error) => {
                        block.ended = Some(Ended::Unreadable(told(&name(path), &error)));
                        return true;
                    }
                }
                continue;
            };
            block.in_first_file = self.files == 1;
            let ended = file.fill(block);
            if ended {
                self.open = None;
            }
            if !block.bytes.is_empty() || block.ended.is_some() {
                return true;
            }
        }
    }
}

impl OpenFile {
    fn open(path: &Path, unpack_ratio: u32) -> io::Result<Self> {
        let reader = unpacked(open(path)?, path, unpack_ratio)?;
        let name = FileName::named(path).into();
        Ok(Self { reader, name, next_number: 1, carried: Vec::new(), is_crlf: true })
    }

    /// Reads until the block has at least one whole record; returns `true` at the end of the file.
    fn fill(&mut self, block: &mut Block) -> bool {
        let is_first = self.next_number == 1;
        let ended = self.fill_raw(block);
        if block.lines.delimiter == b'\n' {
            if is_first && block.bytes.starts_with(BYTE_ORDER_MARK) {
                block.bytes.drain(..BYTE_ORDER_MARK.len());
            }
            block.crlf = if block.lines.crlf { usize::MAX } else { self.crlf(&block.bytes) };
        }
        ended
    }

    /// The number of leading records in a block that end with a carriage return, if every earlier record of the
    /// file does too. The result does not depend on the size of reads.
    fn crlf(&mut self, bytes: &[u8]) -> usize {
        if !self.is_crlf {
            return 0;
        }
        let mut records = 0;
        for end in memchr::memchr_iter(b'\n', bytes) {
            self.is_crlf = bytes[..end].ends_with(b"\r");
            if !self.is_crlf {
                break;
            }
            records += 1;
        }
        records
    }

    fn fill_raw(&mut self, block: &mut Block) -> bool {
        let bytes = &mut block.bytes;
        bytes.append(&mut self.carried);
        self.carried.shrink_to(BLOCK);
        block.file = Arc::clone(&self.name);
        block.first_number = self.next_number;
        let mut filled = bytes.len();
        loop {
            if filled == bytes.len() {
                // A record longer than a block is read in growing steps. Reserved room is kept until it is filled,
                // since pipes return little at a time.
                bytes.resize(filled + filled.max(BLOCK), 0);
            }
            match self.reader.read(&mut bytes[filled..]) {
                Ok(0) => {
                    bytes.truncate(filled);
                    if let Some(fault) = self.reader.fault() {
                        // An incomplete record is not an input.
                        bytes.clear();
                        block.ended = Some(Ended::Broken(told(&self.name.shown, &fault)));
                    }
                    return true;
                }
                Ok(read) => {
                    let before = filled;
                    filled += read;
                    if let Some(end) =
                        memchr::memrchr(block.lines.delimiter, &bytes[before..filled])
                    {
                        let end = before + end + 1;
                        self.carried.extend_from_slice(&bytes[end..filled]);
                        bytes.truncate(end);
                        let records = memchr::memchr_iter(block.lines.delimiter, bytes).count();
                        self.next_number += records as u64;
                        return false;
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    // An incomplete record is not an input.
                    bytes.clear();
                    block.ended = Some(Ended::Unreadable(told(&self.name.shown, &error)));
                    return true;
                }
            }
        }
    }
}

/// The input if no file is named.
static STANDARD_INPUT: LazyLock<[PathBuf; 1]> = LazyLock::new(|| ["-".into()]);

/// The name of standard input in messages.
const STDIN: &str = "<stdin>";

pub(crate) fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { STDIN.into() } else { shown_path(path) }
}

fn told(name: &str, error: &impl fmt::Display) -> String {
    format!("{name}: {error}")
}
