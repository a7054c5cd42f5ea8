//! `uri_fragment`: the fragment.

use crate::function::Function;

pub(super) const FUNCTION: Function = Function {
    about: "The fragment without its #; '' if nothing follows that, NULL without one.",
    answer: |rows| rows.pieces(|parsed| parsed.fragment()),
    ..Function::BLANK
};
