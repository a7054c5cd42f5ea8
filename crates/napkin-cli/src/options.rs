//! The options that all commands over inputs share.

use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;
use std::thread::available_parallelism;

use clap::{Args, ColorChoice, value_parser};

use crate::input::Sources;
use crate::text::Palette;

/// The inputs of a command that takes one after another.
#[derive(Args)]
pub(crate) struct Inputs {
    /// What to work on; without any, the lines of standard input
    #[arg(value_name = "INPUT", id = "inputs")]
    pub(crate) texts: Vec<OsString>,
}

/// Where inputs come from, and how results are shown.
///
/// Flattened into each command after its own arguments, one of which has the id `inputs`.
#[derive(Args)]
#[command(next_help_heading = "Input and output")]
pub(crate) struct Options {
    /// Write JSON Lines: one object for every input
    #[arg(long)]
    pub(crate) json: bool,

    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,

    /// Read the lines of a file, '-' for standard input; may be repeated
    #[arg(short, long = "input", value_name = "FILE", conflicts_with = "inputs")]
    input: Vec<PathBuf>,

    /// Inputs end with NUL instead of a newline
    #[arg(short = '0', long)]
    null: bool,

    /// How many threads work on lines; as many as there are cores if not given
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

impl Options {
    /// Where the inputs come from, given the ones that were typed.
    pub(crate) fn sources<'a>(&'a self, inputs: &'a [OsString]) -> Sources<'a> {
        if inputs.is_empty() {
            let delimiter = if self.null { b'\0' } else { b'\n' };
            Sources::Files { paths: &self.input, delimiter }
        } else {
            Sources::Arguments(inputs)
        }
    }

    /// Whether inputs come through standard input, given the ones that were typed.
    pub(crate) fn takes_standard_input(&self, inputs: &[OsString]) -> bool {
        let is_standard_input = |path: &PathBuf| path.as_os_str() == "-";
        inputs.is_empty() && (self.input.is_empty() || self.input.iter().any(is_standard_input))
    }

    /// How many threads may work.
    pub(crate) fn threads(&self) -> usize {
        match self.threads {
            Some(threads) => threads.into(),
            None => available_parallelism().map_or(1, NonZero::get),
        }
    }

    /// The colours of text on standard output.
    pub(crate) fn stdout_palette(&self) -> Palette {
        Palette::chosen(self.color, &std::io::stdout())
    }

    /// The colours of text on standard error.
    pub(crate) fn stderr_palette(&self) -> Palette {
        Palette::chosen(self.color, &std::io::stderr())
    }
}
