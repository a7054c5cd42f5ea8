//! `repair`: the smallest edits that make an invalid input valid.

use clap::Args;
use napkin_answers::Failure;
use napkin_answers::repair::{Repaired, Repairing};
use napkin_audit::Identity;

use super::{Finished, Run};
use crate::edition::EditionOption;
use crate::options::{Inputs, Options};
use crate::report::{self, Answer, PerInput};
use crate::text::Text;

/// Propose edits that make invalid inputs valid, the cheapest first
///
/// Each proposal says whether the URI may identify another resource than the input. An invalid input makes the
/// exit status 1, repaired or not.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Repair {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    edition: EditionOption,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  napkin repair 'http://example.com/a b'

prints

  invalid	http://example.com/a b
    kept        http://example.com/a%20b
    may-change  http://example.com/ab";

impl Run for Repair {
    fn run(self) -> Finished {
        let edition = self.edition.syntax("repair")?;
        let repairing = Repairing { edition };
        let texts = &self.inputs.texts;
        Ok(report::run(&self.options, Some(edition), texts, &repairing).exit_code())
    }
}

impl PerInput for Repairing {
    type Answer<'a> = Repaired<'a>;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        _: &'a mut String,
    ) -> Result<Repaired<'a>, Failure<'a>> {
        Ok(Repairing::answer(self, input))
    }
}

impl Answer for Repaired<'_> {
    fn write(&self, text: &mut Text<'_>) {
        if self.valid {
            text.styled(text.palette.good, "valid");
        } else {
            text.styled(text.palette.bad, "invalid");
        }
        text.push_raw(b"\t");
        text.push_bytes(self.input);
        text.end_line();
        if self.candidates.is_empty() {
            text.styled(text.palette.faint, "  no proposal");
            text.end_line();
        }
        for candidate in self.candidates.iter().filter(|candidate| !candidate.edits.is_empty()) {
            let (name, style) = match candidate.identity {
                Identity::Kept => (candidate.identity.name(), text.palette.good),
                Identity::MayChange => (candidate.identity.name(), text.palette.mark),
            };
            text.push_raw(b"  ");
            text.styled(style, name);
            text.pad(12 - name.len());
            text.push(&candidate.uri);
            text.end_line();
        }
    }

    fn is_faulty(&self) -> bool {
        !self.valid
    }
}
