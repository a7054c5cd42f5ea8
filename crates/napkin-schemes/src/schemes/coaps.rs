//! `coaps`: `coap` over DTLS (RFC 7252 §6.2).

use crate::definition::Definition;

use super::{COAP, Coap};

/// The Constrained Application Protocol over DTLS.
pub static COAPS: Definition = Definition {
    name: "coaps",
    title: "Constrained Application Protocol over DTLS",
    document: "RFC 7252 section 6.2",
    grammar: "coaps-URI = \"coaps:\" \"//\" host [ \":\" port ] path-abempty [ \"?\" query ]",
    example: "coaps://example.com/.well-known/core",
    default_port: Some(5684),
    standings: &[],
    normalization: COAP.normalization,
    read: |source| Ok(Box::new(Coap::of(source)?)),
    composition: COAP.composition,
};
