//! Inputs that are read as a whole instead of line by line: texts and documents.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::{Args, ColorChoice};
use napkin::{ByteSet, percent};
use napkin_answers::places::Place;
use napkin_context::RATIO;

use crate::input::tree::{self, Found, Search, Skipped};
use crate::input::{self, Reader};
use crate::output::{Output, Sink, Tally};
use crate::terminal::text::{Palette, Text, push_message, shown_path};

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

    /// Read a file, '-' for standard input; may be repeated. Files in gzip, zstd, xz, bzip2 and, by the ending .br, Brotli
    /// are decompressed
    #[arg(short, long = "input", value_name = "FILE", conflicts_with = "inputs")]
    pub(crate) input: Vec<PathBuf>,

    /// The largest ratio of decompressed to compressed size, for more than 16 MiB
    #[arg(long, value_name = "TIMES", default_value_t = RATIO)]
    pub(crate) unpack_ratio: u32,

    /// Search directories recursively, except for hidden files and those that .gitignore excludes; the current
    /// directory if no path is given
    #[arg(short, long)]
    recursive: bool,

    /// With --recursive, search the directories that symbolic links lead to as well, each directory once
    #[arg(long, requires = "recursive")]
    follow: bool,

    /// Print the name of the file before each result
    #[arg(short = 'H', long)]
    with_filename: bool,

    /// Print file, line and column before each result; columns count characters
    #[arg(short = 'n', long)]
    line_number: bool,
}

impl WholeOptions {
    pub(crate) const fn search(&self) -> Search {
        Search { recursive: self.recursive, follow: self.follow }
    }

    /// The prefix of each result in text output.
    pub(crate) const fn lead(&self) -> Lead {
        match (self.line_number, self.with_filename) {
            (true, _) => Lead::Place,
            (_, true) => Lead::File,
            _ => Lead::Nothing,
        }
    }

    /// Whether lines and columns are printed.
    pub(crate) const fn has_places(&self) -> bool {
        self.json || self.line_number
    }

    /// The colours of text on standard output.
    pub(crate) fn stdout_palette(&self) -> Palette {
        Palette::chosen(self.color, &io::stdout())
    }

    /// The colours of text on standard error.
    pub(crate) fn stderr_palette(&self) -> Palette {
        Palette::chosen(self.color, &io::stderr())
    }
}

/// The prefix of a result in text output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lead {
    Nothing,
    File,
    /// File, line and column.
    Place,
}

impl Lead {
    /// This prefix, but with the name of the file at least, if there are many.
    pub(crate) const fn of_each_file(self, are_many: bool) -> Self {
        match self {
            Self::Nothing if are_many => Self::File,
            lead => lead,
        }
    }

    /// Writes the prefix; an unknown place is left out.
    pub(crate) fn write(self, text: &mut Text<'_>, source: &str, place: Option<Place>) {
        let name = text.palette.name;
        match (self, place) {
            (Self::Nothing, _) => return,
            (Self::Place, Some((line, column))) => {
                text.styled(name, &format!("{source}:{line}:{column}"));
            }
            _ => text.styled(name, source),
        }
        text.push_raw(b":");
    }
}

