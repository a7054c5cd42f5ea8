//! Tables as inputs: a column of CSV or TSV, or a field of JSON Lines. The other columns go along with each input.
//!
//! A file of CSV is framed by the reader, since a quoted cell may have line ends; lines of JSON are taken apart by the
//! threads that process them.
//!
//! The separator is the comma, tab or semicolon under which the first line has the column. TSV has no quotation marks
//! and no escapes (text/tab-separated-values of IANA).

use std::borrow::Cow;
use std::io::{self, Read};
use std::mem;
use std::path::Path;
use std::sync::Arc;

use csv::{ByteRecord, ReaderBuilder, Terminator};
use napkin::visible;
use napkin_answers::Failure;
use napkin_audit::json;
use napkin_schemes::secrets::redacted;
use serde::de::IgnoredAny;

use super::json_line::Object;
use super::{BLOCK, BYTE_ORDER_MARK, KEPT, Reader, file_name};

/// What of a record is the input.
#[derive(Clone, Default)]
pub(crate) enum Selection {
    /// The whole record, which is a line.
    #[default]
    Whole,
    /// The cell of the column with a name.
    Column {
        name: Arc<str>,
        /// The name of the column with the base of each input, if there is one.
        base: Option<Arc<str>>,
        /// Whether rows are written, whose columns have to be those of the first file.
        is_carried: bool,
    },
    /// The field of a JSON object, nested by dots.
    Field(Arc<str>),
}

/// The names of a table's columns.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Header {
    names: ByteRecord,
    /// The names, each once; as text.
    unique: Vec<String>,
    /// The index of the column with the inputs.
    column: usize,
    /// The index of the column with their bases.
    base: Option<usize>,
    separator: u8,
}

/// The rest of a row or an object, which goes along with its input.
#[derive(Clone, Copy)]
pub(crate) enum Row<'a> {
    /// A row of a table.
    Cells {
        /// The names of the columns.
        header: &'a Header,
        cells: &'a ByteRecord,
    },
    /// A line of JSON.
    Object(&'a [u8]),
}

/// One input of a table, or why its row has none.
pub(crate) type Cell<'a> = Result<Cow<'a, [u8]>, Box<Failure<'static>>>;

impl Header {
    /// The names of the columns, as they are written.
    pub(crate) fn names(&self) -> impl Iterator<Item = &[u8]> {
        cells(&self.names)
    }

    /// The names of an answer's columns beside these ones, with a prefix. `error` and the name of the column with the inputs get
    /// a number if they are taken, so that an answer can be the input of the next command; the error is a message about any other
    /// name that is taken, since whoever reads that column would read the file's own.
    pub(crate) fn names_beside(
        &self,
        names: &[String],
        prefix: &str,
    ) -> Result<Vec<String>, String> {
        let of_inputs = self.unique.get(self.column);
        let beside = |name: &String| {
            let own = [prefix, name].concat();
            let is_numbered = name == "error" || Some(&own) == of_inputs;
            if is_numbered || !self.unique.contains(&own) {
                return Ok(free(&self.unique, &own));
            }
            let column = visible(&own);
            let of = if prefix.is_empty() { "" } else { "with this prefix " };
            Err(format!(
                "the file has a column '{column}', and {of}the answer has one too: '--prefix NAME' puts another name before those \
                 of the answer's columns"
            ))
        };
        names.iter().map(beside).collect()
    }

    /// Whether cells are written as they are in TSV.
    pub(crate) const fn is_tsv(&self) -> bool {
        self.separator == b'\t'
    }

    fn new(
        names: ByteRecord,
        column: &str,
        base: Option<&str>,
        separator: u8,
    ) -> Result<Self, String> {
        let mut unique = Vec::new();
        for name in cells(&names) {
            let name = free(&unique, &String::from_utf8_lossy(name));
            unique.push(name);
        }
        let column = Self::find(&names, &unique, column)?;
        let base = base.map(|base| Self::find(&names, &unique, base)).transpose()?;
        Ok(Self { names, unique, column, base, separator })
    }

