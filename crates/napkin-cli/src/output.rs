//! What inputs gave, until it is written: text for both streams in one order, and the tally.

use std::io::{self, StderrLock, Write};
use std::ops::AddAssign;

use crate::exit::{self, ExitCode};
pub(crate) use crate::input::BLOCK;
use crate::input::KEPT;
use crate::progress::Progress;
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
    /// Messages about faulty inputs, shown or not.
    pub(crate) failures: u64,
    /// Messages about inputs that are fine, shown or not.
    pub(crate) notes: u64,
    /// Inputs that have no place in the output.
    pub(crate) left_out: u64,
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

impl Tally {
    /// How many messages of a kind there were.
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
        self.failures += other.failures;
        self.notes += other.notes;
        self.left_out += other.left_out;
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stream {
    Stdout,
    Stderr,
    /// Standard error, as one message about an input of a kind.
    Message(Message),
}

/// What a message about an input is, of which only so many are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Message {
    /// The input is faulty.
    Failure,
    /// It is fine, and something is to be known about it.
    Note,
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
    /// Results that are written only if they are the first of their kind.
    pub(crate) pending: Pending,
    /// Whether nothing is to follow.
    pub(crate) is_last: bool,
}

/// Lines that wait for the turn of their inputs.
#[derive(Default)]
pub(crate) struct Pending {
    bytes: Vec<u8>,
    /// Where the key of each ends, if it has one, and where its line ends.
    ends: Vec<(Option<usize>, usize)>,
}

impl Pending {
    /// Adds a line. Of lines with the same key, only the first is written; one without a key always is.
    pub(crate) fn push(&mut self, key: Option<&[u8]>, line: impl FnOnce(&mut Vec<u8>)) {
        let key = key.map(|key| {
            self.bytes.extend_from_slice(key);
            self.bytes.len()
        });
        line(&mut self.bytes);
        self.ends.push((key, self.bytes.len()));
    }

    /// The lines with their keys.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Option<&[u8]>, &[u8])> {
        let mut start = 0;
        self.ends.iter().map(move |&(key, end)| {
            let line = key.unwrap_or(start);
            let key = key.map(|end| &self.bytes[start..end]);
            start = end;
            (key, &self.bytes[line..end])
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
    /// Writes something for standard output.
    pub(crate) fn stdout(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.stretch(Stream::Stdout, write);
    }

    /// Writes something for standard error.
    pub(crate) fn stderr(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.stretch(Stream::Stderr, write);
    }

    /// Counts a message about an input, and writes it for standard error if it is among the first `shown` of its kind.
    pub(crate) fn message(&mut self, kind: Message, shown: u64, write: impl FnOnce(&mut Vec<u8>)) {
        let told = self.tally.told(kind);
        *told += 1;
        if *told <= shown {
            self.stretch(Stream::Message(kind), write);
        }
    }

    /// How many bytes wait to be written.
    pub(crate) const fn len(&self) -> usize {
        self.bytes.len()
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

/// Writes outputs and sums up their tallies. Standard error stays locked as long as it lives.
pub(crate) struct Sink {
    stdout: Box<dyn Write>,
    stderr: StderrLock<'static>,
    /// What results are separated by, until the first is written.
    separator: &'static str,
    /// How many messages of each kind are shown.
    shown: u64,
    progress: Progress,
    /// The sum of all that was written.
    pub(crate) tally: Tally,
}

impl Sink {
    /// For results that begin with a separator, but the first.
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

    /// The same, which shows only so many messages of each kind.
    pub(crate) fn showing(self, shown: u64) -> Self {
        Self { shown, ..self }
    }

    /// The same, which tells of its progress where a person waits for it.
    pub(crate) fn with_progress(self) -> Self {
        Self { progress: Progress::for_person(), ..self }
    }

    /// Counts a file that is read as a whole.
    pub(crate) fn begin_file(&mut self) {
        self.progress.begin_file();
    }

    /// Shows the progress, if it is due, with what an output holds that is not written yet.
    pub(crate) fn tell_progress(&mut self, output: &Output) {
        let tally = [self.tally, output.tally];
        let results = tally.iter().map(|tally| tally.fine + tally.faulty).sum();
        self.progress.tell(&mut self.stderr, results);
    }

    /// Takes the line of progress away.
    pub(crate) fn finish(mut self) -> Tally {
        self.progress.hide(&mut self.stderr);
        self.tally
    }

    /// Writes an output and empties it. Ends the process if standard output cannot be written.
    pub(crate) fn write(&mut self, output: &mut Output) {
        let mut start = 0;
        let mut told = self.tally;
        if output.stretches.iter().any(|(stream, _)| *stream != Stream::Stdout) {
            self.progress.hide(&mut self.stderr);
        }
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
