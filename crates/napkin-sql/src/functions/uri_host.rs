//! `uri_host`: the host.

use napkin::Host;

use crate::function::Function;

pub(super) const FUNCTION: Function = Function {
    about: "The host as it is written, with the brackets of an IP literal; '' in file:///, NULL without an authority.",
    answer: |rows| rows.pieces(|reference| reference.host().map(Host::as_str)),
    ..Function::BLANK
};