    /// The index of the column with a name.
    fn find(names: &ByteRecord, unique: &[String], column: &str) -> Result<usize, String> {
        let is_column = |(_, name): &(usize, &[u8])| *name == column.as_bytes();
        let found = cells(names).enumerate().filter(is_column).map(|(number, _)| number);
        match *found.collect::<Vec<_>>() {
            [column] => Ok(column),
            [_, ..] => Err(format!("more than one column is named '{column}'")),
            [] => {
                let shown: Vec<_> =
                    unique.iter().take(SHOWN).map(|name| format!("'{name}'")).collect();
                let more = if unique.len() > SHOWN { ", …" } else { "" };
                Err(format!("there is no column '{column}'; columns: {}{more}", shown.join(", ")))
            }
        }
    }
}

/// How many columns a message lists.
const SHOWN: usize = 12;

/// A name that is not in a list: the name itself, or with a number.
fn free(taken: &[String], name: &str) -> String {
    let numbered = (2..).map(|number| format!("{name}_{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(|name| !taken.contains(name)).unwrap_or_default()
}

/// The cells of a record that ends with a line feed: a carriage return before it is no part of the last one.
fn cells(record: &ByteRecord) -> impl Iterator<Item = &[u8]> {
    let last = record.len().saturating_sub(1);
    record.iter().enumerate().map(move |(number, cell)| {
        cell.strip_suffix(b"\r").filter(|_| number == last).unwrap_or(cell)
    })
}

impl<'a> Row<'a> {
    /// The cells for the columns of the header, and those that are too many.
    pub(crate) fn cells(self) -> (Vec<&'a [u8]>, Vec<&'a [u8]>) {
        let Self::Cells { header, cells: record } = self else { return Default::default() };
        let mut own: Vec<_> = cells(record).collect();
        let rest = own.split_off(header.names.len().min(own.len()));
        own.resize(header.names.len(), b"");
        (own, rest)
    }

    /// The cells with the names of their columns, as text.
    pub(crate) fn named_cells(self) -> impl Iterator<Item = (Cow<'a, str>, Cow<'a, str>)> {
        let names = self.header().map_or(&[][..], |header| &header.unique);
        let texts = self.cells().0.into_iter().map(String::from_utf8_lossy);
        names.iter().map(|name| Cow::Borrowed(name.as_str())).zip(texts)
    }

    /// The names of the columns; `None` for an object.
    pub(crate) const fn header(self) -> Option<&'a Header> {
        match self {
            Self::Cells { header, .. } => Some(header),
            Self::Object(_) => None,
        }
    }

    /// The base of the input: the cell of the column that the header has for it, or the text of a field.
    pub(crate) fn base(self, name: &str) -> Cell<'a> {
        match self {
            Self::Cells { header, cells: record } => {
                let cell = header.base.and_then(|column| cells(record).nth(column));
                Ok(cell.unwrap_or_default().into())
            }
            Self::Object(line) => field(line, name),
        }
    }

    /// The line of JSON, for an object.
    pub(crate) const fn line(self) -> Option<&'a [u8]> {
        match self {
            Self::Object(line) => Some(line),
            Self::Cells { .. } => None,
        }
    }

    /// Adds the key `row` to a line of JSON. `redacts` hides the secrets of cells.
    pub(crate) fn push_key(self, line: &mut Vec<u8>, redacts: bool) {
        if !line.ends_with(b"}\n") {
            return;
        }
        line.truncate(line.len() - 2);
        line.extend_from_slice(b",\"row\":");
        match self {
            Self::Object(object) if is_json(object_of(object)) => {
                line.extend_from_slice(object_of(object));
            }
            Self::Object(text) => json::push(line, &String::from_utf8_lossy(object_of(text))),
            Self::Cells { header, cells: record } => {
                for (number, cell) in cells(record).enumerate() {
                    line.push(if number == 0 { b'{' } else { b',' });
                    match header.unique.get(number) {
                        Some(name) => json::push(line, name),
                        None => json::push(line, &free(&header.unique, &(number + 1).to_string())),
                    }
                    line.push(b':');
                    let cell = if redacts { redacted(cell) } else { cell.into() };
                    json::push(line, &String::from_utf8_lossy(&cell));
                }
                line.push(b'}');
            }
        }
        line.extend_from_slice(b"}\n");
    }
}

