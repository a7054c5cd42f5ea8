//! `rtsps`: `rtsp` over TLS (RFC 7826 §4.2).

use crate::definition::Definition;

use super::{RTSP, Rtsp};

/// The Real-Time Streaming Protocol over TLS.
pub static RTSPS: Definition = Definition {
    name: "rtsps",
    title: "Real-Time Streaming Protocol over TLS",
    document: "RFC 7826 section 4.2",
    grammar: RTSP.grammar,
    example: "rtsps://media.example.com/twister/audiotrack",
    default_port: Some(322),
    standings: &[],
    normalization: RTSP.normalization,
    read: |source| Ok(Box::new(Rtsp::of(source)?)),
    composition: RTSP.composition,
};
