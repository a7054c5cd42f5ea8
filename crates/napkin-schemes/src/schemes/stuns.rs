//! `stuns`: `stun` over TLS (RFC 7064).

use crate::definition::Definition;

use super::{STUN, Stun};

/// Session Traversal Utilities for NAT over TLS.
pub static STUNS: Definition = Definition {
    name: "stuns",
    title: "Session Traversal Utilities for NAT over TLS",
    document: "RFC 7064 section 3.1",
    grammar: STUN.grammar,
    example: "stuns:stun.example.org",
    default_port: Some(5349),
    standings: &[],
    normalization: STUN.normalization,
    read: |source| Ok(Box::new(Stun::of(source)?)),
    composition: STUN.composition,
};