#[derive(Default)]
pub(crate) struct ReadRow {
    record: ByteRecord,
    /// The line on which it begins, counted from 1.
    pub(crate) line: u64,
    /// Whether a quotation mark in it is never closed.
    is_open: bool,
}

impl ReadRow {
    /// The row with the names of its columns.
    pub(crate) const fn row<'a>(&'a self, header: &'a Header) -> Row<'a> {
        Row::Cells { header, cells: &self.record }
    }

    pub(crate) fn input<'a>(&'a self, header: &Header) -> Cell<'a> {
        let wrong = |kind, message: String| Err(Box::new(Failure::new(kind, "", message)));
        let (has, wanted) = (self.record.len(), header.names.len());
        let name = header.unique.get(header.column).map(String::as_str).unwrap_or_default();
        if self.is_open {
            return wrong("open-quote", "a quotation mark in the row is never closed".into());
        }
        match cells(&self.record).nth(header.column) {
            _ if has != wanted => {
                let noun = if has == 1 { "cell" } else { "cells" };
                wrong("uneven-row", format!("the row has {has} {noun}, and the header {wanted}"))
            }
            Some(cell) if !cell.is_empty() => Ok(cell.into()),
            _ => wrong("empty-cell", format!("the cell of the column '{name}' is empty")),
        }
    }
}

/// The input in a line of JSON: the text of a field, as [`Object::field`] finds it.
pub(crate) fn field<'a>(line: &[u8], path: &str) -> Cell<'a> {
    let wrong = |kind, message: String| Err(Box::new(Failure::new(kind, "", message)));
    let line = object_of(line);
    let text = str::from_utf8(line).map_err(|error| error.to_string());
    if let Err(error) = text.and_then(|text| {
        serde_json::from_str::<IgnoredAny>(text).map_err(|error| error.to_string())
    }) {
        return wrong("not-json", format!("the line is not JSON: {error}"));
    }
    let Some(object) = Object::read(line, 0) else {
        return wrong("not-an-object", "the line is not a JSON object".into());
    };
    let value = object.field(line, path).and_then(|span| line.get(span)).unwrap_or_default();
    let kind = match value.first() {
        Some(b'"') => match serde_json::from_slice::<String>(value) {
            Ok(text) if text.is_empty() => "empty",
            Ok(text) => return Ok(text.into_bytes().into()),
            Err(_) => "no text: it has half of a surrogate pair",
        },
        None => "missing",
        Some(b'n') => "null",
        Some(b't' | b'f') => "a truth value, and not a text",
        Some(b'[') => "a list, and not a text",
        Some(b'{') => "an object, and not a text",
        Some(_) => "a number, and not a text",
    };
    wrong("no-text", format!("the field '{path}' is {kind}"))
}

fn is_json(text: &[u8]) -> bool {
    str::from_utf8(text).is_ok() && serde_json::from_slice::<IgnoredAny>(text).is_ok()
}

/// A line of JSON without what is around it: blanks, the carriage return of its end, and the mark that begins a file.
fn object_of(line: &[u8]) -> &[u8] {
    line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line).trim_ascii()
}

/// A table whose rows are read one after the other.
pub(crate) struct Table {
    rows: csv::Reader<Bytes>,
    /// The names of the columns.
    pub(crate) header: Arc<Header>,
}

