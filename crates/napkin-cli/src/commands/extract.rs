//! `extract`: URIs in running text.

use std::cell::{Cell, RefCell};
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use napkin::Edition;
use napkin::edition::EDITIONS;
use napkin_answers::extract::{self, Extracting, Found};
use napkin_answers::places::{Counting, Place, Places};
use napkin_answers::{Failure, notes, push_json};
use napkin_context::{
    Context, Delimiting, Fault, Find, GoesOn, Kind, LeftOut, Reason, Taken, Unread,
};

use super::{Finished, Run};
use crate::documents::document::is_faulty;
use crate::documents::ledger::Ledger;
use crate::input::Origin;
use crate::input::options::SHOWN;
use crate::input::tree::Skipped;
use crate::output::failure;
use crate::output::{Message, Output, Sink};
use crate::run::question::{Asked, summary};
use crate::run::report;
use crate::run::whole::{Lead, Pen, Whole, WholeOptions};
use crate::terminal::text::{Palette, Text, grouped};

#[derive(Args)]
#[command(about = summary::<extract::Extract>(), long_about = about(), after_help = EXAMPLE)]
pub(crate) struct Extract {
    /// Texts to search, or with --recursive files and directories; reads standard input if none are given
    #[arg(value_name = "TEXT", id = "inputs")]
    texts: Vec<OsString>,

    #[command(flatten)]
    asked: Asked<extract::Extract>,

    /// Explain on standard error which texts begin as a URI does and are left out, and show every note
    #[arg(long)]
    verbose: bool,

    #[command(flatten)]
    options: WholeOptions,
}

/// The description of the command, with each edition's wrappers.
fn about() -> String {
    let mut about = String::from(
        "Find URIs in text

A URI that is broken over lines between angle brackets or quotes is put together again, elsewhere only with --wrapped; where a hyphen stands \
         before the break, both readings are given. A note tells where a URI may go on. Punctuation of the sentence is left out. \
         Text has IRIs, with letters of all scripts, unless an edition of URIs is asked for.

The wrappers that set a URI off from text depend on the edition:",
    );
    for edition in EDITIONS {
        let delimiting = Context::of(edition).delimiting;
        let Delimiting { angle_brackets, quotes, bare, .. } = delimiting;
        let prefix = delimiting.prefix();
        let places = [("<", angle_brackets, ">"), ("\"", quotes, "\""), ("", bare, "")];
        let told = places.iter().filter_map(|(open, taken, close)| match taken {
            Taken::Nothing => None,
            Taken::Prefixed => Some(format!("{open}{prefix}...{close}")),
            Taken::Likely if open.is_empty() => Some("white space around it".into()),
            Taken::Likely => Some(format!("{open}...{close}")),
        });
        let none = if delimiting.has_wrappers() { "" } else { " (no wrapper)" };
        about.extend(["\n  ", edition.name, ": ", &told.collect::<Vec<_>>().join(", "), none]);
    }
    about
}

const EXAMPLE: &str = "\
Example:
  napkin extract 'See <http://example.com/a/
  long/path> (or http://example.com/b).'

prints

  http://example.com/a/long/path
  http://example.com/b";

impl Run for Extract {
    fn run(self) -> Finished {
        let extracting = self.asked.ready()?;
        let shown = if self.verbose { u64::MAX } else { SHOWN };
        let pen = RefCell::new(Pen::of(Sink::new("").showing(shown)));
        // Without a report, nothing can fail.
        let mut ledger = Ledger::default();
        let paths: Vec<PathBuf> = self.texts.iter().map(PathBuf::from).collect();
        let search = self.options.search();
        let inputs: Box<dyn Iterator<Item = Result<Whole<'_>, Skipped>>> = match search.recursive {
            true if paths.is_empty() => Box::new(Whole::of_paths(&self.options.input, search)),
            true => Box::new(Whole::of_paths(&paths, search)),
            false => Box::new(Whole::all(&self.texts, &self.options.input).into_iter().map(Ok)),
        };
        if !search.recursive {
            report::must_not_be_texts(&self.texts)?;
            report::hint_at_files(&self.texts, "a text");
        }
        for (input, number) in inputs.zip(1..) {
            match input {
                Ok(input) => self.one(&extracting, &input, number, &pen, &mut ledger),
                Err(skipped) => ledger.skip(&skipped, &mut pen.borrow_mut()),
            }
        }
        let mut pen = pen.into_inner();
        let notes = pen.notes();
        if notes > shown {
            let notes = grouped(notes);
            pen.remark(Some(&format!(
                "notes on {notes} of the URIs; first {shown} shown, --verbose for all"
            )));
        }
        let delimiting = Context::of(extracting.edition).delimiting;
        if !self.options.json && !delimiting.has_wrappers() {
            let (title, prefix) = (extracting.edition.title, delimiting.prefix());
            pen.remark(Some(&format!(
                "{title} knows no wrapper around a URI in text: only what follows '{prefix}' is found"
            )));
        }
        pen.remark(ledger.finish(false).ok().flatten().as_deref());
        Ok(pen.finish().exit_code())
    }
}

