//! The files that say what a search leaves out. The crate `ignore` opens them whatever they are: a FIFO would stop the
//! search, and a device would fill the memory. A directory with such a file is not searched.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use super::open::{kind_in_words, open};
use super::{Unread, plain};

/// The length of a path in the files of a repository, at most.
const LONGEST: u64 = 1 << 16;

/// The message that the rules of a directory cannot be read, because one of their files is not a file.
pub(super) fn unreadable(directory: &Path) -> Option<Unread> {
    let git = directory.join(".git");
    let common = if git.is_file() { common_directory(&git) } else { Ok(Some(git)) };
    let exclude = common.map(|common| common.map(|git| git.join("info/exclude")));
    let fixed = [".ignore", ".gitignore"].map(|name| directory.join(name));
    let wrong = fixed.into_iter().chain(exclude.clone().ok().flatten()).find_map(not_a_file);
    let (path, what) = wrong.or(exclude.err())?;
    Some(Unread::Failed(format!(
        "{}: not searched: {}, which says what to leave out, is {what}",
        plain(directory).display(),
        plain(&path).display()
    )))
}

/// A path and the words for what it is, if it exists and is neither a file nor a directory, which cannot be read.
fn not_a_file(path: PathBuf) -> Option<(PathBuf, &'static str)> {
    let kind = path.metadata().ok()?.file_type();
    (!kind.is_file() && !kind.is_dir()).then(|| (path, kind_in_words(kind)))
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
