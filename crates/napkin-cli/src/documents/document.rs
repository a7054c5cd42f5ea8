//! Documents: their surroundings as given by options, and the output of results about them.

use std::cell::RefCell;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command};
use globset::{GlobBuilder, GlobMatcher};
use napkin_answers::documents::{FaultKeys, InDocument, of_fault};
use napkin_answers::places::{Counting, Place, Places};
use napkin_answers::push_json;
use napkin_answers::{Failure, Standard};
use napkin_context::{
    Also, CharacterEncoding, Compression, Document, Fault, FaultKind, Found, Kind, LARGEST,
    LARGEST_UNPACKED, Surroundings,
};
use serde::Serialize;

use crate::documents::ledger::Ledger;
use crate::input::{self, Origin};
use crate::output::failure;
use crate::output::{Output, Tally};
use crate::run::edition;
use crate::run::whole::{self, Lead, Pen, Whole, WholeOptions};
use crate::terminal::text::{Palette, Text, push_message, shown_path};

/// The documents, and what is known of them from outside.
#[derive(Args)]
pub(crate) struct Documents {
    /// Documents to read; reads standard input if none are given
    #[arg(value_name = "FILE", id = "inputs")]
    files: Vec<PathBuf>,

    /// The type of the documents, instead of guessing by file name or content: a name, the ending of file names such as 'html'
    /// or 'html.br', or a media type such as 'text/html; charset=utf-8'
    #[arg(long = "type", value_name = "TYPE", value_parser = TypeParser)]
    kind: Option<TypeOf>,

    /// The character encoding of the documents, by a label of the Encoding Standard such as 'latin1'; overrides their
    /// headers and declarations, but not a byte order mark
    #[arg(long, value_name = "LABEL", value_parser = charset)]
    charset: Option<CharacterEncoding>,

    /// The URI of what is read: of the document, or with --recursive of the folder, so that a file in it has its path below
    #[arg(long, value_name = "URI", conflicts_with = "retrieved_from")]
    base: Option<String>,

    /// The URIs of a chain of redirects, one each time, of which the last counts; --base for a single one
    #[arg(long, value_name = "URI")]
    retrieved_from: Vec<String>,

    /// Read HTTP as its documents of a year say: in 1999, Content-Location gives the base of a response (RFC 2616 section
    /// 14.14)
    #[arg(long, value_name = "YEAR", value_parser = ["1999", "2022"], default_value = "2022")]
    http: String,

    /// The base of an enclosing entity, such as a message; may be repeated, outermost first
    #[arg(long, value_name = "REFERENCE")]
    encapsulating: Vec<String>,

    /// The default base: for documents that neither their content nor their retrieval gives a base
    #[arg(long, value_name = "URI")]
    default_base: Option<String>,

    /// Set the default base of files by a pattern of their paths, such as 'docs/**/*.md=file:///site/'; may be
    /// repeated, and the first match counts
    #[arg(long, value_name = "PATTERN=URI", value_parser = base_for)]
    base_for: Vec<(GlobMatcher, String)>,

    /// Use the 'file:' URI of each file as its default base
    #[arg(long, conflicts_with = "default_base")]
    base_from_path: bool,

    /// Print on standard error the guessed type of each document, and at the end how many were read and how many not
    #[arg(long)]
    verbose: bool,

    /// Write to a file how each document, record and part was read: JSON Lines with the number of links, and the errors
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    /// The largest document to read, in bytes; bounds memory
    #[arg(long, value_name = "BYTES", default_value_t = LARGEST)]
    largest: usize,

    /// The largest decompressed document to read, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = LARGEST_UNPACKED)]
    largest_unpacked: usize,

    /// The edition of the URI syntax or of the URL Standard to go by, rather than the standard of each document's format:
    /// the URL Standard in HTML and CSS, as in browsers, RFC 3987 in XML, Turtle, Markdown and plain text, else RFC 3986;
    /// the variable `NAPKIN_EDITION` sets the default
    #[arg(
        long,
        value_name = "NAME",
        default_values = edition::of_environment(),
        value_parser = edition::named(),
        help_heading = "Edition"
    )]
    edition: Option<Standard>,

    /// Go by the RFC that was in force at the end of a year, such as 1996; by the URL Standard of a date, such as
    /// whatwg:2021; or with 'record', by the RFC in force in the year of each record of an archive
    #[arg(
        long,
        value_name = "DATE|record",
        conflicts_with = "edition",
        value_parser = as_of,
        help_heading = "Edition"
    )]
    as_of: Option<AsOf>,

    #[command(flatten)]
    pub(crate) options: WholeOptions,
}

/// When the edition was in force.
#[derive(Clone, Copy)]
enum AsOf {
    /// At a date.
    Date(Standard),
    /// In the year of each record.
    Record,
}

fn as_of(text: &str) -> Result<AsOf, String> {
    if text == "record" { Ok(AsOf::Record) } else { Standard::in_force(text).map(AsOf::Date) }
}

