//! Opening a file of a tree without ever waiting for it, and the kinds of what is no file.

use std::fs::{File, FileType, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a file that was found in a directory. What has taken its place since, such as a FIFO, is not waited for.
///
/// # Errors
///
/// If it cannot be opened, or is no file.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    // Without it, opening a FIFO waits for a writer. It has no effect on a file.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        libc::O_NONBLOCK | libc::O_NOCTTY,
    );
    let file = options.open(path)?;
    let kind = file.metadata()?.file_type();
    if kind.is_file() {
        return Ok(file);
    }
    Err(io::Error::other(format!("it is {}", kind_in_words(kind))))
}

/// The words for what is no file.
#[cfg(unix)]
pub(super) fn kind_in_words(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match kind {
        _ if kind.is_dir() => "a directory",
        _ if kind.is_fifo() => "a FIFO",
        _ if kind.is_socket() => "a socket",
        _ if kind.is_char_device() || kind.is_block_device() => "a device",
        _ => OTHER,
    }
}

/// The words for what is no file.
#[cfg(not(unix))]
pub(super) fn kind_in_words(kind: FileType) -> &'static str {
    if kind.is_dir() { "a directory" } else { OTHER }
}

const OTHER: &str = "neither a file nor a directory";

/// Whether an error says that symbolic links lead in a circle.
pub(super) fn is_cycle(error: &io::Error) -> bool {
    #[cfg(unix)]
    const CYCLE: Option<i32> = Some(libc::ELOOP);
    #[cfg(not(unix))]
    const CYCLE: Option<i32> = None;
    CYCLE.is_some() && error.raw_os_error() == CYCLE
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::path::Path;
    use std::process::Command;

    use super::open;

    /// A file that has become something else since it was listed.
    #[test]
    fn what_is_no_file_is_refused_and_not_waited_for() {
        let fifo = std::env::temp_dir().join(format!("napkin-open-{}", std::process::id()));
        assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        let opened = open(&fifo);
        std::fs::remove_file(&fifo).unwrap();
        assert_eq!(opened.unwrap_err().to_string(), "it is a FIFO");
        for (path, words) in [("/dev/null", "it is a device"), ("/", "it is a directory")] {
            assert_eq!(open(Path::new(path)).unwrap_err().to_string(), words);
        }
        assert!(open(Path::new("/proc/self/status")).is_ok());
    }
}
