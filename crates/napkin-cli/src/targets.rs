//! Whether links lead to files and fragments that exist, without network.

use std::collections::{BTreeSet, HashMap};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use napkin::{Parts, percent};
use napkin_context::{Kind, fragments};

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Leads {
    /// To a file, and to a fragment of it if it has one.
    Here,
    /// To somewhere that is not looked at.
    Elsewhere,
    /// To nothing: the kind of the fault, and the fault in words.
    Nowhere(&'static str, String),
}

/// The targets that were looked at.
pub(crate) struct Targets {
    /// What a path that begins with a slash begins at.
    root: Option<PathBuf>,
    /// The fragments of files; nothing for a file whose fragments nobody knows.
    files: HashMap<PathBuf, Option<BTreeSet<String>>>,
}

impl Targets {
    pub(crate) fn new(root: Option<PathBuf>) -> Self {
        Self { root, files: HashMap::new() }
    }

    /// Where a link leads, by its reference and its target.
    pub(crate) fn judge(&mut self, reference: &str, target: &str) -> Leads {
        // What the URL Standard makes of a reference is not always a URI.
        let target = Parts::split(target);
        let Some(path) = self.path(reference, &target) else { return Leads::Elsewhere };
        if !path.exists() {
            let message = format!("there is no file '{}'", shown(&path));
            return Leads::Nowhere("no-file", message);
        }
        let fragment = target.fragment.map(|fragment| {
            String::from_utf8_lossy(&percent::decode(fragment, false).to_bytes()).into_owned()
        });
        match fragment.filter(|fragment| !fragment.is_empty()) {
            Some(fragment) => self.fragment(&path, &fragment),
            None => Leads::Here,
        }
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
        let path = path_of(target.path);
        let is_from_root = reference.starts_with('/') && !reference.starts_with("//");
        match self.root.as_ref().filter(|_| is_from_root) {
            Some(root) => Some(root.join(path.strip_prefix("/").ok()?)),
            None => Some(path),
        }
    }

    fn fragment(&mut self, path: &Path, fragment: &str) -> Leads {
        let names = self.files.entry(path.to_owned()).or_insert_with(|| {
            let kind = path.file_name()?.to_str().and_then(Kind::of_file_name)?;
            fragments(&fs::read(path).ok()?, kind)
        });
        // HTML takes 'top' for the beginning of the document, and text directives find text.
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

/// A path as people know it: from here.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(here).unwrap_or(path).display().to_string()
}

/// The path of a `file:` URI, decoded.
fn path_of(path: &str) -> PathBuf {
    let decoded = percent::decode(path, false).to_bytes().into_owned();
    PathBuf::from(system_text(decoded))
}

#[cfg(unix)]
fn system_text(bytes: Vec<u8>) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes)
}

#[cfg(not(unix))]
fn system_text(bytes: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&bytes).trim_start_matches('/').into()
}
