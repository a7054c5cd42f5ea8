//! Arguments before a command is known: a URI alone, and requests for help.

pub(crate) mod suggest;
pub(crate) mod usage;
#[cfg(test)]
mod reference;

use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal, Write};

use clap::{Error, error::ErrorKind};
use napkin::{Start, edition::RFC3986};

use crate::command;

/// The arguments as typed; before a URI alone, the command `parse` is inserted.
pub(crate) fn arguments() -> Vec<OsString> {
    let mut arguments: Vec<_> = std::env::args_os().collect();
    if arguments.get(1).is_some_and(|first| is_uri(first) || is_name(first)) {
        arguments.insert(1, "parse".into());
    }
    arguments
}

/// Whether a text is meant as a URI, valid or not.
fn is_uri(text: &OsStr) -> bool {
    let bytes = text.as_encoded_bytes();
    memchr::memmem::find(bytes, b"://").is_some() || RFC3986.parse_bytes(Start::Uri, bytes).is_ok()
}

/// Whether a text is a name or a path, and no misspelt command: commands have letters only.
fn is_name(text: &OsStr) -> bool {
    let bytes = text.as_encoded_bytes();
    !bytes.starts_with(b"-") && bytes.iter().any(|byte| b"./\\@?#".contains(byte))
}

/// Prints the help or the version. Text is wrapped, but an example is not, since it is meant for pasting.
///
/// # Errors
///
/// If writing fails.
pub(crate) fn print(error: &Error, arguments: &[OsString]) -> io::Result<()> {
    let mut command = command();
    command.build();
    let asked = arguments.iter().skip(1).find_map(|name| command.find_subcommand(name));
    let example = asked.and_then(|asked| Some((asked, asked.get_after_help()?.to_string())));
    let Some((asked, example)) =
        example.filter(|_| error.kind() == ErrorKind::DisplayHelp && io::stdout().is_terminal())
    else {
        return error.print();
    };
    let is_long = arguments.iter().any(|argument| argument == "--help" || argument == "help");
    let mut asked = asked.clone().after_help("").after_long_help("");
    if is_long {
        asked.print_long_help()?;
    } else {
        asked.print_help()?;
    }
    writeln!(io::stdout(), "\n{}", example.trim_end())
}
