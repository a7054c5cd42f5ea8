//! Statements from the command line, a file or standard input: executed in turn, and their answers written.

use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::failure::Failure;
use super::output::{Format, Output};
use super::run::{Runner, split};
use super::shell::Shell;
use super::signal::Stop;
use super::{SessionOptions, session};

/// Statements and what becomes of their answers.
#[derive(Args)]
pub(crate) struct Query {
    /// The statements; without any, standard input, or a shell on a terminal
    #[arg(value_name = "SQL")]
    sql: Option<String>,

    /// Read the statements from a file; `-` is standard input
    #[arg(long, short, value_name = "FILE", conflicts_with = "sql")]
    file: Option<PathBuf>,

    /// Value of the parameter `$NAME`
    #[arg(long, short, value_name = "NAME=VALUE", value_parser = parameter)]
    param: Vec<(String, String)>,

    /// Format of the answer [default: by the name of the file, or a table]
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// Write the answer to a file: .parquet, .csv, .jsonl, .txt
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Maximum number of rows shown; 0 for all [default: 1000, and all in a file]
    #[arg(long, value_name = "N")]
    rows: Option<usize>,

    /// Show how far it is, on standard error
    #[arg(long, value_enum, default_value_t = When::Auto)]
    progress: When,

    /// Begin a shell even where no terminal is
    #[arg(long, short, conflicts_with_all = ["sql", "file", "output"])]
    interactive: bool,

    #[command(flatten)]
    session: SessionOptions,
}

/// When to do something that is for people.
#[derive(Clone, Copy, ValueEnum)]
enum When {
    /// On a terminal
    Auto,
    Always,
    Never,
}

fn parameter(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => {
            Ok((name.trim_start_matches('$').to_owned(), value.to_owned()))
        }
        _ => Err("write NAME=VALUE".to_owned()),
    }
}

impl Query {
    /// Whether a person enters the statements.
    pub(crate) fn is_shell(&self) -> bool {
        let has_statements = self.sql.is_some() || self.file.is_some() || self.output.is_some();
        self.interactive
            || (!has_statements && io::stdin().is_terminal() && io::stdout().is_terminal())
    }

    pub(crate) fn is_on_cluster(&self) -> bool {
        self.session.cluster.is_some()
    }

    /// Runs the statements in turn, and writes their answers.
    ///
    /// # Errors
    ///
    /// The first failure. An output file is then unchanged.
    pub(crate) async fn run(self, mut stop: Stop) -> Result<(), Failure> {
        let is_shell = self.is_shell();
        let shows = match self.progress {
            When::Auto => io::stderr().is_terminal(),
            When::Always => true,
            When::Never => false,
        };
        if is_shell {
            let session = stop.unless(session::open(&self.session, true)).await??;
            let runner = Runner::new(session, self.param, shows, stop);
            return Shell::new(runner, self.format, self.rows)?.run().await;
        }
        let statements = split(&self.text()?)?;
        if statements.is_empty() {
            return Err(Failure::Usage("no query".to_owned()));
        }
        let mut output = Output::new(self.format, self.output.as_deref(), self.rows)?;
        let is_from_input = self.is_from_input();
        let session = stop.unless(session::open(&self.session, is_from_input)).await??;
        let mut runner = Runner::new(session, self.param, shows, stop);
        for statement in statements {
            let answer = runner.run(statement, &mut output).await?;
            if answer.left_out > 0 {
                eprintln!("napkin-sql: {} more rows; '--rows 0' shows them", answer.left_out);
            }
        }
        output.finish()
    }

    /// Whether the statements are read from standard input.
    fn is_from_input(&self) -> bool {
        self.sql.is_none() && self.file.as_deref().is_none_or(|file| file == Path::new("-"))
    }

    fn text(&self) -> Result<String, Failure> {
        match (&self.sql, &self.file) {
            (Some(sql), _) => Ok(sql.clone()),
            (None, Some(file)) if file.as_path() != Path::new("-") => {
                let text = std::fs::read(file).map_err(|error| Failure::of_file(file, &error))?;
                String::from_utf8(text).map_err(|error| {
                    let at = error.utf8_error().valid_up_to();
                    Failure::Files(format!("{}: byte {at} is no UTF-8", file.display()))
                })
            }
            _ => standard_input(),
        }
    }
}

fn standard_input() -> Result<String, Failure> {
    if io::stdin().is_terminal() {
        return Err(Failure::Usage("no query; 'napkin-sql --help' shows one".to_owned()));
    }
    let mut sql = String::new();
    io::stdin().read_to_string(&mut sql)?;
    Ok(sql)
}
