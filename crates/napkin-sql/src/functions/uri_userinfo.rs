//! `uri_userinfo`: what stands before the host.

use crate::function::Function;

pub(super) const FUNCTION: Function = Function {
    about: "What stands before the @ of the authority.",
    answer: |rows| rows.pieces(|parsed| parsed.userinfo()),
    ..Function::BLANK
};
