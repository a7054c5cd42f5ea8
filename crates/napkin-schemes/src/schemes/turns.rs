//! `turns`: `turn` over TLS (RFC 7065).

use crate::definition::Definition;

use super::{TURN, Turn};

/// Traversal Using Relays around NAT over TLS.
pub static TURNS: Definition = Definition {
    name: "turns",
    title: "Traversal Using Relays around NAT over TLS",
    document: "RFC 7065 section 3.1",
    grammar: TURN.grammar,
    example: "turns:turn.example.org",
    default_port: Some(5349),
    standings: &[],
    normalization: TURN.normalization,
    read: |source| Ok(Box::new(Turn::of(source)?)),
    composition: TURN.composition,
};
