//! `uri_answer`: any question of the command about a text, with all its options.

use datafusion_common::Result;
use datafusion_common::arrow::array::ArrayRef;

use crate::columns::TextColumn;
use crate::function::Function;
use crate::question::{Prepared, prepare};
use crate::rows::Rows;

pub(super) const FUNCTION: Function = Function {
    about: "The answer to a question of the command about a text, with its options as an object of JSON: the object that its \
            `--json` writes, or a list of them.",
    texts: &["text", "question"],
    more_texts: &["options"],
    choices: &[],
    has_strict: false,
    check,
    answer,
    ..Function::BLANK
};

/// Checks the question and its options, if they are the same for all rows.
fn check(literals: &[Option<&str>]) -> Result<()> {
    match literals {
        [_, Some(question)] => prepare(question, "").map(drop),
        [_, Some(question), Some(options)] => prepare(question, options).map(drop),
        _ => Ok(()),
    }
}

/// A question with its options, and what was prepared for them.
type Asked<'r> = ((&'r str, &'r str), Box<dyn Prepared>);

fn answer(rows: &Rows<'_>) -> Result<ArrayRef> {
    let mut column = TextColumn::new(rows.count());
    let mut last: Option<Asked<'_>> = None;
    for row in 0..rows.count() {
        let options = if rows.has(2) { rows.text(2, row) } else { Some("") };
        let (Some(text), Some(question), Some(options)) =
            (rows.text(0, row), rows.text(1, row), options)
        else {
            column.push(None);
            continue;
        };
        let asked = (question, options);
        let prepared = match last.take() {
            Some((known, prepared)) if known == asked => prepared,
            _ => prepare(question, options)?,
        };
        let (_, prepared) = last.insert((asked, prepared));
        column.push(Some(&prepared.answer(text)?));
    }
    column.finish()
}
