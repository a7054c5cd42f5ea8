//! PHP's `parse_url`.

use super::Answer;
use super::cut::{leading_number, literal, named, until};

pub(super) fn php(input: &[u8]) -> Answer {
    let of_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let colon = input.iter().position(|&byte| byte == b':').filter(|&colon| colon > 0);
    let (before, behind) = match colon.and_then(|colon| input.split_at_checked(colon)) {
        Some((before, behind)) => (before, behind.get(1..).unwrap_or_default()),
        None => (b"".as_slice(), b"".as_slice()),
    };
    let is_scheme = !before.is_empty() && before.iter().all(of_scheme);
    let digits = until(behind, b"/");
    let is_port = (1..6).contains(&digits.len())
        && digits.iter().all(u8::is_ascii_digit)
        && until(before, b"?#") == before;
    let rest = match (behind, input.strip_prefix(b"//")) {
        ([b'/', b'/', rest @ ..], _) if is_scheme => rest,
        _ if is_port && leading_number(digits) > 0xffff => return Answer::Refused,
        (_, rest) if is_port => rest.unwrap_or(input),
        _ if is_scheme => return Answer::NoHost,
        (_, Some(rest)) => rest,
        _ => return Answer::Base,
    };
    let authority = until(rest, b"/?#");
    let server = authority.rsplit(|&byte| byte == b'@').next().unwrap_or_default();
    let in_brackets = server.starts_with(b"[") && server.ends_with(b"]");
    let colon = server.iter().rposition(|&byte| byte == b':').filter(|_| !in_brackets);
    let (host, port) = match colon.and_then(|colon| server.split_at_checked(colon)) {
        Some((host, port)) => (host, port.get(1..).unwrap_or_default()),
        None => (server, b"".as_slice()),
    };
    // As strtol reads numbers: after white space and a sign, and before any other text.
    let number = port.trim_ascii_start();
    let number = number.strip_prefix(b"+").unwrap_or(number);
    let is_number = port.is_empty() || number.first().is_some_and(u8::is_ascii_digit);
    if port.len() > 5 || !is_number || leading_number(number) > 0xffff {
        return Answer::Refused;
    }
    if host.starts_with(b"[") {
        return literal(host, |byte| byte != b']').at(port);
    }
    let shown = |&byte: &u8| if byte.is_ascii_control() { b'_' } else { byte };
    named(&host.iter().map(shown).collect::<Vec<_>>()).at(port)
}
