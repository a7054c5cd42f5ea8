//! `uri_fragment`: the fragment.

use napkin::Encoded;

use crate::function::Function;

pub(super) const FUNCTION: Function = Function {
    about: "The fragment without its #; '' if nothing follows that, NULL without one.",
    answer: |rows| rows.pieces(|reference| reference.fragment().map(Encoded::as_str)),
    ..Function::BLANK
};
