//! `uri_expand`: the URI of a template and of values. `uri_unexpand` is the way back, and asks in the same way.

use std::fmt::Display;

use datafusion_common::arrow::array::ArrayRef;
use datafusion_common::{DataFusionError, Result, plan_datafusion_err};
use napkin::edition::RFC3986;
use napkin_answers::expand::{Expand, Expanded, Expanding};
use napkin_answers::question::{Ask, Question};

use crate::columns::TextColumn;
use crate::function::Function;
use crate::rows::Rows;

pub(super) const FUNCTION: Function = Function {
    about: "The URI-reference of a template (RFC 6570) with the values of an object of JSON; NULL where they give none.",
    texts: &["template", "values"],
    choices: &[],
    check: |literals| checked(literals, ready),
    answer: |rows| by_template(rows, ready, |expanded: &Expanded| expanded.as_str().to_owned()),
    ..Function::BLANK
};

fn ready(template: &str) -> Result<Expanding> {
    let expand = Expand { template: template.to_owned(), ..Expand::default() };
    expand.ready(RFC3986.into()).map_err(wrong)
}

/// The error of a template.
pub(super) fn wrong(choice: impl Display) -> DataFusionError {
    plan_datafusion_err!("{choice}")
}

/// Checks a template that is the same for all rows.
pub(super) fn checked<A>(literals: &[Option<&str>], ready: fn(&str) -> Result<A>) -> Result<()> {
    match literals {
        [Some(template), ..] => ready(template).map(drop),
        _ => Ok(()),
    }
}

/// Asks about the second text of each row by its template, the first, which is read once for rows with the same.
pub(super) fn by_template<A: Ask + 'static>(
    rows: &Rows<'_>,
    ready: fn(&str) -> Result<A>,
    text: fn(&A::Answer<'_>) -> String,
) -> Result<ArrayRef> {
    let mut column = TextColumn::new(rows.count());
    let mut last: Option<(&str, A)> = None;
    for row in 0..rows.count() {
        let (Some(template), Some(input)) = (rows.text(0, row), rows.text(1, row)) else {
            column.push(None);
            continue;
        };
        let asking = match last.take() {
            Some((known, asking)) if known == template => asking,
            _ => ready(template)?,
        };
        let (_, asking) = last.insert((template, asking));
        match asking.ask(input.as_bytes(), &mut String::new()) {
            Ok(answer) => column.push(Some(&text(&answer))),
            Err(failure) => {
                rows.refuse(input, failure.message());
                column.push(None);
            }
        }
    }
    column.finish()
}
