//! Documents: their surroundings as given by options, and the output of results about them.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Arg, Args};
use napkin_answers::Failure;
use napkin_answers::document_base::Establishing;
use napkin_answers::documents::{FaultKeys, InDocument, Visit, Visited, of_fault};
use napkin_answers::links::Linking;
use napkin_answers::places::Place;
use napkin_answers::push_json;
use napkin_answers::surroundings::DocumentContext;
use napkin_context::{Document, Fault, FaultKind, Found, Kind};
use serde::Serialize;

use crate::WrongUsage;
use crate::documents::ledger::Ledger;
use crate::documents::sources::Sources;
use crate::input::Origin;
use crate::input::identity::Identity;
use crate::input::tree::Skipped;
use crate::output::failure;
use crate::output::{Output, Tally};
use crate::run::edition;
use crate::run::whole::{Lead, Pen, Whole, WholeOptions};
use crate::terminal::text::{Palette, Text, push_message, shown_path};

/// The documents, and what else a command knows of them: their names and paths, where its question has values only.
#[derive(Args)]
pub(crate) struct Documents {
    #[command(flatten)]
    sources: Sources,

    /// Print on standard error the guessed type of each document, and at the end how many were read and how many not
    #[arg(long)]
    verbose: bool,

    /// Write to a file how each document, record and part was read: JSON Lines with the number of links, and the errors
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) options: WholeOptions,

    /// Whether results are rows, which have places.
    #[arg(skip)]
    has_rows: bool,
}

/// The options of the question about documents, as a command has them: the environment chooses the standard, and '--base'
/// with '--recursive' is the URI of the folder.
pub(crate) fn in_command(option: Arg) -> Arg {
    match option.get_id().as_str() {
        "edition" => {
            let help = option.get_help().map(ToString::to_string).unwrap_or_default();
            option
                .help(format!("{help}; the variable `NAPKIN_EDITION` sets the default"))
                .default_values(edition::of_environment())
                .value_parser(edition::named())
        }
        "base" => option.help(BASE),
        _ => option,
    }
}

/// The help of the option, which is the URI of a folder too.
const BASE: &str = "The URI of what is read: of the document, or with --recursive of the folder, so that a file in it has its path below";

/// What a question is about, beside documents.
#[derive(Clone, Copy)]
pub(crate) enum About<'q> {
    /// Their links.
    Links(&'q Linking),
    /// Their bases.
    Bases(&'q Establishing),
}

impl About<'_> {
    const fn context(&self) -> &DocumentContext {
        match self {
            Self::Links(linking) => &linking.context,
            Self::Bases(establishing) => &establishing.context,
        }
    }
}

impl Documents {
    /// These documents, whose results are rows, if `has_rows`.
    pub(crate) fn with_rows(self, has_rows: bool) -> Self {
        Self { has_rows, ..self }
    }

    /// The names of the documents, as they were given.
    pub(crate) fn files(&self) -> &[PathBuf] {
        &self.sources.files
    }

    /// Walks through the documents and shows their bases, or their links.
    pub(crate) fn show(
        &self,
        about: About<'_>,
        shown: &dyn Fn(&Shown<'_>, &mut Output, &Visited<'_>, Found<'_>),
    ) -> Result<Tally, WrongUsage> {
        self.must_not_write_what_it_reads()?;
        let mut ledger = match Ledger::new(self.report.as_deref()) {
            Ok(ledger) => ledger,
            Err(error) => return Ok(self.unwritten(Pen::new(), &error)),
        };
        // A new report may be in a folder that is searched.
        let report = self.report.as_deref().and_then(Identity::of);
        let mut pen = Pen::new();
        let is_report = |input: &Result<Whole<'_>, Skipped>| {
            let path = input.as_ref().ok().and_then(Whole::path);
            report.is_some() && path.and_then(Identity::of) == report
        };
        for input in self.inputs().filter(|input| !is_report(input)) {
            let Some(input) = ledger.begin(input, &mut pen) else { continue };
            let name = input.name(1);
            let show = Shown {
                source: &name,
                is_met: input.is_met(),
                json: self.options.json,
                // A base says nothing without the name of its document; a link does.
                lead: match about {
                    About::Bases(_) => self.options.lead().of_each_file(input.is_met()),
                    About::Links(_) => self.options.lead(),
                },
                stdout: self.options.stdout_palette(),
                stderr: self.options.stderr_palette(),
            };
            let ratio = self.options.unpack_ratio;
            let surroundings = self.sources.surroundings(about.context(), &name, &input, ratio);
            let has_places = self.options.has_places() || self.has_rows;
            let visit = match about {
                About::Links(linking) => {
                    let surroundings = linking.wanting(surroundings);
                    Visit { surroundings, has_links: true, has_places }
                }
                About::Bases(_) => Visit { surroundings, has_links: false, has_places: false },
            };
            ledger.visit(&input, &name, &visit, &mut pen, &mut |pen, visited, found| {
                if matches!(found, Found::Document) {
                    if self.verbose {
                        pen.write(|output| show.guess(output, visited.document));
                    }
                    // The next document may take long, or all memory; the results so far are written first.
                    pen.flush();
                }
                pen.write(|output| shown(&show, output, visited, found));
            });
            pen.flush();
        }
        Ok(match ledger.finish(self.verbose) {
            Ok(counts) => {
                pen.remark(counts.as_deref());
                pen.finish()
            }
            Err(error) => self.unwritten(pen, &error),
        })
    }

    /// The files, those of directories included; or standard input.
    fn inputs(&self) -> impl Iterator<Item = Result<Whole<'static>, Skipped>> {
        let files = &self.sources.files;
        let files = if files.is_empty() { &self.options.input } else { files };
        Whole::of_paths(files, self.options.search())
    }

    /// Rejects a report that would take the place of a document.
    ///
    /// # Errors
    ///
    /// If the report is one of the documents, under its own name or another one, such as a link.
    fn must_not_write_what_it_reads(&self) -> Result<(), WrongUsage> {
        let Some(path) = &self.report else { return Ok(()) };
        let report = Identity::of(path);
        let is_report = |input: &Whole<'_>| {
            let is_same = |read: &Path| report.is_some() && Identity::of(read) == report;
            input.path().is_some_and(|read| read == path || is_same(read))
        };
        match self.inputs().flatten().find(is_report) {
            None => Ok(()),
            Some(input) => Err(WrongUsage::new(format!(
                "'--report {}' would take the place of '{}', which is read",
                shown_path(path),
                input.name(1)
            ))),
        }
    }

    /// Says that the report cannot be written.
    fn unwritten(&self, mut pen: Pen, error: &io::Error) -> Tally {
        let report = self.report.as_deref().unwrap_or(Path::new(""));
        pen.unreadable(&shown_path(report), error);
        pen.finish()
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

/// How the results of one input are shown.
pub(crate) struct Shown<'s> {
    pub(crate) source: &'s str,
    /// Whether the file was met in a folder.
    pub(crate) is_met: bool,
    pub(crate) json: bool,
    pub(crate) lead: Lead,
    pub(crate) stdout: Palette,
    pub(crate) stderr: Palette,
}

impl Shown<'_> {
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
    pub(crate) fn words(&self, document: &Document<'_>, start: Option<usize>) -> String {
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
