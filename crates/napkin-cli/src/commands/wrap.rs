//! `wrap`: URIs written into text so that they can be found there again.

use clap::Args;
use napkin::Edition;
use napkin_answers::Failure;
use napkin_context::{Context, to_text};
use serde::Serialize;

use super::{Finished, Run};
use crate::edition::SyntaxOption;
use crate::options::{Inputs, Options};
use crate::report::{self, Answer, PerInput};
use crate::text::Text;

/// Write URIs for use in text
///
/// Puts around a URI what the edition recommends: '<' and '>', with 'URL:' in RFC 1738 and RFC 1808; 'url:' before
/// it in RFC 1630. With --width a long URI is broken into lines, never after a hyphen; RFC 1630 has no line breaks.
/// 'extract' finds each URI again as it was.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Wrap {
    /// Break lines that would be longer than this
    #[arg(long, value_name = "COLUMNS")]
    width: Option<usize>,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    edition: SyntaxOption,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  napkin wrap --width 24 http://example.com/over/there?name=ferret

prints

  <http://example.com/
  over/there?name=ferret>";

impl Run for Wrap {
    fn run(self) -> Finished {
        let edition = self.edition.syntax("wrap")?;
        let wrapping = Wrapping { edition, width: self.width.unwrap_or(usize::MAX) };
        let texts = &self.inputs.texts;
        Ok(report::run(&self.options, Some(edition), texts, &wrapping).exit_code())
    }
}

struct Wrapping {
    edition: &'static Edition,
    width: usize,
}

impl PerInput for Wrapping {
    type Answer<'a> = Wrapped;

    fn answer<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Wrapped, Failure<'a>> {
        let reference = self.edition.parse_bytes(napkin::Start::UriReference, input);
        let reference = reference.map_err(|error| Failure::refused(error, input))?;
        let text = to_text(reference, self.width).ok_or_else(|| {
            let (title, section) =
                (self.edition.title, Context::of(self.edition).delimiting.section);
            let what = "readers of text would not find this reference";
            Failure::new("not-findable", section, format!("{what} ({title} section {section})"))
        })?;
        Ok(Wrapped { text })
    }
}

#[derive(Serialize)]
struct Wrapped {
    text: String,
}

impl Answer for Wrapped {
    fn write(&self, text: &mut Text<'_>) {
        for line in self.text.lines() {
            text.push_result(line.as_bytes());
            text.end_line();
        }
    }
}
