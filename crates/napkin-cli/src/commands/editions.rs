//! `editions`: how every edition reads an input, and how the readings differ; and the list of all editions.

use std::borrow::Cow;
use std::io::IsTerminal;
use std::iter;

use clap::Args;
use napkin_answers::Failure;
use napkin_answers::differences::{Difference, Row};
use napkin_answers::editions::{self, Listed, ReadByAll};
use napkin_answers::push_json;
use napkin_answers::url_editions::{self, UrlDifference, UrlReading};

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

/// The names of the editions, and the rows to show.
fn table<'r>(read: &'r ReadByAll<'_>) -> Vec<Vec<TableCell<'r>>> {
    let editions = read.readings.iter().map(|reading| reading.edition.name.into());
    let told: Vec<bool> = (0..read.readings.len()).map(|n| read.is_told(n)).collect();
    let odd: Vec<_> = read.url_differences().iter().map(|difference| difference.what).collect();
    let has_odd = !odd.is_empty();
    let url = read.url().filter(|url| url.says_something() || has_odd);
    let mut answers = url.map(UrlReading::answers).unwrap_or_default();
    if url_editions::is_relative(&read.rows, &read.readings) {
        // It is no URL by itself, and no fault of it.
        answers.retain(|(what, _)| *what == "target");
    }
    let shown = read.rows.iter().filter(|row| {
        let mut answers = row.answers.iter().zip(&told);
        answers.any(|(answer, told)| *told && answer.is_some())
            && is_told(row.what)
            && (row.differs() || odd.contains(&row.what) || read.shows_all && row.says_something())
    });
    let mut rows: Vec<Vec<TableCell<'r>>> = shown.map(|row| cells(row, &told)).collect();
    let mut names: Vec<TableCell<'r>> =
        iter::once("".into()).chain(of_told(editions, &told)).collect();
    if let Some(url) = url {
        let columns = names.len();
        names.push(url.standard.name.into());
        for row in &mut rows {
            let what = row[0].text.clone();
            let answer = answers.iter().find(|(name, _)| text_name(name) == what);
            row.push(TableCell {
                marked: odd.iter().any(|odd| text_name(odd) == what),
                ..answer.map_or_else(|| "".into(), |(_, answer)| url_cell(answer.as_deref()))
            });
        }
        // The URL as a whole, which no edition of the URI syntax writes anew.
        let href = answers.iter().find(|(name, _)| *name == "href" && (has_odd || read.shows_all));
        if let Some((name, href)) = href {
            let mut row: Vec<TableCell<'r>> = vec![text_name(name).into()];
            row.resize_with(columns, || "".into());
            row.push(url_cell(href.as_deref()));
            rows.push(row);
        }
    }
    iter::once(names).chain(rows).collect()
}

/// The answer of an edition of the URL Standard.
fn url_cell<'c>(answer: Option<&str>) -> TableCell<'c> {
    match answer {
        None => "-".into(),
        Some("") => "(empty)".into(),
        Some(text) => Cow::<'c, str>::Owned(text.to_owned()).into(),
    }
}

/// The dated editions of the URL Standard: a column for each run of editions with equal answers, and a row for each
/// item that one of them has.
fn table_of_urls<'r>(readings: &'r [UrlReading<'_>]) -> Vec<Vec<TableCell<'r>>> {
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
        let cells = runs.iter().map(|&(first, _)| {
            let answer = row.answers.get(first).and_then(Option::as_ref);
            TableCell {
                marked: row.is_odd(first),
                ..answer.map_or_else(|| "".into(), |answer| url_cell(answer.as_deref()))
            }
        });
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

fn cells<'a>(row: &'a Row<'_>, told: &[bool]) -> Vec<TableCell<'a>> {
    let answers = row.answers.iter().map(|answer| match answer {
        Some(answer) => TableCell { text: answer.told(), marked: row.is_odd(answer) },
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

/// Writes a difference to the URL Standard as a line.
fn url_line(difference: &UrlDifference<'_>, read: &ReadByAll<'_>, text: &mut Text<'_>) {
    let UrlDifference { what, editions, value, rule, section, than, other } = difference;
    text.styled(text.palette.name, &text_name(what));
    text.push(&format!(": {} in {}", value.in_words(), editions.join(", ")));
    let fault = || {
        let by_url = read.url().and_then(|url| url.parsed.as_ref().err());
        let reading = || read.readings.iter().find(|reading| reading.edition.name == *than);
        let by_syntax = || reading()?.parsed.err().map(|error| error.to_string());
        by_url.map(|failure| failure.message().to_owned()).or_else(by_syntax)
    };
    let fault = if *what == "validity" { fault() } else { None };
    if fault.is_none() {
        text.push(&format!(" ({rule}, section {section})"));
    }
    text.push(&format!(", {} in {than}", other.in_words()));
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
        let rows = table(self);
        if rows.len() > 1 {
            table::write(&rows, text);
        }
        let mut none = true;
        for difference in self.differences().filter(|difference| is_told(difference.what)) {
            none = false;
            line(&difference, text);
        }
        for difference in self.url_differences() {
            none = false;
            url_line(&difference, self, text);
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
