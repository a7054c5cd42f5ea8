//! The readings of the URI by every edition, side by side, and the years.

use maud::{Markup, html};
use napkin::Edition;
use napkin::edition::EDITIONS;
use napkin_answers::differences::{Answer, Difference, Row};
use napkin_answers::editions::{ReadByAll, ReadingByAll};
use napkin_answers::url_editions::{self, UrlReading, UrlRow};
use napkin_standards::facts::Value;

use super::bytes::section;
use super::{Asked, YEARS};
use crate::escape::{sentence, short};

pub(super) fn panel(asked: &Asked, uri: &str) -> Markup {
    let reading = ReadingByAll { base: Some(asked.base.clone()), dated: true };
    let read = reading.answer(uri.as_bytes());
    let in_force = Edition::in_force(asked.year).map(Edition::unamended);
    let is_valid = |edition: Option<&Edition>| {
        let reading = read.readings.iter().find(|reading| Some(reading.edition) == edition);
        reading.is_some_and(|reading| reading.parsed.is_ok())
    };
    let differences: Vec<_> =
        read.differences().filter(|difference| difference.what != "segments").collect();
    let is_accepted = read.readings.iter().any(|reading| reading.parsed.is_ok());
    let rows: Vec<_> =
        read.rows.iter().filter(|row| row.what != "segments" && row.differs()).collect();
    // The newest first, but for a year that was chosen.
    let mut order: Vec<usize> = (0..read.readings.len()).rev().collect();
    if asked.year != YEARS.1 {
        order.sort_by_key(|place| {
            read.readings.get(*place).map(|reading| Some(reading.edition) != in_force)
        });
    }
    let has_dated = read.dated().iter().any(UrlReading::says_something);
    // The slider tells the year by the heads of the table, which stays without rows.
    let by_year = html! {
        (slider(asked, in_force, is_valid(in_force)))
        div.scroll tabindex="0" role="region" aria-label="Editions side by side" {
            table.editions #editions-table {
                thead { tr {
                    td { span.quiet-text { "differences" } }
                    @for reading in order.iter().filter_map(|place| read.readings.get(*place)) {
                        (head(reading.edition, in_force, is_valid(Some(reading.edition))))
                    }
                } }
                tbody { @for row in &rows { (line(row, &read, &order, in_force)) } }
            }
        }
    };
    html! {
        @if rows.is_empty() {
            p class=[(!has_dated).then_some("only")] {
                @if is_accepted { "All editions read it alike." } @else { "No edition accepts it." }
            }
            details open[asked.year != YEARS.1] {
                summary { "Year by year" }
                (by_year)
            }
        } @else { (by_year) }
        @if !differences.is_empty() && is_accepted {
            details {
                summary { "The rules behind the differences from the newest" }
                ul.differences { @for difference in &differences { li { (explained(difference)) } } }
            }
        }
        @if has_dated { (dated(&read)) }
    }
}

