//! `uri_host_kind`: what the host is.

use crate::function::Function;

pub(super) const FUNCTION: Function = Function {
    about: "What the host is: reg-name, ipv4, ipv6 or ipvfuture.",
    answer: |rows| rows.pieces(|reference| reference.host().map(|host| host.kind().name())),
    ..Function::BLANK
};
