//! `resolve`: from references to their target URIs.

use napkin_answers::Failure;
use napkin_answers::base::told;
use napkin_answers::resolve::{self, Resolved};

use crate::question::{One, Shown};
use crate::report::Answer;
use crate::text::Text;

/// The command.
pub(crate) type Resolve = One<resolve::Resolve>;

impl Shown for resolve::Resolve {
    const EXAMPLE: &'static str = "\
Example:
  napkin resolve --base http://a/b/c/d ../g '?y'

prints

  http://a/b/g
  http://a/b/c/d?y";
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
