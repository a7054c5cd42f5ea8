//! Whether two names are of one file, so that none that is written is one that is read. Nothing is opened for it, as the crate
//! same-file does, since opening a FIFO waits for whoever writes to it.

use std::path::Path;

/// What tells a file from all others, however it is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity(
    /// The device, and the number of the file there.
    #[cfg(unix)]
    (u64, u64),
    /// The path without links.
    #[cfg(not(unix))]
    std::path::PathBuf,
);

impl Identity {
    /// That of the file with a name, `-` for standard input; `None` if there is none, or if it keeps nothing, as a pipe.
    #[cfg(unix)]
    pub(crate) fn of(path: &Path) -> Option<Self> {
        use std::os::{fd::AsFd, unix::fs::MetadataExt};

        let metadata = if path.as_os_str() == "-" {
            let input = std::io::stdin().as_fd().try_clone_to_owned().ok()?;
            std::fs::File::from(input).metadata().ok()?
        } else {
            std::fs::metadata(path).ok()?
        };
        metadata.is_file().then(|| Self((metadata.dev(), metadata.ino())))
    }

    /// That of the file with a name; `None` if there is none.
    #[cfg(not(unix))]
    pub(crate) fn of(path: &Path) -> Option<Self> {
        path.is_file().then(|| path.canonicalize().ok().map(Self)).flatten()
    }
}
