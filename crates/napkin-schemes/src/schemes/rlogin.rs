//! `rlogin`: an interactive service on its own port (RFC 1630, Telnet, rlogin, tn3270; RFC 1282). The
//! view is [`Telnet`].

use napkin::edition::RFC1630;

use crate::definition::{Class, Definition, Standing};

use super::{TELNET, Telnet};

/// Interactive sessions by rlogin.
pub static RLOGIN: Definition = Definition {
    name: "rlogin",
    title: "Reference to interactive sessions by rlogin",
    document: "RFC 1630, \"telnet, rlogin and tn3270\"",
    grammar: "\
rloginurl = \"rlogin://\" login [ \"/\" ]",
    example: "rlogin://guest@host.dom/",
    default_port: Some(513),
    standings: &[Standing::mentioned(RFC1630, Class::Named)],
    normalization: TELNET.normalization,
    read: |source| Ok(Box::new(Telnet::of(source)?)),
    composition: TELNET.composition,
};
