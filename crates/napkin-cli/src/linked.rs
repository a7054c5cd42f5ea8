//! The links of files and trees, each with its place, for `audit --links` and `check --links`.

use std::cell::RefCell;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use napkin::Target;
use napkin_answers::Standard;
use napkin_answers::places::{Counting, Place, Places};
use napkin_context::{Document, Found, Link, NoTarget, Surroundings};

use crate::document::{file_uri, going_by, is_faulty};
use crate::input;
use crate::ledger::Ledger;
use crate::text::shown_path;
use crate::tree::Search;
use crate::whole::{Pen, Whole};

/// A link in a file.
pub(crate) struct Linked<'l> {
    /// The name of the file in results.
    pub(crate) source: &'l str,
    /// The start and end of the reference, if the document is unmodified file content.
    pub(crate) place: Option<(Place, Place)>,
    /// Whether the reference is written without character references of the markup.
    pub(crate) is_verbatim: bool,
    pub(crate) link: &'l Link<'l>,
    pub(crate) target: &'l Result<Target, NoTarget>,
}

/// Visits the links of files, and of directories as `search` says. Each file's own URI is its base, and each file
/// uses the standard of its format unless one is chosen. An unreadable document is reported and counts as faulty.
pub(crate) fn each(
    paths: &[OsString],
    search: Search,
    standard: Option<Standard>,
    pen: &mut Pen,
    take: &mut dyn FnMut(&mut Pen, &Linked<'_>),
) {
    let paths: Vec<_> = paths.iter().map(PathBuf::from).collect();
    let mut ledger = Ledger::default();
    for input in Whole::of_paths(&paths, search) {
        let input = match input {
            Ok(input) => input,
            Err(unread) => {
                pen.unread(&unread);
                continue;
            }
        };
        pen.begin();
        let name = relative(&input.name(1));
        let places = RefCell::new(Places::default());
        let surroundings = surroundings(input.path(), standard);
        let is_met = matches!(input, Whole::Met { .. });
        let mut visit = |document: &Document<'_>, found: Found<'_>| match found {
            Found::Document | Found::Unread(_) => {}
            Found::Fault(fault) => {
                pen.faulty(&format!("{name}: {fault}"), is_faulty(document, fault, is_met));
            }
            Found::Link { link, target, .. } => {
                let is_in_file = document.record.is_none() && !document.is_unpacked;
                let start = document.start.filter(|_| is_in_file);
                let place = |at: usize| places.borrow().find(start?.checked_add(at)?);
                let linked = Linked {
                    source: &name,
                    place: place(link.start).zip(place(link.end)),
                    is_verbatim: link.end - link.start == link.reference.len(),
                    link: &link,
                    target: &target,
                };
                take(pen, &linked);
            }
        };
        let mut sink = |document: &Document<'_>, found: Found<'_>| {
            ledger.enter(&name, document, &found);
            visit(document, found);
        };
        let read = input.open().and_then(|reader| {
            let reader = Counting { reader, places: Some(&places) };
            surroundings.links(reader, &mut sink)
        });
        if let Err(error) = read {
            ledger.fail(&name, &error);
            pen.unreadable(&name, &error);
        }
    }
    // Without a report, nothing can fail.
    pen.remark(ledger.finish(false).ok().flatten().as_deref());
}

fn surroundings(path: Option<&Path>, standard: Option<Standard>) -> Surroundings {
    let mut surroundings = going_by(standard);
    if let Some(name) = path.and_then(input::file_name) {
        surroundings = surroundings.of_file_name(name);
    }
    match path.and_then(file_uri) {
        Some(uri) => surroundings.retrieved_from(uri),
        None => surroundings,
    }
}

/// A path relative to the current directory, which code hosts take for the root of the sources.
fn relative(name: &str) -> String {
    let here = std::env::current_dir().ok();
    let inside = here.and_then(|here| Some(Path::new(name).strip_prefix(here).ok()?.to_owned()));
    inside.map_or_else(|| name.to_owned(), |path| shown_path(&path))
}
