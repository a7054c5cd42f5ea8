//! The files of directory trees in the order of their names, except hidden files and files that `.gitignore`
//! excludes.
//!
//! A tree comes from anywhere, an unpacked archive for instance, and nothing in it may stop the search: opening a FIFO
//! waits for a writer, and a device may have no end. So only files are opened. Everything else is passed over with a
//! line on standard error, and the exit status stays. A path that the user names is read whatever it is.

mod open;
mod rules;

use std::collections::HashSet;
use std::fmt;
use std::fs::{self, FileType};
use std::io::ErrorKind;
use std::iter;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ignore::{DirEntry, Error, WalkBuilder};

use crate::terminal::text::shown_path;

pub(crate) use open::open;

/// How directories are searched.
#[derive(Clone, Copy, Default)]
pub(crate) struct Search {
    /// Whether the files in a directory are read when the directory is named.
    pub(crate) recursive: bool,
    /// Whether symbolic links to directories are followed; each directory is searched once.
    pub(crate) follow: bool,
}

/// A file to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// A path that the user named.
    Named(PathBuf),
    /// A file of a directory.
    Met {
        path: PathBuf,
        /// Its path in the directory that was named.
        inside: PathBuf,
    },
}

/// A path whose content is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Skipped {
    /// The path, as it is shown.
    pub(crate) path: String,
    /// Why it is not read, in words.
    pub(crate) reason: String,
    /// Whether the operating system failed; otherwise it holds nothing to read.
    pub(crate) has_failed: bool,
}

impl Skipped {
    fn passed_over(path: &Path, what: &str) -> Self {
        Self { has_failed: false, ..Self::failed(path, format!("passed over: it is {what}")) }
    }

    fn failed(path: &Path, reason: String) -> Self {
        Self { path: shown_path(&plain(path)), reason, has_failed: true }
    }
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.path.is_empty() { "" } else { ": " };
        write!(f, "{}{separator}{}", self.path, self.reason)
    }
}

/// The files for a list of paths: with `recursive`, a directory becomes the files in it. What is not read has its
/// place among them.
pub(crate) fn files(
    paths: &[PathBuf],
    search: Search,
) -> impl Iterator<Item = Result<Found, Skipped>> + use<> {
    let is_here = paths.is_empty() && search.recursive;
    let paths = if is_here { vec![PathBuf::from(".")] } else { paths.to_vec() };
    let seen = search.follow.then(Seen::default);
    paths.into_iter().flat_map(move |path| {
        let is_searched = search.recursive && path.is_dir();
        let within = is_searched.then(|| within(&path, seen.clone()));
        let named = (!is_searched).then_some(Ok(Found::Named(path)));
        within.into_iter().flatten().chain(named)
    })
}

/// The directories that were searched, each by its path without symbolic links; kept only if those are followed.
type Seen = Arc<Mutex<HashSet<PathBuf>>>;

/// The files of one directory.
fn within(
    directory: &Path,
    seen: Option<Seen>,
) -> Box<dyn Iterator<Item = Result<Found, Skipped>>> {
    let above = fs::canonicalize(directory);
    let above = above.iter().flat_map(|path| path.ancestors()).find_map(rules::unreadable);
    let unread = rules::unreadable_everywhere(directory).or(above);
    if let Some(unread) = unread.or_else(|| searched_before(directory, seen.as_ref())) {
        return Box::new(iter::once(Err(unread)));
    }
    // The walk reports the entries that the filter refuses.
    let refused = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&refused);
    let mut walk = WalkBuilder::new(directory)
        .require_git(false)
        .follow_links(seen.is_some())
        .sort_by_file_name(std::ffi::OsStr::cmp)
        .filter_entry(move |entry| {
            let is_directory = entry.file_type().is_some_and(|kind| kind.is_dir());
            let unread = is_directory.then(|| {
                let path = entry.path();
                rules::unreadable(path).or_else(|| searched_before(path, seen.as_ref()))
            });
            let unread = unread.flatten();
            let is_entered = unread.is_none();
            refused.lock().unwrap_or_else(PoisonError::into_inner).extend(unread);
            is_entered
        })
        .build();
    let root = directory.to_owned();
    let found = iter::from_fn(move || {
        let entry = walk.next();
        let refused = mem::take(&mut *told.lock().unwrap_or_else(PoisonError::into_inner));
        let is_end = entry.is_none() && refused.is_empty();
        let refused = refused.into_iter().map(Err);
        (!is_end).then(|| refused.chain(entry.and_then(|entry| judged(entry, &root))))
    });
    Box::new(found.flatten())
}

/// The message that a directory was searched before, under another name.
fn searched_before(directory: &Path, seen: Option<&Seen>) -> Option<Skipped> {
    let real = fs::canonicalize(directory).ok()?;
    let is_new = seen?.lock().unwrap_or_else(PoisonError::into_inner).insert(real);
    (!is_new).then(|| Skipped::passed_over(directory, "a directory that was searched before"))
}

/// What an entry of a directory is to the search; nothing for a directory, whose files follow.
fn judged(entry: Result<DirEntry, Error>, root: &Path) -> Option<Result<Found, Skipped>> {
    let entry = match entry {
        Ok(entry) => entry,
        Err(error) => return Some(Err(failed(&error))),
    };
    let path = plain(entry.path());
    let kind = entry.file_type()?;
    if kind.is_dir() {
        return None;
    }
    let what = if kind.is_symlink() { led_to(&path) } else { other_than_file(kind) };
    if let Some(what) = what {
        return Some(Err(Skipped::passed_over(&path, what)));
    }
    let inside = entry.path().strip_prefix(root).unwrap_or(&path).to_owned();
    Some(Ok(Found::Met { path, inside }))
}

/// The words for what a symbolic link leads to, unless it is a file, or cannot be told.
fn led_to(link: &Path) -> Option<&'static str> {
    match fs::metadata(link) {
        Ok(target) if target.is_dir() => {
            Some("a symbolic link to a directory; --follow searches it")
        }
        Ok(target) => other_than_file(target.file_type()),
        Err(error) if error.kind() == ErrorKind::NotFound => Some("a symbolic link to nothing"),
        Err(error) if open::is_cycle(&error) => Some("a symbolic link that leads to itself"),
        // Opening it gives the message.
        Err(_) => None,
    }
}

/// The words for anything that is neither a file nor a directory.
fn other_than_file(kind: FileType) -> Option<&'static str> {
    (!kind.is_file()).then(|| open::kind_in_words(kind))
}

/// The message about an entry that the walk could not look at.
fn failed(error: &Error) -> Skipped {
    match error {
        Error::WithDepth { err, .. } => failed(err),
        Error::Loop { ancestor, child } => {
            let what = format!("a symbolic link back to {}", shown_path(&plain(ancestor)));
            Skipped::passed_over(child, &what)
        }
        // A link that could not be followed.
        Error::WithPath { path, err } => match led_to(path).filter(|_| path.is_symlink()) {
            Some(what) => Skipped::passed_over(path, what),
            None => Skipped::failed(path, err.to_string()),
        },
        _ => Skipped::failed(Path::new(""), error.to_string()),
    }
}

/// A path without a leading `.` for the current directory.
fn plain(path: &Path) -> PathBuf {
    match path.strip_prefix(".") {
        Ok(inside) if !inside.as_os_str().is_empty() => inside.to_owned(),
        _ => path.to_owned(),
    }
}
