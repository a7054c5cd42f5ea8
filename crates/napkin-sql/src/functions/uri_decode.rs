//! `uri_decode`: the data that the percent-encoded text of one part stands for.

use std::borrow::Cow;

use datafusion_common::Result;
use datafusion_common::arrow::array::ArrayRef;
use napkin::edition::Escapes;
use napkin::{Edition, percent};

use crate::columns::TextColumn;
use crate::function::Function;
use crate::rows::Rows;

pub(super) const FUNCTION: Function = Function {
    about: "Decodes the percent-encoded text of one part, once; NULL if a triplet is broken, or what comes out \
            is not UTF-8.",
    texts: &["text"],
    knows: |standard| !standard.is_url(),
    answer,
    ..Function::BLANK
};

fn answer(rows: &Rows<'_>) -> Result<ArrayRef> {
    let mut column = TextColumn::new(rows.count());
    for row in 0..rows.count() {
        let decoded = rows.text(0, row).zip(rows.edition(row)).and_then(|(text, edition)| {
            decode(text, edition).map_err(|reason| rows.refuse(text, reason)).ok()
        });
        column.push(decoded.as_deref());
    }
    column.finish()
}

fn decode<'t>(text: &'t str, edition: &Edition) -> Result<Cow<'t, str>, String> {
    percent::check(text.as_bytes())
        .map_err(|at| format!("'%' without two hexadecimal digits at byte {at}"))?;
    let decoded = percent::decode(text, false);
    if edition.escapes == Escapes::Latin1 {
        return Ok(decoded.to_latin1().into());
    }
    let not_utf8 = |at| format!("decoded octet {at} is not UTF-8");
    decoded.to_str().map_err(|error| not_utf8(error.valid_up_to()))
}
