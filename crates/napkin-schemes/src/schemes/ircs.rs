//! `ircs`: `irc` over TLS, on its own port (draft-butcher-irc-url-04; RFC 7194). The view is
//! [`Irc`].

use crate::definition::Definition;

use super::{IRC, Irc};

/// Internet Relay Chat over TLS.
pub static IRCS: Definition = Definition {
    name: "ircs",
    title: "Secure Internet Relay Chat",
    document: "draft-butcher-irc-url-04 section 2",
    grammar: "\
ircURL = \"ircs\" \"://\" location \"/\" [ entity ] [ flags ] [ options ]",
    example: "ircs://irc.example.net/%23rust",
    default_port: Some(6697),
    standings: &[],
    normalization: IRC.normalization,
    read: |source| Ok(Box::new(Irc::of(source)?)),
    composition: IRC.composition,
};
