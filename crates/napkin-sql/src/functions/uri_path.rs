//! `uri_path`: the path.

use napkin::Path;

use crate::function::Function;

pub(super) const FUNCTION: Function = Function {
    about: "The path; '' if it is empty.",
    answer: |rows| rows.pieces(|reference| reference.path().map(Path::as_str)),
    ..Function::BLANK
};
