//! `plan`: the steps of a client that follows an input.

use napkin_answers::plan::{self, Planned};

use crate::output::columns::Column;
use crate::run::question::{One, Shown};
use crate::run::report::Answer;
use crate::terminal::text::Text;

pub(crate) type Plan = One<plan::Plan>;

impl Shown for plan::Plan {
    const EXAMPLE: &'static str = "\
Example:
  napkin plan gopher://host.dom/7find%09two%20words

prints

  connect to host.dom port 70 over tcp
  send \"find\\ttwo words\\r\\n\"
  receive until a line with only a dot, or the connection closes
  close";

    const REJECTS_FILES: bool = true;
}

impl Answer for Planned {
    const COLUMNS: &'static [Column] =
        &[("host", &["plan/host"]), ("port", &["plan/port"]), ("transport", &["plan/transport"])];

    fn write(&self, text: &mut Text<'_>) {
        text.gap();
        for step in self.0.steps() {
            text.push(&step.to_string());
            text.end_line();
        }
    }
}
