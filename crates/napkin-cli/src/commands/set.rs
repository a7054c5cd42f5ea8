//! `set`: references with some parts changed.

use std::io;

use clap::Args;
use csv::Writer;
use napkin_answers::Failure;
use napkin_answers::question::Ask;
use napkin_answers::set::{self, Changed};
use napkin_schemes::tracking::PARAMETERS;

use super::{Finished, Run};
use crate::input::options::{Inputs, Options};
use crate::output;
use crate::output::columns::Column;
use crate::run::question::{Asked, about, summary};
use crate::run::report::{self, Answer};
use crate::terminal::exit::ExitCode;
use crate::terminal::text::Text;

// Its help is that of the question.
#[derive(Args)]
#[command(
    about = summary::<set::Set>(),
    long_about = about::<set::Set>(),
    after_help = EXAMPLE
)]
pub(crate) struct Set {
    #[command(flatten)]
    asked: Asked<set::Set>,

    /// List the parameters that --strip-tracking removes, with their sources, as CSV; and read no input
    #[arg(long, exclusive = true, help_heading = None)]
    list_tracking: bool,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  napkin set --scheme https --remove port --push-segment 'new file' --set-pair page=2 \\
    'http://example.com:8080/docs?page=1&q=x'

prints

  https://example.com/docs/new%20file?page=2&q=x";

impl Run for Set {
    fn run(self) -> Finished {
        if self.list_tracking {
            output::print(&tracking_parameters().unwrap_or_default());
            return Ok(ExitCode::Well);
        }
        let ready = self.asked.ready()?;
        let standard = ready.standard();
        report::must_not_be_files(&self.inputs.texts, false)?;
        Ok(report::run(&self.options, standard, &self.inputs.texts, &ready).exit_code())
    }
}

/// The list of tracking parameters as CSV. Writing it to memory does not fail.
fn tracking_parameters() -> io::Result<Vec<u8>> {
    let mut csv = Writer::from_writer(Vec::new());
    csv.write_record(["parameter", "platform", "source"])?;
    for known in PARAMETERS {
        csv.write_record([known.parameter, known.platform, known.source])?;
    }
    csv.into_inner().map_err(csv::IntoInnerError::into_error)
}

impl Answer for Changed {
    const IS_LINE: bool = true;

    const COLUMNS: &'static [Column] = &[("uri", &["uri"])];

    fn write(&self, text: &mut Text<'_>) {
        text.push_result(self.uri.as_bytes());
        text.end_line();
    }

    fn remark(&self) -> Option<&Failure<'_>> {
        self.still_invalid.as_ref().or(self.remark.as_ref())
    }
}
