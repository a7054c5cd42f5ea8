//! `uri_query`: the query.

use crate::function::Function;

pub(super) const FUNCTION: Function = Function {
    about: "The query without its ?; '' if nothing follows that, NULL without one.",
    answer: |rows| rows.pieces(|parsed| parsed.query()),
    ..Function::BLANK
};
