//! `wss`: `ws` over TLS, on its own port (RFC 6455 §3). The view is [`WebSocket`].

use crate::definition::Definition;

use super::{WS, WebSocket};

/// The WebSocket Protocol over TLS.
pub static WSS: Definition = Definition {
    name: "wss",
    title: "Encrypted WebSocket connections",
    document: "RFC 6455 section 3",
    grammar: "\
wss-URI = \"wss:\" \"//\" host [ \":\" port ] path [ \"?\" query ]",
    example: "wss://example.com/chat",
    default_port: Some(443),
    standings: &[],
    normalization: None,
    read: |source| Ok(Box::new(WebSocket::of(source)?)),
    composition: WS.composition,
};
