//! `uri_path`: the path.

use crate::function::Function;

pub(super) const FUNCTION: Function = Function {
    about: "The path; '' if it is empty.",
    answer: |rows| rows.pieces(|parsed| parsed.path()),
    ..Function::BLANK
};
