//! `wrap`: URIs written into text so that they can be found there again.

use napkin_answers::wrap::{self, Wrapped};

use crate::output::columns::Column;
use crate::run::question::{One, Shown};
use crate::run::report::Answer;
use crate::terminal::text::Text;

pub(crate) type Wrap = One<wrap::Wrap>;

impl Shown for wrap::Wrap {
    const EXAMPLE: &'static str = "\
Example:
  napkin wrap --width 24 http://example.com/over/there?name=ferret

prints

  <http://example.com/
  over/there?name=ferret>";
}

impl Answer for Wrapped {
    const COLUMNS: &'static [Column] = &[("text", &["text"])];

    fn write(&self, text: &mut Text<'_>) {
        for line in self.text.lines() {
            text.push_result(line.as_bytes());
            text.end_line();
        }
    }
}
