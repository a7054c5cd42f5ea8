//! Arguments before a command is known: a URI alone, and requests for help.

pub(crate) mod suggest;
pub(crate) mod usual;
mod synonyms;
pub(crate) mod usage;
#[cfg(test)]
mod shared;
#[cfg(test)]
mod reference;

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};

use clap::{Error, error::ErrorKind};
use napkin::{Start, edition::RFC3986};

use crate::command;

/// The arguments as typed; before a URI alone, the command `parse` is inserted, and `help COMMAND` is `COMMAND --help`.
pub(crate) fn arguments() -> Vec<OsString> {
    let mut arguments: Vec<_> = std::env::args_os().collect();
    let asked = arguments.iter().skip(1).take_while(|argument| *argument == "help").count();
    if asked > 0 {
        arguments.drain(1..=asked);
        arguments.insert(arguments.len().min(2), "--help".into());
    }
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

/// The order of a command's help: what it does, an example, the options that most people need, and all options.
const TEMPLATE: &str = "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}";

/// What stands for the example until the text is wrapped: an example is meant for pasting.
const PLACE: &str = "<<example>>";

/// Prints the help or the version.
///
/// # Errors
///
/// If writing fails.
pub(crate) fn print(error: &Error, arguments: &[OsString]) -> io::Result<()> {
    let mut command = command();
    command.build();
    let asked = arguments.iter().skip(1).find_map(|name| command.find_subcommand(name));
    let Some(asked) = asked.filter(|_| error.kind() == ErrorKind::DisplayHelp) else {
        return error.print();
    };
    let is_long = arguments.iter().any(|argument| argument == "--help");
    let example = asked.get_after_help().map(ToString::to_string).unwrap_or_default();
    let mut shown =
        asked.clone().before_help(PLACE).after_help("").after_long_help("").help_template(TEMPLATE);
    let help = if is_long { shown.render_long_help() } else { shown.render_help() };
    let usual = usual::lines(asked);
    let usual = if usual.is_empty() { String::new() } else { format!("\n\n{}", usual.trim_end()) };
    let first = format!("{}{usual}", example.trim_end());
    let help = help.ansi().to_string().replacen(PLACE, &first, 1);
    anstream::stdout().write_all(help.as_bytes())
}