fn base_for(text: &str) -> Result<(GlobMatcher, String), String> {
    let (pattern, uri) = text.split_once('=').ok_or("it has no '=' between a pattern and a URI")?;
    let glob = GlobBuilder::new(pattern).literal_separator(true).build();
    Ok((glob.map_err(|error| error.to_string())?.compile_matcher(), uri.into()))
}

fn charset(label: &str) -> Result<CharacterEncoding, String> {
    let unknown = || format!("no encoding that can be decoded has the label '{label}'");
    CharacterEncoding::labelled(label).ok_or_else(unknown)
}

/// A type of documents, as it was chosen.
#[derive(Clone)]
struct TypeOf {
    kind: Kind,
    /// The text, whose parameters count if it is a media type.
    text: String,
}

/// Accepts what means a type, and offers the names.
#[derive(Clone)]
struct TypeParser;

impl TypedValueParser for TypeParser {
    type Value = TypeOf;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<TypeOf, clap::Error> {
        let parse = |text: String| match Kind::named(&text) {
            Some(kind) => Ok(TypeOf { kind, text }),
            None => Err(format!(
                "no type of document; there are {}",
                Kind::ALL.map(Kind::name).join(", ")
            )),
        };
        StringValueParser::new().try_map(parse).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Kind::ALL.into_iter().map(|kind| PossibleValue::new(kind.name()))))
    }
}

impl Documents {
    /// Walks through the documents and shows their bases, or their links and the other requested references.
    pub(crate) fn show(
        &self,
        links: Option<&[Also]>,
        shown: &dyn Fn(&Shown<'_>, &mut Output, &Document<'_>, Found<'_>),
    ) -> Tally {
        let mut ledger = match Ledger::new(self.report.as_deref()) {
            Ok(ledger) => ledger,
            Err(error) => return self.unwritten(Pen::new(), &error),
        };
        let files = if self.files.is_empty() { &self.options.input } else { &self.files };
        let mut pen = Pen::new();
        for input in Whole::of_paths(files, self.options.search()) {
            let input = match input {
                Ok(input) => input,
                Err(skipped) => {
                    ledger.skip(&skipped);
                    pen.skipped(&skipped);
                    continue;
                }
            };
            pen.begin();
            let name = input.name(1);
            let places = RefCell::new(Places::default());
            let counted = self.options.has_places().then_some(&places);
            let show = Shown {
                source: &name,
                is_met: matches!(input, Whole::Met { .. }),
                json: self.options.json,
                lead: self.options.lead(),
                places: counted,
                stdout: self.options.stdout_palette(),
                stderr: self.options.stderr_palette(),
            };
            let also = links.unwrap_or_default().iter().copied();
            let surroundings = also.fold(self.surroundings(&name, &input), Surroundings::also);
            let mut sink = |document: &Document<'_>, found: Found<'_>| {
                ledger.enter(&name, document, &found);
                if matches!(found, Found::Document) && self.verbose {
                    pen.write(|output| show.guess(output, document));
                }
                if matches!(found, Found::Document) {
                    // The next document may take long, or all memory; the results so far are written first.
                    pen.flush();
                }
                pen.write(|output| shown(&show, output, document, found));
            };
            let read = input.open().and_then(|reader| {
                let reader = Counting { reader, places: counted };
                if links.is_some() {
                    surroundings.links(reader, &mut sink)
                } else {
                    surroundings.bases(reader, &mut sink)
                }
            });
            match read {
                Ok(()) => ledger.end_file(&name),
                Err(error) => {
                    ledger.fail(&name, &error);
                    pen.unreadable(&name, &error);
                }
            }
            pen.flush();
        }
        match ledger.finish(self.verbose) {
            Ok(counts) => {
                pen.remark(counts.as_deref());
                pen.finish()
            }
            Err(error) => self.unwritten(pen, &error),
        }
    }

    /// Says that the report cannot be written.
    fn unwritten(&self, mut pen: Pen, error: &io::Error) -> Tally {
        let report = self.report.as_deref().unwrap_or(Path::new(""));
        pen.unreadable(&shown_path(report), error);
        pen.finish()
    }

    fn surroundings(&self, name: &str, input: &Whole<'_>) -> Surroundings {
        let chosen = match self.as_of {
            Some(AsOf::Date(standard)) => Some(standard),
            Some(AsOf::Record) | None => self.edition,
        };
        let mut surroundings = going_by(chosen);
        if matches!(self.as_of, Some(AsOf::Record)) {
            surroundings = surroundings.by_record_date();
        }
        surroundings = surroundings
            .largest(self.largest)
            .largest_unpacked(self.largest_unpacked)
            .expanding(self.options.unpack_ratio);
        if let Some(name) = input.path().and_then(input::file_name) {
            surroundings = surroundings.of_file_name(name);
        }
        if let Some(TypeOf { kind, text }) = &self.kind {
            if Compression::of_file_name(text).is_some() {
                surroundings = surroundings.of_file_name(text);
            }
            surroundings = surroundings.of_media_type(text).of_kind(*kind);
        }
        if let Some(encoding) = self.charset {
            surroundings = surroundings.in_encoding(encoding);
        }
        if self.http == "1999" {
            surroundings = surroundings.by_http_of_1999();
        }
        let by_pattern = self.base_for.iter().find(|(pattern, _)| pattern.is_match(name));
        if let Some((_, uri)) = by_pattern {
            surroundings = surroundings.or_default(uri);
        } else if let Some(uri) = input.path().filter(|_| self.base_from_path).and_then(file_uri) {
            surroundings = surroundings.or_default(uri);
        }
        if let Some(uri) = &self.default_base {
            surroundings = surroundings.or_default(uri);
        }
        let base = self.base.as_deref().map(|base| input.uri(base));
        if let Some(uri) = base.as_deref().or(self.retrieved_from.last().map(String::as_str)) {
            surroundings = surroundings.retrieved_from(uri);
        }
        let enclosing = self.encapsulating.iter();
        enclosing.fold(surroundings, Surroundings::encapsulated)
    }
}

/// Documents by a chosen standard, or each by the standard of its format.
pub(crate) fn going_by(standard: Option<Standard>) -> Surroundings {
    match standard {
        None => Surroundings::default(),
        Some(Standard::Syntax(edition)) => Surroundings::new(edition),
        Some(Standard::Url(standard)) => Surroundings::default().by_url_standard(standard.edition),
    }
}

/// Whether an error in a document counts for the exit status, given whether the user named the document. An unknown type holds
/// no links as far as is known, so it counts only there.
pub(crate) const fn is_faulty(fault: &Fault, is_named: bool) -> bool {
    match fault.kind {
        FaultKind::UnknownType => is_named,
        kind => !kind.is_note(),
    }
}

/// The `file:` URI of a path; `None` for standard input, or if the current directory is unknown.
pub(crate) fn file_uri(path: &Path) -> Option<String> {
    let path = std::path::absolute(path).ok().filter(|path| path.exists())?;
    let path = whole::encoded(&path);
    Some(format!("file://{}{path}", if path.starts_with('/') { "" } else { "/" }))
}

/// How the results of one input are shown.
pub(crate) struct Shown<'s> {
    pub(crate) source: &'s str,
    /// Whether the file was met in a folder.
    pub(crate) is_met: bool,
    pub(crate) json: bool,
    pub(crate) lead: Lead,
    pub(crate) places: Option<&'s RefCell<Places>>,
    pub(crate) stdout: Palette,
    pub(crate) stderr: Palette,
}

