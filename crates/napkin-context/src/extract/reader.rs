//! Text that is read piece by piece.

use std::io::{self, ErrorKind, Read};
use std::ops::ControlFlow;

use super::scan::{CONTEXT, Scan, Step};
use super::{Extractor, Find};

/// How much is read at once.
const BLOCK: usize = 256 * 1024;

impl Extractor {
    /// Reads a text to its end and hands each URI in it to `each`, in order, until that breaks.
    ///
    /// The finds are those of [`find`](Self::find). Memory is bounded by twice the
    /// [longest](Self::longest) URI, whatever the text.
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
        let mut window = Vec::new();
        let mut ends = false;
        loop {
            let needed = match scan.step(self, &window, ends) {
                Step::Found(found) => {
                    if each(Find::told(&window, scan.passed(), found)).is_break() {
                        return Ok(());
                    }
                    continue;
                }
                Step::Done => return Ok(()),
                Step::More(from) => from,
            };
            let passed = needed.saturating_sub(CONTEXT);
            window.drain(..passed);
            scan.shift(passed);
            // What is looked at anew has doubled by then, so the work stays linear.
            let wanted = window.len().max(BLOCK);
            ends = fill(&mut reader, &mut window, wanted)?;
        }
    }
}

/// Appends up to so many bytes; true if the text is at its end.
fn fill(reader: &mut impl Read, window: &mut Vec<u8>, wanted: usize) -> io::Result<bool> {
    let filled = window.len();
    window.resize(filled + wanted, 0);
    loop {
        match reader.read(&mut window[filled..]) {
            Ok(read) => {
                window.truncate(filled + read);
                return Ok(read == 0);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
