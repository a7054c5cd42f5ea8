//! `sips`: `sip` over TLS up to the domain that owns the URI (RFC 3261 §19.1). The view is
//! [`Sip`].

use crate::definition::Definition;

use super::{SIP, Sip};

/// The Session Initiation Protocol over TLS.
pub static SIPS: Definition = Definition {
    name: "sips",
    title: "Secure Session Initiation Protocol",
    document: "RFC 3261 section 19.1",
    grammar: "\
SIPS-URI = \"sips:\" [ userinfo ] hostport uri-parameters [ headers ]",
    example: "sips:alice@atlanta.com?subject=project%20x&priority=urgent",
    default_port: Some(5061),
    standings: &[],
    normalization: SIP.normalization,
    read: |source| Ok(Box::new(Sip::of(source)?)),
    composition: SIP.composition,
};
