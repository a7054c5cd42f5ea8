//! `key`: the keys by which archives and crawlers find URLs.

use napkin_answers::key::{self, Keyed};

use crate::output::columns::Column;
use crate::run::question::{One, Shown};
use crate::run::report::Answer;
use crate::terminal::text::Text;

pub(crate) type Key = One<key::Key>;

impl Shown for key::Key {
    const EXAMPLE: &'static str = "\
Example:
  napkin key --profile surt 'http://www.example.com/Path/?b=2&a=1#top'

prints

  com,example)/path?a=1&b=2";
}

impl Answer for Keyed<'_> {
    const IS_LINE: bool = true;

    const COLUMNS: &'static [Column] = &[("key", &["key"])];

    fn write(&self, text: &mut Text<'_>) {
        if let Some(key) = &self.key {
            text.push_result(key.as_bytes());
        }
        if let Some(range) = &self.range {
            text.push_result(range.start.as_bytes());
            text.push_raw(b"\t");
            text.push_result(range.end.as_bytes());
        }
        text.end_line();
        for step in self.steps.iter().flatten() {
            text.push_raw(b"  ");
            text.styled(text.palette.name, step.step);
            text.push_raw(b": ");
            text.push(&step.after);
            text.end_line();
        }
    }
}
