//! `repair`: the smallest edits that make an invalid input valid.

use napkin_answers::repair::{self, Repaired, meaning};
use napkin_audit::Identity;

use crate::output::columns::Column;
use crate::run::question::{One, Shown};
use crate::run::report::Answer;
use crate::terminal::text::Text;

/// The command.
pub(crate) type Repair = One<repair::Repair>;

impl Shown for repair::Repair {
    const EXAMPLE: &'static str = "\
Example:
  napkin repair 'http://example.com/a b'

prints

  invalid	http://example.com/a b
    kept (same meaning)                   http://example.com/a%20b
    may-change (may mean something else)  http://example.com/ab  removes ' '";

    const REJECTS_FILES: bool = true;
}

/// The width of the column of identities: the longest label and two spaces.
const WIDTH: usize = "may-change (may mean something else)  ".len();

impl Answer for Repaired<'_> {
    const COLUMNS: &'static [Column] = &[
        ("valid", &["valid"]),
        ("candidates", &["candidates/*/uri"]),
        ("identity", &["candidates/*/identity"]),
    ];

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
