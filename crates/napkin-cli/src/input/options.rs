//! The options that all commands with inputs share.

use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;
use std::thread::available_parallelism;

use clap::{Args, ColorChoice, ValueEnum, value_parser};

use napkin_context::RATIO;

use crate::WrongUsage;
use crate::input::beside::Other;
use crate::input::redaction::Redaction;
use crate::input::rows::RowOption;
use crate::input::table::Selection;
use crate::input::{Lines, RunInputs};
use crate::terminal::text::Palette;

/// The inputs of a command that takes one after another.
#[derive(Args)]
pub(crate) struct Inputs {
    /// The inputs, one in each argument; reads the lines of standard input if none are given
    #[arg(value_name = "INPUT", id = "inputs")]
    pub(crate) texts: Vec<OsString>,
}

/// The number of messages of each kind shown by default.
pub(crate) const SHOWN: u64 = 5;

/// The text in the output for an input that has no result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnError {
    /// The input itself
    Keep,
    /// An empty line, where each result is one line
    #[default]
    Empty,
    /// Nothing; a summary says how many inputs are left out
    Skip,
    /// Nothing, and stop there
    Fail,
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

    #[command(flatten)]
    pub(crate) rows: RowOption,

    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,

    /// Read lines from a file, or from standard input for '-'; may be repeated. Files in gzip, zstd, xz, bzip2 and, by the
    /// ending .br, Brotli are decompressed
    #[arg(short, long = "input", value_name = "FILE", conflicts_with = "inputs")]
    input: Vec<PathBuf>,

    // Set by a command, not by a user.
    #[arg(skip)]
    beside: Option<Other>,

    // Set by a command that has the option.
    #[arg(skip)]
    base_column: Option<String>,

    /// Take the inputs from this column of files that are CSV or TSV with a header. With --csv or --tsv, all columns of the
    /// file are printed before those of the answer, with their names first
    #[arg(long, value_name = "NAME", conflicts_with_all = ["inputs", "null", "crlf"])]
    column: Option<String>,

    /// With --column, write NAME before the names of the answer's columns, for a file that has such a column itself
    #[arg(long, value_name = "NAME", requires_all = ["column", "rows"], conflicts_with = "inputs")]
    prefix: Option<String>,

    /// Take the inputs from this field of files that are JSON Lines; 'a.b' is the field b in the field a. With --json, the line
    /// is the key 'row' of its answer
    #[arg(long, value_name = "NAME", conflicts_with_all = ["inputs", "null", "column"])]
    field: Option<String>,

    /// With --field, write the lines of JSON back, with the answer in this field. It is added, or changed if it is there, and
    /// all else stays. A line without an answer stays as it is, but for an older value of this field, which becomes null unless
    /// it is the input
    #[arg(long, value_name = "NAME", requires = "field", conflicts_with_all = ["inputs", "column", "json", "csv", "tsv"])]
    into: Option<String>,

    /// In JSON, CSV and TSV, and with --into, write inputs with *** in place of passwords, keys and tokens; results stay
    #[arg(long)]
    pub(crate) redact: bool,

    /// Separate inputs by NUL instead of newlines
    #[arg(short = '0', long)]
    null: bool,

    /// Remove a carriage return at the end of each line; without this option, it is removed up to the first line that has none
    #[arg(long, conflicts_with = "null")]
    crlf: bool,

    /// Skip lines that begin with '#'
    #[arg(long)]
    comments: bool,

    /// The largest ratio of decompressed to compressed size, for more than 16 MiB
    #[arg(long, value_name = "TIMES", default_value_t = RATIO)]
    pub(crate) unpack_ratio: u32,

    /// What to print for an invalid input; the default is 'empty', and 'keep' with --into
    #[arg(long, value_name = "WHAT", value_enum)]
    on_error: Option<OnError>,

    /// Explain every invalid input on standard error, not only the first five
    #[arg(long)]
    all_errors: bool,

    /// Number of threads for lines; one per core if not given
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

impl Options {
    pub(crate) const fn has_no_file(&self) -> bool {
        self.input.is_empty()
    }

    /// The origin of the inputs, given the arguments.
    pub(crate) fn sources<'a>(&'a self, inputs: &'a [OsString]) -> RunInputs<'a> {
        if inputs.is_empty() {
            let delimiter = if self.null { b'\0' } else { b'\n' };
            let Self { crlf, comments, unpack_ratio, .. } = *self;
            let selection = self.selection();
            let beside = self.beside.clone();
            let lines = Lines { delimiter, crlf, comments, unpack_ratio, selection, beside };
            RunInputs::Files { paths: &self.input, lines }
        } else {
            RunInputs::Arguments(inputs)
        }
    }

