//! `java.net.URI`.

use napkin::edition;

use crate::name::is_dns_label;

use super::cut::{host_and_port, literal, named, scheme_and_rest, until};
use super::{Answer, by_edition};

/// As RFC 2396, but for what Java takes beside: its host is put in the place of a plain name, what else
/// is beyond the grammar becomes an escape, and the rest is left to the edition.
pub(super) fn java(input: &[u8]) -> Answer {
    let Some((scheme, rest)) = scheme_and_rest(input).or(Some((b"", input))) else {
        return Answer::Refused;
    };
    let Some(rest) = rest.strip_prefix(b"//") else { return by_edition(edition::RFC2396, input) };
    let authority = until(rest, b"/?#");
    let behind = rest.get(authority.len()..).unwrap_or_default();
    let at = authority.iter().rposition(|&byte| byte == b'@').map_or(0, |at| at + 1);
    let (user, server) = authority.split_at(at);
    let Some((host, port)) = host_and_port(server) else { return Answer::Refused };
    let answer = if host.starts_with(b"[") {
        literal(host, |byte| byte.is_ascii_alphanumeric() || b"_.".contains(&byte))
    } else if is_dns_label(host.strip_suffix(b".").unwrap_or(host)) {
        named(host)
    } else {
        return by_edition(edition::RFC2396, &as_rfc2396(input));
    };
    let separator: &[u8] = if scheme.is_empty() { b"" } else { b":" };
    let plain = [scheme, separator, b"//", user, b"h:", port, behind].concat();
    match by_edition(edition::RFC2396, &as_rfc2396(&plain)) {
        Answer::Host(_) => answer,
        other => other,
    }
}

/// The input with escapes for what Java takes as other characters, and for brackets in the query and the
/// fragment.
fn as_rfc2396(input: &[u8]) -> Vec<u8> {
    let query = until(input, b"?#").len();
    let mut made = Vec::with_capacity(input.len());
    for (at, &byte) in input.iter().enumerate() {
        if byte >= 0x80 || at > query && b"[]".contains(&byte) {
            made.extend_from_slice(b"%5B");
        } else {
            made.push(byte);
        }
    }
    made
}
