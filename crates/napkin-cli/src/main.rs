//! `napkin`: URIs on the command line.
//!
//! The command line goes through these modules, in this order:
//!
//! - [`commands`] has the one list of commands; each is one file, with its options, its help and its answer to one
//!   input.
//! - [`options`] are the options that all commands with inputs share, [`edition`] those of the commands that use an
//!   edition or a level of the comparison ladder; [`suggest`] has the values that completions offer.
//! - [`run`] says what a command is, and [`question`] makes a command of a question of `napkin_answers`.
//! - [`report`] runs a command over its inputs: [`input`] splits files into records, [`pipeline`] distributes them
//!   over threads and keeps their order, [`output`] writes the results, and [`progress`] shows the progress of a
//!   long run.
//! - Parts that commands print: [`parts`], which are taken by [`taking`], in a [`mod@format`] or in [`rows`]. [`seen`] records
//!   earlier results.
//! - Texts are read as a [`whole`] instead, and so is a [`document`] with its surroundings: from files or a
//!   [`tree`] of them, with the lines and columns of [`napkin_answers::places`]. The [`ledger`] counts which documents
//!   were read and which not. [`linked`] visits links in place, and [`targets`] checks whether they lead to something.
//! - Answers are computed in `napkin_answers`, which the page uses too; their text form is here: [`components`],
//!   a [`table`], and a [`picture`] of the findings of an audit.
//! - `serde` writes an answer as JSON, and [`text`] as text; [`failure`] writes the error of an input.
//! - [`help`] prints help, and recognizes a URI alone; [`usage`] prints errors of the command line. A test, `reference`, writes the options into `docs/cli.md`.
//! - [`exit`] has the exit codes, and [`streams`] finds streams that were closed at the start.

#![deny(unsafe_code)]

mod streams;
mod text;
mod usage;
mod edition;
mod suggest;
mod exit;
mod input;
mod options;
mod failure;
mod rows;
mod seen;
mod taking;
mod parts;
mod format;
mod components;
mod table;
mod picture;
mod progress;
mod output;
mod pipeline;
mod report;
mod run;
mod question;
mod tree;
mod whole;
mod ledger;
mod document;
mod linked;
mod site;
mod targets;
mod commands;
mod help;
#[cfg(test)]
mod reference;

use std::io::{self, IsTerminal, Write};

use clap::{CommandFactory, FromArgMatches, Parser};

use crate::commands::{Command, GROUPS};
use crate::exit::ExitCode;
use crate::usage::WrongUsage;

/// Parse, check, resolve, relativize, normalize, compare and edit URIs and IRIs by RFC 3986, RFC 3987, the URL
/// Standard, java.net.URI or an earlier edition, say what they mean to their scheme, and find them in text and documents.
///
/// Inputs are the arguments, or the lines of standard input if there are none, or the lines of
/// the files given by -i. Each input gives one result, in order. Put '--' before arguments that begin
/// with a dash and are no options. A URI without a command is taken apart by 'parse'.
#[derive(Parser)]
#[command(name = "napkin", bin_name = "napkin", version, after_help = EXIT_CODES)]
struct Napkin {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "\
Exit status: 0 all well; 1 some input is invalid, unequal or has findings; 2 wrong usage; 3 a file
could not be read or written.

See 'napkin COMMAND --help' for the options of a command and an example.";

/// The width of text that is not for a terminal: each paragraph is one line.
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
