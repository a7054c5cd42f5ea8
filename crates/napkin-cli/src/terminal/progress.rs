//! The progress of a long run, in one line of a terminal.
//!
//! The line is shown if a person waits: standard error is a terminal, standard output is not, and two seconds have
//! passed. It is removed before anything else is written to standard error, and at the end.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use crate::terminal::text::grouped;

/// The time after which a run is long.
const LONG: Duration = Duration::from_secs(2);

/// The time between two updates of the line.
const PAUSE: Duration = Duration::from_millis(200);

/// Moves to the start of the line and clears it.
const CLEAR: &[u8] = b"\r\x1b[K";

#[derive(Default)]
pub(crate) struct Progress {
    /// The time of the next update; never if no person waits.
    next: Option<Instant>,
    is_shown: bool,
    /// The number of opened files, if inputs are whole files.
    files: Option<u64>,
    /// The size of all inputs in bytes, if it is known, and the number of bytes that are done.
    size: Option<u64>,
    done: u64,
}

impl Progress {
    /// The progress for a person, if one waits. The size of all inputs makes a percentage of it.
    pub(crate) fn for_person(size: Option<u64>) -> Self {
        let waits = io::stderr().is_terminal() && !io::stdout().is_terminal();
        let next = waits.then(|| Instant::now() + LONG);
        Self { next, size: size.filter(|size| *size > 0), ..Self::default() }
    }

    /// Counts bytes of the inputs that are done.
    pub(crate) fn pass(&mut self, bytes: u64) {
        self.done = self.done.saturating_add(bytes);
    }

    /// Shows the number of processed inputs, and in a tree the number of opened files, if an update is due.
    pub(crate) fn tell(&mut self, terminal: &mut impl Write, inputs: u64) {
        let now = Instant::now();
        if self.next.is_none_or(|next| now < next) {
            return;
        }
        self.next = Some(now + PAUSE);
        self.is_shown = true;
        // A line that cannot be shown does not stop the results.
        let _ = terminal.write_all(CLEAR);
        let _ = match self.files {
            None => write!(terminal, "napkin: {} inputs{}", grouped(inputs), self.percentage()),
            Some(1) => write!(terminal, "napkin: 1 file, {} results", grouped(inputs)),
            Some(files) => {
                write!(terminal, "napkin: {} files, {} results", grouped(files), grouped(inputs))
            }
        };
        let _ = terminal.flush();
    }

    fn percentage(&self) -> String {
        let Some(size) = self.size else { return String::new() };
        let percent = u128::from(self.done) * 100 / u128::from(size);
        format!(", {} %", percent.min(100))
    }

    /// Counts a file that is read as a whole.
    pub(crate) fn begin_file(&mut self) {
        *self.files.get_or_insert_default() += 1;
    }

    /// Removes the line, if it is shown.
    pub(crate) fn hide(&mut self, terminal: &mut impl Write) {
        if std::mem::take(&mut self.is_shown) {
            let _ = terminal.write_all(CLEAR);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::Progress;

    #[test]
    fn is_shown_when_it_is_time_and_goes_again() {
        let mut terminal = Vec::new();
        let mut progress = Progress::default();
        progress.tell(&mut terminal, 1);
        assert!(terminal.is_empty(), "nobody waits");
        progress.next = Some(Instant::now() + Duration::from_secs(60));
        progress.tell(&mut terminal, 1);
        progress.hide(&mut terminal);
        assert!(terminal.is_empty(), "not yet");
        progress.next = Some(Instant::now());
        progress.tell(&mut terminal, 48_010);
        progress.tell(&mut terminal, 48_011);
        progress.hide(&mut terminal);
        progress.hide(&mut terminal);
        assert_eq!(terminal, b"\r\x1b[Knapkin: 48,010 inputs\r\x1b[K");
    }

    #[test]
    fn has_a_percentage_where_the_size_is_known() {
        let now = || Some(Instant::now());
        let mut terminal = Vec::new();
        let mut progress = Progress { next: now(), size: Some(3_000), ..Progress::default() };
        progress.pass(1_000);
        progress.tell(&mut terminal, 7);
        progress.pass(3_000);
        progress.next = now();
        progress.tell(&mut terminal, 9);
        let lines = b"\r\x1b[Knapkin: 7 inputs, 33 %\r\x1b[Knapkin: 9 inputs, 100 %";
        assert_eq!(terminal, lines);
    }

    #[test]
    fn counts_files_of_a_tree() {
        let mut terminal = Vec::new();
        let mut progress = Progress { next: Some(Instant::now()), ..Progress::default() };
        progress.begin_file();
        progress.tell(&mut terminal, 7);
        progress.begin_file();
        progress.next = Some(Instant::now());
        progress.tell(&mut terminal, 1_007);
        let lines = b"\r\x1b[Knapkin: 1 file, 7 results\r\x1b[Knapkin: 2 files, 1,007 results";
        assert_eq!(terminal, lines);
    }
}
