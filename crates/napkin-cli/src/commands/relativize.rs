//! `relativize`: the shortest reference that resolves to a URI.

use napkin_answers::Failure;
use napkin_answers::relativize::{self, Relativized};

use crate::output::columns::Column;
use crate::run::question::{Based, Shown};
use crate::run::report::Answer;
use crate::terminal::text::Text;

pub(crate) type Relativize = Based<relativize::Relativize>;

impl Shown for relativize::Relativize {
    const EXAMPLE: &'static str = "\
Example:
  napkin relativize --base http://a/b/c/d http://a/b/g http://a/b/c/d?y

prints

  ../g
  ?y";
}

impl Answer for Relativized<'_> {
    const IS_LINE: bool = true;

    const COLUMNS: &'static [Column] = &[("reference", &["reference"])];

    fn write(&self, text: &mut Text<'_>) {
        text.push_result(self.reference.as_bytes());
        text.end_line();
    }

    fn remark(&self) -> Option<&Failure<'_>> {
        self.note.as_ref().map(|note| &note.words)
    }
}
