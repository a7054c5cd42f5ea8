//! Inputs that are taken as a whole, not line by line: texts and documents.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::{Args, ColorChoice};

use crate::input;
use crate::output::{Output, Sink, Tally};
use crate::streams;
use crate::text::{Palette, push_message};

/// Where whole inputs come from, and how results are shown.
#[derive(Args)]
#[command(next_help_heading = "Input and output")]
pub(crate) struct WholeOptions {
    /// Write JSON Lines: one object for every result
    #[arg(long)]
    pub(crate) json: bool,

    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,

    /// Read a file, '-' for standard input; may be repeated
    #[arg(short, long = "input", value_name = "FILE", conflicts_with = "inputs")]
    pub(crate) input: Vec<PathBuf>,
}

impl WholeOptions {
    /// The colours of text on standard output.
    pub(crate) fn stdout_palette(&self) -> Palette {
        Palette::chosen(self.color, &io::stdout())
    }

    /// The colours of text on standard error.
    pub(crate) fn stderr_palette(&self) -> Palette {
        Palette::chosen(self.color, &io::stderr())
    }
}

/// One whole input.
pub(crate) enum Whole<'a> {
    /// What was typed.
    Argument(&'a OsString),
    /// A file; `-` is standard input.
    File(&'a Path),
}

impl<'a> Whole<'a> {
    /// The arguments, or else the files, or else standard input.
    pub(crate) fn all(arguments: &'a [OsString], files: &'a [PathBuf]) -> Vec<Self> {
        match (arguments, files) {
            ([], []) => vec![Self::File(Path::new("-"))],
            ([], files) => files.iter().map(|file| Self::File(file)).collect(),
            (arguments, _) => arguments.iter().map(Self::Argument).collect(),
        }
    }

    /// How results and messages call it; arguments are counted from 1.
    pub(crate) fn name(&self, number: usize) -> String {
        match self {
            Self::Argument(_) => format!("argument {number}"),
            Self::File(path) => input::name(path),
        }
    }

    /// Its bytes, to be read.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened.
    pub(crate) fn open(&self) -> io::Result<Box<dyn Read + 'a>> {
        Ok(match self {
            Self::Argument(text) => Box::new(text.as_encoded_bytes()),
            Self::File(path) if path.as_os_str() == "-" => Box::new(streams::stdin()?),
            Self::File(path) => Box::new(File::open(path)?),
        })
    }
}

/// How much output is collected before it is written.
const BLOCK: usize = 1 << 16;

/// Collects results and writes them in blocks.
pub(crate) struct Pen {
    sink: Sink,
    output: Output,
}

impl Pen {
    pub(crate) fn new() -> Self {
        Self { sink: Sink::new(""), output: Output::default() }
    }

    /// Adds results.
    pub(crate) fn write(&mut self, add: impl FnOnce(&mut Output)) {
        add(&mut self.output);
        if self.output.len() > BLOCK {
            self.flush();
        }
    }

    /// Writes what was collected, since a wait may follow.
    pub(crate) fn flush(&mut self) {
        self.sink.write(&mut self.output);
    }

    /// Tells that a file cannot be read, or not further.
    pub(crate) fn unreadable(&mut self, name: &str, error: &io::Error) {
        self.write(|output| {
            output.tally.unreadable += 1;
            output.stderr(|out| push_message(out, &format!("{name}: {error}")));
        });
    }

    /// Writes the rest; how it went.
    pub(crate) fn finish(mut self) -> Tally {
        self.flush();
        self.sink.tally
    }
}
