//! From a command and its inputs to what is printed: one result for every input.
//!
//! A command says what it answers; this module puts the answer into its JSON envelope or asks it for
//! text, and does the same with failures.

use std::borrow::Cow;
use std::ffi::OsString;
use std::mem;

use base64::display::Base64Display;
use base64::engine::general_purpose::{GeneralPurpose, STANDARD};
use napkin::{Edition, LineCount, Lines};
use serde::{Serialize, Serializer};

use crate::failure::Failure;
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
            let edition = self.edition.map(|edition| edition.name);
            output.stdout(|out| match &answer {
                Ok(answer) => push_json(out, &Answered { input: input.into(), edition, answer }),
                Err(error) => push_json(out, &Failed { input: input.into(), error }),
            });
            return;
        }
        if let Ok(answer) = &answer {
            output.stdout(|out| {
                answer.write(&mut Text::new(out, self.stdout, origin.is_first()));
            });
        }
        let failure = match &answer {
            Ok(answer) => answer.remark(),
            Err(failure) => Some(failure),
        };
        if let Some(failure) = failure {
            output.stderr(|out| failure.tell(out, origin, self.stderr));
        }
    }
}

/// Writes one line of JSON.
pub(crate) fn push_json(out: &mut Vec<u8>, value: &impl Serialize) {
    // Writing to memory cannot fail, and every key is text.
    let _ = serde_json::to_writer(&mut *out, value);
    out.push(b'\n');
}

#[derive(Serialize)]
struct Answered<'a, A> {
    #[serde(flatten)]
    input: Input<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    edition: Option<&'static str>,
    #[serde(flatten)]
    answer: &'a A,
}

#[derive(Serialize)]
struct Failed<'a> {
    #[serde(flatten)]
    input: Input<'a>,
    error: &'a Failure<'a>,
}

/// An input: its text, and its bytes if they are not the UTF-8 of the text.
#[derive(Serialize)]
struct Input<'a> {
    input: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    input_base64: Option<Base64<'a>>,
}

impl<'a> From<&'a [u8]> for Input<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        let (input, input_base64) = text_and_bytes(bytes);
        Self { input, input_base64 }
    }
}

/// Bytes as text with U+FFFD for what is not UTF-8, and then the bytes too.
pub(crate) fn text_and_bytes(bytes: &[u8]) -> (Cow<'_, str>, Option<Base64<'_>>) {
    match str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), None),
        Err(_) => (String::from_utf8_lossy(bytes), Some(Base64(bytes))),
    }
}

/// Bytes that serialize as base64.
pub(crate) struct Base64<'a>(&'a [u8]);

impl Serialize for Base64<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&Base64Display::<GeneralPurpose>::new(self.0, &STANDARD))
    }
}