impl Extract {
    /// Searches one text, and says what of it was not read.
    fn one(
        &self,
        extracting: &Extracting,
        input: &Whole<'_>,
        number: usize,
        pen: &RefCell<Pen>,
        ledger: &mut Ledger,
    ) {
        pen.borrow_mut().begin();
        // Opening the next text may wait for its first bytes.
        pen.borrow_mut().flush();
        let name = input.name(number);
        let places = RefCell::new(Places::default());
        let writing = Writing {
            name: &name,
            edition: extracting.edition,
            json: self.options.json,
            palette: self.options.stdout_palette(),
            verbose: self.verbose,
            stderr: self.options.stderr_palette(),
            lead: self.options.lead(),
            longest: extracting.longest,
            places: self.options.has_places().then_some(&places),
            kept: extracting.kept_in_source(),
            found: Cell::new(0),
        };
        let beginning = RefCell::new(Vec::new());
        let read = input.open_unpacked(self.options.unpack_ratio).and_then(|mut file| {
            let reader = Waiting { reader: &mut file, pen, beginning: &beginning };
            let mut reader = Counting { reader, places: writing.places };
            extracting.read((self.verbose, is_json(input)), &mut reader, |read| {
                pen.borrow_mut().write(|output| match read {
                    Ok(find) => writing.write(output, &find),
                    Err(left_out) => writing.write_left_out(output, &left_out),
                });
            })?;
            Ok(file.fault())
        });
        let mut pen = pen.borrow_mut();
        let found = writing.found.get();
        let beginning = beginning.borrow();
        // An argument is a text, whatever it holds.
        let is_file = !matches!(input, Whole::Argument(_));
        let unread = Unread::of_content(&beginning).filter(|_| found == 0 && is_file);
        match read {
            Ok(fault) => {
                let is_closed = |unread: &Unread| unread.detail().is_some();
                let fault = fault.or_else(|| unread.filter(is_closed).map(Fault::of_type));
                ledger.text(&name, found, fault.as_ref(), unread);
                let is_named = !matches!(input, Whole::Met { .. });
                let kind = Kind::of_content(&beginning);
                if is_named && found == 0 && kind.is_container() {
                    let kind = kind.name();
                    pen.remark(Some(&format!(
                        "{name}: read as text; it is {kind}, which links reads"
                    )));
                }
                if let Some(fault) = fault {
                    pen.faulty(&format!("{name}: {fault}"), is_faulty(&fault, is_named));
                }
            }
            Err(error) => {
                ledger.fail(&name, &error);
                pen.unreadable(&name, &error);
            }
        }
    }
}

/// The endings of the names of files that are JSON, or JSON in lines.
const JSON: [&str; 6] = ["json", "ipynb", "har", "geojson", "jsonl", "ndjson"];

/// Whether the name of a file says that it is JSON, in whose strings URIs are escaped.
fn is_json(input: &Whole<'_>) -> bool {
    let ending = input.path().and_then(Path::extension);
    ending.is_some_and(|ending| JSON.iter().any(|json| ending.eq_ignore_ascii_case(json)))
}

/// The number of first bytes that tell whether a file is text.
const BEGINNING: usize = 4096;

/// Writes the finds before reading blocks, and keeps the first bytes.
struct Waiting<'p, R> {
    reader: R,
    pen: &'p RefCell<Pen>,
    beginning: &'p RefCell<Vec<u8>>,
}

impl<R: Read> Read for Waiting<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.pen.borrow_mut().flush();
        let read = self.reader.read(buffer)?;
        let mut beginning = self.beginning.borrow_mut();
        let missing = BEGINNING.saturating_sub(beginning.len()).min(read);
        beginning.extend_from_slice(buffer.get(..missing).unwrap_or_default());
        Ok(read)
    }
}

