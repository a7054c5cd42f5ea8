//! The exit codes, and the way out in the middle of writing.

use std::io::{self, Write};
use std::path::Path;

use crate::streams;
use crate::text::push_message;

/// How it went, as scripts see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExitCode {
    /// Every input gave what was asked for.
    Well,
    /// Some input is invalid, or unequal to another.
    Findings,
    /// The command line makes no sense.
    Usage,
    /// A file could not be read or written.
    File,
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> Self {
        Self::from(code as u8)
    }
}

/// Ends the process because standard output cannot be written.
///
/// A reader that has seen enough closes the pipe, which is no fault: then it ends quietly. The
/// process ends right here, since another thread may be waiting for input that never comes.
pub(crate) fn cannot_write(error: &io::Error) -> ! {
    let code = if error.kind() == io::ErrorKind::BrokenPipe {
        ExitCode::Well
    } else {
        let mut message = Vec::new();
        push_message(&mut message, &format!("<stdout>: {error}"));
        // Where the message cannot be written either, the exit code is all there is.
        let _ = io::stderr().write_all(&message);
        ExitCode::File
    };
    std::process::exit(code as i32)
}

/// Reads a file of text that the command goes by; `-` is standard input. Ends the process if it cannot be
/// read.
pub(crate) fn read(path: &Path) -> String {
    let text = if path.as_os_str() == "-" {
        streams::stdin().and_then(io::read_to_string)
    } else {
        std::fs::read_to_string(path)
    };
    text.unwrap_or_else(|error| {
        let mut message = Vec::new();
        push_message(&mut message, &format!("{}: {error}", path.display()));
        // Where the message cannot be written either, the exit code is all there is.
        let _ = io::stderr().write_all(&message);
        std::process::exit(ExitCode::File as i32)
    })
}

/// Says on standard error what the user should know, and goes on.
pub(crate) fn warn(message: &str) {
    let mut told = Vec::new();
    push_message(&mut told, message);
    // Where it cannot be written, the results still count.
    let _ = io::stderr().write_all(&told);
}
