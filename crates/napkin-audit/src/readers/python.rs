//! Python's `urllib.parse` and `urllib.request`, and the package requests.

use std::net::Ipv6Addr;

use unicode_normalization::UnicodeNormalization;

use crate::idn::{self, Mapping};
use crate::name::ContactedHost;
use crate::octets::{decoded, triplet};
use crate::parts::trimmed;
use crate::span::Span;

use super::Answer;
use super::cut::{
    Splitter, host_and_port, leading_number, literal, named_as_is, scheme_and_rest, until,
};

pub(super) fn urllib(input: &[u8]) -> Answer {
    let kept = kept(input);
    let Some(authority) = split(&kept) else { return Answer::Refused };
    let server = authority.rsplit(|&byte| byte == b'@').next().unwrap_or_default();
    match bracketed(authority) {
        Some(_) => bracketed(server).unwrap_or_else(|| Splitter::GENERIC.read(&kept)),
        None => Splitter::GENERIC.read(&kept),
    }
}

/// The part of an input that `urlsplit` keeps.
fn kept(input: &[u8]) -> Vec<u8> {
    let (start, _) = trimmed(input);
    input.iter().skip(start).copied().filter(|b| !b"\t\r\n".contains(b)).collect()
}

/// The authority by `urlsplit`, empty if there is none; `None` if `urlsplit` fails.
fn split(kept: &[u8]) -> Option<&[u8]> {
    let rest = scheme_and_rest(kept).map_or(kept, |(_, rest)| rest);
    let authority = rest.strip_prefix(b"//").map_or(b"".as_slice(), |rest| until(rest, b"/?#"));
    let compatible = str::from_utf8(authority).is_ok_and(|authority| {
        let others = authority.replace(['@', ':', '#', '?'], "");
        others.is_ascii() || !others.nfkc().any(|character| "/?#@:".contains(character))
    });
    let closed = authority.contains(&b'[') == authority.contains(&b']');
    let is_literal = bracketed(authority) != Some(Answer::Refused);
    (compatible && closed && is_literal).then_some(authority)
}

/// The literal in brackets: searched in the whole authority for validation, and after the last `@` for the host.
fn bracketed(within: &[u8]) -> Option<Answer> {
    let open = within.iter().position(|&byte| byte == b'[')?;
    let end = within.iter().skip(open).position(|&byte| byte == b']');
    let end = end.map_or(within.len(), |close| open + close + 1);
    Some(literal(within.get(open..end).unwrap_or_default(), |byte| byte != b'%'))
}

/// As `http.client.HTTPConnection` with the `hostname` and `port` of `urlsplit`: an IPv6 address has lost its brackets,
/// so without a port, the text after its last colon becomes one.
pub(super) fn http_client(input: &[u8]) -> Answer {
    let kept = kept(input);
    let Some(authority) = split(&kept) else { return Answer::Refused };
    let text = String::from_utf8_lossy(authority);
    let text = text.rsplit('@').next().unwrap_or_default();
    let (host, port) = match text.split_once('[') {
        Some((_, inside)) => {
            let (host, rest) = inside.split_once(']').unwrap_or((inside, ""));
            (host, rest.split_once(':').map_or("", |(_, port)| port))
        }
        None => text.split_once(':').unwrap_or((text, "")),
    };
    if !port.bytes().all(|byte| byte.is_ascii_digit()) || leading_number(port.as_bytes()) > 0xffff {
        return Answer::Refused;
    }
    // Without a port, one is searched in the host.
    let host = if port.is_empty() { server(host) } else { Some(host) };
    host.map_or(Answer::Refused, resolved)
}

/// The userinfo stays in the host, which is decoded before the port is cut off.
pub(super) fn urllib_request(input: &[u8]) -> Answer {
    let text = String::from_utf8_lossy(input);
    let text = unwrapped(&text);
    // The origin of the request is computed with `urlsplit`.
    if split(&kept(text.as_bytes())).is_none() {
        return Answer::Refused;
    }
    let text = text.rsplit_once('#').map_or(text, |(before, _)| before);
    let end = text.find([':', '/']).unwrap_or(0);
    let (scheme, rest) = text.split_at(end);
    let Some(rest) = rest.strip_prefix("://") else { return Answer::Refused };
    let end = rest.find(['/', '#', '?']).unwrap_or(rest.len());
    let (authority, selector) = rest.split_at(end);
    let host = unquoted(authority);
    match scheme.to_lowercase().as_str() {
        "http" | "https" => {
            // The host is sent as a header field and in the request line.
            let is_sent = host.chars().all(|c| c <= '\u{ff}' && !"\r\n".contains(c))
                && selector.bytes().all(|byte| byte.is_ascii_graphic());
            server(&host).filter(|_| is_sent).map_or(Answer::Refused, resolved)
        }
        "ftp" => {
            let end = host.trim_end_matches(|c: char| c.is_ascii_digit());
            let host = end.strip_suffix(':').unwrap_or(&host);
            let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
            let host = unquoted(host);
            if host.starts_with('[') { Answer::Refused } else { resolved(&host) }
        }
        _ => Answer::Refused,
    }
}

