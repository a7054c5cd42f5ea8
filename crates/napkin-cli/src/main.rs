//! `napkin`: URIs on the command line.
//!
//! What was typed goes through these modules, in this order:
//!
//! - [`commands`] has the one list of commands; each is one file, with its options, its help and
//!   what it answers for one input.
//! - [`options`] are the options that all commands over inputs share, [`edition`] those of the
//!   commands that go by one edition.
//! - [`report`] runs a command over its inputs: [`input`] cuts files into records, [`pipeline`]
//!   spreads them over threads and keeps their order, [`output`] writes what came of them.
//! - Texts are taken as a [`whole`] instead, and so is a [`document`] with its surroundings.
//! - Answers are made in `napkin_answers`, for the page too; how they look as text is here: [`components`],
//!   [`fields`], a [`table`], a [`picture`] of what an audit finds, which goes by a [`policy`].
//! - An answer is shown as JSON by `serde` and as text by [`text`]; what went wrong with an input is
//!   told by [`failure`].
//! - [`exit`] has the exit codes, and [`streams`] tells which streams were closed from the beginning.

#![deny(unsafe_code)]

mod streams;
mod text;
mod edition;
mod observed;
mod rule;
mod exit;
mod policy;
mod input;
mod options;
mod failure;
mod components;
mod fields;
mod table;
mod picture;
mod output;
mod pipeline;
mod report;
mod whole;
mod document;
mod commands;

use std::io::Write;

use clap::{CommandFactory, Parser, error::ErrorKind};
use napkin_answers::choice::WrongChoice;

use crate::commands::Command;
use crate::exit::ExitCode;

/// Parse, check, resolve, relativize, normalize, compare and edit URIs by RFC 3986 or an earlier
/// edition, say what they mean to their scheme, and find them in text and documents.
///
/// Inputs are the arguments, or the lines of standard input if there are none, or the lines of
/// the files given by -i. Each input gives one result, in order. Put '--' before arguments that begin
/// with a dash and are no options.
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

/// What was typed can be read, and still asks for something that cannot be.
struct WrongUsage(String);

impl From<WrongChoice> for WrongUsage {
    fn from(wrong_choice: WrongChoice) -> Self {
        let dashes = if wrong_choice.is_option { "--" } else { "" };
        Self(format!("'{dashes}{}' {}", wrong_choice.what, wrong_choice.reason()))
    }
}

fn main() -> std::process::ExitCode {
    let name = std::env::args_os().nth(1);
    let finished = Napkin::try_parse().and_then(|napkin| {
        napkin.command.run().map_err(|WrongUsage(message)| {
            let mut napkin = Napkin::command();
            napkin.build();
            let command = name.and_then(|name| napkin.find_subcommand_mut(&name).cloned());
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
            .and_then(|()| error.print())
            .and_then(|()| std::io::stdout().flush());
        match printed {
            Err(error) => exit::cannot_write(&error),
            Ok(()) => ExitCode::Well,
        }
    });
    code.into()
}
