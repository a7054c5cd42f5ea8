//! `uri_valid`: whether a text is a URI or a relative reference.

use std::sync::Arc;

use datafusion_common::Result;
use datafusion_common::arrow::array::{ArrayRef, BooleanArray};
use datafusion_common::arrow::datatypes::DataType;

use crate::function::Function;
use crate::rows::Rows;

pub(super) const FUNCTION: Function = Function {
    about: "Whether a text is a URI or a relative reference; by the URL Standard, whether it is parsed to a URL.",
    result: || DataType::Boolean,
    has_strict: false,
    answer,
    ..Function::BLANK
};

fn answer(rows: &Rows<'_>) -> Result<ArrayRef> {
    let mut valid = Vec::with_capacity(rows.count());
    rows.parse(|_, result| valid.push(result.map(|result| result.is_ok())));
    Ok(Arc::new(BooleanArray::from(valid)))
}
