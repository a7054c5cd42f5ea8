//! `uri_query`: the query.

use napkin::Query;

use crate::function::Function;

pub(super) const FUNCTION: Function = Function {
    about: "The query without its ?; '' if nothing follows that, NULL without one.",
    answer: |rows| rows.pieces(|reference| reference.query().map(Query::as_str)),
    ..Function::BLANK
};
