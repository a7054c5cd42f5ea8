//! `repair`: the smallest edits that make an invalid input valid.

use clap::Args;
use napkin_answers::Failure;
use napkin_answers::repair::{Repaired, Repairing, meaning};
use napkin_audit::Identity;

use super::{Finished, Run};
use crate::edition::SyntaxOption;
use crate::options::{Inputs, Options};
use crate::report::{self, Answer, PerInput};
use crate::text::Text;

/// Propose edits that make invalid inputs valid, the cheapest first
///
/// `kept` means: only characters behind the `/` of a valid server were percent-encoded, in an input without anything
/// on which programs differ (docs/audit.md lists what it may have), so that programs find the same scheme, host, port,
/// path, query and fragment in the proposal. `may-change` means everything else: text was removed, even if it is only
/// white space or quotation marks around the URI, a delimiter or a name was guessed, or programs may differ. An invalid
/// input makes the exit status 1, repaired or not.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Repair {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    edition: SyntaxOption,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  napkin repair 'http://example.com/a b'

prints

  invalid	http://example.com/a b
    kept (same meaning)                   http://example.com/a%20b
    may-change (may mean something else)  http://example.com/ab  removes ' '";

/// The width of the column of identities: the longest label and two spaces.
const WIDTH: usize = "may-change (may mean something else)  ".len();

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
            let identity = candidate.identity;
            let style = match identity {
                Identity::Kept => text.palette.good,
                Identity::MayChange => text.palette.mark,
            };
            let label = format!("{} ({})", identity.name(), meaning(identity));
            text.push_raw(b"  ");
            text.styled(style, &label);
            text.pad(WIDTH - label.len());
            text.push(&candidate.uri);
            for (nth, removed) in candidate.removed(self.input).into_iter().enumerate() {
                text.push_raw(if nth == 0 { b"  removes '" } else { b", '" });
                text.push_bytes(removed);
                text.push_raw(b"'");
            }
            text.end_line();
        }
    }

    fn is_faulty(&self) -> bool {
        !self.valid
    }
}
