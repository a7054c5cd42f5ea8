//! Extraction from text that is read piece by piece.

use std::io::{self, ErrorKind, Read};
use std::ops::ControlFlow;

use napkin::Start;

use super::found::Found;
use super::scan::{CONTEXT, Fault, Scan, Step};
use super::{Extractor, Find, LeftOut, Reason};
use crate::text::schemes::Schemes;
use crate::text::suffix::NotAHost;

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
        reader: impl Read,
        mut each: impl FnMut(Find<'_>) -> ControlFlow<()>,
    ) -> io::Result<()> {
        self.scan(Scan::default(), reader, |read| read.map_or(ControlFlow::Continue(()), &mut each))
    }

    /// Reads a text to its end and passes to `each` the URIs, as [`read`](Self::read) does, and the texts that begin as
    /// a URI does and are left out, with the reason. Inspects every colon, and so is slower than `read`.
    ///
    /// # Errors
    ///
    /// If the reader fails.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use napkin_context::Reason;
    ///
    /// let text = std::io::Cursor::new("at http://example.com/%zz, or http://example.com/");
    /// let (mut finds, mut errors) = (Vec::new(), Vec::new());
    /// napkin_context::Extractor::default().read_all(text, |read| {
    ///     match read {
    ///         Ok(find) => finds.push(find.start),
    ///         Err(left_out) => match left_out.reason {
    ///             Reason::Invalid(error) => errors.push((left_out.start, error.offset())),
    ///             _ => {}
    ///         },
    ///     }
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!((finds, errors), (vec![30], vec![(3, 19)]));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn read_all(
        &self,
        reader: impl Read,
        each: impl FnMut(Result<Find<'_>, LeftOut<'_>>) -> ControlFlow<()>,
    ) -> io::Result<()> {
        self.scan(Scan::of_all(), reader, each)
    }

    /// Reads a text to its end and passes to `each` the URIs, as [`read`](Self::read) does and as fast, and the texts with a known
    /// scheme, or with `//`, that are left out.
    ///
    /// # Errors
    ///
    /// If the reader fails.
    pub fn read_with_left_out(
        &self,
        reader: impl Read,
        each: impl FnMut(Result<Find<'_>, LeftOut<'_>>) -> ControlFlow<()>,
    ) -> io::Result<()> {
        self.scan(Scan::default(), reader, each)
    }

    /// Reads a text to its end, and passes on what the steps of a scan give.
    fn scan(
        &self,
        mut scan: Scan,
        mut reader: impl Read,
        mut each: impl FnMut(Result<Find<'_>, LeftOut<'_>>) -> ControlFlow<()>,
    ) -> io::Result<()> {
        let mut buffer = Vec::new();
        let mut filled = 0;
        let mut ends = false;
        loop {
            let window = &buffer[..filled];
            let mut found = Found::NONE;
            let needed = match scan.step(self, window, ends, &mut found) {
                Step::Found => {
                    if each(Ok(Find::from_found(window, scan.passed(), &mut found))).is_break() {
                        return Ok(());
                    }
                    continue;
                }
                Step::LeftOut(place, fault) => {
                    let start = scan.passed() + place.start as u64;
                    let left_out = self.left_out(&window[place], start, fault);
                    if left_out.is_some_and(|left_out| each(Err(left_out)).is_break()) {
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

    /// A candidate that is left out; `None` if its scheme is not wanted.
    fn left_out<'t>(&self, raw: &'t [u8], start: u64, fault: Fault) -> Option<LeftOut<'t>> {
        let scheme = raw.get(..memchr::memchr(b':', raw).unwrap_or_default())?;
        let has_scheme = !matches!(fault, Fault::NotAHost(_));
        if has_scheme && matches!(self.schemes, Schemes::Only(_)) && !self.knows(scheme) {
            return None;
        }
        let error = || self.edition().parse_bytes(Start::UriReference, raw).err();
        let reason = match fault {
            Fault::NotValid => Reason::Invalid(error()?),
            Fault::TooLong => Reason::TooLong,
            Fault::NamesNothing => Reason::NamesNothing,
            Fault::NumberedWord => Reason::NumberedWord,
            Fault::UnknownScheme => Reason::UnknownScheme,
            Fault::NotAHost(fault @ NotAHost::NotValid) => {
                error().map_or(Reason::NotAHost(fault), Reason::Invalid)
            }
            Fault::NotAHost(fault) => Reason::NotAHost(fault),
        };
        Some(LeftOut { raw, start, reason })
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
