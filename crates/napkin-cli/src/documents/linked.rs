//! The links of files and trees, each with its place, for `audit --links` and `check --links`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use napkin::Target;
use napkin_answers::documents::Visit;
use napkin_answers::places::Place;
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
        let Some(input) = ledger.begin(input, pen) else { continue };
        let file = match &input {
            Whole::Met { path, .. } => FileName::of(relative(path)),
            Whole::File(path) => FileName::named(relative(path)),
            Whole::Argument(_) => FileName::of(Path::new(&input.name(1))),
        };
        let name = file.shown.as_str();
        let show = Shown {
            source: name,
            is_met: input.is_met(),
            json: files.json,
            lead: Lead::Place,
            stdout: files.options.stdout_palette(),
            stderr: files.options.stderr_palette(),
        };
        let surroundings = files.surroundings(&input);
        let visit = Visit { surroundings, has_links: true, has_places: true };
        ledger.visit(&input, name, &visit, pen, &mut |pen, visited, found| {
            let document = visited.document;
            match found {
                Found::Document | Found::Unread(_) => {}
                Found::Fault(fault) => pen.write(|output| show.fault(output, document, fault)),
                Found::Link { link, target, .. } => {
                    let linked = Linked {
                        file: &file,
                        place: visited.place(link.start).zip(visited.place(link.end)),
                        is_verbatim: link.end - link.start == link.reference.len(),
                        document,
                        link: &link,
                        target: &target,
                    };
                    take(pen, &linked);
                }
            }
        });
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
