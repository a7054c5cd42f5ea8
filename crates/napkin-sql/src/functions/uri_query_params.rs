//! `uri_query_params`: the pairs of a query.

use datafusion_common::Result;
use datafusion_common::arrow::array::{ArrayRef, NullBufferBuilder};
use datafusion_common::arrow::datatypes::{DataType, Fields};

use crate::columns::{Lists, TextColumn, list_of, structure_of, structures};
use crate::function::Function;
use crate::rows::Rows;

pub(super) const FUNCTION: Function = Function {
    about: "The pairs of the query, key and value as they are written; the value is NULL for a key without =.",
    result: || list_of(DataType::Struct(fields())),
    answer,
    ..Function::BLANK
};

fn fields() -> Fields {
    structure_of(&[("key", DataType::Utf8View), ("value", DataType::Utf8View)])
}

fn answer(rows: &Rows<'_>) -> Result<ArrayRef> {
    let (mut keys, mut values) = (TextColumn::new(rows.count()), TextColumn::new(rows.count()));
    let mut nulls = NullBufferBuilder::new(rows.count());
    let mut lists = Lists::new(rows.count());
    rows.each(|_, parsed| {
        let push = |key: &str, value: Option<&str>| {
            keys.push(Some(key));
            values.push(value);
            nulls.append_non_null();
        };
        lists.push(parsed.and_then(|parsed| Some(parsed.pairs()?.each(push))));
    });
    lists.finish(structures(fields(), vec![keys.finish()?, values.finish()?], nulls)?)
}
