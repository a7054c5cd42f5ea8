//! `uri_error`: what is wrong with a text that is no reference.

use std::sync::Arc;

use datafusion_common::Result;
use datafusion_common::arrow::array::{ArrayRef, Int64Builder, NullBufferBuilder};
use datafusion_common::arrow::datatypes::{DataType, Fields};
use napkin_standards::Error;

use crate::columns::{TextColumn, structure_of, structures};
use crate::function::Function;
use crate::rows::Rows;

pub(super) const FUNCTION: Function = Function {
    about: "What is wrong with a text that is no reference: kind, part, offset in bytes, message and section; \
            NULL if it is one.",
    result: || DataType::Struct(fields()),
    has_strict: false,
    answer,
    ..Function::BLANK
};

fn fields() -> Fields {
    structure_of(&[
        ("kind", DataType::Utf8View),
        ("part", DataType::Utf8View),
        ("offset", DataType::Int64),
        ("message", DataType::Utf8View),
        ("section", DataType::Utf8View),
    ])
}

fn answer(rows: &Rows<'_>) -> Result<ArrayRef> {
    let text = || TextColumn::new(rows.count());
    let (mut kinds, mut parts, mut messages, mut sections) = (text(), text(), text(), text());
    let mut offsets = Int64Builder::with_capacity(rows.count());
    let mut nulls = NullBufferBuilder::new(rows.count());
    rows.parse(|_, result| {
        let error = result.and_then(Result::err);
        nulls.append(error.is_some());
        let told = error.as_ref();
        kinds.push(told.map(Error::kind));
        parts.push(told.and_then(Error::part));
        offsets.append_option(told.and_then(|error| Some(error.offset()? as i64)));
        sections.push(told.map(Error::section));
        match error {
            Some(error) => messages.push_shown(error),
            None => messages.push(None),
        }
    });
    let columns = vec![
        kinds.finish()?,
        parts.finish()?,
        Arc::new(offsets.finish()),
        messages.finish()?,
        sections.finish()?,
    ];
    structures(fields(), columns, nulls)
}