impl Shown<'_> {
    /// The line and the column of an offset in a document, if the document is unmodified file content.
    pub(crate) fn place(&self, document: &Document<'_>, start: usize) -> Option<Place> {
        let is_whole = document.record.is_none() && !document.is_unpacked;
        let at = document.start.filter(|_| is_whole)?.checked_add(start)?;
        self.places?.borrow().find(at)
    }

    /// Writes the prefix of a result in text output.
    pub(crate) fn write_lead(&self, text: &mut Text<'_>, place: Option<Place>) {
        self.lead.write(text, self.source, place);
    }

    /// Prints the guessed type of a document.
    fn guess(&self, output: &mut Output, document: &Document<'_>) {
        let kind = document.kind.map_or("a document without links", Kind::name);
        let message = format!("{}: read as {kind}", self.words(document, None));
        output.stderr(|out| push_message(out, &message));
    }

    /// Shows a result: in JSON, its keys after those of the document; otherwise its text.
    pub(crate) fn result(
        &self,
        output: &mut Output,
        document: &Document<'_>,
        keys: &impl Serialize,
        write: impl FnOnce(&mut Text<'_>),
    ) {
        output.stdout(|out| {
            if self.json {
                push_json(out, &InDocument::new(self.source, document, keys));
            } else {
                write(&mut Text::new(out, self.stdout, false));
            }
        });
    }

    /// Prints a remark about a place in a document, beside the results. In JSON it is a key of the result.
    pub(crate) fn remark(
        &self,
        output: &mut Output,
        document: &Document<'_>,
        start: Option<usize>,
        failure: &Failure<'_>,
    ) {
        if !self.json {
            let place = self.words(document, start);
            output.stderr(|out| {
                failure::tell(failure, out, Origin::Place(&place), None, self.stderr);
            });
        }
    }

    /// Shows an error in a document.
    pub(crate) fn fault(&self, output: &mut Output, document: &Document<'_>, fault: &Fault) {
        let is_named = !self.is_met && document.record.is_none() && document.part.is_none();
        output.tally.faulty += u64::from(is_faulty(fault, is_named));
        let failure = of_fault(fault);
        if self.json {
            self.result(output, document, &FaultKeys { error: &failure }, |_| {});
        } else {
            self.remark(output, document, None, &failure);
        }
    }

    /// A place in words, for messages.
    fn words(&self, document: &Document<'_>, start: Option<usize>) -> String {
        let mut place = self.source.to_owned();
        let mut add = |what: &str, which: &str| {
            place.push_str(": ");
            place.push_str(what);
            place.push_str(which);
        };
        if let Some(record) = document.record {
            add("record at byte ", &record.offset.to_string());
        }
        if let Some(part) = document.part {
            add("part ", part);
        }
        if let Some(start) = start {
            add("byte ", &start.to_string());
        }
        place
    }
}
