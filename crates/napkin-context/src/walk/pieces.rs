//! The pieces of a document, so that the memory does not grow with it.

use std::borrow::Cow;
use std::io::{self, Read};

use encoding_rs::{Encoding, UTF_8};

use crate::formats::cuts::Cuts;
use crate::kind::Kind;

/// The number of bytes of a piece. What is not longer is read as a whole.
pub(super) const PIECE: usize = 1 << 17;

/// A piece of a document, or all of it.
#[derive(Clone, Debug)]
pub(crate) struct DocumentPiece<'p> {
    /// What is read: the context, the piece, and what makes it a document.
    pub(crate) bytes: Cow<'p, [u8]>,
    /// The length of the context.
    pub(crate) before: usize,
    /// The length of the piece.
    pub(crate) len: usize,
    /// Its place in the document, in bytes.
    pub(crate) offset: usize,
    /// Whether the document ends with it.
    pub(crate) is_last: bool,
}

impl<'p> DocumentPiece<'p> {
    /// A document as a whole.
    pub(super) fn whole(bytes: &'p [u8]) -> Self {
        Self { bytes: bytes.into(), before: 0, len: bytes.len(), offset: 0, is_last: true }
    }

    /// The place in the document of a place in what is read.
    pub(super) fn place(&self, at: usize) -> usize {
        self.offset + at.saturating_sub(self.before).min(self.len)
    }
}

/// Reads until a buffer has a length; whether the input ends before.
pub(crate) fn fill(
    reader: &mut impl Read,
    buffer: &mut Vec<u8>,
    wanted: usize,
) -> io::Result<bool> {
    let missing = wanted.saturating_sub(buffer.len());
    reader.take(missing as u64).read_to_end(buffer)?;
    Ok(buffer.len() < wanted)
}

/// How a document is cut, and in which encoding it is.
pub(crate) struct Cutting {
    pub(crate) kind: Kind,
    pub(crate) encoding: &'static Encoding,
    pub(crate) cuts: Cuts,
}

impl Cutting {
    /// How a document is cut that has a kind and an encoding, by its beginning; `None` if it is read as a whole.
    pub(super) fn new(kind: Kind, encoding: &'static Encoding, begin: &[u8]) -> Option<Self> {
        // In the others, the bytes of a line end are in other characters too, or the bytes before say what they are.
        if !encoding.is_ascii_compatible() {
            return None;
        }
        let has_pairs = encoding != UTF_8 && !encoding.is_single_byte();
        Some(Self { kind, encoding, cuts: kind.cuts(begin, has_pairs)? })
    }
}

/// A document while it is cut into pieces.
pub(crate) struct Pieces<R> {
    reader: R,
    cuts: Cuts,
    /// The context of the next piece, and what is read behind it.
    window: Vec<u8>,
    /// The start of the next piece there.
    at: usize,
    /// The number of bytes before the window.
    passed: usize,
    /// Whether all is read.
    ends: bool,
    /// The number of bytes of a piece.
    size: usize,
    largest: usize,
}

/// The next piece.
pub(crate) enum Cut {
    /// It ends at a place of the window; what is behind it there, up to another place, may be looked at.
    Piece { cut: usize, end: usize },
    /// There is none.
    End,
    /// It is larger than a document may be.
    TooLarge,
}

impl<R: Read> Pieces<R> {
    /// The pieces of a document whose beginning was read.
    pub(crate) fn new(reader: R, begin: Vec<u8>, cuts: Cuts, size: usize, largest: usize) -> Self {
        Self { reader, cuts, window: begin, at: 0, passed: 0, ends: false, size, largest }
    }

    /// Reads until there is a piece, and a number of bytes behind it.
    pub(crate) fn next(&mut self, behind: usize) -> io::Result<Cut> {
        let mut wanted = self.size;
        loop {
            if !self.ends {
                self.ends = fill(&mut self.reader, &mut self.window, self.at + wanted)?;
            }
            let len = self.window.len();
            if self.at == len {
                return Ok(Cut::End);
            }
            // A byte is left, so that the last piece has one.
            let end = if self.ends { Some(len) } else { self.last_cut(len - 1) };
            let cut = match end {
                Some(end) if behind == 0 => Some(end),
                Some(end) => {
                    let cut = end.checked_sub(behind).and_then(|to| self.last_cut(to));
                    cut.or(self.ends.then_some(end))
                }
                None => None,
            };
            if let (Some(cut), Some(end)) = (cut, end) {
                return Ok(Cut::Piece { cut, end });
            }
            if wanted > self.largest {
                return Ok(Cut::TooLarge);
            }
            wanted = (len - self.at).max(wanted).saturating_mul(2);
        }
    }

    /// The last place before another one at which the next piece may end.
    pub(crate) fn last_cut(&self, to: usize) -> Option<usize> {
        // What is before the pieces is in the first one.
        let head = if self.offset() == 0 { self.cuts.around()[0].len() } else { 0 };
        let from = self.at + head;
        if to <= from { None } else { self.cuts.last(&self.window, from, to) }
    }

    /// The place of the next piece in the document.
    pub(crate) const fn offset(&self) -> usize {
        self.passed + self.at
    }

    /// The place in the window of a place in the document.
    pub(crate) const fn in_window(&self, offset: usize) -> usize {
        offset.saturating_sub(self.passed)
    }

    /// The number of bytes that a reader looks back at.
    pub(crate) const fn context(&self) -> usize {
        self.cuts.context()
    }

    /// The bytes of the document from the next piece to a place of the window.
    pub(crate) fn ahead(&self, end: usize) -> &[u8] {
        self.window.get(self.at..end).unwrap_or_default()
    }

    /// The next piece, to a place of the window, with what is around it; the last one if `is_last`.
    pub(crate) fn piece(&self, end: usize, is_last: bool) -> DocumentPiece<'_> {
        let before = self.at.min(self.cuts.context());
        if self.cuts.around()[0].is_empty() {
            let bytes = self.window.get(self.at - before..end).unwrap_or_default();
            let (len, offset) = (end - self.at, self.offset());
            return DocumentPiece { bytes: bytes.into(), before, len, offset, is_last };
        }
        self.within(&[], self.ahead(end), is_last)
    }

    /// Other bytes as the next piece, behind a context.
    pub(crate) fn within(
        &self,
        context: &[u8],
        bytes: &[u8],
        is_last: bool,
    ) -> DocumentPiece<'static> {
        let [head, closing] = self.cuts.around();
        let context = if head.is_empty() || self.offset() == 0 { context } else { head };
        let closing = if is_last { b"" } else { closing };
        DocumentPiece {
            before: context.len(),
            len: bytes.len(),
            offset: self.offset(),
            bytes: [context, bytes, closing].concat().into(),
            is_last,
        }
    }

    /// Whether the document ends at a place of the window.
    pub(crate) fn ends_at(&self, end: usize) -> bool {
        self.ends && end == self.window.len()
    }

    /// Goes on behind a place of the window.
    pub(crate) fn pass(&mut self, end: usize) {
        let unneeded = end.saturating_sub(self.cuts.context());
        self.window.drain(..unneeded);
        self.passed += unneeded;
        self.at = end - unneeded;
    }

    /// Reads the rest of the document, and passes it on as it is.
    pub(crate) fn rest(mut self, take: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        loop {
            take(self.ahead(self.window.len()))?;
            self.window.clear();
            self.at = 0;
            if std::mem::replace(&mut self.ends, true) {
                return Ok(());
            }
            self.ends = fill(&mut self.reader, &mut self.window, self.size)?;
        }
    }
}
