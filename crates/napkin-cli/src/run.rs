//! What a command is: something that runs once, with its options, and ends with an exit code.

use crate::exit::ExitCode;
use crate::usage::WrongUsage;

pub(crate) type Finished = Result<ExitCode, WrongUsage>;

/// A command: its options, and its execution.
pub(crate) trait Run {
    /// Executes the command.
    ///
    /// # Errors
    ///
    /// If the values of the options contradict each other.
    fn run(self) -> Finished;
}
