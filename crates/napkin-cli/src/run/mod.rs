//! What a command is: something that runs once, with its options, and ends with an exit code. Most go over inputs in one of
//! three shapes:
//!
//! | what goes in and out | shape | an example |
//! | --- | --- | --- |
//! | a line, and an answer to each: a list of URIs | [`report::PerInput`]; a question of `napkin_answers` gets it by [`question::One`] | `resolve`, `get` |
//! | lines, folded into one result, or an output for each that depends on those before it | [`pipeline::Work`], whose results are folded in the order of the lines; [`seen`] is the set of earlier ones | `dedupe` |
//! | a text or a document, and many answers with their places | [`whole::Pen`] for texts; for documents, [`documents`](crate::documents) | `extract`, `links` |
//!
//! A command without inputs (`schemes`, `compose`) has none of them and writes to [`output`](crate::output) at once.

pub(crate) mod edition;
pub(crate) mod pipeline;
pub(crate) mod profile;
pub(crate) mod seen;
pub(crate) mod report;
pub(crate) mod question;
pub(crate) mod whole;

use crate::help::usage::WrongUsage;
use crate::terminal::exit::ExitCode;

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
