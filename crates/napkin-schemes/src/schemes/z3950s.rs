//! `z39.50s`: a session with a Z39.50 server (RFC 2056). The view is [`Z3950Url`].

use crate::definition::Definition;

use super::{Z3950, Z3950Url};

/// Z39.50 sessions.
pub static Z3950S: Definition = Definition {
    name: "z39.50s",
    title: "Z39.50 Session",
    document: "RFC 2056",
    grammar: "\
z39.50surl = \"z39.50s://\" host [ \":\" port ]
             [ \"/\" [ database *( \"+\" database ) [ \"?\" docid ] ] ]
             [ \";esn=\" elementset ] [ \";rs=\" recordsyntax *( \"+\" recordsyntax ) ]",
    example: "z39.50s://melvyl.ucop.edu/cat",
    default_port: Some(210),
    standings: &[],
    normalization: None,
    read: |source| Ok(Box::new(Z3950Url::of(source)?)),
    composition: Z3950.composition,
};
