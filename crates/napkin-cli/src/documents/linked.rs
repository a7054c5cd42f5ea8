//! The links of files and trees, each with its place, for `audit --links` and `check --links`.

use std::cell::RefCell;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use napkin::Target;
use napkin_answers::documents;
use napkin_answers::places::{Counting, Place, Places};
use napkin_answers::surroundings::going_by;
use napkin_context::{Document, Found, Link, NoTarget, Surroundings};
use napkin_standards::Standard;

use crate::documents::document::Shown;
use crate::documents::ledger::Ledger;
use crate::documents::sources::file_uri;
use crate::input::options::Options;
use crate::input::tree::Search;
use crate::input::{self, FileName};
use crate::run::whole::{Lead, Pen, Whole};

pub(crate) struct Linked<'l> {
    pub(crate) file: &'l FileName,
    /// The start and end of the reference, if the document is unmodified file content.
    pub(crate) place: Option<(Place, Place)>,
    /// Whether the reference is written without character references of the markup.
    pub(crate) is_verbatim: bool,
    /// The document in the file that has it.
    pub(crate) document: &'l Document<'l>,
    pub(crate) link: &'l Link<'l>,
    pub(crate) target: &'l Result<Target, NoTarget>,
}

/// The files whose links are visited, and how they are read.
pub(crate) struct Files<'f> {
    pub(crate) paths: &'f [OsString],
    pub(crate) search: Search,
    /// The standard of all files, instead of each by that of its format.
    pub(crate) standard: Option<Standard>,
    /// The URI of each path, instead of its own `file:` URI.
    pub(crate) base: Option<&'f str>,
    pub(crate) options: &'f Options,
    /// Whether unread documents are results in JSON; otherwise they are messages.
    pub(crate) json: bool,
}

/// Visits the links of files. An unreadable document is reported and counts as faulty.
pub(crate) fn each(files: &Files<'_>, pen: &mut Pen, take: &mut dyn FnMut(&mut Pen, &Linked<'_>)) {
    let paths: Vec<_> = files.paths.iter().map(PathBuf::from).collect();
    let mut ledger = Ledger::default();
    for input in Whole::of_paths(&paths, files.search) {
        let input = match input {
            Ok(input) => input,
            Err(skipped) => {
                ledger.skip(&skipped, pen);
                continue;
            }
        };
        pen.begin();
        let file = match &input {
            Whole::Met { path, .. } => FileName::of(relative(path)),
            Whole::File(path) => FileName::named(relative(path)),
            Whole::Argument(_) => FileName::of(Path::new(&input.name(1))),
        };
        let name = file.shown.as_str();
        let places = RefCell::new(Places::default());
        let surroundings = files.surroundings(&input);
        let show = Shown {
            source: name,
            is_met: matches!(input, Whole::Met { .. }),
            json: files.json,
            lead: Lead::Place,
            places: Some(&places),
            stdout: files.options.stdout_palette(),
            stderr: files.options.stderr_palette(),
        };
        let mut visit = |document: &Document<'_>, found: Found<'_>| match found {
            Found::Document | Found::Unread(_) => {}
            Found::Fault(fault) => pen.write(|output| show.fault(output, document, fault)),
            Found::Link { link, target, .. } => {
                let place = |at: usize| documents::place(document, at, &places.borrow());
                let linked = Linked {
                    file: &file,
                    place: place(link.start).zip(place(link.end)),
                    is_verbatim: link.end - link.start == link.reference.len(),
                    document,
                    link: &link,
                    target: &target,
                };
                take(pen, &linked);
            }
        };
        let mut sink = |document: &Document<'_>, found: Found<'_>| {
            ledger.enter(name, document, &found);
            documents::drop_passed(document, &places);
            visit(document, found);
        };
        let read = input.open().and_then(|reader| {
            let reader = Counting { reader, places: Some(&places) };
            surroundings.links(reader, &mut sink)
        });
        match read {
            Ok(()) => ledger.end_file(name),
            Err(error) => {
                ledger.fail(name, &error);
                pen.unreadable(name, &error);
            }
        }
    }
    // Without a report, nothing can fail.
    pen.remark(ledger.finish(false).ok().flatten().as_deref());
}

impl Files<'_> {
    fn surroundings(&self, input: &Whole<'_>) -> Surroundings {
        let path = input.path();
        let mut surroundings = going_by(self.standard).expanding(self.options.unpack_ratio);
        if let Some(name) = path.and_then(input::file_name) {
            surroundings = surroundings.of_file_name(name);
        }
        let base = self.base.map(|base| input.uri(base, None).into_owned());
        match base.or_else(|| path.and_then(file_uri)) {
            Some(uri) => surroundings.retrieved_from(uri),
            None => surroundings,
        }
    }
}

/// A path relative to the current directory, which code hosts take for the root of the sources.
fn relative(path: &Path) -> &Path {
    let here = std::env::current_dir().ok();
    here.and_then(|here| path.strip_prefix(here).ok()).unwrap_or(path)
}
