//! Lines of bounded length, and the search for one in a sorted file.

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

use super::error::{IndexError, LONGEST};

/// How many bytes of a file are read line by line where the search ends, rather than halved again: what one read brings.
const NEAR: u64 = 8 * 1024;

/// The lines of a reader, one at a time.
#[derive(Debug)]
pub(super) struct Lines<R> {
    reader: BufReader<R>,
    /// The place of the reader.
    offset: u64,
    line: Vec<u8>,
    /// The start of the line.
    start: u64,
    is_ended: bool,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(reader: R) -> Self {
        Self {
            reader: BufReader::new(reader),
            offset: 0,
            line: Vec::new(),
            start: 0,
            is_ended: true,
        }
    }

    /// Reads the next line that is not empty; `false` behind the last one.
    pub(super) fn advance(&mut self) -> Result<bool, IndexError> {
        loop {
            self.line.clear();
            self.start = self.offset;
            // One byte more, which shows that the line is too long.
            let most = LONGEST as u64 + 1;
            let read = self.reader.by_ref().take(most).read_until(b'\n', &mut self.line)?;
            self.offset += read as u64;
            if read == 0 {
                return Ok(false);
            }
            if read > LONGEST {
                return Err(IndexError::LongLine { offset: self.start });
            }
            self.is_ended = self.line.ends_with(b"\n");
            while self.line.pop_if(|byte| matches!(byte, b'\n' | b'\r')).is_some() {}
            if !self.line.is_empty() {
                return Ok(true);
            }
        }
    }

    /// The line, without its end.
    pub(super) fn line(&self) -> &[u8] {
        &self.line
    }

    pub(super) const fn start(&self) -> u64 {
        self.start
    }

    pub(super) const fn is_ended(&self) -> bool {
        self.is_ended
    }
}

impl<R: Read + Seek> Lines<R> {
    /// Goes to a place, which is the start of a line.
    pub(super) fn seek(&mut self, offset: u64) -> io::Result<()> {
        self.reader.seek(SeekFrom::Start(offset))?;
        self.offset = offset;
        Ok(())
    }

    /// Reads the first line that starts behind a place; `false` if there is none.
    pub(super) fn advance_behind(&mut self, place: u64) -> Result<bool, IndexError> {
        self.seek(place)?;
        self.line.clear();
        let most = LONGEST as u64 + 1;
        let read = self.reader.by_ref().take(most).read_until(b'\n', &mut self.line)?;
        self.offset += read as u64;
        if read > LONGEST {
            return Err(IndexError::LongLine { offset: place });
        }
        self.advance()
    }

    pub(super) fn length(&mut self) -> io::Result<u64> {
        let length = self.reader.seek(SeekFrom::End(0))?;
        self.offset = length;
        Ok(length)
    }

    /// Reads the first line that is not less than a text, of those behind the header, which ends at `from`. The answer is the
    /// start of the last line that is less, if there is one, and whether there is a line that is not.
    ///
    /// ```text
    ///   from      low: a line that is less    mid      high: lines behind it are not less
    ///   |---------|---------------------------|--------|-------------|
    /// ```
    pub(super) fn search(
        &mut self,
        from: u64,
        text: &[u8],
    ) -> Result<(Option<u64>, bool), IndexError> {
        let (mut low, mut high) = (from, self.length()?);
        let (mut low_key, mut high_key) = (None, None::<Vec<u8>>);
        while high.saturating_sub(low) > NEAR {
            let middle = low + (high - low) / 2;
            let found = self.advance_behind(middle)?;
            if !found || self.start >= high {
                // No line starts in the upper half.
                high = middle;
                continue;
            }
            let key = key_of(&self.line);
            let is_lower = low_key.as_deref().is_some_and(|low| key < low);
            let is_higher = high_key.as_deref().is_some_and(|high| key > high);
            if is_lower || is_higher {
                return Err(IndexError::Unsorted { offset: self.start });
            }
            if self.line.as_slice() < text {
                low = self.start;
                low_key = Some(key.to_vec());
            } else {
                high = middle;
                high_key = Some(key.to_vec());
            }
        }
        self.seek(low)?;
        let mut before = None;
        let mut last = low_key.unwrap_or_default();
        while self.advance()? {
            let key = key_of(&self.line);
            if key < last.as_slice() {
                return Err(IndexError::Unsorted { offset: self.start });
            }
            if self.line.as_slice() >= text {
                return Ok((before, true));
            }
            before = Some(self.start);
            last.clear();
            last.extend_from_slice(key);
        }
        Ok((before, false))
    }
}

/// The key of a line: what is before the first delimiter, which no key has.
pub(super) fn key_of(line: &[u8]) -> &[u8] {
    line.split(|byte| matches!(byte, b' ' | b'\t')).next().unwrap_or_default()
}
