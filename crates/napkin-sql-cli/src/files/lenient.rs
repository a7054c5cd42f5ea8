//! CSV with lines that cannot be read: they are left out and counted, as `--skip-broken` asks.
//!
//! Arrow's reader ends at the first of them, in no state to go on (`docs/contributing/upstream/lenient.md`). So records are
//! collected and decoded together. If that fails, each half is decoded by itself, down to the record that cannot be read. A
//! quotation mark without its twin would make one record of all that follows it, so of a broken record only the first line
//! is left out, and what follows it is read as records again.

use std::sync::Arc;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::compute::concat_batches;
use datafusion::arrow::csv::ReaderBuilder;
use datafusion::arrow::csv::reader::Decoder;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::error::ArrowError;

use super::decode::Decode;
use super::skipped::Skipped;

/// The longest record, in bytes. A longer one is taken for one with a quotation mark too many.
const LONGEST: usize = 1 << 20;

/// Decodes records of CSV, and leaves out those that cannot be read.
pub(super) struct Lenient {
    /// Makes the decoder of so many records.
    make: Box<dyn Fn(usize) -> Decoder + Send>,
    schema: SchemaRef,
    delimiter: u8,
    skipped: Arc<Skipped>,
    /// Whether the next line is that with the names.
    has_header: bool,
    most: usize,
    /// The number of records that are decoded together. Behind a record that cannot be read they are few, since its other lines
    /// and all that follows are taken apart again.
    together: usize,
    bytes: Vec<u8>,
    /// The ends of the records in the bytes.
    ends: Vec<usize>,
    /// The bytes that have been looked at.
    seen: usize,
    state: State,
    /// Whether the input has ended.
    is_over: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Before the first byte of a field.
    Start,
    Plain,
    Quoted,
    /// After a quotation mark in a quoted field.
    Closed,
    /// In a line that is left out and whose end has not been read yet.
    Dropped,
}

impl Lenient {
    /// For records with these columns, of which some are wanted, at most `most` in a batch; `schema` is that of the rows.
    pub(super) fn new(
        (columns, wanted): (SchemaRef, Vec<usize>),
        schema: SchemaRef,
        (delimiter, has_header): (u8, bool),
        most: usize,
        skipped: Arc<Skipped>,
    ) -> Self {
        let make = Box::new(move |count| {
            let reader = ReaderBuilder::new(Arc::clone(&columns)).with_delimiter(delimiter);
            reader.with_batch_size(count).with_projection(wanted.clone()).build_decoder()
        });
        let (bytes, ends, seen) = (Vec::new(), Vec::new(), 0);
        let (state, is_over) = (State::Start, false);
        Self {
            make,
            schema,
            delimiter,
            skipped,
            has_header,
            most,
            together: most,
            bytes,
            ends,
            seen,
            state,
            is_over,
        }
    }

    /// Looks for the ends of records; stops when there are enough to decode.
    fn look(&mut self) {
        if self.state == State::Dropped {
            self.drop_line();
        }
        while self.ends.len() < self.together
            && let Some(byte) = self.bytes.get(self.seen).copied()
        {
            let is_end = self.state != State::Quoted
                && match byte {
                    b'\n' => true,
                    b'\r' => match self.bytes.get(self.seen + 1) {
                        Some(next) => *next != b'\n',
                        None if self.is_over => true,
                        None => break,
                    },
                    _ => false,
                };
            self.seen += 1;
            self.state = match (self.state, byte) {
                _ if is_end => State::Start,
                (State::Quoted, b'"') => State::Closed,
                (State::Start | State::Closed, b'"') | (State::Quoted, _) => State::Quoted,
                _ if byte == self.delimiter => State::Start,
                _ => State::Plain,
            };
            if is_end && self.has_header {
                self.has_header = false;
                self.bytes.drain(..self.seen);
                self.seen = 0;
            } else if is_end {
                self.ends.push(self.seen);
            } else if self.seen - self.ends.last().unwrap_or(&0) > LONGEST {
                self.drop_line();
            }
        }
    }

    /// Leaves out the first line of the record that is looked at, or as much of it as has been read.
    fn drop_line(&mut self) {
        if self.state != State::Dropped {
            self.skipped.line();
        }
        let start = self.ends.last().copied().unwrap_or(0);
        let record = self.bytes.get(start..).unwrap_or_default();
        let end = end_of_line(record, self.is_over);
        self.state = if end.is_some() { State::Start } else { State::Dropped };
        // What follows a carriage return says whether the line ends there.
        let so_far = record.len() - usize::from(record.ends_with(b"\r"));
        self.bytes.drain(start..start + end.unwrap_or(so_far));
        self.seen = start;
    }

    /// The rows of some bytes, if all records in them can be read.
    fn decoded(&self, bytes: &[u8], count: usize) -> Result<Option<RecordBatch>, ArrowError> {
        let mut decoder = (self.make)(count);
        let taken = decoder.decode(bytes)?;
        decoder.decode(&[])?;
        // The decoder of a full batch leaves the line feed behind a carriage return.
        if !matches!(bytes.get(taken..), Some(b"" | b"\n")) {
            return Err(ArrowError::CsvError("more records than lines".to_owned()));
        }
        decoder.flush()
    }

    /// Looks for the ends of records. At the end of the input the rest is a record too, or lines behind a quotation mark that
    /// has no twin.
    fn find(&mut self) {
        self.look();
        while self.is_over && self.state == State::Quoted && self.rest() > 0 {
            self.drop_line();
            self.look();
        }
        if self.is_over && self.rest() > 0 && self.ends.len() < self.together && !self.has_header {
            self.ends.push(self.bytes.len());
        }
    }

