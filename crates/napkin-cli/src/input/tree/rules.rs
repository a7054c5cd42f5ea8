//! The files that say what a search leaves out. The crate `ignore` opens them whatever they are: a FIFO would stop the
//! search, and a device would fill the memory. A directory with such a file is not searched.

use std::env;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use ignore::gitignore::gitconfig_excludes_path;

use super::open::{kind_in_words, open};
use super::{Skipped, plain};
use crate::terminal::text::shown_path;

/// The length of a path in the files of a repository, at most.
const LONGEST: u64 = 1 << 16;

/// The message that the rules of a directory cannot be read, because one of their files is not a file.
pub(super) fn unreadable(directory: &Path) -> Option<Skipped> {
    let git = directory.join(".git");
    let common = if git.is_file() { common_directory(&git) } else { Ok(Some(git)) };
    let exclude = common.map(|common| common.map(|git| git.join("info/exclude")));
    let fixed = [".ignore", ".gitignore"].map(|name| directory.join(name));
    let wrong = fixed.into_iter().chain(exclude.clone().ok().flatten()).find_map(not_a_file);
    let (path, what) = wrong.or(exclude.err())?;
    Some(not_searched(directory, &path, what))
}

/// The message that a settings file of Git, or the file of rules that it names, cannot be read: these rules hold in all
/// directories.
pub(super) fn unreadable_everywhere(directory: &Path) -> Option<Skipped> {
    let is_set = |path: &OsString| !path.is_empty();
    let variable = |name: &str| env::var_os(name).filter(is_set).map(PathBuf::from);
    let home = env::home_dir();
    let config = variable("XDG_CONFIG_HOME").or_else(|| Some(home.as_ref()?.join(".config")));
    let settings = [
        variable("GIT_CONFIG_GLOBAL"),
        home.map(|home| home.join(".gitconfig")),
        config.map(|config| config.join("git/config")),
        variable("GIT_CONFIG_SYSTEM").or_else(|| Some("/etc/gitconfig".into())),
    ];
    let wrong = settings.into_iter().flatten().find_map(not_a_file);
    // Finding this file reads the ones above.
    let wrong = wrong.or_else(|| gitconfig_excludes_path().and_then(not_a_file));
    wrong.map(|(path, what)| not_searched(directory, &path, what))
}

fn not_searched(directory: &Path, path: &Path, what: &str) -> Skipped {
    let path = shown_path(&plain(path));
    let reason = format!("not searched: {path}, which says what to leave out, is {what}");
    Skipped::failed(directory, reason)
}

/// The null device, which is read as an empty file.
const NULL_DEVICE: &str = "/dev/null";

/// A path and the words for what it is, if reading it may not end: if it is neither a file, a directory, which cannot be read,
/// nor the null device.
fn not_a_file(path: PathBuf) -> Option<(PathBuf, &'static str)> {
    let kind = path.metadata().ok()?.file_type();
    let is_harmless = kind.is_file()
        || kind.is_dir()
        || path.canonicalize().is_ok_and(|path| path == Path::new(NULL_DEVICE));
    (!is_harmless).then(|| (path, kind_in_words(kind)))
}

/// The directory that a working tree shares with others, if its file `.git` names one.
///
/// # Errors
///
/// If it would be read from something that is not a file.
fn common_directory(git: &Path) -> Result<Option<PathBuf>, (PathBuf, &'static str)> {
    let first = first_line(git);
    let Some(own) = first.as_deref().and_then(|line| line.strip_prefix("gitdir: ")) else {
        return Ok(None);
    };
    let commondir = Path::new(own).join("commondir");
    if let Some(wrong) = not_a_file(commondir.clone()) {
        return Err(wrong);
    }
    Ok(first_line(&commondir)
        .map(|line| if line.starts_with('.') { Path::new(own).join(line) } else { line.into() }))
}

fn first_line(path: &Path) -> Option<String> {
    BufReader::new(open(path).ok()?.take(LONGEST)).lines().next()?.ok()
}
