//! `uri_userinfo`: what stands before the host.

use napkin::Userinfo;

use crate::function::Function;

pub(super) const FUNCTION: Function = Function {
    about: "What stands before the @ of the authority.",
    answer: |rows| rows.pieces(|reference| reference.userinfo().map(Userinfo::as_str)),
    ..Function::BLANK
};