    /// The number of bytes behind the last record.
    fn rest(&self) -> usize {
        self.bytes.len() - self.ends.last().unwrap_or(&0)
    }

    /// The rows of records, by their starts and ends; stops at a record of several lines that cannot be read.
    fn rows(&self, records: &[(usize, usize)], rows: &mut Vec<RecordBatch>) -> Result<(), Resume> {
        let (Some((start, _)), Some((_, end))) = (records.first(), records.last()) else {
            return Ok(());
        };
        let bytes = self.bytes.get(*start..*end).unwrap_or_default();
        match self.decoded(bytes, records.len()) {
            Ok(batch) => rows.extend(batch),
            Err(_) if records.len() > 1 => {
                let (first, second) = records.split_at(records.len() / 2);
                self.rows(first, rows)?;
                self.rows(second, rows)?;
            }
            Err(_) => {
                self.skipped.line();
                let line = end_of_line(bytes, true).map(|line| start + line);
                if let Some(line) = line.filter(|line| line < end) {
                    return Err(Resume(line));
                }
            }
        }
        Ok(())
    }
}

/// The place behind the first line, which ends as lines of CSV do: with a line feed, a carriage return, or both.
fn end_of_line(bytes: &[u8], is_over: bool) -> Option<usize> {
    let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'))?;
    match bytes.get(end..)? {
        [b'\r'] if !is_over => None,
        [b'\r', b'\n', ..] => Some(end + 2),
        _ => Some(end + 1),
    }
}

/// The place from which bytes are taken apart again.
struct Resume(usize);

impl Decode for Lenient {
    fn decode(&mut self, piece: &[u8]) -> Result<usize, ArrowError> {
        if self.ends.len() >= self.together {
            return Ok(0);
        }
        self.bytes.extend_from_slice(piece);
        self.find();
        Ok(piece.len())
    }

    fn end(&mut self) -> Result<(), ArrowError> {
        self.is_over = true;
        self.find();
        Ok(())
    }

    fn flush(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        let Some(end) = self.ends.last().copied() else { return Ok(None) };
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let records: Vec<_> = starts.zip(self.ends.iter().copied()).collect();
        let mut rows = Vec::new();
        match self.rows(&records, &mut rows) {
            Ok(()) => {
                self.bytes.drain(..end);
                self.seen -= end;
                self.together = self.most.min(self.together * 2);
            }
            Err(Resume(place)) => {
                self.bytes.drain(..place);
                self.seen = 0;
                self.state = State::Start;
                self.together = 1;
            }
        }
        self.ends.clear();
        self.find();
        concat_batches(&self.schema, &rows).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use datafusion::arrow::array::AsArray;
    use datafusion::arrow::datatypes::{DataType, Field, Schema};

    use super::*;

    /// The texts of the only column, read in pieces of a size, and what is told of the lines that were left out.
    fn read(text: &str, size: usize) -> (Vec<String>, Vec<String>) {
        let schema = Arc::new(Schema::new(vec![Field::new("u", DataType::Utf8, true)]));
        let columns = (Arc::clone(&schema), vec![0]);
        let skipped = Arc::new(Skipped::default());
        let mut lenient = Lenient::new(columns, schema, (b',', true), 2, Arc::clone(&skipped));
        let mut found = Vec::new();
        let mut flush = |lenient: &mut Lenient| {
            let batch = lenient.flush().unwrap();
            let texts = batch.iter().flat_map(|batch| batch.column(0).as_string::<i32>().iter());
            found.extend(texts.map(|text| text.unwrap().to_owned()));
            batch.is_some()
        };
        for mut piece in text.as_bytes().chunks(size) {
            while !piece.is_empty() {
                let taken = lenient.decode(piece).unwrap();
                piece = &piece[taken..];
                if taken == 0 {
                    flush(&mut lenient);
                }
            }
        }
        lenient.end().unwrap();
        while flush(&mut lenient) {}
        (found, skipped.report())
    }

    #[test]
    fn lines_end_as_those_of_csv_do() {
        for end in ["\n", "\r\n", "\r"] {
            for (text, left_out) in
                [("u|a|b|", 0), ("u|a|b", 0), ("u|a|b|\"c|", 1), ("u|a|x\"y,2|b", 1)]
            {
                let text = text.replace('|', end);
                let told = ["left out 1 line of CSV that cannot be read"];
                for size in 1..=text.len() {
                    let (found, skipped) = read(&text, size);
                    assert_eq!(found, ["a", "b"], "{text:?}, {size}");
                    assert_eq!(skipped, told[..left_out], "{text:?}, {size}");
                }
            }
        }
    }

    #[test]
    fn no_part_of_a_line_that_is_too_long_is_a_row() {
        let told = ["left out 1 line of CSV that cannot be read"];
        for (quote, rest) in [("", ""), ("", "y\nz\n"), ("\"", "y\nz\n"), ("\"", "y")] {
            let text = format!("u\na\nb\n{quote}{}\n{rest}", "x".repeat(LONGEST + LONGEST / 2));
            let expected: Vec<_> = ["a", "b"].into_iter().chain(rest.lines()).collect();
            for size in [1 << 16, LONGEST, text.len()] {
                let (found, left_out) = read(&text, size);
                assert!(
                    found == expected && left_out == told,
                    "{quote}{rest}, {size}: {left_out:?}"
                );
            }
        }
    }
}
