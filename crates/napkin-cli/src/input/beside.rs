//! Two files line by line: each line of the first, a tab, and the line of the second that has the same number.
//!
//! A line that only one file has is without a tab. A byte order mark is left out, and so is the carriage return of each line as
//! long as every line of its file has one.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

use super::{BLOCK, BYTE_ORDER_MARK, Reader};

/// The lines of two files, each pair as one line.
pub(super) struct Beside {
    files: [Side; 2],
    /// The pair that is handed on.
    pair: Vec<u8>,
    at: usize,
}

/// One of the files.
struct Side {
    reader: BufReader<Reader<'static>>,
    is_first: bool,
    /// Whether every line so far ends with a carriage return.
    is_crlf: bool,
}

impl Beside {
    pub(super) fn new(files: [Reader<'static>; 2]) -> Self {
        let side = |reader| Side {
            reader: BufReader::with_capacity(BLOCK, reader),
            is_first: true,
            is_crlf: true,
        };
        Self { files: files.map(side), pair: Vec::new(), at: 0 }
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
        if self.at == self.pair.len() {
            self.pair.clear();
            self.at = 0;
            let [first, second] = &mut self.files;
            let has_first = first.push_line(&mut self.pair)?;
            let tab = self.pair.len();
            let has_second = second.push_line(&mut self.pair)?;
            if has_first && has_second {
                self.pair.insert(tab, b'\t');
            }
            if has_first || has_second {
                self.pair.push(b'\n');
            }
        }
        let mut rest = &self.pair[self.at..];
        let read = rest.read(buffer)?;
        self.at += read;
        Ok(read)
    }
}
