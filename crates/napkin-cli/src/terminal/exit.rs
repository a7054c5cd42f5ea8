//! The exit codes, and ending the process while writing.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use napkin_schemes::secrets::Secrets;

use crate::terminal::streams;
use crate::terminal::text::{push_message, shown_path};

/// The outcome, as scripts see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExitCode {
    /// Every input gave a result.
    Well,
    /// Some input is invalid, or unequal to another.
    Findings,
    /// The command line is invalid.
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
/// If the reader closed the pipe early, that is not an error, and the process ends without a message. The process
/// exits here, since another thread may be waiting for input that never comes.
pub(crate) fn cannot_write(error: &io::Error) -> ! {
    let code = if error.kind() == io::ErrorKind::BrokenPipe {
        ExitCode::Well
    } else {
        let mut message = Vec::new();
        push_message(&mut message, &format!("<stdout>: {error}"));
        // If the message cannot be written either, only the exit code is left.
        let _ = io::stderr().write_all(&message);
        ExitCode::File
    };
    std::process::exit(code as i32)
}

/// The most bytes of such a file: a list of ten million hosts has as many.
const MOST: u64 = 256 << 20;

/// Reads a text file that the command depends on; `-` is standard input. Exits if it cannot be read.
pub(crate) fn read(path: &Path) -> String {
    let bytes = if path.as_os_str() == "-" {
        streams::stdin().and_then(whole)
    } else {
        File::open(path).and_then(whole)
    };
    let text = bytes.map_err(|error| error.to_string()).and_then(decoded);
    text.unwrap_or_else(|error| {
        let mut message = Vec::new();
        push_message(&mut message, &format!("{}: {error}", shown_path(path)));
        // If the message cannot be written either, only the exit code is left.
        let _ = io::stderr().write_all(&message);
        std::process::exit(ExitCode::File as i32)
    })
}

/// All of a file that ends.
fn whole(file: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if file.take(MOST + 1).read_to_end(&mut bytes)? as u64 > MOST {
        let message = format!("it has more than {} MiB", MOST >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// Decodes a file as UTF-8; the error has the number of the first line that is not valid.
fn decoded(bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.as_bytes().get(..error.utf8_error().valid_up_to()).unwrap_or_default();
        let line = valid.split(|&byte| byte == b'\n').count();
        format!("line {line} is not valid UTF-8")
    })
}

/// Prints a warning on standard error without the secrets of what it quotes, and continues.
pub(crate) fn warn(message: &str) {
    let mut told = Vec::new();
    push_message(&mut told, &Secrets::of(b"").hidden_in(message, 0));
    // If the warning cannot be written, the results still count.
    let _ = io::stderr().write_all(&told);
}
