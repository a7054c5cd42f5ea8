//! `tn3270`: an interactive service for 3270 terminals (RFC 1630; RFC 6270). The view is
//! [`Telnet`].

use napkin::edition::{RFC1630, RFC1738};

use crate::definition::{Class, Definition, Standing};

use super::{TELNET, Telnet};

/// Interactive 3270 sessions.
pub static TN3270: Definition = Definition {
    name: "tn3270",
    title: "Interactive 3270 emulation sessions",
    document: "RFC 6270 section 2",
    grammar: "\
tn3270url = \"tn3270:\" \"//\" [ userinfo \"@\" ] host [ \":\" port ] [ \"/\" ]",
    example: "tn3270://guest@host.dom/",
    default_port: Some(23),
    standings: &[
        Standing::mentioned(RFC1630, Class::Named),
        Standing::mentioned(RFC1738, Class::Reserved),
    ],
    normalization: TELNET.normalization,
    read: |source| Ok(Box::new(Telnet::of(source)?)),
    composition: TELNET.composition,
};
