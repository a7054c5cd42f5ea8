//! Mailboxes (RFC 4155), message by message, and ARC files, record by record: in both, a line begins each entry.
//!
//! Only the current entry is held in memory.

use std::io::{self, BufRead, Read};

use crate::fault::{Fault, FaultKind};
use crate::kind::{MAILBOX_LINE, is_field};

/// A message, or a record.
pub(crate) struct Entry {
    /// Its offset in the file, in bytes: that of the line before its content.
    pub(crate) offset: u64,
    /// That line; empty, if a mailbox begins without one.
    pub(crate) line: Vec<u8>,
    pub(crate) content: Vec<u8>,
}

/// The next entry; or its offset, and the error.
pub(crate) type Next = Result<Entry, (u64, Fault)>;

/// The maximum number of bytes of a line read at a time.
const LONGEST_PIECE: u64 = 1 << 16;

/// The lines of a file, in pieces of limited length.
struct Lines<R> {
    reader: R,
    passed: u64,
    /// Whether the next piece begins a line.
    is_fresh: bool,
}

/// A line, or a piece of one.
struct Piece {
    offset: u64,
    begins_line: bool,
    bytes: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    const fn new(reader: R) -> Self {
        Self { reader, passed: 0, is_fresh: true }
    }

    fn next(&mut self) -> io::Result<Option<Piece>> {
        let mut bytes = Vec::new();
        self.reader.by_ref().take(LONGEST_PIECE).read_until(b'\n', &mut bytes)?;
        let Some(&last) = bytes.last() else { return Ok(None) };
        let piece = Piece { offset: self.passed, begins_line: self.is_fresh, bytes };
        self.passed += piece.bytes.len() as u64;
        self.is_fresh = last == b'\n';
        Ok(Some(piece))
    }
}

/// Reads the messages of a mailbox. A message begins at a line that begins with `From`, after an empty line or at
/// the beginning of the file, if a header follows.
pub(crate) struct Messages<R> {
    lines: Lines<R>,
    largest: usize,
    /// The line that begins the next message, and the line after it.
    held: Option<(Piece, Option<Piece>)>,
    began: bool,
}

impl<R: BufRead> Messages<R> {
    /// Messages of more than `largest` bytes are skipped.
    pub(crate) const fn new(reader: R, largest: usize) -> Self {
        Self { lines: Lines::new(reader), largest, held: None, began: false }
    }

    /// The next message; `None` at the end of the file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub(crate) fn next(&mut self) -> io::Result<Option<Next>> {
        let mut entry = Entry { offset: self.lines.passed, line: Vec::new(), content: Vec::new() };
        let mut waiting = None;
        if let Some((line, behind)) = self.held.take() {
            entry.offset = line.offset;
            entry.line = line.bytes;
            waiting = behind;
        } else if self.began {
            return Ok(None);
        } else {
            let Some(first) = self.lines.next()? else { return Ok(None) };
            if first.bytes.starts_with(MAILBOX_LINE) {
                entry.line = first.bytes;
            } else {
                waiting = Some(first);
            }
        }
        self.began = true;
        let mut is_too_large = false;
        let mut behind_blank = false;
        loop {
            let piece = match waiting.take() {
                Some(piece) => piece,
                None => match self.lines.next()? {
                    Some(piece) => piece,
                    None => break,
                },
            };
            if behind_blank && piece.begins_line && piece.bytes.starts_with(MAILBOX_LINE) {
                let behind = self.lines.next()?;
                let begins_header = behind.as_ref().is_none_or(|behind| {
                    is_field(&behind.bytes) || behind.bytes.starts_with(b">From ")
                });
                if begins_header {
                    self.held = Some((piece, behind));
                    break;
                }
                waiting = behind;
            }
            behind_blank = piece.begins_line && piece.bytes.trim_ascii().is_empty();
            is_too_large |= entry.content.len() + piece.bytes.len() > self.largest;
            if is_too_large {
                entry.content = Vec::new();
            } else {
                entry.content.extend_from_slice(&piece.bytes);
            }
        }
        Ok(Some(if is_too_large {
            Err((entry.offset, too_large(self.largest)))
        } else {
            Ok(entry)
        }))
    }
}

fn too_large(largest: usize) -> Fault {
    Fault::new(FaultKind::TooLarge, None, format_args!("more than {largest} bytes"))
}

/// Reads the records of an ARC file: a line that ends with the length, and that many bytes.
pub(crate) struct Captures<R> {
    lines: Lines<R>,
    largest: usize,
    said: bool,
}

