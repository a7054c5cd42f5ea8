//! `uri_host`: the host.

use crate::function::Function;

pub(super) const FUNCTION: Function = Function {
    about: "The host as it is written, with the brackets of an IP literal; '' in file:///, NULL without an authority.",
    answer: |rows| rows.pieces(|parsed| parsed.host()),
    ..Function::BLANK
};
