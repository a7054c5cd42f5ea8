//! `glance`: where inputs lead, and whether that is dangerous, in a sentence each.

use napkin_answers::glance::{self, Safety};
use napkin_answers::look;

use crate::output::columns::Column;
use crate::run::question::{One, Shown};
use crate::run::report::Answer;
use crate::terminal::text::Text;

/// The command.
pub(crate) type Glance = One<look::Look>;

impl Shown for look::Look {
    const REJECTS_FILES: bool = true;

    const EXAMPLE: &'static str = "\
Example:
  napkin glance http://trusted.example@evil.example/

prints

  Goes to evil.example (http, port 80).
  Dangerous: 'trusted.example' before the @ is a user name, not the host.
  Valid by RFC 3986; browsers agree.";
}

impl Answer for glance::Glance {
    const COLUMNS: &'static [Column] = &[
        ("safety", &["safety"]),
        ("leads_to", &["leads_to"]),
        ("host", &["host"]),
        ("valid", &["valid"]),
        ("danger", &["danger"]),
    ];

    fn write(&self, text: &mut Text<'_>) {
        text.gap();
        text.push(&self.lead.sentence.to_string());
        text.end_line();
        let style = match self.danger.safety {
            Safety::Dangerous => text.palette.bad,
            Safety::Careful => text.palette.mark,
            Safety::NoDangerFound => text.palette.good,
        };
        text.styled(style, &self.danger.sentence);
        text.end_line();
        if let Some(meant) = &self.meant {
            text.push("Did you mean ");
            text.push(&meant.uri);
            text.push("? ");
            text.push(&meant.because);
            text.end_line();
        }
        text.push(&self.validity.sentence);
        text.end_line();
        if let Some(repaired) = &self.validity.repaired {
            text.push("Repaired: ");
            text.push(repaired);
            text.push(if self.validity.keeps_meaning { "" } else { " (may mean something else)" });
            text.end_line();
        }
        if let Some(last) = self.inside.last() {
            text.push("In the end: ");
            text.push(last.host.as_deref().unwrap_or(&last.uri));
            text.end_line();
        }
    }

    fn is_faulty(&self) -> bool {
        self.danger.safety == Safety::Dangerous || !self.validity.is_valid
    }
}
