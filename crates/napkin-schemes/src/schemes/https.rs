//! `https`: `http` over TLS, on its own port (RFC 9110 §4.2.2). The view is [`Http`].

use crate::definition::Definition;

use super::{HTTP, Http};

/// The Hypertext Transfer Protocol over TLS.
pub static HTTPS: Definition = Definition {
    name: "https",
    title: "Hypertext Transfer Protocol Secure",
    document: "RFC 9110 section 4.2.2",
    grammar: "\
https-URI = \"https\" \"://\" authority path-abempty [ \"?\" query ]",
    example: "https://www.example.com/org/people?name=andy#top",
    default_port: Some(443),
    standings: &[],
    normalization: None,
    read: |source| Ok(Box::new(Http::of(source)?)),
    composition: HTTP.composition,
};
