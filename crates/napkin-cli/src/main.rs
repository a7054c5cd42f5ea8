//! `napkin`: URIs on the command line.
//!
//! The rooms, in the order in which one stands on another:
//!
//! - [`terminal`]: standard streams, exit codes, and text that is safe to show.
//! - [`help`]: help, the error of a wrong command line, and the values that completions offer.
//! - [`input`]: arguments, files as blocks of whole records, directory trees, and the options that all commands share.
//! - [`output`]: results in order and their tally, as text, in rows, or as the error of an input.
//! - [`run`]: what a command is, and the three shapes in which one goes over its inputs. Its page says which to choose.
//! - [`documents`]: documents in their surroundings, their links, and what was read of them.
//! - [`commands`]: the one list of commands; each is one file, with its options, its text and, where it is no question
//!   of `napkin_answers`, its help.

#![deny(unsafe_code)]

mod terminal;
mod help;
mod input;
mod output;
mod run;
mod documents;
mod commands;

use std::io::{self, IsTerminal, Write};

use clap::{CommandFactory, FromArgMatches, Parser};
use napkin_domains::LIST_DATE;

use crate::commands::{Command, GROUPS};
use crate::help::usage::{self, WrongUsage};
use crate::terminal::exit::{self, ExitCode};
use crate::terminal::streams;

/// Parse, check, resolve, relativize, normalize, compare and edit URIs and IRIs by RFC 3986, RFC 3987, the URL
/// Standard, java.net.URI or an earlier edition, say what they mean to their scheme, and find them in text and documents.
///
/// Inputs are the arguments, or the lines of standard input if there are none, or the lines of
/// the files given by -i. Each input gives one result, in order. Put '--' before arguments that begin
/// with a dash and are no options. A URI without a command is taken apart by 'parse'.
#[derive(Parser)]
#[command(name = "napkin", bin_name = "napkin", version, disable_help_subcommand = true)]
struct Napkin {
    #[command(subcommand)]
    command: Command,
}

/// The width of text that is not for a terminal: each paragraph is one line.
const UNWRAPPED: usize = 0;

/// The whole command with its help: commands in groups, text as wide as the terminal.
fn command() -> clap::Command {
    let data = format!("{}\npublic suffix list of {LIST_DATE}", env!("CARGO_PKG_VERSION"));
    let command = Napkin::command().long_version(data);
    let template = format!(
        "{HEAD}\n{{usage-heading}} napkin COMMAND [OPTIONS] [INPUT... | -i FILE | < FILE]\n{}{FOOT}",
        groups(&command)
    );
    let command = command.help_template(template);
    if io::stdout().is_terminal() { command } else { command.term_width(UNWRAPPED) }
}

/// The first line of the help, which fits one screen.
const HEAD: &str = "Take URIs apart, check, change and clean them, and tell which are dangerous";

/// The last lines of the help.
const FOOT: &str = "\
Exit status: 0 all well, 1 invalid, unequal or findings, 2 wrong usage, 3 a file failed.
Options: -h, --help; -V, --version. 'napkin COMMAND --help' begins with an example.";

/// The commands, by group, a line each; of the last group, names alone.
fn groups(command: &clap::Command) -> String {
    let names = command.get_subcommands().map(|command| command.get_name().len());
    let width = names.max().unwrap_or_default();
    let line = |name: &&str| {
        let found = command.find_subcommand(name).and_then(clap::Command::get_about);
        let about = found.map(ToString::to_string).unwrap_or_default();
        format!("  {name:width$}  {about}\n")
    };
    let last = GROUPS.len() - 1;
    let groups = GROUPS.iter().enumerate().map(|(number, (group, names))| {
        if number == last {
            return format!("{group}: {}\n", names.join(", "));
        }
        format!("{group}:\n{}", names.iter().map(line).collect::<String>())
    });
    groups.collect()
}

fn main() -> std::process::ExitCode {
    let arguments = help::arguments();
    let name = arguments.get(1);
    let matches = command().try_get_matches_from(&arguments);
    let finished =
        matches.and_then(|matches| Napkin::from_arg_matches(&matches)).and_then(|napkin| {
            napkin.command.run().map_err(|wrong| {
                let mut napkin = command();
                napkin.build();
                let command = name.and_then(|name| napkin.find_subcommand_mut(name).cloned());
                wrong.of(command.unwrap_or(napkin))
            })
        });
    let code = finished.unwrap_or_else(|error| {
        if error.use_stderr() {
            usage::print(error, &arguments);
            return ExitCode::Usage;
        }
        let printed = streams::check_stdout()
            .and_then(|()| help::print(&error, &arguments))
            .and_then(|()| io::stdout().flush());
        match printed {
            Err(error) => exit::cannot_write(&error),
            Ok(()) => ExitCode::Well,
        }
    });
    code.into()
}
