//! `editions`: how every edition reads an input, and how the readings differ; and the list of all editions.

use std::io::IsTerminal;
use std::{iter, slice};

use clap::Args;
use napkin_answers::Failure;
use napkin_answers::editions::{self, Listed, ReadByAll, runs};
use napkin_answers::push_json;
use napkin_standards::differences::{self, Difference, Reading, Row, rows};
use napkin_standards::facts::Value;

use super::{Finished, Run};
use crate::output;
use crate::output::columns::Column;
use crate::output::components::text_name;
use crate::run::question::{One, Shown, about, summary};
use crate::run::report::Answer;
use crate::terminal::exit::ExitCode;
use crate::terminal::table::{self, TableCell};
use crate::terminal::text::Text;

// Its help is that of the question.
#[derive(Args)]
#[command(
    about = summary::<editions::Editions>(),
    long_about = about_all(),
    after_help = editions::Editions::EXAMPLE
)]
pub(crate) struct Editions {
    /// List all editions, each with its year, title and document, and the page with its rules; so does the command without
    /// inputs on a terminal
    #[arg(long, conflicts_with_all = ["inputs", "input", "base", "all"])]
    list: bool,

    #[command(flatten)]
    one: One<editions::Editions>,
}

/// The description of the command, with the names of all editions.
fn about_all() -> String {
    let name = |listed: Listed| match listed.year {
        Some(year) => format!("  {}: {}, {year}", listed.edition, listed.title),
        None => format!("  {}: {}", listed.edition, listed.title),
    };
    let names: Vec<_> = editions::listed().map(name).collect();
    format!("{}\n\nThe editions:\n{}", about::<editions::Editions>(), names.join("\n"))
}

impl Run for Editions {
    fn run(self) -> Finished {
        let lists = self.list || self.one.has_no_input() && std::io::stdin().is_terminal();
        if !lists {
            return self.one.run();
        }
        let mut out = Vec::new();
        let palette = self.one.palette();
        let widths = [
            |it: &Listed| it.edition.len(),
            |it: &Listed| it.title.len(),
            |it: &Listed| it.document.len(),
        ]
        .map(|length| editions::listed().map(|it| length(&it)).max().unwrap_or(0));
        for listed in editions::listed() {
            if self.one.is_json() {
                push_json(&mut out, &listed);
                continue;
            }
            let is_first = out.is_empty();
            let mut text = Text::new(&mut out, palette, is_first);
            let year = listed.year.map_or_else(|| "today".into(), |year| year.to_string());
            text.styled(palette.name, listed.edition);
            text.push(&format!(
                "{:width$}  {year:5}  ",
                "",
                width = widths[0] - listed.edition.len()
            ));
            text.push(&format!("{:width$}  ", listed.title, width = widths[1]));
            text.push(&format!("{:width$}  ", listed.document, width = widths[2]));
            text.styled(palette.faint, &listed.page);
            text.end_line();
        }
        output::print(&out);
        Ok(ExitCode::Well)
    }
}

impl Shown for editions::Editions {
    const EXAMPLE: &'static str = "\
Example:
  napkin editions 'ftp://h/a?b'

prints

  ftp://h/a?b
            rfc1630  rfc1738  rfc1808  draft1997  rfc2396       draft2003     rfc3986  whatwg
  validity  no       yes      yes      yes        yes           yes           yes      yes
  path               a?b      /a       /a         /a            /a            /a       /a
  query              -        b        b          b             b             b        b
  form                        generic  generic    hierarchical  hierarchical
  validity: no in rfc1630, yes in rfc3986: the path does not have the form of its scheme, from byte 9 on (ftpaddress, RFC 1630 section BNF)
  path: a?b in rfc1738 (ftpurl, section 3.2), /a in rfc3986
  query: undefined in rfc1738 (ftpurl, section 3.2), b in rfc3986
  form: generic in rfc1808 (absoluteURL, section 2.2), hierarchical in draft2003
  form: generic in draft1997 (absoluteURL, section 4.2), hierarchical in draft2003";
}

