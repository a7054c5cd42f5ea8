//! The inputs: arguments, or files split into blocks of whole records.
//!
//! A file is read into blocks that end at the end of a record, so that each block can be processed independently.
//! The bytes of each read are passed on at once: results appear line by line while someone types into a pipe.
//! Memory stays the size of a block unless a single record is longer.

pub(crate) mod rows;
pub(crate) mod beside;
pub(crate) mod identity;
pub(crate) mod json_line;
pub(crate) mod table;
pub(crate) mod redaction;
pub(crate) mod options;
pub(crate) mod tree;

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use beside::{Beside, Other};
use napkin_context::Unpacking;
use table::{Cell, Header, Row, Selection, Table, TableRows};

use crate::terminal::streams;
use crate::terminal::text::shown_path;

/// The number of bytes requested by one read. The results (as JSON, nine times as many bytes) then stay in a core's
/// cache.
pub(crate) const BLOCK: usize = 64 * 1024;

/// The buffer capacity that is kept; a buffer grown by a long record is shrunk to it.
pub(crate) const KEPT: usize = 1 << 20;

/// All inputs of one run.
#[derive(Clone)]
pub(crate) enum RunInputs<'a> {
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
#[derive(Clone, Default)]
pub(crate) struct Lines {
    /// The byte after each record.
    pub(crate) delimiter: u8,
    /// Whether a carriage return before the delimiter belongs to it in any case, even if other lines have none.
    pub(crate) crlf: bool,
    /// Whether records that begin with `#` are skipped.
    pub(crate) comments: bool,
    /// The maximum ratio of decompressed to compressed size.
    pub(crate) unpack_ratio: u32,
    /// What of a record is the input.
    pub(crate) selection: Selection,
    /// The file whose lines are beside those of the other, with a tab between.
    pub(crate) beside: Option<Other>,
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
        file: &'a FileName,
        /// The number of the record.
        number: u64,
        /// Whether it is the first input of the first file.
        first: bool,
        /// The rest of the row that the input is from, if it is from a table.
        row: Option<Row<'a>>,
    },
    /// A place in a document, in words.
    Place(&'a str),
}

impl<'a> Origin<'a> {
    /// The rest of the row that the input is from, if it is from a table.
    pub(crate) const fn row(self) -> Option<Row<'a>> {
        match self {
            Self::Record { row, .. } => row,
            Self::Argument(_) | Self::Place(_) => None,
        }
    }

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

    fn is_standard_input(&self) -> bool {
        self.shown == STDIN
    }

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
    /// The rows of a table, which has no bytes here.
    rows: TableRows,
    /// The names of the columns of a table.
    header: Option<Arc<Header>>,
    /// Whether no earlier block has names of columns.
    begins: bool,
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
    /// The number of bytes that the records take.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len() + self.rows.len()
    }

    /// The records all together, if each is an unmodified input.
    pub(crate) fn lines(&self) -> Option<napkin::Lines<'_>> {
        let is_whole = matches!(self.lines.selection, Selection::Whole);
        let is_plain = self.crlf == 0 && !self.lines.comments && is_whole;
        is_plain.then(|| napkin::Lines::new(&self.bytes).ended_by(self.lines.delimiter).keep_cr())
    }

    /// The names of a table's columns, in the first block that has them.
    pub(crate) fn header(&self) -> Option<&Header> {
        self.header.as_deref().filter(|_| self.begins)
    }

    pub(crate) fn inputs(&self) -> impl Iterator<Item = (Cell<'_>, Origin<'_>)> {
        let origin = |number, first, row| Origin::Record { file: &self.file, number, first, row };
        let of_lines = self.records().filter_map(move |(record, number, first)| {
            Some(match &self.lines.selection {
                Selection::Field(_) if record.trim_ascii().is_empty() => return None,
                Selection::Field(path) => {
                    let row = Row::Object(record);
                    (table::field(record, path), origin(number, first, Some(row)))
                }
                Selection::Whole | Selection::Column { .. } => {
                    (Ok(record.into()), origin(number, first, None))
                }
            })
        });
        let rows = self.header.iter().flat_map(|header| {
            self.rows.iter().enumerate().map(move |(nth, row)| (header.as_ref(), nth, row))
        });
        let of_rows = rows.map(move |(header, nth, row)| {
            let first = self.begins && nth == 0;
            (row.input(header), origin(row.line, first, Some(row.row(header))))
        });
        of_lines.chain(of_rows)
    }

    /// The records without their delimiters, each with its number and whether it is the first of all.
    fn records(&self) -> impl Iterator<Item = (&[u8], u64, bool)> {
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
            (record, number, first)
        })
    }
}

/// Reads files one after the other, block by block.
pub(crate) struct Blocks<'a> {
    paths: std::slice::Iter<'a, PathBuf>,
    lines: Lines,
    open: Option<Open>,
    files: usize,
    /// The names of the columns of the first table.
    header: Option<Arc<Header>>,
}

/// A file that is being read.
enum Open {
    Lines(OpenFile),
    Table(Box<Table>, Arc<FileName>),
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
        Box::new(File::open(path).map_err(|error| advised(path, error))?)
    })
}

