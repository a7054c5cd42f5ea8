//! The results of inputs before they are written: text for both streams in one order, and the tally.

pub(crate) mod columns;
pub(crate) mod diff;
mod record;
pub(crate) mod failure;
pub(crate) mod components;
pub(crate) mod picture;
pub(crate) mod rows;

use std::io::{self, StderrLock, Write};
use std::ops::AddAssign;

pub(crate) use crate::input::BLOCK;
use crate::input::KEPT;
use crate::terminal::exit::{self, ExitCode};
use crate::terminal::progress::Progress;
use crate::terminal::streams;

/// The number of inputs by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Valid inputs.
    pub(crate) fine: u64,
    /// Inputs that are invalid or unequal.
    pub(crate) faulty: u64,
    /// Files that could not be read.
    pub(crate) unreadable: u64,
    /// Files that could not be used to their end.
    pub(crate) broken: u64,
    /// Messages about faulty inputs, shown or not.
    pub(crate) failures: u64,
    /// Messages about valid inputs, shown or not.
    pub(crate) notes: u64,
    /// Inputs that the syntax refuses and browsers read.
    pub(crate) read_by_browsers: u64,
    /// Inputs without a line in the output.
    pub(crate) left_out: u64,
    /// Whether the command line is not one for these inputs.
    is_misuse: bool,
}

impl Tally {
    pub(crate) const fn exit_code(self) -> ExitCode {
        match self {
            Self { is_misuse: true, .. } => ExitCode::Usage,
            Self { unreadable: 1.., .. } => ExitCode::File,
            Self { faulty: 1.., .. } | Self { broken: 1.., .. } => ExitCode::Findings,
            _ => ExitCode::Well,
        }
    }
}

impl Tally {
    /// The counter of messages of a kind.
    const fn told(&mut self, kind: Message) -> &mut u64 {
        match kind {
            Message::Failure => &mut self.failures,
            Message::Note => &mut self.notes,
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.fine += other.fine;
        self.faulty += other.faulty;
        self.unreadable += other.unreadable;
        self.broken += other.broken;
        self.failures += other.failures;
        self.read_by_browsers += other.read_by_browsers;
        self.notes += other.notes;
        self.left_out += other.left_out;
        self.is_misuse |= other.is_misuse;
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stream {
    Stdout,
    Stderr,
    /// Standard error, for one message about an input.
    Message(Message),
}

/// The kind of a message about an input; the number shown of each kind is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Message {
    /// The input is faulty.
    Failure,
    /// The input is valid, and the message is a note about it.
    Note,
}

/// The output of some inputs.
#[derive(Default)]
pub(crate) struct Output {
    bytes: Vec<u8>,
    /// Stretches of `bytes` with their streams; each begins where the previous one ended.
    stretches: Vec<(Stream, usize)>,
    /// The number of inputs by outcome.
    pub(crate) tally: Tally,
    /// A buffer for commands' text, reused for each input.
    pub(crate) scratch: String,
    /// Results that are written only if their key is new.
    pub(crate) pending: Pending,
    /// Whether no output follows.
    pub(crate) is_last: bool,
}

/// Lines that are written in the order of their inputs.
#[derive(Default)]
pub(crate) struct Pending {
    bytes: Vec<u8>,
    ends: Vec<Ends>,
}

/// The ends of a line's key and of the text that the key is made from, if it has them, and of the line.
struct Ends {
    key: Option<usize>,
    source: Option<usize>,
    line: usize,
}

/// A line with its key.
pub(crate) struct PendingLine<'p> {
    pub(crate) key: Option<&'p [u8]>,
    /// The text to store instead of the key.
    pub(crate) source: Option<&'p [u8]>,
    pub(crate) line: &'p [u8],
}

impl Pending {
    /// Adds a line. Of lines with the same key, only the first is written; a line without a key is always written.
    /// With `source`, that text is stored instead of the key, which is made from it.
    pub(crate) fn push(
        &mut self,
        key: Option<&[u8]>,
        source: Option<&[u8]>,
        line: impl FnOnce(&mut Vec<u8>),
    ) {
        let mut add = |text: &[u8]| {
            self.bytes.extend_from_slice(text);
            self.bytes.len()
        };
        let (key, source) = (key.map(&mut add), source.map(add));
        line(&mut self.bytes);
        self.ends.push(Ends { key, source, line: self.bytes.len() });
    }

    /// The lines with their keys.
    pub(crate) fn iter(&self) -> impl Iterator<Item = PendingLine<'_>> {
        let mut start = 0;
        self.ends.iter().map(move |ends| {
            let mut take = |end: usize| {
                let text = &self.bytes[start..end];
                start = end;
                text
            };
            let (key, source) = (ends.key.map(&mut take), ends.source.map(&mut take));
            PendingLine { key, source, line: take(ends.line) }
        })
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.bytes.shrink_to(KEPT);
        self.ends.clear();
        self.ends.shrink_to(KEPT);
    }
}

impl Output {
    /// Writes to standard output's part.
    pub(crate) fn stdout(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.stretch(Stream::Stdout, write);
    }

    /// Writes to standard error's part.
    pub(crate) fn stderr(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.stretch(Stream::Stderr, write);
    }

