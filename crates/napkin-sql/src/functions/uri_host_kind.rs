//! `uri_host_kind`: what the host is.

use crate::function::Function;

pub(super) const FUNCTION: Function = Function {
    about: "What the host is: reg-name, ipv4, ipv6 or ipvfuture; by the URL Standard domain, ipv4, ipv6, opaque or empty.",
    answer: |rows| rows.pieces(|parsed| parsed.host_kind()),
    ..Function::BLANK
};
