//! `resolve`: from references to their target URIs.

use napkin_answers::Failure;
use napkin_answers::resolve::{self, Resolved};
use napkin_answers::steps::Steps;
use napkin_standards::target_in_words;

use crate::output::columns::Column;
use crate::run::question::{Based, Shown};
use crate::run::report::Answer;
use crate::terminal::text::Text;

pub(crate) type Resolve = Based<resolve::Resolve>;

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

    const COLUMNS: &'static [Column] = &[("target", &["target"])];

    fn write(&self, text: &mut Text<'_>) {
        text.push_result(target_in_words(&self.target).as_bytes());
        text.end_line();
        match &self.steps {
            None => {}
            Some(None) => {
                text.styled(text.palette.faint, "  the steps of so long a text are not shown");
                text.end_line();
            }
            Some(Some(steps)) => write_steps(steps, text),
        }
    }

    fn remark(&self) -> Option<&Failure<'_>> {
        self.note.as_ref().map(|note| &note.words)
    }
}

/// Writes each step on a line: the rule, what it says, and the output so far.
fn write_steps(steps: &Steps, text: &mut Text<'_>) {
    for step in &steps.steps {
        text.push_raw(b"  ");
        if !step.rule.name.is_empty() {
            text.styled(text.palette.name, step.rule.name);
            text.push_raw(b" ");
        }
        text.push(step.words);
        text.styled(text.palette.faint, &format!(" (section {})", step.rule.section));
        text.push_raw(b": ");
        text.push(&step.output);
        text.end_line();
    }
    if steps.has_more {
        text.styled(text.palette.faint, "  and more steps");
        text.end_line();
    }
}
