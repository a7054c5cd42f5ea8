//! `uri_query_param`: one value of a query that is written as pairs.

use crate::function::Function;

pub(super) const FUNCTION: Function = Function {
    about: "The value of the first pair of the query whose key decodes to this one, as it is written; '' for a \
            key without =, NULL if there is none.",
    texts: &["uri", "key"],
    answer: |rows| {
        rows.write_texts(|row, parsed, column| {
            column.push(rows.text(1, row).and_then(|key| parsed.value(key)));
        })
    },
    ..Function::BLANK
};
