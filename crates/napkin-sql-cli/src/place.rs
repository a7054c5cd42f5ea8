//! The destination of an answer: standard output, or a file that keeps its content until the answer is complete.
//!
//! The answer is written to a temporary file beside the destination, synchronized, and finally renamed. Readers
//! find the old file or the new one, and a query may read the file that it replaces. A destination that is not a
//! regular file, such as a pipe, is written directly and never removed.

use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tempfile::NamedTempFile;

use super::failure::Failure;

/// The size of the write buffer.
const BUFFER: usize = 1 << 16;
/// The number of symbolic links after which a cycle is assumed.
const MOST_LINKS: usize = 40;

/// The current temporary file, for code that ends the process.
static BESIDE: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Removes the temporary file, if there is one.
pub(crate) fn forget() {
    if let Ok(Some(path)) = BESIDE.lock().as_deref() {
        let _ = fs::remove_file(path);
    }
}

fn remember(path: Option<&Path>) {
    if let Ok(mut beside) = BESIDE.lock() {
        *beside = path.map(Path::to_owned);
    }
}

pub(crate) type Out = Box<dyn Write + Send>;

pub(crate) enum Destination {
    StandardOutput,
    /// A pipe or a device.
    Special(PathBuf),
    /// A file, with all symbolic links resolved, and the permissions of the one that it replaces.
    File {
        target: PathBuf,
        old: Option<Permissions>,
        beside: Option<NamedTempFile>,
    },
}

impl Destination {
    /// Inspects the destination without changing it.
    pub(crate) fn new(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(Self::StandardOutput) };
        let of_path = |error: io::Error| Failure::of_file(path, &error);
        let target = behind_links(path).map_err(of_path)?;
        let old = match fs::metadata(&target) {
            Ok(old) if old.is_dir() => {
                return Err(of_path(io::ErrorKind::IsADirectory.into()));
            }
            Ok(old) if !old.is_file() => return Ok(Self::Special(target)),
            Ok(old) => Some(old.permissions()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(of_path(error)),
        };
        if old.as_ref().is_some_and(Permissions::readonly) {
            return Err(of_path(io::ErrorKind::PermissionDenied.into()));
        }
        Ok(Self::File { target, old, beside: None })
    }

    /// Opens it for writing.
    pub(crate) fn open(&mut self) -> Result<Out, Failure> {
        let out: Out = match self {
            Self::StandardOutput => Box::new(io::stdout()),
            Self::Special(path) => {
                let opened = File::options().write(true).open(&*path);
                Box::new(opened.map_err(|error| Failure::of_file(path, &error))?)
            }
            Self::File { target, old, beside } => {
                let made = begin(target, old.as_ref());
                let file = made.map_err(|error| Failure::of_file(target, &error))?;
                let out = file.as_file().try_clone();
                let out = out.map_err(|error| Failure::of_file(target, &error))?;
                remember(Some(file.path()));
                *beside = Some(file);
                Box::new(out)
            }
        };
        Ok(Box::new(BufWriter::with_capacity(BUFFER, out)))
    }

    /// Renames the file, once the answer is complete.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let Self::File { target, beside: Some(beside), .. } = self else { return Ok(()) };
        let of_target = |error: io::Error| Failure::of_file(&target, &error);
        beside.as_file().sync_all().map_err(of_target)?;
        beside.persist(&target).map_err(|error| of_target(error.error))?;
        remember(None);
        // The folder holds the name. Not every file system supports synchronizing it.
        if let Ok(folder) = File::open(folder(&target)) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

/// The file that a path leads to, existing or not.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = folder(&path).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// A temporary file beside a file, with the permissions of the one that it replaces.
fn begin(target: &Path, old: Option<&Permissions>) -> io::Result<NamedTempFile> {
    let mut name = tempfile::Builder::new();
    let name = name.prefix(".napkin-sql-").suffix(".tmp");
    #[cfg(unix)]
    let name = {
        use std::os::unix::fs::PermissionsExt;

        name.permissions(fs::Permissions::from_mode(0o666))
    };
    let file = name.tempfile_in(folder(target))?;
    if let Some(old) = old {
        file.as_file().set_permissions(old.clone())?;
    }
    Ok(file)
}
