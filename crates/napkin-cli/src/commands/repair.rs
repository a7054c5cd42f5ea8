//! `repair`: all ways to mend inputs.

use napkin_answers::Failure;
use napkin_answers::repair::{self, Repaired, meaning};
use napkin_audit::Identity;

use crate::output::columns::Column;
use crate::run::question::{One, Shown};
use crate::run::report::Answer;
use crate::terminal::text::Text;

pub(crate) type Repair = One<repair::Repair>;

impl Shown for repair::Repair {
    const EXAMPLE: &'static str = "\
Example:
  napkin repair 'http://example.com/a b'

prints

  invalid	http://example.com/a b
    kept (same meaning)                http://example.com/a%20b
    guessed (may mean something else)  http://example.com/ab  removes ' '";

    const REJECTS_FILES: bool = true;
}

/// The width of the column of identities: the longest label and two spaces.
const WIDTH: usize = "as-browsers (as browsers read it)  ".len();

impl Answer for Repaired<'_> {
    const COLUMNS: &'static [Column] = &[
        ("valid", &["valid"]),
        ("candidates", &["candidates/*/uri"]),
        ("identity", &["candidates/*/identity"]),
        ("reason", &["error/message", "mends/0/message"]),
        ("mended", &["mends/0/uri"]),
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
        if self.mends.is_empty() && !self.valid {
            text.styled(text.palette.faint, "  no proposal");
            text.end_line();
        }
        for mend in &self.mends {
            let identity = mend.identity;
            let style = match identity {
                Identity::Kept | Identity::AsBrowsers => text.palette.good,
                Identity::Guessed => text.palette.mark,
            };
            let label = format!("{} ({})", identity.name(), meaning(identity));
            text.push_raw(b"  ");
            text.styled(style, &label);
            text.pad(WIDTH - label.len());
            text.push(&mend.uri);
            for (nth, removed) in mend.removed(self.input).into_iter().enumerate() {
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

    fn error(&self) -> Option<&Failure<'_>> {
        self.error.as_ref()
    }
}
