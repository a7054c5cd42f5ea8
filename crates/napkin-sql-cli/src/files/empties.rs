//! The empty text in CSV: `""` is a text, and an empty field is NULL. In a file with one column, an empty line is a
//! row with NULL.
//!
//! Arrow's reader removes quotation marks, so it cannot distinguish the two (`docs/contributing/upstream/empties.md`). The bytes are therefore preprocessed:
//! an empty quoted field becomes a field with a mark, and afterwards the mark becomes the empty text. A mark that
//! occurs in a file is doubled, so that it is unambiguous.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use datafusion::arrow::array::{ArrayRef, AsArray, StringArray, StringViewArray};
use datafusion::arrow::datatypes::DataType;

/// A noncharacter, which Unicode reserves for internal use.
const MARK: &str = "\u{FDD0}";

/// Marks the empty texts in the bytes of a file, piece by piece.
pub(super) struct Marker {
    delimiter: u8,
    /// The columns of texts.
    texts: Vec<bool>,
    column: usize,
    state: State,
    /// The number of trailing bytes that match a mark.
    matched: usize,
    /// Whether the last byte was the first one of a two-byte line break.
    is_after_return: bool,
    has_marks: Arc<AtomicBool>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Before the first byte of a field.
    Start,
    Plain,
    /// After the opening quotation mark of a field.
    Opened,
    /// After two quotation marks at the start of a field.
    Twice,
    Quoted,
    /// After a quotation mark in a quoted field: its end, or the first of a pair.
    Closed,
}

impl Marker {
    /// For fields between delimiters, some of which are texts. `has_marks` is set if there are marks.
    pub(super) fn new(delimiter: u8, texts: Vec<bool>, has_marks: Arc<AtomicBool>) -> Self {
        let state = State::Start;
        Self { delimiter, texts, column: 0, state, matched: 0, is_after_return: false, has_marks }
    }

    /// The next piece, with its empty texts marked.
    pub(super) fn mark(&mut self, piece: Bytes) -> Bytes {
        if self.is_simple(&piece) {
            self.skip(&piece);
            return piece;
        }
        let mut marked = Vec::with_capacity(piece.len() + 16);
        for &byte in piece.as_ref() {
            self.step(byte, &mut marked);
        }
        marked.into()
    }

    /// The remaining bytes at the end.
    pub(super) fn end(&mut self) -> Bytes {
        let mut marked = Vec::new();
        self.settle(None, &mut marked);
        marked.into()
    }

    /// Whether the last piece ended between quotation marks.
    pub(super) fn is_open(&self) -> bool {
        matches!(self.state, State::Opened | State::Quoted)
    }

    /// Whether a piece certainly has no quoted field and no mark, as most pieces.
    fn is_simple(&self, piece: &[u8]) -> bool {
        matches!(self.state, State::Start | State::Plain)
            && self.texts.len() > 1
            && self.matched == 0
            && !piece.contains(&b'"')
            && !piece.contains(&MARK.as_bytes()[0])
    }

    /// Advances over a piece without quotation marks.
    fn skip(&mut self, piece: &[u8]) {
        let Some(last) = piece.last() else { return };
        let line = piece.iter().rposition(|byte| is_break(*byte));
        if line.is_some() {
            self.column = 0;
        }
        let line = piece.get(line.map_or(0, |at| at + 1)..).unwrap_or_default();
        self.column += line.split(|byte| *byte == self.delimiter).skip(1).count();
        let is_end = *last == self.delimiter || is_break(*last);
        self.state = if is_end { State::Start } else { State::Plain };
    }

    fn step(&mut self, byte: u8, marked: &mut Vec<u8>) {
        match (self.state, byte) {
            // Held back until the following byte is known.
            (State::Start, b'"') => return self.state = State::Opened,
            (State::Opened, b'"') => return self.state = State::Twice,
            _ => self.settle(Some(byte), marked),
        }
        let is_end = byte == self.delimiter || is_break(byte);
        let is_second = self.is_after_return && byte == b'\n';
        self.is_after_return = byte == b'\r';
        if self.state == State::Start && self.texts.len() == 1 && is_break(byte) && !is_second {
            // An empty line would be skipped; a quoted empty field is not.
            marked.extend_from_slice(b"\"\"");
        }
        self.state = match (self.state, byte) {
            (State::Quoted, b'"') => State::Closed,
            (State::Closed, b'"') | (State::Quoted, _) => State::Quoted,
            _ if is_end => {
                self.column = if is_break(byte) { 0 } else { self.column + 1 };
                State::Start
            }
            _ => State::Plain,
        };
        marked.push(byte);
        self.double(byte, marked);
    }

