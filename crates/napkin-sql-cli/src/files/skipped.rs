//! How files are read, and what `--skip-broken` leaves out: files that cannot be opened, and lines of CSV that cannot be read.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// How files are read.
#[derive(Clone, Debug, Default)]
pub(super) struct Reading {
    /// Whether there is a column with the name of the file.
    pub(super) has_name: bool,
    /// Where broken files and lines are counted, if they are left out.
    pub(super) skipped: Option<Arc<Skipped>>,
}

/// The number of files that a message names.
const NAMED: usize = 10;

/// What was left out since the last report.
#[derive(Debug, Default)]
pub(crate) struct Skipped {
    files: Mutex<Vec<String>>,
    lines: AtomicUsize,
}

impl Skipped {
    /// Leaves out a file, for a reason that names it.
    pub(super) fn file(&self, reason: String) {
        if let Ok(mut files) = self.files.lock()
            && !files.contains(&reason)
        {
            files.push(reason);
        }
    }

    /// Leaves out a line.
    pub(super) fn line(&self) {
        self.lines.fetch_add(1, Ordering::Relaxed);
    }

    /// What was left out, a sentence each; begins anew.
    pub(crate) fn report(&self) -> Vec<String> {
        let files = self.files.lock().map(|mut files| std::mem::take(&mut *files));
        let files = files.unwrap_or_default();
        let lines = self.lines.swap(0, Ordering::Relaxed);
        let mut told: Vec<_> =
            files.iter().take(NAMED).map(|why| format!("left out {why}")).collect();
        if files.len() > NAMED {
            told.push(format!("left out {} broken files in all", files.len()));
        }
        if lines > 0 {
            let what = if lines == 1 { "line" } else { "lines" };
            told.push(format!("left out {lines} {what} of CSV that cannot be read"));
        }
        told
    }
}