pub(crate) enum Whole<'a> {
    Argument(&'a OsString),
    /// A path that the user named; `-` is standard input.
    File(Cow<'a, Path>),
    /// A file of a tree.
    Met {
        path: PathBuf,
        /// Its path in the folder that the user named.
        inside: PathBuf,
    },
}

/// A path in a URI: octets that no segment holds as they are, are percent-encoded.
pub(crate) fn encoded(path: &Path) -> String {
    let mut octets = path.as_os_str().as_encoded_bytes().to_vec();
    if cfg!(windows) {
        octets.iter_mut().filter(|octet| **octet == b'\\').for_each(|octet| *octet = b'/');
    }
    percent::encode(&octets).keep(ByteSet::of(b"/")).to_string()
}

impl<'a> Whole<'a> {
    /// Whether it is a file of a tree, which the user did not name.
    pub(crate) const fn is_met(&self) -> bool {
        matches!(self, Self::Met { .. })
    }

    /// The files of a list of paths, including directories; or standard input.
    pub(crate) fn of_paths(
        paths: &[PathBuf],
        search: Search,
    ) -> impl Iterator<Item = Result<Self, Skipped>> + use<'a> {
        let reads_standard_input = paths.is_empty() && !search.recursive;
        let standard_input = reads_standard_input.then(|| Ok(Self::File(Path::new("-").into())));
        let found = tree::files(paths, search).map(|found| {
            found.map(|found| match found {
                Found::Named(path) => Self::File(path.into()),
                Found::Met { path, inside } => Self::Met { path, inside },
            })
        });
        standard_input.into_iter().chain(found)
    }

    /// The arguments; if there are none, the files; otherwise standard input.
    pub(crate) fn all(arguments: &'a [OsString], files: &'a [PathBuf]) -> Vec<Self> {
        match (arguments, files) {
            ([], []) => vec![Self::File(Path::new("-").into())],
            ([], files) => files.iter().map(|file| Self::File(file.into())).collect(),
            (arguments, _) => arguments.iter().map(Self::Argument).collect(),
        }
    }

    /// Its name in results and messages; arguments are counted from 1.
    pub(crate) fn name(&self, number: usize) -> String {
        match self {
            Self::Argument(_) => format!("argument {number}"),
            Self::File(path) => input::name(path),
            Self::Met { path, .. } => shown_path(path),
        }
    }

    /// Its path; `None` for an argument.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::Argument(_) => None,
            Self::File(path) => Some(path),
            Self::Met { path, .. } => Some(path),
        }
    }

    /// Its URI, given the URI of the file or of the folder that the user named; that of a folder is followed by the path in it.
    /// A file with the name of an index has the URI of its folder.
    pub(crate) fn uri<'u>(&self, named: &'u str, index: Option<&OsStr>) -> Cow<'u, str> {
        let Self::Met { inside, .. } = self else { return named.into() };
        let mut inside = encoded(inside);
        if let Some(index) = index
            && encoded(Path::new(index)) == inside.rsplit('/').next().unwrap_or_default()
        {
            inside.truncate(inside.rfind('/').map_or(0, |slash| slash + 1));
        }
        let slash = if named.ends_with('/') { "" } else { "/" };
        [named, slash, &inside].concat().into()
    }

    /// Opens it for reading.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened.
    pub(crate) fn open(&self) -> io::Result<Box<dyn Read + Send + 'a>> {
        Ok(match self {
            Self::Argument(text) => Box::new(text.as_encoded_bytes()),
            Self::File(path) => input::open(path)?,
            Self::Met { path, .. } => Box::new(tree::open(path)?),
        })
    }

    /// Opens it for reading, without compressions.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened or read.
    pub(crate) fn open_unpacked(&self, unpack_ratio: u32) -> io::Result<Reader<'a>> {
        input::unpacked(self.open()?, self.path().unwrap_or(Path::new("")), unpack_ratio)
    }
}

/// The number of bytes of output collected before they are written.
const BLOCK: usize = 1 << 16;

/// Collects results and writes them in blocks.
pub(crate) struct Pen {
    sink: Sink,
    output: Output,
}

impl Pen {
    pub(crate) fn new() -> Self {
        Self::of(Sink::new(""))
    }

    pub(crate) fn of(sink: Sink) -> Self {
        Self { sink: sink.with_progress(None), output: Output::default() }
    }

    /// The number of notes so far.
    pub(crate) const fn notes(&self) -> u64 {
        self.sink.tally.notes + self.output.tally.notes
    }

    /// Counts an input in the progress.
    pub(crate) fn begin(&mut self) {
        self.sink.begin_file();
        self.sink.tell_progress(&self.output);
    }

    pub(crate) fn write(&mut self, add: impl FnOnce(&mut Output)) {
        add(&mut self.output);
        if self.output.len() > BLOCK {
            self.flush();
        } else {
            self.sink.tell_progress(&self.output);
        }
    }

    /// Writes the collected results, since a wait may follow.
    pub(crate) fn flush(&mut self) {
        self.sink.write(&mut self.output);
    }

    /// Reports a file that cannot be read (further).
    pub(crate) fn unreadable(&mut self, name: &str, error: &io::Error) {
        self.write(|output| {
            output.tally.unreadable += 1;
            let hint = match error.kind() {
                io::ErrorKind::IsADirectory => "; --recursive searches it",
                _ => "",
            };
            output.stderr(|out| push_message(out, &format!("{name}: {error}{hint}")));
        });
    }

    /// Reports a faulty document; whether it counts for the exit status.
    pub(crate) fn faulty(&mut self, message: &str, counts: bool) {
        self.write(|output| {
            output.tally.faulty += u64::from(counts);
            output.stderr(|out| push_message(out, message));
        });
    }

    /// Prints a remark on standard error, if there is one.
    pub(crate) fn remark(&mut self, message: Option<&str>) {
        if let Some(message) = message {
            self.write(|output| output.stderr(|out| push_message(out, message)));
        }
    }

    /// Reports a path whose content is not read.
    pub(crate) fn skipped(&mut self, skipped: &Skipped) {
        self.write(|output| {
            output.tally.unreadable += u64::from(skipped.has_failed);
            output.stderr(|out| push_message(out, &skipped.to_string()));
        });
    }

    /// Writes the rest, and returns the tally.
    pub(crate) fn finish(mut self) -> Tally {
        self.flush();
        self.sink.finish()
    }
}
