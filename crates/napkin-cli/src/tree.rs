//! The files of directory trees in the order of their names, except hidden files and files that `.gitignore`
//! excludes.

use std::path::{Path, PathBuf};

use ignore::WalkBuilder;

/// The files for a list of paths: with `recursive`, a directory becomes the files in it. An unreadable entry
/// becomes an error in its place.
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

/// A path without a leading `.` for the current directory.
fn plain(path: &Path) -> PathBuf {
    path.strip_prefix(".").unwrap_or(path).to_owned()
}
