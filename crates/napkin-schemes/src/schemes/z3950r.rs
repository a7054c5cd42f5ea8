//! `z39.50r`: a record on a Z39.50 server (RFC 2056). The view is [`Z3950Url`].

use crate::definition::Definition;

use super::{Z3950, Z3950Url};

/// Z39.50 retrieval.
pub static Z3950R: Definition = Definition {
    name: "z39.50r",
    title: "Z39.50 Retrieval",
    document: "RFC 2056",
    grammar: "\
z39.50rurl = \"z39.50r://\" host [ \":\" port ] \"/\" database *( \"+\" database ) \"?\" docid
             [ \";esn=\" elementset ] [ \";rs=\" recordsyntax *( \"+\" recordsyntax ) ]",
    example: "z39.50r://cnidr.org:2100/tmf?bkirch_rules__a1;esn=f;rs=marc",
    default_port: Some(210),
    standings: &[],
    normalization: None,
    read: |source| Ok(Box::new(Z3950Url::of(source)?)),
    composition: Z3950.composition,
};
