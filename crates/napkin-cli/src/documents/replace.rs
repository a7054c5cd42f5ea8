//! A file that takes the place of another: whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file beside another one, with its permissions, and renames it to that once it is on the disk. What reads or fails
/// meanwhile has the old file.
///
/// # Errors
///
/// If it is a symbolic link or no file, or the operating system fails; then the old file is as it was.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let old = fs::symlink_metadata(path)?;
    if !old.is_file() {
        let message = "only a file is written, and no symbolic link is followed";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let mut beside = tempfile::Builder::new().prefix(".napkin-").tempfile_in(folder)?;
    beside.write_all(bytes)?;
    beside.as_file().set_permissions(old.permissions())?;
    beside.as_file().sync_all()?;
    beside.persist(path).map_err(|error| error.error)?;
    // The name is on the disk once its folder is; not every system opens folders.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
