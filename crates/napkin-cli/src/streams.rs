//! Which of the standard streams were closed when the process began.
//!
//! Before `main`, the standard library opens `/dev/null` in place of a stream that is closed. Results would then
//! vanish with the exit code of success, and nothing would be read as if it were an empty input. Only what runs
//! before that can know, so the look at the streams is run by the loader.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

static STDIN_IS_CLOSED: AtomicBool = AtomicBool::new(false);
static STDOUT_IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Looks at the streams. Nothing of Rust runs before it, so it does no more than ask the system for two
/// duplicates; a function with the promise of `ctor(unsafe)` may rely on no thread, no panic hook, no arguments.
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

/// Refuses standard input if it was closed.
///
/// # Errors
///
/// If it was.
pub(crate) fn stdin() -> io::Result<io::Stdin> {
    refuse_if(&STDIN_IS_CLOSED)?;
    Ok(io::stdin())
}

/// Refuses standard output if it was closed.
///
/// # Errors
///
/// If it was.
pub(crate) fn check_stdout() -> io::Result<()> {
    refuse_if(&STDOUT_IS_CLOSED)
}

fn refuse_if(is_closed: &AtomicBool) -> io::Result<()> {
    if is_closed.load(Ordering::Relaxed) {
        return Err(io::Error::other("the stream is closed"));
    }
    Ok(())
}
