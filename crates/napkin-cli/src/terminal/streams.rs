//! Finds standard streams that were closed when the process began.
//!
//! Before `main`, the standard library opens `/dev/null` in place of a closed stream. Results would then be lost
//! with the exit code of success, and a closed standard input would be read as empty. Only code that runs before
//! the standard library can detect this, so the loader runs the check.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

static STDIN_IS_CLOSED: AtomicBool = AtomicBool::new(false);
static STDOUT_IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Checks the streams. No Rust code runs before it, so it only asks the system for two duplicates; a function
/// marked `ctor(unsafe)` must not rely on threads, a panic hook or arguments.
#[cfg(unix)]
mod before_main {
    use std::io;
    use std::os::fd::{AsFd, BorrowedFd};
    use std::sync::atomic::Ordering;

    use super::{STDIN_IS_CLOSED, STDOUT_IS_CLOSED};

    #[ctor::ctor(unsafe)]
    fn look() {
        let is_closed = |stream: BorrowedFd<'_>| stream.try_clone_to_owned().is_err();
        STDIN_IS_CLOSED.store(is_closed(io::stdin().as_fd()), Ordering::Relaxed);
        STDOUT_IS_CLOSED.store(is_closed(io::stdout().as_fd()), Ordering::Relaxed);
    }
}

/// Standard input.
///
/// # Errors
///
/// If it was closed at the start.
pub(crate) fn stdin() -> io::Result<io::Stdin> {
    refuse_if(&STDIN_IS_CLOSED)?;
    Ok(io::stdin())
}

/// Checks that standard output was open at the start.
///
/// # Errors
///
/// If it was closed.
pub(crate) fn check_stdout() -> io::Result<()> {
    refuse_if(&STDOUT_IS_CLOSED)
}

fn refuse_if(is_closed: &AtomicBool) -> io::Result<()> {
    if is_closed.load(Ordering::Relaxed) {
        return Err(io::Error::other("the stream is closed"));
    }
    Ok(())
}
