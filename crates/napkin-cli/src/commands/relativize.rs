//! `relativize`: the shortest reference that resolves to a URI.

use std::ffi::OsString;

use clap::Args;
use napkin_answers::Failure;
use napkin_answers::base::Base;
use napkin_answers::relativize::{Relativized, Relativizing};

use super::{Finished, Run};
use crate::edition::EditionOption;
use crate::options::{Inputs, Options};
use crate::report::{self, Answer, PerInput};
use crate::text::Text;

/// Find the shortest reference that resolves to a URI
///
/// Each reference is checked by resolving it. If no reference is shorter, the result is the URI itself.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Relativize {
    /// The base URI; its fragment is dropped
    #[arg(long, value_name = "URI")]
    base: OsString,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    edition: EditionOption,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  napkin relativize --base http://a/b/c/d http://a/b/g http://a/b/c/d?y

prints

  ../g
  ?y";

impl Run for Relativize {
    fn run(self) -> Finished {
        let standard = self.edition.get();
        Relativizing::check(standard)?;
        let base = Base::new(self.base.into_encoded_bytes(), standard).judged();
        let texts = &self.inputs.texts;
        let relativizing = Relativizing { base };
        Ok(report::run(&self.options, Some(standard), texts, &relativizing).exit_code())
    }
}

impl PerInput for Relativizing {
    type Answer<'a> = Relativized<'a>;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        _: &'a mut String,
    ) -> Result<Relativized<'a>, Failure<'a>> {
        Relativizing::answer(self, input)
    }
}

impl Answer for Relativized<'_> {
    const IS_LINE: bool = true;

    fn write(&self, text: &mut Text<'_>) {
        text.push_result(self.reference.as_bytes());
        text.end_line();
    }

    fn remark(&self) -> Option<&Failure<'_>> {
        self.note.as_ref().map(|note| &note.words)
    }
}
