//! `iri_to_uri`: the URI that an IRI is mapped to.

use std::borrow::Cow;

use datafusion_common::Result;
use datafusion_common::arrow::array::ArrayRef;
use napkin_schemes::{Mapping, MappingError};

use crate::arguments::Choice;
use crate::columns::TextColumn;
use crate::function::Function;
use crate::rows::Rows;

pub(super) const FUNCTION: Function = Function {
    about: "The URI that an IRI or a relative reference is mapped to (RFC 3987, 3.1): non-ASCII characters become \
            triplets, or in the name of a host what IDNA says; NULL for what is no IRI.",
    texts: &["iri"],
    choices: &[Choice::Idna],
    answer: |rows| each(rows, Mapping::to_uri),
    ..Function::BLANK
};

/// Maps each text.
pub(super) fn each(
    rows: &Rows<'_>,
    map: impl for<'t> Fn(&Mapping, &'t str) -> Result<Cow<'t, str>, MappingError>,
) -> Result<ArrayRef> {
    let mut column = TextColumn::new(rows.count());
    for row in 0..rows.count() {
        let mapped =
            rows.text(0, row).zip(rows.choices().idna.get(row)).and_then(|(text, idna)| {
                let mapped = map(&Mapping::new().idna(idna), text);
                mapped.map_err(|error| rows.refuse(text, error)).ok()
            });
        column.push(mapped.as_deref());
    }
    column.finish()
}
