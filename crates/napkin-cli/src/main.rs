//! `napkin`: URIs on the command line.
//!
//! What was typed goes through these modules, in this order:
//!
//! - [`commands`] has the one list of commands; each is one file, with its options, its help and
//!   what it answers for one input.
//! - [`options`] are the options that all commands over inputs share, [`edition`] those of the
//!   commands that go by one edition, [`level`] that of the comparison ladder;
//!   [`suggest`] has what completions offer.
//! - [`report`] runs a command over its inputs: [`input`] cuts files into records, [`pipeline`]
//!   spreads them over threads and keeps their order, [`output`] writes what came of them, and [`progress`] tells
//!   a person who waits how far it is.
//! - What commands take from inputs and change in them: [`parts`], of URLs [`url_parts`] and [`url_setters`], in a
//!   [`mod@format`] or in [`rows`]; the pairs of a [`query`] by [`wildcard`] and by the list of [`tracking`] parameters.
//!   [`seen`] knows which results came before.
//! - Texts are taken as a [`whole`] instead, and so is a [`document`] with its surroundings: of files or of a [`tree`]
//!   of them, with the lines and columns of [`napkin_answers::places`]. [`linked`] goes
//!   through links in place, and [`targets`] knows which lead to something.
//! - Answers are made in `napkin_answers`, for the page too; how they look as text is here: [`components`],
//!   [`fields`], a [`table`], a [`picture`] of what an audit finds, which goes by a [`policy`].
//! - An answer is shown as JSON by `serde` and as text by [`text`]; what went wrong with an input is
//!   told by [`failure`].
//! - [`help`] prints help, and knows what a URI alone is asked for. A test, `reference`, writes the options into
//!   `docs/cli.md`.
//! - [`exit`] has the exit codes, and [`streams`] tells which streams were closed from the beginning.

#![deny(unsafe_code)]

mod streams;
mod text;
mod edition;
mod suggest;
mod level;
mod observed;
mod rule;
mod exit;
mod policy;
mod input;
mod options;
mod failure;
mod rows;
mod wildcard;
mod tracking;
mod query;
mod seen;
mod parts;
mod url_parts;
mod url_setters;
mod format;
mod components;
mod fields;
mod table;
mod picture;
mod progress;
mod output;
mod pipeline;
mod report;
mod tree;
mod whole;
mod document;
mod linked;
mod targets;
mod commands;
mod help;
#[cfg(test)]
mod reference;

use std::io::{self, IsTerminal, Write};

use clap::{CommandFactory, FromArgMatches, Parser, error::ErrorKind};
use napkin_answers::choice::WrongChoice;

use crate::commands::{Command, GROUPS};
use crate::exit::ExitCode;

/// Parse, check, resolve, relativize, normalize, compare and edit URIs and IRIs by RFC 3986, RFC 3987, the URL
/// Standard, java.net.URI or an earlier edition, say what they mean to their scheme, and find them in text and documents.
///
/// Inputs are the arguments, or the lines of standard input if there are none, or the lines of
/// the files given by -i. Each input gives one result, in order. Put '--' before arguments that begin
/// with a dash and are no options. A URI without a command is taken apart by 'parse'.
#[derive(Parser)]
#[command(name = "napkin", version, after_help = EXIT_CODES)]
struct Napkin {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "\
Exit status: 0 all well; 1 some input is invalid, unequal or has findings; 2 wrong usage; 3 a file
could not be read or written.

See 'napkin COMMAND --help' for the options of a command and an example.";

/// The width of text for what is no terminal: each paragraph is one line.
const UNWRAPPED: usize = 0;

/// The whole command with its help: commands in groups, text as wide as the terminal.
fn command() -> clap::Command {
    let command = Napkin::command();
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}{{options-heading}}\n{{options}}{{after-help}}",
        groups(&command)
    );
    let template = template.replace("{options-heading}", "Options:");
    let command = command.help_template(template);
    if io::stdout().is_terminal() { command } else { command.term_width(UNWRAPPED) }
}

/// The commands, by group.
fn groups(command: &clap::Command) -> String {
    let names = command.get_subcommands().map(|command| command.get_name().len());
    let width = names.max().unwrap_or_default();
    let line = |name: &&str| {
        let found = command.find_subcommand(name).and_then(clap::Command::get_about);
        let about = found.map(ToString::to_string).unwrap_or_default();
        format!("  {name:width$}  {about}\n")
    };
    let lines = |names: &[&str]| names.iter().map(line).collect::<String>();
    let groups = GROUPS.iter().map(|(group, names)| format!("{group}:\n{}\n", lines(names)));
    groups.collect::<Vec<_>>().concat()
}

/// What was typed can be read, and still asks for something that cannot be.
struct WrongUsage(String);

impl From<WrongChoice> for WrongUsage {
    fn from(wrong_choice: WrongChoice) -> Self {
        let dashes = if wrong_choice.is_option { "--" } else { "" };
        Self(format!("'{dashes}{}' {}", wrong_choice.what, wrong_choice.reason()))
    }
}

fn main() -> std::process::ExitCode {
    let arguments = help::arguments();
    let name = arguments.get(1);
    let matches = command().try_get_matches_from(&arguments);
    let finished =
        matches.and_then(|matches| Napkin::from_arg_matches(&matches)).and_then(|napkin| {
            napkin.command.run().map_err(|WrongUsage(message)| {
                let mut napkin = command();
                napkin.build();
                let command = name.and_then(|name| napkin.find_subcommand_mut(name).cloned());
                command.unwrap_or(napkin).error(ErrorKind::ValueValidation, message)
            })
        });
    let code = finished.unwrap_or_else(|error| {
        if error.use_stderr() {
            // Where the message cannot be written, there is nobody to tell.
            let _ = error.print();
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
