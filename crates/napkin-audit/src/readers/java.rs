//! `java.net.URI`.

use napkin::edition::JAVA;
use napkin::{HostKind, Start};

use crate::name::without_leading_zeros;

use super::cut::literal;
use super::reader::{Answer, by_edition};

/// As in the edition. The scope identifier of an IPv6 address is dropped, since it is not part of the address, and
/// the leading zeros of its IPv4 octets are removed.
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
