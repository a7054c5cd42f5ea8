//! A file that takes the place of another: whole or not at all.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use tempfile::NamedTempFile;

/// A file that is written beside another one, with its permissions, and renamed to that once it is on the disk. What reads or fails
/// meanwhile has the old file.
pub(crate) struct Replacement<'p> {
    path: &'p Path,
    /// What is written; `None` while it has what the old file has.
    beside: Option<NamedTempFile>,
    /// The number of bytes that are the same before it.
    same: u64,
}

impl<'p> Replacement<'p> {
    /// The replacement of a file, with nothing yet.
    pub(crate) const fn new(path: &'p Path) -> Self {
        Self { path, beside: None, same: 0 }
    }

    /// Adds bytes, which may be other ones than those of the old file.
    ///
    /// # Errors
    ///
    /// If the old file is a symbolic link or no file, or the operating system fails.
    pub(crate) fn write(&mut self, bytes: &[u8], is_changed: bool) -> io::Result<()> {
        let beside = match &mut self.beside {
            Some(beside) => beside,
            None if !is_changed => {
                self.same += bytes.len() as u64;
                return Ok(());
            }
            None => {
                let beside = beside(self.path, self.same)?;
                self.beside.insert(beside)
            }
        };
        beside.write_all(bytes)
    }

    /// Puts the file in the place of the old one, if something changed.
    ///
    /// # Errors
    ///
    /// If the operating system fails; then the old file is as it was.
    pub(crate) fn finish(self) -> io::Result<()> {
        let Some(beside) = self.beside else { return Ok(()) };
        beside.as_file().set_permissions(fs::symlink_metadata(self.path)?.permissions())?;
        beside.as_file().sync_all()?;
        beside.persist(self.path).map_err(|error| error.error)?;
        // The name is on the disk once its folder is; not every system opens folders.
        if cfg!(unix) { File::open(folder(self.path))?.sync_all() } else { Ok(()) }
    }
}

/// A new file beside another one, with its first bytes.
fn beside(path: &Path, same: u64) -> io::Result<NamedTempFile> {
    if !fs::symlink_metadata(path)?.is_file() {
        let message = "only a file is written, and no symbolic link is followed";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let mut beside = tempfile::Builder::new().prefix(".napkin-").tempfile_in(folder(path))?;
    io::copy(&mut File::open(path)?.take(same), &mut beside)?;
    Ok(beside)
}

fn folder(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}
