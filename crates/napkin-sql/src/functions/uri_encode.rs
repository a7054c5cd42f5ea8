//! `uri_encode`: data, percent-encoded for any part.

use datafusion_common::Result;
use datafusion_common::arrow::array::ArrayRef;
use napkin::percent;

use crate::columns::TextColumn;
use crate::function::Function;
use crate::rows::Rows;

pub(crate) const FUNCTION: Function = Function {
    about: "Percent-encodes data so that it can stand in any part of a URI; NULL for a character that the edition has no \
            octets for, which RFC 1630 has only for ISO Latin-1.",
    texts: &["text"],
    has_strict: false,
    knows: |standard| !standard.is_url(),
    answer,
    ..Function::BLANK
};

fn answer(rows: &Rows<'_>) -> Result<ArrayRef> {
    let mut column = TextColumn::new(rows.count());
    for row in 0..rows.count() {
        match rows.text(0, row).zip(rows.edition(row)) {
            Some((text, edition)) => match edition.escapes.encode(text) {
                Ok(octets) => column.push_shown(percent::encode(&octets).by(edition)),
                Err(_) => column.push(None),
            },
            None => column.push(None),
        }
    }
    column.finish()
}