/// The names of the editions, and the rows to show, of those by the URI syntax; `beside` has what the URL Standard reads otherwise.
fn table<'r>(
    read: &ReadByAll<'_>,
    rows: &'r [Row<'r>],
    beside: &[Difference<'_>],
) -> Vec<Vec<TableCell<'r>>> {
    let told = read.are_told(rows);
    let is_odd = |what: &str| beside.iter().any(|difference| difference.what == what);
    let url = read.url().filter(|url| url.says_something() || !beside.is_empty());
    let mut of_url = url.map(|url| differences::rows(slice::from_ref(url))).unwrap_or_default();
    let newest = rows.first().and_then(Row::newest);
    if newest.is_some_and(|(newest, _)| newest.is_relative()) {
        // It is no URL by itself, and no fault of it.
        of_url.retain(|row| row.what == "target");
    }
    let shown = rows.iter().filter(|row| {
        let mut answers = row.answers.iter().zip(&told);
        answers.any(|(answer, told)| *told && answer.is_some())
            && is_told(row.what)
            && (row.differs() || is_odd(row.what) || read.shows_all && row.says_something())
    });
    // The URL as a whole, which no edition of the URI syntax writes anew.
    let whole = of_url.iter().find(|row| row.what == "href");
    let whole = whole.filter(|_| !beside.is_empty() || read.shows_all);
    let names = read.readings.iter().map(|reading| reading.standard.name().into());
    let names = of_told(names, &told).chain(url.map(|url| url.standard.name().into()));
    let mut table = vec![iter::once("".into()).chain(names).collect()];
    table.extend(shown.map(|row| {
        let of_url = of_url.iter().find(|of_url| of_url.what == row.what);
        let of_url = TableCell { marked: is_odd(row.what), ..cell(of_url, 0) };
        let cells = of_told((0..told.len()).map(|number| cell(Some(row), number)), &told);
        iter::once(text_name(row.what).into()).chain(cells).chain(url.map(|_| of_url)).collect()
    }));
    table.extend(whole.map(|row| {
        let blank = told.iter().filter(|told| **told).map(|_| "".into());
        iter::once(text_name(row.what).into()).chain(blank).chain([cell(Some(row), 0)]).collect()
    }));
    table
}

/// The answer of an edition, by its place in a row.
fn cell<'c>(row: Option<&Row<'_>>, number: usize) -> TableCell<'c> {
    let answer = row.and_then(|row| Some((row, row.answers.get(number)?.as_ref()?)));
    answer.map_or_else(
        || "".into(),
        |(row, answer)| {
            let text = match answer {
                differences::Answer::Value(Value::Undefined) => "-".into(),
                answer => answer.in_words().into_owned().into(),
            };
            TableCell { text, marked: row.is_odd(answer) }
        },
    )
}

/// The dated editions of the URL Standard: a column for each run of editions with equal answers, and a row for each
/// item that one of them has.
fn table_of_urls<'r>(readings: &'r [Reading<'_>]) -> Vec<Vec<TableCell<'r>>> {
    let rows = rows(readings);
    let runs = runs(&rows);
    let date = |number: usize| {
        let name = readings.get(number).map_or("", |reading| reading.standard.name());
        name.strip_prefix("whatwg-").unwrap_or(name)
    };
    let heads = runs.iter().map(|&(first, last)| {
        let (first, last) = (date(first), date(last));
        if first == last { first.into() } else { format!("{first} to {last}").into() }
    });
    let mut table = vec![iter::once("whatwg".into()).chain(heads).collect()];
    for row in rows.iter().filter(|row| row.says_something()) {
        let cells = runs.iter().map(|&(first, _)| cell(Some(row), first));
        table.push(iter::once(text_name(row.what).into()).chain(cells).collect());
    }
    table
}

/// The cells of the editions that have a column; `told` says which.
fn of_told<'a>(
    cells: impl Iterator<Item = TableCell<'a>>,
    told: &[bool],
) -> impl Iterator<Item = TableCell<'a>> {
    cells.zip(told).filter(|(_, told)| **told).map(|(cell, _)| cell)
}

/// Whether text output has a row for this item; segments are shown in the path.
fn is_told(what: &str) -> bool {
    what != "segments"
}

/// Writes one difference as a line: the answers, and the rule or error that causes them.
fn line(difference: &Difference<'_>, text: &mut Text<'_>) {
    let Difference { what, value, rule, than, other, fault, .. } = difference;
    text.styled(text.palette.name, &text_name(what));
    text.push(&format!(": {} in {}", value.in_words(), difference.names().join(", ")));
    if difference.is_by_rule() {
        text.push(&format!(" ({}, section {})", rule.name, rule.section));
    }
    text.push(&format!(", {} in {}", other.in_words(), than.name()));
    if let Some(fault) = fault {
        text.push(&format!(": {fault}"));
    }
    text.end_line();
}

impl Answer for ReadByAll<'_> {
    const COLUMNS: &'static [Column] = &[
        ("what", &["what"]),
        ("editions", &["editions/*"]),
        ("value", &["value"]),
        ("rule", &["rule"]),
        ("section", &["section"]),
        ("than", &["than"]),
    ];

    const ROWS: Option<&'static str> = Some("differences");

    fn write(&self, text: &mut Text<'_>) {
        text.gap();
        text.push_bytes(self.input);
        text.end_line();
        let rows = rows(&self.readings);
        let beside = self.url_differences(&rows);
        let table = table(self, &rows, &beside);
        if table.len() > 1 {
            table::write(&table, text);
        }
        let differences = rows.iter().flat_map(Row::differences);
        let differences = differences.filter(|difference| is_told(difference.what));
        let mut none = true;
        for difference in differences.chain(beside) {
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
        if self.dated().iter().any(Reading::says_something) {
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
