//! The blocks of a `ZipNum` cluster: gzip members of some thousand lines, in files beside their index.

use std::fmt;
use std::io::{self, Read, Seek, SeekFrom, Take};

use flate2::read::MultiGzDecoder;

use super::error::IndexError;
use super::format::{Entry, Format, is_header};
use super::lines::Lines;

/// Opens a file of a cluster by its name.
type Open<R> = dyn FnMut(&str) -> io::Result<R> + Send;

/// Opens the files of a cluster.
pub(super) struct Parts<R> {
    open: Box<Open<R>>,
}

impl<R> fmt::Debug for Parts<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parts").finish_non_exhaustive()
    }
}

/// The lines of a block.
pub(super) struct Block<R> {
    lines: Lines<MultiGzDecoder<Take<R>>>,
    part: String,
    offset: u64,
    /// Whether the first line was read, and not handed out.
    is_fresh: bool,
}

impl<R: Read + Seek> Parts<R> {
    pub(super) fn new(open: impl FnMut(&str) -> io::Result<R> + Send + 'static) -> Self {
        Self { open: Box::new(open) }
    }

    /// The block of an entry, which begins with the line that the entry has.
    pub(super) fn block(&mut self, entry: &Entry<'_>) -> Result<Block<R>, IndexError> {
        let (part, offset) = (entry.part.to_owned(), entry.offset);
        if !entry.is_in_folder() {
            return Err(IndexError::PartName { part });
        }
        let opened = (self.open)(&part).and_then(|mut reader| {
            reader.seek(SeekFrom::Start(offset))?;
            Ok(reader.take(entry.length))
        });
        let reader = match opened {
            Ok(reader) => reader,
            Err(error) => return Err(IndexError::Block { part, offset, error }),
        };
        let lines = Lines::new(MultiGzDecoder::new(reader));
        let mut block = Block { lines, part, offset, is_fresh: false };
        let is_first = block.advance()? && block.line().starts_with(entry.first);
        if !is_first {
            return Err(IndexError::OtherBlock { part: block.part, offset });
        }
        Ok(Block { is_fresh: true, ..block })
    }
}

impl<R: Read> Block<R> {
    /// Reads the next line that is no header; `false` behind the last one.
    pub(super) fn advance(&mut self) -> Result<bool, IndexError> {
        if std::mem::take(&mut self.is_fresh) {
            return Ok(true);
        }
        loop {
            let found = self.lines.advance().map_err(|error| self.told(error))?;
            if !found || !is_header(self.lines.line()) {
                return Ok(found);
            }
        }
    }

    /// The line, without its end.
    pub(super) fn line(&self) -> &[u8] {
        self.lines.line()
    }

    pub(super) fn format(&self) -> Result<Format, IndexError> {
        let format = Format::of_line(self.line()).filter(|format| *format != Format::ZipNum);
        format.ok_or_else(|| self.told(IndexError::NotCdx { offset: self.start() }))
    }

    /// The start of the line in the decompressed block.
    pub(super) const fn start(&self) -> u64 {
        self.lines.start()
    }

    pub(super) const fn is_ended(&self) -> bool {
        self.lines.is_ended()
    }

    /// An error of the lines as one of the block.
    pub(super) fn told(&self, error: IndexError) -> IndexError {
        let error = match error {
            IndexError::Io(error) => error,
            error @ IndexError::Block { .. } => return error,
            error => io::Error::new(io::ErrorKind::InvalidData, error),
        };
        IndexError::Block { part: self.part.clone(), offset: self.offset, error }
    }
}
