//! The captures in a range of keys, one after another.

use std::fmt;
use std::io::{Read, Seek};

use super::blocks::Block;
use super::capture::Capture;
use super::error::IndexError;
use super::format::{Entry, Format};
use super::index::Index;
use super::lines::key_of;
use crate::range::KeyRange;

/// The captures in a range of keys, in order. Made by [`Index::find`].
pub struct Captures<'i, R> {
    range: KeyRange,
    index: &'i mut Index<R>,
    /// Whether the index has read a line that was not handed out.
    is_read: bool,
    /// The block of the line, if the index is of a `ZipNum` cluster.
    block: Option<Block<R>>,
    /// The key of the last line.
    last: Vec<u8>,
}

impl<R> fmt::Debug for Captures<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Captures").field("range", &self.range).finish_non_exhaustive()
    }
}

impl<R: Read + Seek> Index<R> {
    /// The captures whose keys are in a range, in order.
    ///
    /// # Errors
    ///
    /// If the index cannot be read, or is not sorted, as far as the search has seen.
    pub fn find(&mut self, range: &KeyRange) -> Result<Captures<'_, R>, IndexError> {
        let is_cluster = self.format == Some(Format::ZipNum);
        let mut start = range.start().as_bytes();
        if is_cluster {
            // Entries have key and date only, and several blocks can begin with the same.
            let ends = start.iter().enumerate().filter(|(_, byte)| **byte == b' ');
            let end = ends.map(|(end, _)| end).nth(1);
            start = end.and_then(|end| start.get(..end)).unwrap_or(start);
        }
        let (before, mut is_there) = self.lines.search(self.begin, start)?;
        // The first captures of the range can be in the block before the first one that begins in it.
        if let Some(before) = before.filter(|_| is_cluster) {
            self.lines.seek(before)?;
            is_there = self.lines.advance()?;
        }
        let range = range.clone();
        Ok(Captures { range, index: self, is_read: is_there, block: None, last: Vec::new() })
    }
}

impl<R: Read + Seek> Captures<'_, R> {
    /// The next capture; `None` behind the last one.
    ///
    /// # Errors
    ///
    /// If the index cannot be read, or a line is not in order. What follows is not known then.
    #[expect(clippy::should_implement_trait, reason = "a capture is lent until the next one")]
    pub fn next(&mut self) -> Result<Option<Capture<'_>>, IndexError> {
        if !self.advance()? {
            return Ok(None);
        }
        let lines = &self.index.lines;
        let (line, start, is_ended) = match &self.block {
            Some(block) => (block.line(), block.start(), block.is_ended()),
            None => (lines.line(), lines.start(), lines.is_ended()),
        };
        let format = match &self.block {
            Some(_) => self.index.of_blocks.as_ref(),
            None => self.index.format.as_ref(),
        };
        Ok(format.map(|format| Capture::new(line, start, is_ended, format)))
    }

    /// Reads the next line of the range.
    fn advance(&mut self) -> Result<bool, IndexError> {
        let (start, end) = (self.range.start().as_bytes(), self.range.end().as_bytes());
        let is_cluster = self.index.format == Some(Format::ZipNum);
        loop {
            let Some(block) = &mut self.block else {
                if !std::mem::take(&mut self.is_read) && !self.index.lines.advance()? {
                    return Ok(false);
                }
                let line = self.index.lines.line();
                in_order(&mut self.last, line, self.index.lines.start())?;
                if line >= end {
                    // The line stays the next one.
                    self.is_read = true;
                    return Ok(false);
                }
                if !is_cluster {
                    return Ok(true);
                }
                let not_cdx = IndexError::NotCdx { offset: self.index.lines.start() };
                let entry = Entry::of(line).ok_or(not_cdx)?;
                self.block = Some(self.index.parts.block(&entry)?);
                continue;
            };
            if !block.advance()? {
                self.block = None;
                continue;
            }
            let line = block.line();
            in_order(&mut self.last, line, block.start()).map_err(|error| block.told(error))?;
            if self.index.of_blocks.is_none() {
                self.index.of_blocks = Some(block.format()?);
            }
            if line >= end {
                return Ok(false);
            }
            if line >= start {
                return Ok(true);
            }
        }
    }
}

/// Checks that the key of a line is not lower than the one before it.
fn in_order(last: &mut Vec<u8>, line: &[u8], start: u64) -> Result<(), IndexError> {
    let key = key_of(line);
    if key < last.as_slice() {
        return Err(IndexError::Unsorted { offset: start });
    }
    last.clear();
    last.extend_from_slice(key);
    Ok(())
}