/// Writes the finds of one input.
struct Writing<'t> {
    name: &'t str,
    edition: &'static Edition,
    json: bool,
    palette: Palette,
    /// Whether all notes are shown, also those of text that is left out of a URI.
    verbose: bool,
    /// The colours of messages on standard error.
    stderr: Palette,
    lead: Lead,
    /// The longest URI to look for, in bytes.
    longest: usize,
    places: Option<&'t RefCell<Places>>,
    /// The length of the tail in which another find may begin.
    kept: usize,
    /// The number of URIs found so far.
    found: Cell<u64>,
}

impl Writing<'_> {
    fn write(&self, output: &mut Output, find: &Find<'_>) {
        output.tally.fine += 1;
        self.found.set(self.found.get() + 1);
        let place = self.place(find.start);
        if let Some(places) = self.places {
            places.borrow_mut().keep(self.kept);
        }
        output.stdout(|out| {
            if self.json {
                push_json(out, &Found::new(self.name, self.edition, find).at(place));
            } else {
                let mut text = Text::new(out, self.palette, false);
                self.lead.write(&mut text, self.name, place);
                text.push_result(find.uri.as_bytes());
                text.end_line();
            }
        });
        if !self.json {
            self.tell_doubts(output, find, place);
        }
    }

    /// Says how else the text can be read, and what was guessed.
    fn tell_doubts(&self, output: &mut Output, find: &Find<'_>, place: Option<Place>) {
        let readings = find.alternatives.iter().map(|alternative| format!("or {alternative}"));
        let guess = find.heuristic.map(|heuristic| format!("guessed: {heuristic}"));
        let goes_on = find.goes_on.map(|goes_on| match goes_on {
            GoesOn::Behind(character) => {
                format!("it ends before '{character}', which no URI has; a longer one may be meant")
            }
            _ => "it may go on in the next line; --wrapped joins them".into(),
        });
        let slip = notes::slip(&find.uri, self.edition).map(|slip| {
            let meant =
                slip.mends().first().map(|first| format!("; perhaps {} is meant", first.uri));
            format!("{}{}", slip.message(), meant.unwrap_or_default())
        });
        let doubts: Vec<_> = readings.chain(guess).chain(goes_on).chain(slip).collect();
        if doubts.is_empty() {
            return;
        }
        let doubts = Failure::new("doubt", "", format!("note: {}", doubts.join("; "))).as_note();
        let shown = if self.verbose { u64::MAX } else { SHOWN };
        output.message(Message::Note, shown, |out| {
            let place = self.words(place, find.start);
            failure::tell(
                &doubts,
                out,
                Origin::Place(&place),
                Some(find.uri.as_bytes()),
                self.stderr,
            );
        });
    }

    /// A place in words, for messages.
    fn words(&self, place: Option<Place>, start: u64) -> String {
        match place {
            Some((line, column)) => format!("{}:{line}:{column}", self.name),
            None => format!("{}: byte {start}", self.name),
        }
    }

    fn place(&self, start: u64) -> Option<Place> {
        let start = usize::try_from(start).ok()?;
        self.places?.borrow().find(start)
    }

    /// Says where a text is left out and why: without `--verbose`, where a URL with `//` is not valid.
    fn write_left_out(&self, output: &mut Output, left_out: &LeftOut<'_>) {
        let LeftOut { raw, start, reason, .. } = *left_out;
        let is_url = memchr::memmem::find(raw, b"://").is_some();
        if !self.verbose {
            if let Reason::Invalid(error) = reason
                && is_url
                && !self.json
            {
                let place = self.words(self.place(start), start);
                let failure = Failure::refused(error, raw).of("left out").as_note();
                output.message(Message::Note, SHOWN, |out| {
                    let origin = Origin::Place(&place);
                    failure::tell(&failure, out, origin, Some(raw), self.stderr);
                });
            }
            return;
        }
        let place = self.words(self.place(start), start);
        let failure = match reason {
            Reason::Invalid(error) => Failure::refused(error, raw),
            Reason::TooLong => {
                let longest = grouped(self.longest as u64);
                let message = format!("longer than {longest} bytes; --longest sets the limit");
                Failure::new(reason.name(), "", message)
            }
            Reason::UnknownScheme => {
                let message = format!("{reason}; --any-scheme takes every scheme");
                Failure::new(reason.name(), "", message)
            }
            _ => Failure::new(reason.name(), "", reason.to_string()),
        };
        let origin = Origin::Place(&place);
        output.stderr(|out| failure::tell(&failure, out, origin, Some(raw), self.stderr));
    }
}
