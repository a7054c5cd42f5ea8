//! `editions`: what every edition makes of an input, and in what they differ.

use std::ffi::OsString;
use std::iter;

use clap::Args;
use napkin_answers::Failure;
use napkin_answers::differences::{Difference, Row};
use napkin_answers::editions::{ReadByAll, ReadingByAll};
use serde::Serialize;

use super::{Finished, Run};
use crate::components::text_name;
use crate::options::{Inputs, Options};
use crate::report::{self, Answer, PerInput};
use crate::table::{self, Cell};
use crate::text::Text;

/// Compare what the editions of the URI syntax make of an input
///
/// Shows a table with a column for each edition, oldest first, and a row for each thing in which they
/// differ; then what differs from the newest edition, in words, and by which rule. An input counts as
/// invalid if it is valid in no edition.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Editions {
    /// Resolve the input against this too
    #[arg(long, value_name = "URI")]
    base: Option<OsString>,

    /// Show what is the same in all editions too
    #[arg(long)]
    all: bool,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  napkin editions 'ftp://h/a?b'

prints

  ftp://h/a?b
            rfc1630  rfc1738  rfc1808  draft1997  rfc2396       draft2003     rfc3986
  validity  no       yes      yes      yes        yes           yes           yes
  path               a?b      /a       /a         /a            /a            /a
  query              -        b        b          b             b             b
  form                        generic  generic    hierarchical  hierarchical
  validity: no in rfc1630, yes in rfc3986: the path does not have the form of its scheme, from byte 9 on (ftp-address, RFC 1630 section 5.2)
  path: a?b in rfc1738 (ftp-url, section 3.2), /a in rfc3986
  query: undefined in rfc1738 (ftp-url, section 3.2), b in rfc3986
  form: generic in rfc1808 (absoluteURL, section 2.2), hierarchical in draft2003
  form: generic in draft1997 (absoluteURL, section 4.2), hierarchical in draft2003";

impl Run for Editions {
    fn run(self) -> Finished {
        // What is not UTF-8 is no URI either, and stays that.
        let base = self.base.map(|base| base.to_string_lossy().into_owned());
        let comparison = Comparison { reading: ReadingByAll { base }, all: self.all };
        Ok(report::run(&self.options, None, &self.inputs.texts, &comparison).exit_code())
    }
}

struct Comparison {
    reading: ReadingByAll,
    all: bool,
}

impl PerInput for Comparison {
    type Answer<'a> = Compared<'a>;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        _: &'a mut String,
    ) -> Result<Compared<'a>, Failure<'a>> {
        Ok(Compared { read: self.reading.answer(input)?, all: self.all })
    }
}

/// What the editions make of one input, and how much of it is shown.
#[derive(Serialize)]
pub(crate) struct Compared<'a> {
    #[serde(flatten)]
    read: ReadByAll<'a>,
    #[serde(skip)]
    all: bool,
}

impl Compared<'_> {
    /// The names of the editions, and the rows to show.
    fn table(&self) -> Vec<Vec<Cell<'_>>> {
        let names = self.read.readings.iter().map(|reading| reading.edition.name.into());
        let names = iter::once("".into()).chain(names).collect();
        let shown =
            self.read.rows.iter().filter(|row| {
                is_told(row.what) && (row.differs() || self.all && row.says_something())
            });
        iter::once(names).chain(shown.map(cells)).collect()
    }
}

/// Whether text tells it: the segments are told by the path.
fn is_told(what: &str) -> bool {
    what != "segments"
}

fn cells<'a>(row: &'a Row<'_>) -> Vec<Cell<'a>> {
    let answers = row.answers.iter().map(|answer| match answer {
        Some(answer) => Cell { text: answer.told(), marked: row.is_odd(answer) },
        None => "".into(),
    });
    iter::once(text_name(row.what).into()).chain(answers).collect()
}

/// Tells one difference in a line: the answers, and the rule or the fault that makes them differ.
fn line(difference: &Difference<'_>, text: &mut Text<'_>) {
    let Difference { what, editions, value, rule, section, than, other, fault } = difference;
    text.styled(text.palette.name, &text_name(what));
    text.push(&format!(": {} in {}", value.in_words(), editions.join(", ")));
    // A fault quotes a rule; where it is the other's, that is not the one that decides here.
    if fault.is_none_or(|fault| fault.edition().name == *than) {
        text.push(&format!(" ({rule}, section {section})"));
    }
    text.push(&format!(", {} in {than}", other.in_words()));
    if let Some(fault) = fault {
        text.push(&format!(": {fault}"));
    }
    text.end_line();
}

impl Answer for Compared<'_> {
    fn write(&self, text: &mut Text<'_>) {
        text.gap();
        text.push_bytes(self.read.input);
        text.end_line();
        let rows = self.table();
        if rows.len() > 1 {
            table::write(&rows, text);
        }
        let mut none = true;
        for difference in self.read.differences().filter(|difference| is_told(difference.what)) {
            none = false;
            line(&difference, text);
        }
        if none {
            text.styled(text.palette.faint, "no differences");
            text.end_line();
        }
    }

    fn is_faulty(&self) -> bool {
        self.read.remark.is_some()
    }

    fn remark(&self) -> Option<&Failure<'_>> {
        self.read.remark.as_ref()
    }
}