    /// Ends the output with a message: the command line is not one for these inputs.
    pub(crate) fn misuse(&mut self, message: &str) {
        self.stderr(|out| {
            out.extend_from_slice(b"error: ");
            out.extend_from_slice(message.as_bytes());
            out.extend_from_slice(b"\n\nFor more information, try '--help'.\n");
        });
        self.tally.is_misuse = true;
        self.is_last = true;
    }

    /// Counts a message about an input, and writes it to standard error's part if it is among the first `shown` of
    /// its kind.
    pub(crate) fn message(&mut self, kind: Message, shown: u64, write: impl FnOnce(&mut Vec<u8>)) {
        let told = self.tally.told(kind);
        *told += 1;
        if *told <= shown {
            self.stretch(Stream::Message(kind), write);
        }
    }

    /// The number of bytes waiting to be written, those of pending lines and their keys included.
    pub(crate) const fn len(&self) -> usize {
        self.bytes.len() + self.pending.bytes.len()
    }

    fn stretch(&mut self, stream: Stream, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.bytes);
        let end = self.bytes.len();
        match self.stretches.last_mut() {
            Some((last, last_end))
                if *last == stream && matches!(stream, Stream::Stdout | Stream::Stderr) =>
            {
                *last_end = end;
            }
            _ => self.stretches.push((stream, end)),
        }
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.bytes.shrink_to(KEPT);
        self.scratch.clear();
        self.scratch.shrink_to(KEPT);
        self.stretches.clear();
        self.pending.clear();
        self.is_last = false;
        self.tally = Tally::default();
    }
}

/// Writes outputs and sums up their tallies. Standard error stays locked during its lifetime.
pub(crate) struct Sink {
    stdout: Box<dyn Write>,
    stderr: StderrLock<'static>,
    /// The separator between results; empty until the first is written.
    separator: &'static str,
    /// The number of messages of each kind that are shown.
    shown: u64,
    progress: Progress,
    /// The sum of all tallies.
    pub(crate) tally: Tally,
}

impl Sink {
    /// A sink for results that begin with a separator, which the first one drops.
    pub(crate) fn new(separator: &'static str) -> Self {
        Self {
            stdout: stdout(),
            stderr: io::stderr().lock(),
            separator,
            shown: u64::MAX,
            progress: Progress::default(),
            tally: Tally::default(),
        }
    }

    /// This sink, showing only `shown` messages of each kind.
    pub(crate) fn showing(self, shown: u64) -> Self {
        Self { shown, ..self }
    }

    /// This sink, showing its progress if a person waits for it, with the size of all inputs.
    pub(crate) fn with_progress(self, size: Option<u64>) -> Self {
        Self { progress: Progress::for_person(size), ..self }
    }

    /// Counts bytes of the inputs that are done.
    pub(crate) fn pass(&mut self, bytes: usize) {
        self.progress.pass(bytes as u64);
    }

    /// Counts a file that is read as a whole.
    pub(crate) fn begin_file(&mut self) {
        self.progress.begin_file();
    }

    /// Shows the progress, if it is due, including an output that is not written yet.
    pub(crate) fn tell_progress(&mut self, output: &Output) {
        let tally = [self.tally, output.tally];
        let results = tally.iter().map(|tally| tally.fine + tally.faulty).sum();
        self.progress.tell(&mut self.stderr, results);
    }

    /// Removes the line of progress.
    pub(crate) fn finish(mut self) -> Tally {
        self.progress.hide(&mut self.stderr);
        self.tally
    }

    /// Writes an output and empties it. Exits if standard output cannot be written.
    pub(crate) fn write(&mut self, output: &mut Output) {
        let mut start = 0;
        let mut told = self.tally;
        if output.stretches.iter().any(|(stream, _)| *stream != Stream::Stdout) {
            self.progress.hide(&mut self.stderr);
        }
        for &(stream, end) in &output.stretches {
            let bytes = &output.bytes[start..end];
            start = end;
            if bytes.is_empty() {
                // The first result that is written drops the separator, not the first that is empty.
                continue;
            }
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
                Stream::Message(kind) => {
                    *told.told(kind) += 1;
                    if *told.told(kind) <= self.shown {
                        drop(self.stderr.write_all(bytes));
                    }
                }
            }
        }
        if let Err(error) = self.stdout.flush() {
            exit::cannot_write(&error);
        }
        self.tally += output.tally;
        self.progress.tell(&mut self.stderr, self.tally.fine + self.tally.faulty);
        let is_last = output.is_last;
        output.clear();
        if is_last {
            self.progress.hide(&mut self.stderr);
            // Another thread may be waiting for input that never comes.
            std::process::exit(self.tally.exit_code() as i32);
        }
    }
}

/// Standard output. The standard library's handle ignores writes to a closed descriptor, and results would be lost
/// without an error.
fn stdout() -> Box<dyn Write> {
    #[cfg(unix)]
    if let Ok(descriptor) = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned() {
        return Box::new(std::fs::File::from(descriptor));
    }
    Box::new(io::stdout().lock())
}

/// Writes text that is not the result of an input to standard error.
pub(crate) fn complain(bytes: &[u8]) {
    let mut output = Output::default();
    output.stderr(|out| out.extend_from_slice(bytes));
    Sink::new("").write(&mut output);
}

/// Writes text that is not the result of an input to standard output.
pub(crate) fn print(bytes: &[u8]) {
    let mut output = Output::default();
    output.stdout(|out| out.extend_from_slice(bytes));
    Sink::new("").write(&mut output);
}
