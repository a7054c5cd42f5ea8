//! Files of a tree: those of directories, in the order of their names, but what `.gitignore` leaves out and what is
//! hidden.

use std::path::{Path, PathBuf};

use ignore::WalkBuilder;

/// The files that some paths stand for: with `recursive` a directory for the files in it, else each for itself. What
/// cannot be read is an error in its place.
pub(crate) fn files(
    paths: &[PathBuf],
    recursive: bool,
) -> impl Iterator<Item = Result<PathBuf, String>> {
    let here = [PathBuf::from(".")];
    let paths = if paths.is_empty() && recursive { here.to_vec() } else { paths.to_vec() };
    paths.into_iter().flat_map(move |path| {
        if recursive && path.is_dir() { within(&path) } else { vec![Ok(path)] }
    })
}

fn within(directory: &Path) -> Vec<Result<PathBuf, String>> {
    let walk = WalkBuilder::new(directory)
        .require_git(false)
        .sort_by_file_name(std::ffi::OsStr::cmp)
        .build();
    let files = walk.filter_map(|entry| match entry {
        Ok(entry) if entry.file_type().is_none_or(|kind| kind.is_dir()) => None,
        Ok(entry) => Some(Ok(plain(entry.path()))),
        Err(error) => Some(Err(error.to_string())),
    });
    files.collect()
}

/// A path without the dot that stands for here.
fn plain(path: &Path) -> PathBuf {
    path.strip_prefix(".").unwrap_or(path).to_owned()
}
