//! `java.net.URI`.

use napkin::edition::JAVA;
use napkin::{HostKind, Start};

use crate::name::without_leading_zeros;

use super::cut::literal;
use super::{Answer, by_edition};

/// As the edition reads it; of an IPv6 address without its scope identifier, which is no part of the address, and with
/// the octets of IPv4 in it as decimal numbers, whatever zeros they begin with.
pub(super) fn java(input: &[u8]) -> Answer {
    let reference = JAVA.parse_bytes(Start::UriReference, input);
    match reference.ok().and_then(|reference| reference.host()) {
        Some(host) if host.kind() == HostKind::Ipv6 => {
            let host = without_leading_zeros(host.as_str());
            literal(host.as_bytes(), |byte| byte.is_ascii_alphanumeric() || b"_.".contains(&byte))
        }
        _ => by_edition(JAVA, input),
    }
}
