//! `typed`: references as people type them.

use clap::Args;
use napkin::{Edition, ParseError};
use napkin_answers::Failure;
use napkin_context::{Context, Extractor, NotCompleted};
use serde::Serialize;

use super::{Finished, Run};
use crate::edition::SyntaxOption;
use crate::options::{Inputs, Options};
use crate::report::{self, Answer, PerInput};
use crate::text::Text;

/// Read references as people type them
///
/// Removes brackets or quotes around them, the prefix 'URL:' and all white space. With
/// --suffix a host name without a scheme is completed by guessing, and the result names the guess.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Typed {
    /// Complete what has no scheme, such as 'www.example.com'
    #[arg(long)]
    suffix: bool,

    /// With --suffix, the base URI of the place where it was typed; text without a scheme is then a relative reference,
    /// and is not completed
    #[arg(long, value_name = "URI", requires = "suffix")]
    base: Option<String>,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    edition: SyntaxOption,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  napkin typed ' <URL:http://example.com/ a> ' ' ../b '

prints

  http://example.com/a
  ../b";

impl Run for Typed {
    fn run(self) -> Finished {
        let edition = self.edition.syntax("typed")?;
        let reading = Reading {
            extractor: Extractor::new(edition),
            edition,
            completes: self.suffix,
            base: self.base,
        };
        let texts = &self.inputs.texts;
        Ok(report::run(&self.options, Some(edition), texts, &reading).exit_code())
    }
}

struct Reading {
    extractor: Extractor,
    edition: &'static Edition,
    completes: bool,
    base: Option<String>,
}

impl PerInput for Reading {
    type Answer<'a> = Read<'a>;

    fn answer<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Read<'a>, Failure<'a>> {
        if self.completes {
            let completed = self.extractor.complete(input, self.base.as_deref());
            let completed = completed.map_err(|error| self.not_completed(error))?;
            let heuristic = completed.heuristic.map(napkin_context::Heuristic::name);
            return Ok(Read { uri: completed.uri, heuristic, note: None });
        }
        let cleaned = self.extractor.cleaned(input);
        match self.edition.parse_bytes(napkin::Start::UriReference, &cleaned) {
            Ok(uri) => {
                // Places refer to the input, if nothing was removed from it.
                let note = if input == cleaned { Failure::note(uri, input) } else { None };
                Ok(Read { uri: uri.as_str().into(), heuristic: None, note })
            }
            Err(error) => Err(refused(error, input, cleaned)),
        }
    }
}

impl Reading {
    fn not_completed<'a>(&self, error: NotCompleted) -> Failure<'a> {
        let (title, section) = match Context::of(self.edition).suffixes {
            Some(section) => (self.edition.title, section),
            None => (self.edition.title, self.edition.sections.relative),
        };
        Failure::new(error.name(), section, format!("{error} ({title} section {section})"))
    }
}

/// The error refers to the input, if nothing was removed from it.
fn refused(error: ParseError, input: &[u8], cleaned: Vec<u8>) -> Failure<'_> {
    if input == cleaned {
        Failure::refused(error, input).or_scp(input)
    } else {
        Failure::refused(error, cleaned).of("what is left")
    }
}

#[derive(Serialize)]
struct Read<'a> {
    uri: String,
    heuristic: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<Failure<'a>>,
}

impl Answer for Read<'_> {
    const IS_LINE: bool = true;

    fn write(&self, text: &mut Text<'_>) {
        text.push_result(self.uri.as_bytes());
        if let Some(heuristic) = self.heuristic {
            text.push_raw(b"\t");
            text.styled(text.palette.faint, &format!("guessed: {heuristic}"));
        }
        text.end_line();
    }

    fn remark(&self) -> Option<&Failure<'_>> {
        self.note.as_ref()
    }
}
