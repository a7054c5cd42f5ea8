//! wget, as it reads a URL on its command line in a UTF-8 locale.

use napkin_scan::encode_triplet;

use crate::idn;
use crate::name::ContactedHost;
use crate::octets::{decoded, triplet};
use crate::span::Span;

use super::Answer;
use super::cut::{host_and_port, leading_number, literal, named_as_is, scheme_and_rest, until};

pub(super) fn wget(input: &[u8]) -> Answer {
    let Some((scheme, rest)) = scheme_and_rest(input) else { return Answer::Refused };
    let is = |known: &[&[u8]]| known.iter().any(|known| scheme.eq_ignore_ascii_case(known));
    // A `;` ends the authority of ftp, where it begins parameters, and a `?` only that of http.
    let ends: &[u8] = match () {
        () if is(&[b"http", b"https"]) => b"/?#",
        () if is(&[b"ftp", b"ftps"]) => b"/;#",
        () => return Answer::Refused,
    };
    let Some(rest) = rest.strip_prefix(b"//").filter(|_| !input.contains(&0)) else {
        return Answer::Refused;
    };
    let rest = escaped(rest);
    let Some(server) = without_user(&rest) else { return Answer::Refused };
    let Some((host, port)) = host_and_port(until(server, ends)) else { return Answer::Refused };
    if !port.iter().all(u8::is_ascii_digit) || leading_number(port) > 0xffff || host.is_empty() {
        return Answer::Refused;
    }
    if host.starts_with(b"[") {
        return literal(host, |_| false);
    }
    let host = decoded(host, Span::new(0, host.len()));
    if host.iter().any(|byte| byte.is_ascii_control() || *byte == b'%') {
        return Answer::Refused;
    }
    // A name that cannot be mapped is looked up unchanged.
    named_as_is(&host, |name| {
        let as_it_is = || ContactedHost::normal(name.as_bytes()).to_string();
        idn::libidn2(name).or_else(|| Some(as_it_is()))
    })
}

/// The text with triplets for the characters that wget considers unsafe; none of them is a delimiter.
fn escaped(text: &[u8]) -> Vec<u8> {
    let mut made = Vec::with_capacity(text.len());
    for (at, &byte) in text.iter().enumerate() {
        let is_unsafe = match byte {
            b'%' => triplet(text, at).is_none(),
            0..=b' ' | 0x7f.. => true,
            _ => b"\"<>\\^`{|}".contains(&byte),
        };
        if is_unsafe {
            made.extend(encode_triplet(byte));
        } else {
            made.push(byte);
        }
    }
    made
}

/// The text after the userinfo, which ends at the first `@` if all characters before it are in RFC 2396; `None` if
/// the user name is empty.
fn without_user(text: &[u8]) -> Option<&[u8]> {
    let of_user = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.!~*'();:&=+$,%".contains(byte);
    let end = text.iter().position(|byte| !of_user(byte)).unwrap_or(text.len());
    match text.split_at_checked(end)? {
        ([] | [b':', ..], [b'@', ..]) => None,
        (_, [b'@', rest @ ..]) => Some(rest),
        _ => Some(text),
    }
}