    /// Writes the held-back quotation marks, once the following byte is known.
    fn settle(&mut self, next: Option<u8>, marked: &mut Vec<u8>) {
        match self.state {
            State::Opened => {
                marked.push(b'"');
                self.state = State::Quoted;
            }
            State::Twice => {
                let is_end = next.is_none_or(|byte| byte == self.delimiter || is_break(byte));
                let is_text = self.texts.get(self.column).copied().unwrap_or_default();
                if is_end && is_text {
                    self.has_marks.store(true, Ordering::Relaxed);
                    marked.extend_from_slice(MARK.as_bytes());
                } else {
                    marked.extend_from_slice(b"\"\"");
                }
                self.state = State::Closed;
            }
            State::Start | State::Plain | State::Quoted | State::Closed => {}
        }
    }

    /// Doubles a mark that occurs in the file.
    fn double(&mut self, byte: u8, marked: &mut Vec<u8>) {
        let mark = MARK.as_bytes();
        self.matched = if mark.get(self.matched) == Some(&byte) {
            self.matched + 1
        } else {
            usize::from(byte == mark[0])
        };
        if self.matched == mark.len() {
            self.matched = 0;
            self.has_marks.store(true, Ordering::Relaxed);
            marked.extend_from_slice(mark);
        }
    }
}

const fn is_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// A column with marks replaced by empty texts.
pub(super) fn without_marks(column: &ArrayRef) -> ArrayRef {
    match column.data_type() {
        DataType::Utf8 => {
            let texts = column.as_string::<i32>().iter();
            let texts: Vec<_> = texts.map(|text| text.map(meant)).collect();
            Arc::new(StringArray::from(texts))
        }
        DataType::Utf8View => {
            let texts = column.as_string_view().iter();
            let texts: Vec<_> = texts.map(|text| text.map(meant)).collect();
            Arc::new(StringViewArray::from(texts))
        }
        _ => ArrayRef::clone(column),
    }
}

fn meant(text: &str) -> String {
    if text == MARK { String::new() } else { text.replace(&MARK.repeat(2), MARK) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(csv: &str, size: usize) -> String {
        let mut marker = Marker::new(b',', vec![true, true, false], Arc::default());
        let mut marked = Vec::new();
        for piece in csv.as_bytes().chunks(size) {
            marked.extend_from_slice(&marker.mark(Bytes::copy_from_slice(piece)));
        }
        marked.extend_from_slice(&marker.end());
        String::from_utf8(marked).unwrap()
    }

    #[test]
    fn empty_texts_are_marked_in_pieces_of_any_size() {
        for (csv, expected) in [
            ("a,b,1\n", "a,b,1\n"),
            ("\"\",,\"\"\n", "M,,\"\"\n"),
            ("a,\"\"", "a,M"),
            ("\"\"\r\n,\"\"\r\n", "M\r\n,M\r\n"),
            ("\"\"\"\",\"\"\"a\"\"\"\n", "\"\"\"\",\"\"\"a\"\"\"\n"),
            ("\",\"\"\",\"\"\n", "\",\"\"\",M\n"),
            ("\"\n\",\"\"\n", "\"\n\",M\n"),
            ("a\"\",b\n", "a\"\",b\n"),
            ("\"\"x,\"\"\n", "\"\"x,M\n"),
            ("M,\"M\"\n", "MM,\"MM\"\n"),
        ] {
            let (csv, expected) = (csv.replace('M', MARK), expected.replace('M', MARK));
            for size in 1..=csv.len() {
                assert_eq!(marked(&csv, size), expected, "{csv:?} in pieces of {size}");
            }
        }
    }

    #[test]
    fn an_empty_line_is_a_row_of_a_file_with_one_column() {
        for (csv, expected) in [
            ("a\n\nb\n", "a\n\"\"\nb\n"),
            ("\r\n\r\na\r\n", "\"\"\r\n\"\"\r\na\r\n"),
            ("\"\"\n\n", "M\n\"\"\n"),
        ] {
            let mut marker = Marker::new(b',', vec![true], Arc::default());
            let mut marked = marker.mark(Bytes::copy_from_slice(csv.as_bytes())).to_vec();
            marked.extend_from_slice(&marker.end());
            let marked = String::from_utf8(marked).unwrap();
            assert_eq!(marked, expected.replace('M', MARK), "{csv:?}");
        }
    }

    #[test]
    fn marks_become_what_they_stand_for() {
        assert_eq!(meant(MARK), "");
        assert_eq!(meant("a"), "a");
        assert_eq!(meant(&MARK.repeat(2)), MARK);
        assert_eq!(meant(&format!("a{}", MARK.repeat(4))), format!("a{}", MARK.repeat(2)));
    }
}
