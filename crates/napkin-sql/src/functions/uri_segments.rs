//! `uri_segments`: the pieces of the path between its slashes.

use datafusion_common::Result;
use datafusion_common::arrow::array::ArrayRef;
use datafusion_common::arrow::datatypes::DataType;

use crate::columns::{Lists, TextColumn, list_of};
use crate::function::Function;
use crate::rows::Rows;

pub(super) const FUNCTION: Function = Function {
    about: "The segments of the path as they are written; none for the empty path.",
    result: || list_of(DataType::Utf8View),
    answer,
    ..Function::BLANK
};

fn answer(rows: &Rows<'_>) -> Result<ArrayRef> {
    let mut segments = TextColumn::new(rows.count());
    let mut lists = Lists::new(rows.count());
    rows.each(|_, parsed| {
        lists.push(
            parsed.and_then(|parsed| parsed.segments(|segment| segments.push(Some(segment)))),
        );
    });
    lists.finish(segments.finish()?)
}
