//! Whether links lead to existing files and fragments, without network.

use std::collections::{BTreeSet, HashMap};
use std::io::Read;
use std::path::{Path, PathBuf};

use napkin::{Parts, percent};
use napkin_context::{Kind, LARGEST, RATIO, fragments};

use crate::documents::site::Site;
use crate::input::tree;
use crate::input::{self, path_of};
use crate::terminal::text::shown_path;

/// The result of following a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Leads {
    /// It leads to a file, and to a fragment of it if it has one.
    Here,
    /// Its target is not checked.
    Elsewhere,
    /// It leads to nothing: the kind of the fault, and the fault in words.
    Nowhere(&'static str, String),
}

/// The targets checked so far.
pub(crate) struct Targets {
    /// The directory of paths that begin with a slash.
    root: Option<PathBuf>,
    /// The files of the URI that the user gave.
    site: Site,
    /// The endings of file names that links may lack.
    extensions: Vec<String>,
    /// The fragments of files; `None` for a file whose fragments are unknown.
    files: HashMap<PathBuf, Option<BTreeSet<String>>>,
}

impl Targets {
    pub(crate) fn new(root: Option<PathBuf>, site: Site, extensions: Vec<String>) -> Self {
        Self { root, site, extensions, files: HashMap::new() }
    }

    /// Follows a link, given its reference and its target.
    pub(crate) fn judge(&mut self, reference: &str, target: &str) -> Leads {
        // A target of the URL Standard is not always a URI.
        let target = Parts::split(target);
        let path = self.site.path(&target).or_else(|| self.path(reference, &target));
        let Some(path) = path else { return Leads::Elsewhere };
        let Some(path) = self.served(&path) else {
            let message = format!("there is no file '{}'", shown(&path));
            return Leads::Nowhere("no-file", message);
        };
        let fragment = target.fragment.map(|fragment| {
            String::from_utf8_lossy(&percent::decode(fragment, false).to_bytes()).into_owned()
        });
        match fragment.filter(|fragment| !fragment.is_empty()) {
            Some(fragment) => self.fragment(&path, &fragment),
            None => Leads::Here,
        }
    }

    /// The file that a server sends for a path: of a page `b` it may be `b.html`, or `b/index.html` of a directory. `None` if
    /// there is none.
    fn served(&self, path: &Path) -> Option<PathBuf> {
        let with = |extension: &String| {
            let mut name = path.file_name()?.to_owned();
            name.push(".");
            name.push(extension);
            let (page, index) =
                (path.with_file_name(name), path.join(format!("index.{extension}")));
            [page, index].into_iter().find(|path| path.is_file())
        };
        if path.is_file() {
            return Some(path.to_owned());
        }
        let served = self.extensions.iter().find_map(with);
        served.or_else(|| path.exists().then(|| path.to_owned()))
    }

    /// The file that a target names.
    fn path(&self, reference: &str, target: &Parts<'_>) -> Option<PathBuf> {
        let is_file = target.scheme?.eq_ignore_ascii_case("file");
        let is_local = target
            .authority
            .is_none_or(|host| host.is_empty() || host.eq_ignore_ascii_case("localhost"));
        if !is_file || !is_local {
            return None;
        }
        let path = path_of(percent::decode(target.path, false).to_bytes().into_owned());
        let is_from_root = reference.starts_with('/') && !reference.starts_with("//");
        match self.root.as_ref().filter(|_| is_from_root) {
            Some(root) => Some(root.join(path.strip_prefix("/").ok()?)),
            None => Some(path),
        }
    }

    fn fragment(&mut self, path: &Path, fragment: &str) -> Leads {
        let names = self.files.entry(path.to_owned()).or_insert_with(|| {
            let kind = Kind::of_file_name(&input::file_name(path)?)?;
            fragments(&read(path)?, kind)
        });
        // In HTML, 'top' is the beginning of the document, and text directives search for text.
        let is_known = fragment.eq_ignore_ascii_case("top") || fragment.starts_with(":~:");
        match names {
            Some(names) if !is_known && !names.contains(fragment) => {
                let message = format!("'{}' has no '#{fragment}'", shown(path));
                Leads::Nowhere("no-fragment", message)
            }
            _ => Leads::Here,
        }
    }
}

/// The content of a file; `None` for a FIFO or a device, which would be waited for, and beyond the limit of documents.
fn read(path: &Path) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    let most = LARGEST as u64;
    let file = input::unpacked(Box::new(tree::open(path).ok()?), path, RATIO).ok()?;
    let read = file.take(most + 1).read_to_end(&mut content).ok()?;
    (read as u64 <= most).then_some(content)
}

/// A path relative to the current directory.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    shown_path(path.strip_prefix(here).unwrap_or(path))
}
