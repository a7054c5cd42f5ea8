//! `ldaps`: a search of a directory over TLS. No RFC defines the scheme; servers and clients take it for
//! `ldap` on a port of its own. The view is [`Ldap`].

use crate::definition::Definition;

use super::{LDAP, Ldap};

/// The Lightweight Directory Access Protocol over TLS.
pub static LDAPS: Definition = Definition {
    name: "ldaps",
    title: "Lightweight Directory Access Protocol over TLS",
    document: "RFC 4516 section 2, for the form",
    grammar: "\
ldapsurl = \"ldaps://\" [host [\":\" port]] [\"/\" dn [\"?\" [attributes]
           [\"?\" [scope] [\"?\" [filter] [\"?\" extensions]]]]]",
    example: "ldaps://ldap.example.net/dc=example,dc=net?cn?one",
    default_port: Some(636),
    standings: &[],
    normalization: LDAP.normalization,
    read: |source| Ok(Box::new(Ldap::of(source)?)),
    composition: LDAP.composition,
};
