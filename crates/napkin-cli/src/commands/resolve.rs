//! `resolve`: from references to their target URIs.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use napkin::Excess;
use napkin_answers::Failure;
use napkin_answers::base::{Base, told};
use napkin_answers::resolve::{Choices, Resolved, Resolving};

use super::{Finished, Run};
use crate::edition::EditionOption;
use crate::options::{Inputs, Options};
use crate::report::{self, Answer, PerInput};
use crate::text::Text;

/// Resolve references against a base
///
/// In some editions a reference can mean the current document; the result then says so instead of a URI.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Resolve {
    /// The base URI; its fragment is dropped
    #[arg(long, value_name = "URI")]
    base: OsString,

    // A plain comment: in a doc comment, a URI has to be a link.
    #[arg(
        long,
        help = "Ignore the scheme of a reference if the base has the same one: 'http:g' is 'g'"
    )]
    lenient: bool,

    /// How to treat '..' that climbs above the root; the edition decides which values are allowed and which is the
    /// default
    #[arg(long, value_name = "HOW")]
    excess: Option<ExcessName>,

    /// Count a run of slashes only if no longer run follows, as RFC 1630 words its rule
    #[arg(long)]
    literal_slash_runs: bool,

    /// Resolve for new requests, such as those of forms: an empty reference then means the base instead of the
    /// current document; by edition draft1997 it means the document, which has to be given
    #[arg(long, value_name = "DOCUMENT", num_args = 0..=1, require_equals = true)]
    #[allow(clippy::option_option, reason = "how clap tells an option without its value")]
    new_request: Option<Option<String>>,

    /// Normalize the base by syntax before it is used
    #[arg(long)]
    normalize_base: bool,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    edition: EditionOption,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  napkin resolve --base http://a/b/c/d ../g '?y'

prints

  http://a/b/g
  http://a/b/c/d?y";

/// The library's choices, by name.
#[derive(Clone, Copy, ValueEnum)]
enum ExcessName {
    /// It stays in the path
    Retain,
    /// It vanishes
    Remove,
    /// The reference is refused
    Error,
}

impl From<ExcessName> for Excess {
    fn from(name: ExcessName) -> Self {
        match name {
            ExcessName::Retain => Self::Retain,
            ExcessName::Remove => Self::Remove,
            ExcessName::Error => Self::Error,
        }
    }
}

impl Run for Resolve {
    fn run(self) -> Finished {
        let standard = self.edition.get();
        let base = Base::new(self.base.into_encoded_bytes(), standard);
        let base = if self.normalize_base { base.normalized() } else { base };
        let choices = Choices {
            lenient: self.lenient,
            excess: self.excess.map(Excess::from),
            literal_slash_runs: self.literal_slash_runs,
            new_request: self.new_request,
        };
        let resolving = Resolving { base, choices };
        resolving.check()?;
        let texts = &self.inputs.texts;
        Ok(report::run(&self.options, Some(standard), texts, &resolving).exit_code())
    }
}

impl PerInput for Resolving {
    type Answer<'a> = Resolved<'a>;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        _: &'a mut String,
    ) -> Result<Resolved<'a>, Failure<'a>> {
        Resolving::answer(self, input)
    }
}

impl Answer for Resolved<'_> {
    const IS_LINE: bool = true;

    fn write(&self, text: &mut Text<'_>) {
        text.push_result(told(&self.target).as_bytes());
        text.end_line();
    }

    fn remark(&self) -> Option<&Failure<'_>> {
        self.note.as_ref().map(|note| &note.words)
    }
}
