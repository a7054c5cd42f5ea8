//! The readings of the URI by every edition, side by side, and the years.

use maud::{Markup, html};
use napkin::Edition;
use napkin::edition::EDITIONS;
use napkin_answers::editions::{ReadByAll, ReadingByAll, runs};
use napkin_standards::differences::{self, Answer, Difference, Reading, Row};
use napkin_standards::facts::Value;

use super::bytes::section;
use super::{Asked, YEARS};
use crate::escape::{sentence, short};

pub(super) fn panel(asked: &Asked, uri: &str) -> Markup {
    let reading = ReadingByAll { base: Some(asked.base.clone()), dated: true };
    let read = reading.answer(uri.as_bytes());
    let in_force = Edition::in_force(asked.year).map(Edition::unamended);
    let is_valid = |edition: Option<&Edition>| {
        let name = edition.map(|edition| edition.name);
        let reading = read.readings.iter().find(|reading| Some(reading.standard.name()) == name);
        reading.is_some_and(|reading| reading.read.is_ok())
    };
    let is_accepted = read.readings.iter().any(|reading| reading.read.is_ok());
    let mut rows = differences::rows(&read.readings);
    rows.retain(|row| row.what != "segments" && row.differs());
    let differences: Vec<_> = rows.iter().flat_map(Row::differences).collect();
    // The newest first, but for a year that was chosen.
    let mut order: Vec<_> = EDITIONS.iter().copied().enumerate().rev().collect();
    if asked.year != YEARS.1 {
        order.sort_by_key(|(_, edition)| Some(*edition) != in_force);
    }
    let has_dated = read.dated().iter().any(Reading::says_something);
    // The slider tells the year by the heads of the table, which stays without rows.
    let by_year = html! {
        (slider(asked, in_force, is_valid(in_force)))
        div.scroll tabindex="0" role="region" aria-label="Editions side by side" {
            table.editions #editions-table {
                thead { tr {
                    td { span.quiet-text { "differences" } }
                    @for (_, edition) in &order {
                        (head(edition, in_force, is_valid(Some(edition))))
                    }
                } }
                tbody { @for row in &rows { (line(row, &order, in_force)) } }
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
    let rows = differences::rows(read.dated());
    let runs = runs(&rows);
    let date = |number: usize| {
        let name = read.dated().get(number).map_or("", |reading| reading.standard.name());
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

fn of_url(row: &Row<'_>, number: usize) -> Markup {
    let answer = row.answers.get(number).and_then(Option::as_ref);
    let is_odd = answer.is_some_and(|answer| row.is_odd(answer));
    html! {
        td class=[is_odd.then_some("odd")] {
            @match answer {
                None => "",
                Some(answer @ Answer::Validity(_)) => (short(&answer.in_words())),
                Some(answer) => (told(answer)),
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
    order: &[(usize, &'static Edition)],
    in_force: Option<&'static Edition>,
) -> Markup {
    let cells =
        order.iter().filter_map(|(place, edition)| Some((row.answers.get(*place)?, *edition)));
    html! {
        tr class=[row.differs().then_some("differs")] {
            th scope="row" { (row.what.replace('_', "-")) }
            @for (answer, edition) in cells {
                @let odd = answer.as_ref().is_some_and(|answer| row.is_odd(answer));
                @let now = in_force == Some(edition);
                td data-edition=(edition.name)
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
            Answer::Value(Value::Undefined) => span.nothing { "–" },
            Answer::Value(Value::Text(text)) => (short(text)),
            answer => (short(&answer.in_words())),
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
    let Difference { what, value, rule, than, other, fault, .. } = difference;
    html! {
        strong { (what.replace('_', "-")) } ": "
        (told(value)) " in " (titles(&difference.names()))
        @if difference.is_by_rule() {
            " " span.section { "(" (rule.name) ", " (section(rule.section)) ")" }
        }
        ", " (told(other)) " in " (titles(&[than.name()]))
        @if let Some(fault) = fault { ": " (sentence(&fault.to_string())) }
        "."
    }
}
