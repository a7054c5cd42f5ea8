//! Extraction from text that is read piece by piece.

use std::io::{self, ErrorKind, Read};
use std::ops::ControlFlow;

use super::found::Found;
use super::scan::{CONTEXT, Scan, Step};
use super::{Extractor, Find};

/// The number of bytes per read.
const BLOCK: usize = 256 * 1024;

impl Extractor {
    /// Reads a text to its end and passes each URI in it to `each`, in order, until `each` breaks.
    ///
    /// The finds are those of [`find`](Self::find). Memory is bounded by twice the [longest](Self::longest) URI,
    /// independent of the text.
    ///
    /// # Errors
    ///
    /// If the reader fails.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// let text = std::io::Cursor::new("at http://example.com/, twice: http://example.com/");
    /// let mut starts = Vec::new();
    /// napkin_context::Extractor::default().read(text, |find| {
    ///     starts.push(find.start);
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(starts, [3, 31]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn read(
        &self,
        mut reader: impl Read,
        mut each: impl FnMut(Find<'_>) -> ControlFlow<()>,
    ) -> io::Result<()> {
        let mut scan = Scan::default();
        let mut buffer = Vec::new();
        let mut filled = 0;
        let mut ends = false;
        loop {
            let window = &buffer[..filled];
            let mut found = Found::NONE;
            let needed = match scan.step(self, window, ends, &mut found) {
                Step::Found => {
                    if each(Find::from_found(window, scan.passed(), &mut found)).is_break() {
                        return Ok(());
                    }
                    continue;
                }
                Step::Done => return Ok(()),
                Step::More(from) => from,
            };
            let passed = needed.saturating_sub(CONTEXT);
            buffer.copy_within(passed..filled, 0);
            filled -= passed;
            scan.shift(passed);
            // The window doubles before it is scanned again, so the work stays linear.
            let wanted = filled + filled.max(BLOCK);
            if buffer.len() < wanted {
                buffer.resize(wanted, 0);
            }
            let read = read_some(&mut reader, &mut buffer[filled..wanted])?;
            filled += read;
            ends = read == 0;
        }
    }
}

/// Reads once; returns 0 bytes only at the end of the text.
fn read_some(reader: &mut impl Read, to: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(to) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}
