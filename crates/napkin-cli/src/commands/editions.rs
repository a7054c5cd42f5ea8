//! `editions`: what every edition makes of an input, and in what they differ.

use std::ffi::OsString;
use std::iter;

use clap::Args;
use napkin::edition::EDITIONS;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Finished, Run};
use crate::components::text_name;
use crate::differences::{ByEdition, Difference, Reading, Row, rows};
use crate::failure::Failure;
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
  form: generic in draft1997 (absoluteURL, section 4), hierarchical in draft2003";

impl Run for Editions {
    fn run(self) -> Finished {
        // What is not UTF-8 is no URI either, and stays that.
        let base = self.base.map(|base| base.to_string_lossy().into_owned());
        let comparison = Comparison { base, all: self.all };
        Ok(report::run(&self.options, None, &self.inputs.texts, &comparison).exit_code())
    }
}

struct Comparison {
    base: Option<String>,
    all: bool,
}

impl PerInput for Comparison {
    type Answer<'a> = Compared<'a>;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        _: &'a mut String,
    ) -> Result<Compared<'a>, Failure<'a>> {
        let base = self.base.as_deref();
        let readings: Vec<_> =
            EDITIONS.iter().map(|edition| Reading::new(edition, input, base)).collect();
        let newest = readings.iter().rev().find_map(|reading| reading.parsed.err());
        let remark = readings.iter().all(|reading| reading.parsed.is_err()).then_some(newest);
        Ok(Compared {
            rows: rows(&readings),
            readings,
            all: self.all,
            input,
            remark: remark.flatten().map(|error| Failure::refused(error, input)),
        })
    }
}

/// What the editions make of one input.
pub(crate) struct Compared<'a> {
    input: &'a [u8],
    readings: Vec<Reading<'a>>,
    rows: Vec<Row<'a>>,
    all: bool,
    /// What is wrong with an input that is valid in no edition, by the newest.
    remark: Option<Failure<'a>>,
}

impl<'a> Compared<'a> {
    fn differences(&self) -> impl Iterator<Item = Difference<'a>> {
        self.rows.iter().flat_map(|row| row.differences(&self.readings))
    }

    /// The names of the editions, and the rows to show.
    fn table(&self) -> Vec<Vec<Cell<'_>>> {
        let names = self.readings.iter().map(|reading| reading.edition.name.into());
        let names = iter::once("".into()).chain(names).collect();
        let shown = self
            .rows
            .iter()
            .filter(|row| is_told(row.what) && (row.differs() || self.all && row.says_something()));
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

impl Serialize for Compared<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("editions", &ByEdition(&self.readings))?;
        map.serialize_entry("differences", &self.differences().collect::<Vec<_>>())?;
        map.end()
    }
}

impl Answer for Compared<'_> {
    fn write(&self, text: &mut Text<'_>) {
        text.gap();
        text.push_bytes(self.input);
        text.end_line();
        let rows = self.table();
        if rows.len() > 1 {
            table::write(&rows, text);
        }
        let mut none = true;
        for difference in self.differences().filter(|difference| is_told(difference.what)) {
            none = false;
            line(&difference, text);
        }
        if none {
            text.styled(text.palette.faint, "no differences");
            text.end_line();
        }
    }

    fn is_faulty(&self) -> bool {
        self.remark.is_some()
    }

    fn remark(&self) -> Option<&Failure<'_>> {
        self.remark.as_ref()
    }
}
