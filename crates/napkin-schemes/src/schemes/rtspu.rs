//! `rtspu`: `rtsp` over UDP (RFC 2326 §3.2).

use crate::definition::Definition;

use super::{RTSP, Rtsp};

/// The Real-Time Streaming Protocol over UDP.
pub static RTSPU: Definition = Definition {
    name: "rtspu",
    title: "Real-Time Streaming Protocol over UDP",
    document: "RFC 2326 section 3.2",
    grammar: RTSP.grammar,
    example: "rtspu://media.example.com/twister/audiotrack",
    default_port: Some(554),
    standings: &[],
    normalization: RTSP.normalization,
    read: |source| Ok(Box::new(Rtsp::of(source)?)),
    composition: RTSP.composition,
};
