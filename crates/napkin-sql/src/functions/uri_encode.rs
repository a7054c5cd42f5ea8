//! `uri_encode`: data, percent-encoded for any part.

use datafusion::arrow::array::ArrayRef;
use datafusion::error::Result;
use napkin::percent;

use crate::columns::TextColumn;
use crate::function::Function;
use crate::rows::Rows;

pub(super) const FUNCTION: Function = Function {
    about: "Percent-encodes data so that it can stand in any part of a URI.",
    texts: &["text"],
    has_strict: false,
    answer,
    ..Function::BLANK
};

fn answer(rows: &Rows<'_>) -> Result<ArrayRef> {
    let mut column = TextColumn::new(rows.count());
    for row in 0..rows.count() {
        match rows.text(0, row).zip(rows.edition(row)) {
            Some((text, edition)) => column.push_shown(percent::encode(text).by(edition)),
            None => column.push(None),
        }
    }
    column.finish()
}