/// The fields of the line before a record.
pub(crate) struct Facts<'l> {
    pub(crate) uri: &'l str,
    pub(crate) date: &'l str,
    pub(crate) media_type: &'l str,
    len: u64,
}

/// Parses the line before a record: the URI, the address, the date, the media type, in the second version other
/// fields, and the length.
pub(crate) fn facts(line: &[u8]) -> Option<Facts<'_>> {
    let line = str::from_utf8(line).ok()?.trim_end();
    let fields: Vec<&str> = line.splitn(16, ' ').collect();
    let [uri, _, date, media_type, .., len] = fields.as_slice() else { return None };
    let is_date = date.len() >= 8 && date.bytes().all(|byte| byte.is_ascii_digit());
    let len = len.parse().ok().filter(|_| is_date && uri.contains(':'))?;
    Some(Facts { uri, date, media_type, len })
}

impl<R: BufRead> Captures<R> {
    /// Records of more than `largest` bytes are skipped.
    pub(crate) const fn new(reader: R, largest: usize) -> Self {
        Self { lines: Lines::new(reader), largest, said: false }
    }

    /// The next record; `None` at the end of the file. Lines that begin no record are skipped, but a file without
    /// any record is not an archive.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub(crate) fn next(&mut self) -> io::Result<Option<Next>> {
        loop {
            let Some(line) = self.lines.next()? else {
                let other = self.lines.passed > 0 && !std::mem::replace(&mut self.said, true);
                let fault = || Fault::new(FaultKind::NotAnArchive, None, "no line begins a record");
                return Ok(other.then(|| Err((0, fault()))));
            };
            let Some(len) = facts(&line.bytes).filter(|_| line.begins_line).map(|facts| facts.len)
            else {
                continue;
            };
            self.said = true;
            let mut block = self.lines.reader.by_ref().take(len);
            if len > self.largest as u64 {
                self.lines.passed += io::copy(&mut block, &mut io::sink())?;
                return Ok(Some(Err((line.offset, too_large(self.largest)))));
            }
            let mut content = Vec::new();
            block.read_to_end(&mut content)?;
            self.lines.passed += content.len() as u64;
            self.lines.is_fresh = true;
            return Ok(Some(Ok(Entry { offset: line.offset, line: line.bytes, content })));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Captures, Messages, Next};

    fn shown(next: Next) -> (u64, String) {
        match next {
            Ok(entry) => (entry.offset, String::from_utf8(entry.content).unwrap()),
            Err((offset, fault)) => (offset, fault.kind.name().into()),
        }
    }

    #[test]
    fn messages() {
        let file = b"From a 2000\nA: b\n\nFrom here on\nit goes\n\nFrom b\n>From x\n\nc\n\nFrom c\nD: e\n\n0123456789\n";
        let mut messages = Messages::new(&file[..], 40);
        let all: Vec<_> = std::iter::from_fn(|| messages.next().unwrap()).map(shown).collect();
        assert_eq!(
            all,
            [
                (0, "A: b\n\nFrom here on\nit goes\n\n".into()),
                (40, ">From x\n\nc\n\n".into()),
                (59, "D: e\n\n0123456789\n".into()),
            ]
        );
        let mut messages = Messages::new(&file[..], 16);
        let all: Vec<_> = std::iter::from_fn(|| messages.next().unwrap()).map(shown).collect();
        assert_eq!(all[0].1, "too-large");
        assert_eq!(all[1], (40, ">From x\n\nc\n\n".into()));
        assert!(Messages::new(&b""[..], 16).next().unwrap().is_none());
    }

    #[test]
    fn captures() {
        let file = b"filedesc://a 0.0.0.0 19960923142103 text/plain 3\n1 0\n\n\
            http://h/ 1.2.3.4 19970101000000 text/html 5\nhello\n\
            http://h/2 1.2.3.4 19970101000000 text/html 200 - - 0 a.arc 2\nhi\n";
        let mut captures = Captures::new(&file[..], 4);
        let all: Vec<_> = std::iter::from_fn(|| captures.next().unwrap()).map(shown).collect();
        assert_eq!(all, [(0, "1 0".into()), (54, "too-large".into()), (105, "hi".into())]);
        let mut other = Captures::new(&b"no archive\n"[..], 4);
        assert_eq!(other.next().unwrap().map(shown), Some((0, "not-an-archive".into())));
        assert!(other.next().unwrap().is_none());
    }
}
