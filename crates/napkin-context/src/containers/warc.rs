//! WARC files (ISO 28500), record by record: each is a head of named fields and a block of bytes.

use std::io::{self, BufRead, Read};

use crate::compression::unpack::Expansion;
use crate::containers::header::{self, Head};
use crate::fault::{Fault, FaultKind};

/// The maximum length of a record's head, in bytes.
const LONGEST_HEAD: usize = 1 << 20;

/// A record: its unparsed head, and its block.
pub(crate) struct WarcRecord {
    /// Its offset in the decompressed file.
    pub(crate) offset: u64,
    pub(crate) head: Vec<u8>,
    pub(crate) block: Vec<u8>,
    /// That the file ends before the block does, if so.
    pub(crate) cut: Option<Fault>,
}

impl WarcRecord {
    /// The fields of the head, which may be folded.
    pub(crate) fn fields(&self) -> Head<'_> {
        header::read(&self.head, true)
    }
}

/// Reads the records of a file.
pub(crate) struct Records<'e, R> {
    reader: R,
    passed: u64,
    largest: usize,
    expansion: &'e Expansion,
    /// Whether a record, or the lack of any, was reported.
    said: bool,
    /// The first line of a record, with its offset, behind bytes that are reported first.
    held: Option<(u64, Vec<u8>)>,
}

/// The next record; or its offset, and the error.
pub(crate) type NextRecord = Result<WarcRecord, (u64, Fault)>;

impl<'e, R: BufRead> Records<'e, R> {
    /// A block of more than `largest` bytes, or one that expands more than `expansion` allows, is a fault; the next block is read.
    pub(crate) fn new(reader: R, largest: usize, expansion: &'e Expansion) -> Self {
        Self { reader, passed: 0, largest, expansion, said: false, held: None }
    }

    /// The next record; `None` at the end of the file. Bytes between records that begin none are an error, a broken compressed
    /// stream is one, and so is a file without any record.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub(crate) fn next(&mut self) -> io::Result<Option<NextRecord>> {
        let (offset, mut head) = match self.held.take() {
            Some(held) => held,
            None => match self.first_line()? {
                Line::First(offset, line) => (offset, line),
                Line::End => return Ok(None),
                Line::Other(offset, fault) => return Ok(Some(Err((offset, fault)))),
            },
        };
        while head.len() <= LONGEST_HEAD {
            let line = head.len();
            if self.line(&mut head)? == 0 || head[line..].trim_ascii().is_empty() {
                break;
            }
        }
        let mut record = WarcRecord { offset, head, block: Vec::new(), cut: None };
        let fields = record.fields().fields;
        let len = header::value(&fields, "Content-Length").and_then(|len| len.parse().ok());
        let Some(len) = len else {
            let fault = Fault::new(FaultKind::NotAnArchive, None, "it has no Content-Length");
            return Ok(Some(Err((offset, fault))));
        };
        let read = block(&mut self.reader, len, self.largest, self.expansion)?;
        self.passed += read.passed;
        Ok(Some(match read.content {
            Ok(block) => {
                record.block = block;
                record.cut = read.cut;
                Ok(record)
            }
            Err(fault) => Err((offset, fault)),
        }))
    }

    /// Goes to the first line of the next record.
    fn first_line(&mut self) -> io::Result<Line> {
        let mut other = Other::default();
        loop {
            self.expansion.begin_record();
            let mut line = Vec::new();
            let offset = self.passed;
            let is_end = self.line(&mut line)? == 0;
            if line.starts_with(b"WARC/") {
                self.said = true;
                return Ok(match other.fault() {
                    Some((start, fault)) => {
                        self.held = Some((offset, line));
                        Line::Other(start, fault)
                    }
                    None => Line::First(offset, line),
                });
            }
            if !is_end {
                other.add(offset, &line);
                continue;
            }
            if other.fault().is_none()
                && let Some(broken) = self.expansion.resume(&mut self.reader)?
            {
                return Ok(Line::Other(offset, broken));
            }
            let is_empty = std::mem::replace(&mut self.said, true) || offset == 0;
            let nothing = || Fault::new(FaultKind::NotAnArchive, None, "no line begins one");
            return Ok(match other.fault() {
                _ if !is_empty => Line::Other(0, nothing()),
                Some((start, fault)) => Line::Other(start, fault),
                None => Line::End,
            });
        }
    }

    /// Appends a line, up to the length limit of a head; returns its length.
    fn line(&mut self, to: &mut Vec<u8>) -> io::Result<usize> {
        let mut reader = self.reader.by_ref().take(LONGEST_HEAD as u64);
        let len = reader.read_until(b'\n', to)?;
        self.passed += len as u64;
        Ok(len)
    }
}