/// The dated editions of the URL Standard: a column for each run of editions with equal answers.
fn dated(read: &ReadByAll<'_>) -> Markup {
    let rows = url_editions::rows(read.dated());
    let runs = url_editions::runs(&rows, read.dated().len());
    let date = |number: usize| {
        let name = read.dated().get(number).map_or("", |reading| reading.standard.name);
        name.strip_prefix("whatwg-").unwrap_or(name)
    };
    let differing: Vec<_> = rows.iter().filter(|row| row.differs()).collect();
    html! {
        h3 { "The URL Standard, by date" }
        @if differing.is_empty() {
            p { "All its editions read it alike." }
        } @else {
            div.scroll tabindex="0" role="region" aria-label="The URL Standard by date, side by side" {
                table.editions #url-editions-table {
                    thead { tr {
                        td {}
                        @for (first, last) in runs.iter().rev() {
                            th scope="col" { (date(*first)) @if first != last { " to " (date(*last)) } }
                        }
                    } }
                    tbody {
                        @for row in &differing {
                            tr.differs {
                                th scope="row" { (row.what.replace('_', "-")) }
                                @for (first, _) in runs.iter().rev() { (of_url(row, *first)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn of_url(row: &UrlRow<'_>, number: usize) -> Markup {
    let is_odd = row.is_odd(number);
    html! {
        td class=[is_odd.then_some("odd")] {
            @match row.answers.get(number).and_then(Option::as_ref) {
                None => "",
                Some(None) => span.nothing { "–" },
                Some(Some(text)) => (short(text)),
            }
            @if is_odd { span.quiet { " (differs)" } }
        }
    }
}

/// The slider of years, and the edition in force.
fn slider(asked: &Asked, in_force: Option<&Edition>, is_valid: bool) -> Markup {
    html! {
        div.slider {
            label for="year" { "The year" }
            input #year type="range" name="year" form="ask" min=(YEARS.0) max=(YEARS.1) value=(asked.year)
                aria-describedby="in-force" list="years";
            datalist #years {
                @for edition in EDITIONS.iter().filter(|edition| edition.is_rfc && !edition.is_addition) { option value=(edition.year) {} }
            }
            output #in-force for="year" {
                (asked.year) ": "
                @match in_force {
                    Some(edition) => { (edition.title) " in force, " (by(is_valid)) },
                    None => "none in force",
                }
            }
            button.plain #year-go type="submit" form="ask" { "Go to that year" }
        }
    }
}

/// The validity by an edition, in a word.
fn by(is_valid: bool) -> &'static str {
    if is_valid { "valid by it" } else { "not valid by it" }
}

fn head(edition: &'static Edition, in_force: Option<&'static Edition>, is_valid: bool) -> Markup {
    html! {
        th scope="col" data-says=(by(is_valid)) data-edition=(edition.name) data-title=(edition.title) data-year=(edition.year)
            data-rfc=(edition.is_rfc && !edition.is_addition) class=[(in_force == Some(edition)).then_some("in-force")] {
            (edition.title)
            span.year { (edition.year) @if !edition.is_rfc { ", draft" } }
        }
    }
}

fn line(
    row: &Row<'_>,
    read: &ReadByAll<'_>,
    order: &[usize],
    in_force: Option<&'static Edition>,
) -> Markup {
    let cells =
        order.iter().filter_map(|place| row.answers.get(*place).zip(read.readings.get(*place)));
    html! {
        tr class=[row.differs().then_some("differs")] {
            th scope="row" { (row.what.replace('_', "-")) }
            @for (answer, reading) in cells {
                @let odd = answer.as_ref().is_some_and(|answer| row.is_odd(answer));
                @let now = in_force == Some(reading.edition);
                td data-edition=(reading.edition.name)
                    class={ @if odd { "odd " } @if now { "in-force" } } {
                    @if let Some(answer) = answer { (told(answer)) }
                    @if odd { span.quiet { " (differs)" } }
                }
            }
        }
    }
}

fn told(answer: &Answer<'_>) -> Markup {
    html! {
        @match answer {
            Answer::Validity(true) => "valid",
            Answer::Validity(false) => "not valid",
            Answer::Component(Value::Undefined) => span.nothing { "–" },
            Answer::Component(Value::Text(text)) => (short(text)),
            answer => (short(&answer.told())),
        }
    }
}

/// The titles of the editions with these names.
fn titles(names: &[&str]) -> String {
    let titles: Vec<_> = names
        .iter()
        .map(|name| Edition::named(name).map_or(*name, |edition| edition.title))
        .collect();
    titles.join(", ")
}

fn explained(difference: &Difference<'_>) -> Markup {
    let Difference { what, editions, value, rule, section: place, than, other, fault } = difference;
    html! {
        strong { (what.replace('_', "-")) } ": "
        (told(value)) " in " (titles(editions))
        @if fault.is_none_or(|fault| fault.edition().name == *than) {
            " " span.section { "(" (rule) ", " (section(place)) ")" }
        }
        ", " (told(other)) " in " (titles(&[*than]))
        @if let Some(fault) = fault { ": " (sentence(&fault.to_string())) }
        "."
    }
}