    /// What of a record is the input.
    fn selection(&self) -> Selection {
        let is_carried = self.rows.format().is_some();
        match (&self.column, &self.field) {
            (Some(column), _) => {
                let base = self.base_column.as_deref().map(Into::into);
                Selection::Column { name: column.as_str().into(), base, is_carried }
            }
            (_, Some(field)) => Selection::Field(field.as_str().into()),
            _ => Selection::Whole,
        }
    }

    /// The text before the names of the answer's columns.
    pub(crate) fn prefix(&self) -> &str {
        self.prefix.as_deref().unwrap_or_default()
    }

    /// Whether rows begin with the cells of a table.
    pub(crate) const fn carries(&self) -> bool {
        self.column.is_some()
    }

    /// Whether inputs are parts of rows or objects.
    pub(crate) const fn reads_tables(&self) -> bool {
        self.column.is_some() || self.field.is_some()
    }

    /// The field of JSON Lines that gets the answer.
    pub(crate) fn field_of_answer(&self) -> Option<&str> {
        self.into.as_deref()
    }

    /// Whether secrets of inputs are hidden beside results.
    pub(crate) fn redaction(&self) -> Redaction {
        Redaction { is_on: self.redact, field: self.field.clone() }
    }

    /// Whether the answer takes the place of the input.
    pub(crate) fn replaces_input(&self) -> bool {
        self.into == self.field
    }

    /// Rejects `--input` together with inputs as arguments, for a command whose arguments clap does not know as
    /// inputs.
    ///
    /// # Errors
    ///
    /// If both are given.
    pub(crate) fn must_be_free_for(&self, inputs: &[OsString]) -> Result<(), WrongUsage> {
        if inputs.is_empty() || self.input.is_empty() {
            return Ok(());
        }
        Err(WrongUsage::new("inputs are arguments, or the lines of files by --input, and not both"))
    }

    /// These options, with the lines of two files beside each other as inputs.
    pub(crate) fn with_lines_of(self, file: PathBuf, other: Other) -> Self {
        Self { input: vec![file], beside: Some(other), ..self }
    }

    /// These options, with the column or field of each row that is its base.
    pub(crate) fn with_base_column(self, name: String) -> Self {
        Self { base_column: Some(name), ..self }
    }

    /// The column or field of the bases.
    pub(crate) fn base_column(&self) -> Option<&str> {
        self.base_column.as_deref()
    }

    /// These options, with every message about an input.
    pub(crate) fn with_all_errors(self) -> Self {
        Self { all_errors: true, ..self }
    }

    /// Whether inputs are the lines of named files.
    pub(crate) const fn has_files(&self) -> bool {
        !self.input.is_empty()
    }

    /// Whether inputs are read from standard input, given the arguments.
    pub(crate) fn takes_standard_input(&self, inputs: &[OsString]) -> bool {
        let is_standard_input = |path: &PathBuf| path.as_os_str() == "-";
        inputs.is_empty() && (self.input.is_empty() || self.input.iter().any(is_standard_input))
    }

    /// The output for an invalid input; `otherwise` if the user did not choose.
    pub(crate) fn on_error(&self, otherwise: OnError) -> OnError {
        let otherwise = if self.into.is_some() { OnError::Keep } else { otherwise };
        self.on_error.unwrap_or(otherwise)
    }

    /// The number of messages about inputs that are shown.
    pub(crate) const fn shown(&self) -> u64 {
        if self.all_errors { u64::MAX } else { SHOWN }
    }

    pub(crate) fn threads(&self) -> usize {
        let threads = match self.threads {
            Some(threads) => threads.into(),
            None => available_parallelism().map_or(1, NonZero::get),
        };
        threads.min(most_threads())
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

/// The number of threads for which the process may have memory. Each reserves addresses for its own heap: where there are none,
/// every allocation of it asks the system in vain, or ends the process.
#[cfg(unix)]
fn most_threads() -> usize {
    const EACH: u64 = 128 << 20;
    let limit = rustix::process::getrlimit(rustix::process::Resource::As).current;
    let most = limit.map_or(u64::MAX, |limit| (limit / EACH).saturating_sub(1).max(1));
    usize::try_from(most).unwrap_or(usize::MAX)
}

/// The number of threads for which the process may have memory.
#[cfg(not(unix))]
const fn most_threads() -> usize {
    usize::MAX
}