#[derive(Default)]
pub(crate) struct TableRows {
    /// The rows; more than there are in use, to be filled again.
    filled: Vec<ReadRow>,
    used: usize,
    bytes: usize,
}

impl TableRows {
    /// The rows in use.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &ReadRow> {
        self.filled.iter().take(self.used)
    }

    /// The number of bytes that the rows take.
    pub(crate) const fn len(&self) -> usize {
        self.bytes
    }

    /// Frees the rows for others, but for long ones.
    pub(crate) fn clear(&mut self) {
        self.filled.retain(|row| row.record.as_slice().len() <= KEPT);
        self.used = 0;
        self.bytes = 0;
    }

    /// One more row to fill.
    fn slot(&mut self) -> &mut ReadRow {
        if self.used == self.filled.len() {
            self.filled.push(ReadRow::default());
        }
        self.used += 1;
        let last = self.used - 1;
        &mut self.filled[last]
    }
}

impl Table {
    /// Reads the names of the columns.
    ///
    /// # Errors
    ///
    /// If the operating system fails; inside, if there is no such column.
    pub(crate) fn new(
        reader: Reader<'static>,
        path: &Path,
        column: &str,
        base: Option<&str>,
        comments: bool,
    ) -> io::Result<Result<Self, String>> {
        let mut bytes = Bytes { start: Vec::new(), at: 0, reader, read: 0, is_ended: false };
        bytes.read_start()?;
        let separators = separators(path);
        let lines = separators.map(|separator| {
            let mut names = ByteRecord::new();
            let first = dialect(separator, comments)
                .from_reader(bytes.start.as_slice())
                .read_byte_record(&mut names);
            (separator, if first.is_ok() { names } else { ByteRecord::new() })
        });
        let has_column =
            |(_, names): &&(u8, ByteRecord)| cells(names).any(|name| name == column.as_bytes());
        // Without the column, the message lists the names by the separator that gives most.
        let most = || lines.iter().rev().max_by_key(|(_, names)| names.len());
        let separator =
            lines.iter().find(has_column).or_else(most).map_or(b',', |(found, _)| *found);
        let mut rows = dialect(separator, comments).from_reader(bytes);
        let mut names = ReadRow::default();
        if !read_row(&mut rows, &mut names)? {
            return Ok(Err("there is no line with the names of the columns".into()));
        }
        let header = Header::new(mem::take(&mut names.record), column, base, separator);
        Ok(header.map(|header| Self { rows, header: Arc::new(header) }))
    }

    /// Reads rows, as many as a block has or as are there without waiting; returns `true` at the end of the file.
    ///
    /// # Errors
    ///
    /// If the operating system fails.
    pub(crate) fn fill(&mut self, rows: &mut TableRows) -> io::Result<bool> {
        loop {
            let row = rows.slot();
            match read_row(&mut self.rows, row) {
                Ok(true) => {}
                ended => {
                    rows.used -= 1;
                    return ended.map(|_| true);
                }
            }
            let row = &rows.filled[rows.used - 1];
            rows.bytes += row.record.as_slice().len() + PER_CELL * row.record.len();
            let is_waiting = self.rows.position().byte() >= self.rows.get_ref().read;
            if rows.bytes >= BLOCK || is_waiting {
                return Ok(false);
            }
        }
    }

    /// Why decompressing ended early.
    pub(crate) fn fault(&self) -> Option<impl std::fmt::Display + use<'_>> {
        self.rows.get_ref().reader.fault()
    }
}

/// The memory that a cell takes beside its bytes.
const PER_CELL: usize = 16;

/// The separators of a file in the order in which they are tried.
fn separators(path: &Path) -> [u8; 3] {
    let name = file_name(path).unwrap_or_default().to_ascii_lowercase();
    let is_tsv = name.split('.').skip(1).any(|ending| matches!(ending, "tsv" | "tab"));
    if is_tsv { *b"\t,;" } else { *b",\t;" }
}

