//! From a command and its inputs to what is printed: one result for every input.
//!
//! A command says what it answers; this module writes the answer as a line of JSON or asks it for text,
//! and does the same with failures.

use std::ffi::OsString;
use std::mem;

use napkin::{Edition, LineCount, Lines};
use napkin_answers::{Failure, envelope};
use serde::Serialize;

use crate::failure;
use crate::input::Origin;
use crate::options::Options;
use crate::output::{Output, Tally};
use crate::pipeline::{self, Work};
use crate::text::{Palette, Text};

/// A command that has an answer for every input by itself.
pub(crate) trait PerInput: Sync {
    /// What it answers.
    type Answer<'a>: Answer
    where
        Self: 'a;

    /// Answers one input.
    ///
    /// `scratch` is memory for new text that the answer borrows; what is in it is of no use.
    ///
    /// # Errors
    ///
    /// What is wrong with the input; told instead of an answer.
    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        scratch: &'a mut String,
    ) -> Result<Self::Answer<'a>, Failure<'a>>;

    /// Whether answers and failures are counted and not shown.
    fn is_silent(&self) -> bool {
        false
    }

    /// Counts many inputs at once, for a silent command that asks no more of them than a rule.
    fn count(&self, _: Lines<'_>) -> Option<LineCount> {
        None
    }
}

/// What a command says of one input; serialized, it is the keys after `"input"` and `"edition"`.
pub(crate) trait Answer: Serialize {
    /// Whether the text of an answer is one line, so that lines of input and of output go together. An
    /// input without an answer then gives an empty line.
    const IS_LINE: bool = false;

    /// Writes it as text, up to the end of a line.
    fn write(&self, text: &mut Text<'_>);

    /// Whether the input counts as faulty, for the exit code.
    fn is_faulty(&self) -> bool {
        false
    }

    /// What to tell beside the text.
    fn remark(&self) -> Option<&Failure<'_>> {
        None
    }
}

/// Runs a command over its inputs and shows what it answers; by an edition, if it goes by one.
pub(crate) fn run<C: PerInput>(
    options: &Options,
    edition: Option<&'static Edition>,
    inputs: &[OsString],
    command: &C,
) -> Tally {
    let report = Report {
        command,
        edition,
        json: options.json,
        stdout: options.stdout_palette(),
        stderr: options.stderr_palette(),
    };
    pipeline::run(options.sources(inputs), options.threads(), "", &report)
}

struct Report<'c, C> {
    command: &'c C,
    edition: Option<&'static Edition>,
    json: bool,
    stdout: Palette,
    stderr: Palette,
}

impl<C: PerInput> Work for Report<'_, C> {
    fn one(&self, input: &[u8], origin: Origin<'_>, output: &mut Output) {
        let mut scratch = mem::take(&mut output.scratch);
        self.answer(input, origin, output, &mut scratch);
        output.scratch = scratch;
    }

    fn count(&self, lines: Lines<'_>) -> Option<LineCount> {
        if self.command.is_silent() { self.command.count(lines) } else { None }
    }
}

impl<C: PerInput> Report<'_, C> {
    fn answer(&self, input: &[u8], origin: Origin<'_>, output: &mut Output, scratch: &mut String) {
        let answer = self.command.answer(input, scratch);
        let fine = answer.as_ref().is_ok_and(|answer| !answer.is_faulty());
        output.tally.fine += u64::from(fine);
        output.tally.faulty += u64::from(!fine);
        if self.command.is_silent() {
            return;
        }
        if self.json {
            output.stdout(|out| envelope::push_line(out, self.edition, input, &answer));
            return;
        }
        if let Ok(answer) = &answer {
            output.stdout(|out| {
                answer.write(&mut Text::new(out, self.stdout, origin.is_first()));
            });
        } else if C::Answer::IS_LINE {
            output.stdout(|out| out.push(b'\n'));
        }
        let failure = match &answer {
            Ok(answer) => answer.remark(),
            Err(failure) => Some(failure),
        };
        if let Some(failure) = failure {
            output.stderr(|out| failure::tell(failure, out, origin, Some(input), self.stderr));
        }
    }
}
