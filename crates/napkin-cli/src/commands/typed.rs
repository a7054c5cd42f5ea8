//! `typed`: references as people type them.

use napkin_answers::Failure;
use napkin_answers::typed::{self, TypedReference};

use crate::output::columns::Column;
use crate::run::question::{One, Shown};
use crate::run::report::Answer;
use crate::terminal::text::Text;

pub(crate) type Typed = One<typed::Typed>;

impl Shown for typed::Typed {
    const EXAMPLE: &'static str = "\
Example:
  napkin typed ' <URL:http://example.com/ a> ' ' ../b '

prints

  http://example.com/a
  ../b";
}

impl Answer for TypedReference<'_> {
    const IS_LINE: bool = true;

    const COLUMNS: &'static [Column] = &[("uri", &["uri"])];

    fn write(&self, text: &mut Text<'_>) {
        text.push_result(self.uri.as_bytes());
        text.end_line();
    }

    fn remark(&self) -> Option<&Failure<'_>> {
        self.note.as_ref()
    }
}
