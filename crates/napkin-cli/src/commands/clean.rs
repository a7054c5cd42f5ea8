//! `clean`: the URIs of a messy list, one a line.

use clap::Args;
use napkin_answers::Failure;
use napkin_answers::clean::{self, Cleaned};
use napkin_answers::question::Ask;

use super::{Finished, Run};
use crate::input::options::{Inputs, Options};
use crate::output::columns::Column;
use crate::run::question::{Asked, about, summary};
use crate::run::report::{self, Answer};
use crate::terminal::text::Text;

// Its help is that of the question.
#[derive(Args)]
#[command(
    about = summary::<clean::Clean>(),
    long_about = about::<clean::Clean>(),
    after_help = EXAMPLE
)]
pub(crate) struct Clean {
    #[command(flatten)]
    asked: Asked<clean::Clean>,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  printf '1. <http://example.com/a>,\\n\\n- hxxp://example[.]org/b\\n' | napkin clean

prints

  http://example.com/a
  http://example.org/b
  napkin: <stdin>:3: note: guessed: defanged, or in another spelling
    - hxxp://example[.]org/b";

impl Run for Clean {
    fn run(self) -> Finished {
        report::must_not_be_files(&self.inputs.texts, false)?;
        let ready = self.asked.ready()?;
        let standard = ready.standard();
        // A line that the output lacks is reported on standard error, however many there are.
        let options = self.options.with_all_errors();
        Ok(report::run(&options, standard, &self.inputs.texts, &ready).exit_code())
    }
}

impl Answer for Cleaned<'_> {
    const COLUMNS: &'static [Column] =
        &[("uri", &["uri"]), ("identity", &["identity"]), ("changed", &["changed"])];

    const ROWS: Option<&'static str> = Some("cleaned");

    const VALUE: Option<&'static str> = Some("uris");

    fn write(&self, text: &mut Text<'_>) {
        for uri in &self.uris {
            text.push_result(uri.as_bytes());
            text.end_line();
        }
    }

    fn remark(&self) -> Option<&Failure<'_>> {
        self.note.as_ref()
    }
}
