//! Two files line by line: each line of the first, a tab, and the line of the second that has the same number.
//!
//! A line that only one file has is without a tab, or has two of its own: [`Other`] knows then which file is longer. A byte order mark is left out, and so is the carriage return of each line as
//! long as every line of its file has one.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use super::{BLOCK, BYTE_ORDER_MARK, Reader};

/// The second file.
#[derive(Clone, Default)]
pub(crate) struct Other {
    pub(crate) path: PathBuf,
    /// Which of the two files has lines that the other has not, from when the first of them is read: 0 or 1.
    pub(crate) longer: Arc<OnceLock<usize>>,
}

/// The lines of two files, each pair as one line.
pub(super) struct Beside {
    files: [Side; 2],
    longer: Arc<OnceLock<usize>>,
    /// The pairs that are handed on.
    pairs: Vec<u8>,
    at: usize,
    /// Why no other follows.
    ended: Option<io::Error>,
}

/// One of the files.
struct Side {
    reader: BufReader<Reader<'static>>,
    is_first: bool,
    /// Whether every line so far ends with a carriage return.
    is_crlf: bool,
}

impl Beside {
    pub(super) fn new(files: [Reader<'static>; 2], longer: Arc<OnceLock<usize>>) -> Self {
        let side = |reader| Side {
            reader: BufReader::with_capacity(BLOCK, reader),
            is_first: true,
            is_crlf: true,
        };
        Self { files: files.map(side), longer, pairs: Vec::new(), at: 0, ended: None }
    }

    /// Appends the next pair; `false` at the end of both files.
    fn push_pair(&mut self) -> io::Result<bool> {
        let [first, second] = &mut self.files;
        let start = self.pairs.len();
        let has_first = first.push_line(&mut self.pairs)?;
        let tab = self.pairs.len();
        let has_second = second.push_line(&mut self.pairs)?;
        if has_first && has_second {
            self.pairs.insert(tab, b'\t');
        } else if has_first || has_second {
            self.longer.get_or_init(|| usize::from(has_second));
            // One tab would make a pair of it.
            if memchr::memchr_iter(b'\t', &self.pairs[start..]).count() == 1 {
                self.pairs.push(b'\t');
            }
        } else {
            return Ok(false);
        }
        self.pairs.push(b'\n');
        Ok(true)
    }

    /// Whether each file has a line that needs no reading.
    fn has_more(&self) -> bool {
        self.files.iter().all(|side| side.reader.buffer().contains(&b'\n'))
    }
}

impl Side {
    /// Appends the next line without its end; `false` at the end of the file.
    fn push_line(&mut self, out: &mut Vec<u8>) -> io::Result<bool> {
        let start = out.len();
        if self.reader.read_until(b'\n', out)? == 0 {
            // What is compressed and cut off ends early.
            return match self.reader.get_ref().fault() {
                Some(fault) => Err(io::Error::new(ErrorKind::InvalidData, fault.to_string())),
                None => Ok(false),
            };
        }
        if out.ends_with(b"\n") {
            out.pop();
            self.is_crlf &= out[start..].ends_with(b"\r");
            if self.is_crlf {
                out.pop();
            }
        }
        if std::mem::take(&mut self.is_first) && out[start..].starts_with(BYTE_ORDER_MARK) {
            out.drain(start..start + BYTE_ORDER_MARK.len());
        }
        Ok(true)
    }
}

impl Read for Beside {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.pairs.len() {
            self.pairs.clear();
            self.at = 0;
            if let Some(error) = self.ended.take() {
                return Err(error);
            }
            // All that is there is handed on at once, since each block is work for a thread.
            let mut has_pair = self.push_pair()?;
            while has_pair && self.pairs.len() < BLOCK && self.has_more() {
                has_pair = self.push_pair().unwrap_or_else(|error| {
                    self.ended = Some(error);
                    false
                });
            }
        }
        let mut rest = &self.pairs[self.at..];
        let read = rest.read(buffer)?;
        self.at += read;
        Ok(read)
    }
}