/// How rows with a separator are read.
fn dialect(separator: u8, comments: bool) -> ReaderBuilder {
    let mut builder = ReaderBuilder::new();
    builder
        .delimiter(separator)
        .has_headers(false)
        .flexible(true)
        .quoting(separator != b'\t')
        .terminator(Terminator::Any(b'\n'))
        .buffer_capacity(BLOCK)
        .comment(comments.then_some(b'#'));
    builder
}

/// Reads a row; returns `false` at the end. Blank lines are no rows.
fn read_row(rows: &mut csv::Reader<Bytes>, row: &mut ReadRow) -> io::Result<bool> {
    loop {
        if !rows.read_byte_record(&mut row.record)? {
            return Ok(false);
        }
        let inside = memchr::memchr_iter(b'\n', row.record.as_slice()).count() as u64;
        row.is_open = false;
        let bytes = rows.get_ref();
        let is_last = bytes.is_ended && rows.position().byte() >= bytes.read;
        row.line = rows.position().line().saturating_sub(inside + u64::from(!is_last));
        let is_blank = row.record.len() == 1 && row.record.iter().all(|cell| cell == b"\r");
        if is_last {
            let is_mark = row.record.len() == 1 && row.record.iter().all(|cell| cell == [MARK]);
            // Without a mark, the file is cut off, and an incomplete row is not an input.
            if is_mark || bytes.reader.fault().is_some() {
                return Ok(false);
            }
            row.is_open = true;
            take_mark(&mut row.record);
        }
        if !is_blank {
            return Ok(true);
        }
    }
}

/// Removes the mark of the end from an open cell, and the line end before it.
fn take_mark(record: &mut ByteRecord) {
    let cells: Vec<_> = record.iter().map(<[u8]>::to_vec).collect();
    record.clear();
    let last = cells.len().saturating_sub(1);
    for (number, cell) in cells.iter().enumerate() {
        let open = cell.strip_suffix(END).filter(|_| number == last);
        record.push_field(open.unwrap_or(cell));
    }
}

/// The byte that is put in a line of its own after the end of a file: it is a row, or inside an open quotation mark.
const MARK: u8 = 0xFF;

/// What is put after the end of a file.
const END: &[u8] = &[b'\n', MARK];

/// The longest first line in which the separator is looked for.
const MOST_NAMES: usize = 1 << 20;

/// The bytes of a file, and a mark at their end.
struct Bytes {
    /// The bytes up to the first line end.
    start: Vec<u8>,
    at: usize,
    reader: Reader<'static>,
    /// The number of bytes that were handed on.
    read: u64,
    is_ended: bool,
}

impl Bytes {
    /// Reads up to the first line end.
    fn read_start(&mut self) -> io::Result<()> {
        let mut buffer = [0; 1 << 12];
        while self.start.len() < MOST_NAMES {
            let read = read_on(&mut self.reader, &mut buffer)?;
            self.start.extend_from_slice(&buffer[..read]);
            if read == 0 || buffer[..read].contains(&b'\n') {
                break;
            }
        }
        if self.start.starts_with(super::BYTE_ORDER_MARK) {
            self.start.drain(..super::BYTE_ORDER_MARK.len());
        }
        Ok(())
    }
}

impl Read for Bytes {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut start = &self.start[self.at..];
        let mut read = start.read(buffer)?;
        self.at += read;
        if self.at == self.start.len() {
            self.start = Vec::new();
            self.at = 0;
        }
        if read == 0 && !self.is_ended {
            read = read_on(&mut self.reader, buffer)?;
            self.is_ended = read == 0;
            if read == 0 && self.reader.fault().is_none() {
                read = END.len().min(buffer.len());
                buffer[..read].copy_from_slice(&END[..read]);
            }
        }
        self.read += read as u64;
        Ok(read)
    }
}

/// Reads, however often a signal interrupts it.
fn read_on(reader: &mut Reader<'static>, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}
