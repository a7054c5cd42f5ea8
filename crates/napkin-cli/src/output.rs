//! What inputs gave, until it is written: text for both streams in one order, and the tally.

use std::io::{self, StderrLock, Write};
use std::ops::AddAssign;

use crate::exit::{self, ExitCode};
use crate::input::KEPT;
use crate::streams;

/// How many inputs went how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Inputs that are fine.
    pub(crate) fine: u64,
    /// Inputs that are invalid or unequal.
    pub(crate) faulty: u64,
    /// Files that could not be read.
    pub(crate) unreadable: u64,
}

impl Tally {
    /// What it means for the process.
    pub(crate) const fn exit_code(self) -> ExitCode {
        match self {
            Self { unreadable: 1.., .. } => ExitCode::File,
            Self { faulty: 1.., .. } => ExitCode::Findings,
            _ => ExitCode::Well,
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.fine += other.fine;
        self.faulty += other.faulty;
        self.unreadable += other.unreadable;
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stream {
    Stdout,
    Stderr,
}

/// What some inputs gave.
#[derive(Default)]
pub(crate) struct Output {
    bytes: Vec<u8>,
    /// Which stretches of `bytes` go where; each begins where the one before ended.
    stretches: Vec<(Stream, usize)>,
    /// How many inputs went how.
    pub(crate) tally: Tally,
    /// Memory for commands to put text into, kept from input to input.
    pub(crate) scratch: String,
}

impl Output {
    /// Writes something for standard output.
    pub(crate) fn stdout(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.stretch(Stream::Stdout, write);
    }

    /// Writes something for standard error.
    pub(crate) fn stderr(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.stretch(Stream::Stderr, write);
    }

    /// How many bytes wait to be written.
    pub(crate) const fn len(&self) -> usize {
        self.bytes.len()
    }

    fn stretch(&mut self, stream: Stream, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.bytes);
        let end = self.bytes.len();
        match self.stretches.last_mut() {
            Some((last, last_end)) if *last == stream => *last_end = end,
            _ => self.stretches.push((stream, end)),
        }
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.bytes.shrink_to(KEPT);
        self.scratch.clear();
        self.scratch.shrink_to(KEPT);
        self.stretches.clear();
        self.tally = Tally::default();
    }
}

/// Writes outputs and sums up their tallies. Standard error stays locked as long as it lives.
pub(crate) struct Sink {
    stdout: Box<dyn Write>,
    stderr: StderrLock<'static>,
    /// What results are separated by, until the first is written.
    separator: &'static str,
    /// The sum of all that was written.
    pub(crate) tally: Tally,
}

impl Sink {
    /// For results that begin with a separator, but the first.
    pub(crate) fn new(separator: &'static str) -> Self {
        Self { stdout: stdout(), stderr: io::stderr().lock(), separator, tally: Tally::default() }
    }

    /// Writes an output and empties it. Ends the process if standard output cannot be written.
    pub(crate) fn write(&mut self, output: &mut Output) {
        let mut start = 0;
        for &(stream, end) in &output.stretches {
            let bytes = &output.bytes[start..end];
            start = end;
            match stream {
                Stream::Stdout => {
                    let separator = std::mem::take(&mut self.separator);
                    let bytes = bytes.strip_prefix(separator.as_bytes()).unwrap_or(bytes);
                    let written =
                        streams::check_stdout().and_then(|()| self.stdout.write_all(bytes));
                    if let Err(error) = written {
                        exit::cannot_write(&error);
                    }
                }
                // A message that cannot be shown does not stop the results.
                Stream::Stderr => drop(self.stderr.write_all(bytes)),
            }
        }
        if let Err(error) = self.stdout.flush() {
            exit::cannot_write(&error);
        }
        self.tally += output.tally;
        output.clear();
    }
}

/// Standard output. The one of the standard library takes it for written where the descriptor cannot be written
/// to at all, and then results would be lost without a word.
fn stdout() -> Box<dyn Write> {
    #[cfg(unix)]
    if let Ok(descriptor) = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned() {
        return Box::new(std::fs::File::from(descriptor));
    }
    Box::new(io::stdout().lock())
}

/// Writes something that is no result of an input to standard error.
pub(crate) fn complain(bytes: &[u8]) {
    let mut output = Output::default();
    output.stderr(|out| out.extend_from_slice(bytes));
    Sink::new("").write(&mut output);
}

/// Writes something that is no result of an input to standard output.
pub(crate) fn print(bytes: &[u8]) {
    let mut output = Output::default();
    output.stdout(|out| out.extend_from_slice(bytes));
    Sink::new("").write(&mut output);
}