/// The host before the last colon, if a number follows that colon, without brackets.
fn server(text: &str) -> Option<&str> {
    let colon = text.rfind(':').filter(|&colon| text.rfind(']').is_none_or(|end| end < colon));
    let host = match colon.and_then(|colon| text.split_at_checked(colon)) {
        Some((_, port)) if !is_number(port.get(1..)?) => return None,
        Some((host, _)) => host,
        None => text,
    };
    let inside = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let is_sound = !host.bytes().any(|byte| byte == b' ' || byte.is_ascii_control());
    is_sound.then_some(inside.unwrap_or(host))
}

/// Whether Python's `int` accepts a text, or the text is empty.
fn is_number(text: &str) -> bool {
    let digits = text.trim_matches(is_space);
    let digits = digits.strip_prefix(['+', '-']).unwrap_or(digits);
    let is_digits = |part: &str| !part.is_empty() && part.chars().all(char::is_numeric);
    text.is_empty() || digits.split('_').all(is_digits)
}

/// A URL without the white space, angle brackets and `URL:` around it.
fn unwrapped(text: &str) -> &str {
    let text = text.trim_matches(is_space);
    let inside = text.strip_prefix('<').and_then(|rest| rest.strip_suffix('>'));
    let text = inside.map_or(text, |inside| inside.trim_matches(is_space));
    text.strip_prefix("URL:").map_or(text, |rest| rest.trim_matches(is_space))
}

fn is_space(character: char) -> bool {
    character.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&character)
}

fn unquoted(text: &str) -> String {
    let decoded = decoded(text.as_bytes(), Span::new(0, text.len()));
    String::from_utf8_lossy(&decoded).into_owned()
}

/// The name passed to a resolver, by the codec of the module socket.
fn resolved(host: &str) -> Answer {
    let (address, zone) = host.split_once('%').unwrap_or((host, "0"));
    let is_zone = !zone.is_empty() && zone.is_ascii() && !zone.contains(']');
    match address.parse::<Ipv6Addr>() {
        Ok(address) if is_zone => Answer::Host(ContactedHost::Address(address.into())),
        _ if host.is_empty() => Answer::NoHost,
        _ => match idn::idna2003(host) {
            Some(name) => named_as_is(name.as_bytes(), idn::idna2003),
            None => Answer::Refused,
        },
    }
}

/// As urllib3 splits and maps; unreserved characters of the host are decoded.
pub(super) fn requests(input: &[u8]) -> Answer {
    let text = String::from_utf8_lossy(input);
    let text = text.trim_start_matches(is_space).as_bytes();
    let Some((scheme, rest)) = scheme_and_rest(text) else { return Answer::Refused };
    let is_web = [&b"http"[..], b"https"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
    let Some(rest) = rest.strip_prefix(b"//").filter(|_| is_web) else { return Answer::Refused };
    let authority = until(rest, b"\\/?#");
    let server = authority.rsplit(|&byte| byte == b'@').next().unwrap_or_default();
    let Some((host, port)) = host_and_port(server) else { return Answer::Refused };
    let number = port.trim_ascii_start();
    let first = number.iter().position(|&byte| byte != b'0').unwrap_or(number.len());
    let number = number.get(first..).unwrap_or_default();
    let is_port = port.iter().all(u8::is_ascii_digit)
        && number.len() <= 5
        && leading_number(number) <= 0xffff;
    if !is_port {
        return Answer::Refused;
    }
    if host.starts_with(b"[") {
        return literal(host, |byte| byte.is_ascii_alphanumeric() || b"._-~%".contains(&byte));
    }
    let Some(host) = decoded_unreserved(host) else { return Answer::Refused };
    let Some(name) = idn::labels_of_2008(&host) else { return Answer::Refused };
    match idn::idna2003(&name) {
        Some(name) if !name.starts_with(['*', '.']) => named_as_is(name.as_bytes(), KEPT),
        _ => Answer::Refused,
    }
}

/// The mapping of a name that is already mapped.
const KEPT: Mapping = |name| Some(name.to_owned());

/// A host with triplets of unreserved characters decoded, and the others kept; `None` if one is malformed or a control,
/// which urllib3 refuses since 2.8.
fn decoded_unreserved(host: &[u8]) -> Option<String> {
    let unreserved = napkin::edition::RFC3986.unreserved;
    let mut made = Vec::with_capacity(host.len());
    let mut at = 0;
    while let Some(&byte) = host.get(at) {
        if byte != b'%' {
            made.push(byte);
            at += 1;
            continue;
        }
        match triplet(host, at)? {
            octet if unreserved.contains(octet) => made.push(octet),
            octet if octet.is_ascii_control() => return None,
            _ => made.extend(host.get(at..at + 3)?),
        }
        at += 3;
    }
    String::from_utf8(made).ok()
}
