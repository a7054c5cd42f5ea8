//! `uri_query_param`: one value of a query that is written as pairs.

use napkin::Encoded;

use crate::function::Function;

pub(super) const FUNCTION: Function = Function {
    about: "The value of the first pair of the query whose key decodes to this one, as it is written; '' for a \
            key without =, NULL if there is none.",
    texts: &["uri", "key"],
    answer: |rows| {
        rows.write_texts(|row, reference, column| {
            let value = reference.query().zip(rows.text(1, row));
            let value = value.and_then(|(query, key)| query.value(key));
            column.push(value.map(Encoded::as_str));
        })
    },
    ..Function::BLANK
};
