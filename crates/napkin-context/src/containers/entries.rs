//! The entries of mailboxes and ARC files: in both, a line begins each entry.
//!
//! Only the current entry is held in memory.

use std::io::{self, BufRead, Read};

use crate::fault::Fault;

/// A message, or a record.
pub(crate) struct Entry {
    /// Its offset in the file, in bytes: that of the line before its content.
    pub(crate) offset: u64,
    /// That line; empty, if a mailbox begins without one.
    pub(crate) line: Vec<u8>,
    pub(crate) content: Vec<u8>,
    /// That the file ends before the entry does, if so.
    pub(crate) cut: Option<Fault>,
}

impl Entry {
    /// The offset of its content in the file, in bytes.
    pub(crate) fn block(&self) -> u64 {
        self.offset + self.line.len() as u64
    }
}

/// The next entry; or its offset, and the error.
pub(crate) type Next = Result<Entry, (u64, Fault)>;

/// The maximum number of bytes of a line read at a time.
const LONGEST_PIECE: u64 = 1 << 16;

/// The lines of a file, in pieces of limited length.
pub(super) struct Lines<R> {
    pub(super) reader: R,
    /// The number of bytes that were read.
    pub(super) passed: u64,
    /// Whether the next piece begins a line.
    pub(super) is_fresh: bool,
}

/// A line, or a piece of one.
pub(super) struct Piece {
    pub(super) offset: u64,
    pub(super) begins_line: bool,
    pub(super) bytes: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    pub(super) const fn new(reader: R) -> Self {
        Self { reader, passed: 0, is_fresh: true }
    }

    /// The next piece; `None` at the end of the file.
    pub(super) fn next(&mut self) -> io::Result<Option<Piece>> {
        let mut bytes = Vec::new();
        self.reader.by_ref().take(LONGEST_PIECE).read_until(b'\n', &mut bytes)?;
        let Some(&last) = bytes.last() else { return Ok(None) };
        let piece = Piece { offset: self.passed, begins_line: self.is_fresh, bytes };
        self.passed += piece.bytes.len() as u64;
        self.is_fresh = last == b'\n';
        Ok(Some(piece))
    }
}