/// What stands at the beginning of a record.
enum Line {
    /// Its first line, with its offset.
    First(u64, Vec<u8>),
    /// Bytes before it that belong to no record, or a broken compressed stream, with their offset.
    Other(u64, Fault),
    End,
}

/// Bytes between records that belong to none.
#[derive(Default)]
pub(crate) struct Other {
    start: u64,
    len: u64,
}

impl Other {
    /// Adds a line, unless it is an empty one that ends a record.
    pub(crate) fn add(&mut self, offset: u64, line: &[u8]) {
        if line.trim_ascii().is_empty() {
            return;
        }
        if self.len == 0 {
            self.start = offset;
        }
        self.len += line.len() as u64;
    }

    /// Their offset, and the error, if there are some.
    pub(crate) fn fault(&self) -> Option<(u64, Fault)> {
        let Self { start, len } = *self;
        let detail = format_args!("{len} bytes here belong to no record");
        (len > 0).then(|| (start, Fault::new(FaultKind::NotAnArchive, None, detail)))
    }
}

/// The block of a record, as far as it was read.
pub(crate) struct Block {
    /// The bytes, or why they are refused.
    pub(crate) content: Result<Vec<u8>, Fault>,
    /// That the file ends before the block does, if so.
    pub(crate) cut: Option<Fault>,
    /// How many bytes were passed.
    pub(crate) passed: u64,
}

/// How many bytes of a block are read before the limit of decompression is asked.
const PIECE: u64 = 1 << 16;

/// Reads a block of `len` bytes. One that is larger than `largest`, or that `expansion` refuses, is passed by.
///
/// # Errors
///
/// If the file cannot be read.
pub(crate) fn block(
    reader: &mut impl BufRead,
    len: u64,
    largest: usize,
    expansion: &Expansion,
) -> io::Result<Block> {
    let mut block = reader.by_ref().take(len);
    let mut bytes = Vec::new();
    let mut refusal = (len > largest as u64)
        .then(|| Fault::new(FaultKind::TooLarge, None, format_args!("{len} bytes")));
    // The length may be wrong, so memory grows only with the bytes read.
    while refusal.is_none() && block.by_ref().take(PIECE).read_to_end(&mut bytes)? > 0 {
        refusal = expansion.refusal();
    }
    let mut passed = bytes.len() as u64;
    if let Some(fault) = refusal {
        passed += io::copy(&mut block, &mut io::sink())?;
        return Ok(Block { content: Err(fault), cut: None, passed });
    }
    let detail = format_args!("{passed} of {len} bytes");
    let cut = (passed < len).then(|| Fault::new(FaultKind::Truncated, None, detail));
    Ok(Block { content: Ok(bytes), cut, passed })
}

/// The year in the date of a record.
pub(crate) fn year(date: &str) -> Option<u16> {
    date.get(..4)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{Records, year};
    use crate::compression::unpack::Expansion;
    use crate::fault::{Fault, FaultKind};

    #[test]
    fn records_and_what_is_between_them() {
        let file = b"junk\r\nWARC/1.0\r\nContent-Length: 3\r\n\r\nabc\r\n\r\n\
            WARC/1.1\r\nX\r\n\r\nWARC/1.1\r\nContent-Length: 9\r\n\r\ntoo large\r\n\r\n\
            WARC/1.0\r\nContent-Length: 8\r\n\r\ncut";
        let expansion = Expansion::new(1, 100);
        let mut records = Records::new(&file[..], 8, &expansion);
        let mut seen = Vec::new();
        while let Some(next) = records.next().unwrap() {
            seen.push(
                next.map(|record| (record.offset, record.block, record.cut))
                    .map_err(|(at, fault)| (at, fault.kind.name())),
            );
        }
        assert_eq!(
            seen,
            [
                Err((0, "not-an-archive")),
                Ok((6, b"abc".to_vec(), None)),
                Err((44, "not-an-archive")),
                Err((59, "too-large")),
                Ok((
                    103,
                    b"cut".to_vec(),
                    Some(Fault::new(FaultKind::Truncated, None, "3 of 8 bytes"))
                )),
            ]
        );
        for (file, faults) in [(&b""[..], 0), (b"<a href=x>\n\n", 1), (b"WARC/1.0\r\nbroken", 1)] {
            let mut records = Records::new(file, 8, &expansion);
            for _ in 0..faults {
                let next = records.next().unwrap().unwrap();
                assert!(
                    next.is_err_and(|(at, fault)| (at, fault.kind.name()) == (0, "not-an-archive"))
                );
            }
            assert!(records.next().unwrap().is_none());
        }
        assert_eq!((year("1996-05-01T00:00:00Z"), year("96")), (Some(1996), None));
    }
}