/// The error of a file that cannot be opened; if its name is a URI, with what to write instead.
fn advised(path: &Path, error: io::Error) -> io::Error {
    if error.kind() != io::ErrorKind::NotFound || !path.to_string_lossy().contains("://") {
        return error;
    }
    let advice = "no such file, and nothing is fetched: pipe it in, as in 'curl URI | napkin links --base URI'; \
                  an option's URI may have to stand behind '=', as in --same-site=URI";
    io::Error::new(error.kind(), advice)
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
        Self { files: 0, paths: paths.iter(), lines, open: None, header: None }
    }

    /// Fills a block; returns `false` at the end of the input.
    pub(crate) fn read(&mut self, block: &mut Block) -> bool {
        block.ended = None;
        block.lines = self.lines.clone();
        loop {
            block.bytes.clear();
            block.bytes.shrink_to(KEPT);
            block.rows.clear();
            block.header = None;
            block.begins = false;
            let Some(file) = &mut self.open else {
                let Some(path) = self.paths.next() else { return false };
                self.files += 1;
                match self.open(path) {
                    Ok(file) => self.open = Some(file),
                    Err(ended) => {
                        block.ended = Some(ended);
                        return true;
                    }
                }
                continue;
            };
            block.in_first_file = self.files == 1;
            let ended = match file {
                Open::Lines(file) => file.fill(block),
                Open::Table(table, name) => {
                    block.file = Arc::clone(name);
                    block.begins = self.header.is_none();
                    self.header.get_or_insert_with(|| Arc::clone(&table.header));
                    fill_rows(table, block)
                }
            };
            if ended {
                self.open = None;
            }
            let has_header = block.header().is_some();
            if has_header || block.len() > 0 || block.ended.is_some() {
                return true;
            }
        }
    }

    fn open(&self, path: &Path) -> Result<Open, Ended> {
        let own = FileName::named(path);
        let unreadable = |error: io::Error| Ended::Unreadable(told(&own.shown, &error));
        let of =
            |path: &Path| open(path).and_then(|file| unpacked(file, path, self.lines.unpack_ratio));
        let reader = of(path).map_err(unreadable)?;
        if let Some(Other { path, longer }) = &self.lines.beside {
            let other = FileName::named(path);
            let unreadable = |error| Ended::Unreadable(told(&other.shown, &error));
            let files = [reader, of(path).map_err(unreadable)?];
            let pairs = Beside::new(files, Arc::clone(longer));
            // Lines of text are no compression, whose ratio would count.
            let reader = unpacked(Box::new(pairs), Path::new(""), u32::MAX).map_err(unreadable)?;
            let shown = format!("{}, {}", own.shown, other.shown);
            return Ok(Open::Lines(OpenFile::new(reader, FileName { shown, ..own })));
        }
        let Selection::Column { name: column, base, is_carried } = &self.lines.selection else {
            return Ok(Open::Lines(OpenFile::new(reader, own)));
        };
        let base = base.as_deref();
        let table =
            Table::new(reader, path, column, base, self.lines.comments).map_err(unreadable)?;
        let table = table.map_err(|reason| Ended::Broken(told(&own.shown, &reason)))?;
        if *is_carried && self.header.as_ref().is_some_and(|first| *first != table.header) {
            let reason = "its columns are not those of the first file";
            return Err(Ended::Broken(told(&own.shown, &reason)));
        }
        Ok(Open::Table(Box::new(table), own.into()))
    }
}

/// Reads rows of a table into a block; returns `true` at the end of the file.
fn fill_rows(table: &mut Table, block: &mut Block) -> bool {
    block.header = Some(Arc::clone(&table.header));
    match table.fill(&mut block.rows) {
        Ok(ended) => {
            if ended && let Some(fault) = table.fault() {
                block.ended = Some(Ended::Broken(told(&block.file.shown, &fault)));
            }
            ended
        }
        Err(error) => {
            block.ended = Some(Ended::Unreadable(told(&block.file.shown, &error)));
            true
        }
    }
}

impl OpenFile {
    fn new(reader: Reader<'static>, name: FileName) -> Self {
        Self { reader, name: name.into(), next_number: 1, carried: Vec::new(), is_crlf: true }
    }

    /// Reads until the block has at least one whole record; returns `true` at the end of the file.
    fn fill(&mut self, block: &mut Block) -> bool {
        let is_first = self.next_number == 1;
        let ended = self.fill_raw(block);
        if is_first && block.lines.delimiter == b'\n' && !self.name.is_standard_input() {
            let beginning = &block.bytes[..block.bytes.len().min(PROBED)];
            if let Some(at) = memchr::memchr(0, beginning) {
                let reason = format!(
                    "it is no text: byte {at} is zero; --null reads inputs that end with a zero byte"
                );
                block.bytes.clear();
                block.ended = Some(Ended::Broken(told(&self.name.shown, &reason)));
                return true;
            }
        }
        // Around JSON, nothing of a line is in the way, and all of it stays.
        let is_text = !matches!(block.lines.selection, Selection::Field(_));
        if block.lines.delimiter == b'\n' && is_text {
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
                    let message = told(&self.name.shown, &error);
                    block.ended = Some(match error.kind() {
                        ErrorKind::InvalidData => Ended::Broken(message),
                        _ => Ended::Unreadable(message),
                    });
                    return true;
                }
            }
        }
    }
}

/// The number of first bytes of a file that tell whether it is text.
const PROBED: usize = 4096;

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
