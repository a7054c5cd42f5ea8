//! `editions`: how every edition reads an input, and how the readings differ.

use std::iter;

use napkin_answers::Failure;
use napkin_answers::differences::{Difference, Row};
use napkin_answers::editions::{self, ReadByAll};
use napkin_answers::url_editions::{self, UrlReading};

use crate::output::columns::Column;
use crate::output::components::text_name;
use crate::run::question::{One, Shown};
use crate::run::report::Answer;
use crate::terminal::table::{self, Cell};
use crate::terminal::text::Text;

/// The command.
pub(crate) type Editions = One<editions::Editions>;

impl Shown for editions::Editions {
    const EXAMPLE: &'static str = "\
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
}

/// The names of the editions, and the rows to show.
fn table<'r>(read: &'r ReadByAll<'_>) -> Vec<Vec<Cell<'r>>> {
    let editions = read.readings.iter().map(|reading| reading.edition.name.into());
    let told: Vec<bool> = (0..read.readings.len()).map(|n| read.is_told(n)).collect();
    let names = iter::once("".into()).chain(of_told(editions, &told)).collect();
    let shown = read.rows.iter().filter(|row| {
        let mut answers = row.answers.iter().zip(&told);
        answers.any(|(answer, told)| *told && answer.is_some())
            && is_told(row.what)
            && (row.differs() || read.shows_all && row.says_something())
    });
    iter::once(names).chain(shown.map(|row| cells(row, &told))).collect()
}

/// The dated editions of the URL Standard: a column for each run of editions with equal answers, and a row for each
/// item that one of them has.
fn table_of_urls<'r>(readings: &'r [UrlReading<'_>]) -> Vec<Vec<Cell<'r>>> {
    let rows = url_editions::rows(readings);
    let runs = url_editions::runs(&rows, readings.len());
    let date = |number: usize| {
        readings.get(number).map_or("", |reading| {
            let name = reading.standard.name;
            name.strip_prefix("whatwg-").unwrap_or(name)
        })
    };
    let heads = runs.iter().map(|&(first, last)| {
        let (first, last) = (date(first), date(last));
        if first == last { first.into() } else { format!("{first} to {last}").into() }
    });
    let mut table = vec![iter::once("whatwg".into()).chain(heads).collect()];
    for row in rows.iter().filter(|row| row.says_something()) {
        let cells = runs.iter().map(|&(first, _)| Cell {
            text: match row.answers.get(first) {
                Some(Some(Some(text))) if text.is_empty() => "(empty)".into(),
                Some(Some(Some(text))) => text.clone(),
                Some(Some(None)) => "-".into(),
                _ => "".into(),
            },
            marked: row.is_odd(first),
        });
        table.push(iter::once(text_name(row.what).into()).chain(cells).collect());
    }
    table
}

/// The cells of the editions that have a column; `told` says which.
fn of_told<'a>(
    cells: impl Iterator<Item = Cell<'a>>,
    told: &[bool],
) -> impl Iterator<Item = Cell<'a>> {
    cells.zip(told).filter(|(_, told)| **told).map(|(cell, _)| cell)
}

/// Whether text output has a row for this item; segments are shown in the path.
fn is_told(what: &str) -> bool {
    what != "segments"
}

fn cells<'a>(row: &'a Row<'_>, told: &[bool]) -> Vec<Cell<'a>> {
    let answers = row.answers.iter().map(|answer| match answer {
        Some(answer) => Cell { text: answer.told(), marked: row.is_odd(answer) },
        None => "".into(),
    });
    iter::once(text_name(row.what).into()).chain(of_told(answers, told)).collect()
}

/// Writes one difference as a line: the answers, and the rule or error that causes them.
fn line(difference: &Difference<'_>, text: &mut Text<'_>) {
    let Difference { what, editions, value, rule, section, than, other, fault } = difference;
    text.styled(text.palette.name, &text_name(what));
    text.push(&format!(": {} in {}", value.in_words(), editions.join(", ")));
    // An error cites a rule. If it is the other edition's error, that rule does not decide here.
    if fault.is_none_or(|fault| fault.edition().name == *than) {
        text.push(&format!(" ({rule}, section {section})"));
    }
    text.push(&format!(", {} in {than}", other.in_words()));
    if let Some(fault) = fault {
        text.push(&format!(": {fault}"));
    }
    text.end_line();
}

impl Answer for ReadByAll<'_> {
    const COLUMNS: &'static [Column] = &[("differences", &["differences/*/what"])];

    fn write(&self, text: &mut Text<'_>) {
        text.gap();
        text.push_bytes(self.input);
        text.end_line();
        let rows = table(self);
        if rows.len() > 1 {
            table::write(&rows, text);
        }
        let mut none = true;
        for difference in self.differences().filter(|difference| is_told(difference.what)) {
            none = false;
            line(&difference, text);
        }
        if none {
            let told =
                if self.remark.is_none() { "no differences" } else { "no edition accepts it" };
            text.styled(text.palette.faint, told);
            text.end_line();
        }
        // The table is omitted if every edition rejects the input for the same reason.
        if self.dated().iter().any(UrlReading::says_something) {
            table::write(&table_of_urls(self.dated()), text);
        }
    }

    fn is_faulty(&self) -> bool {
        self.remark.is_some()
    }

    fn remark(&self) -> Option<&Failure<'_>> {
        self.remark.as_ref()
    }
}
