//! How the package surt reads (0.3.1, `handyurl.parse`): by the expression of RFC 2396 appendix B, after white space and
//! doubled schemes are gone.

use super::{port, scheme};
use crate::no_key::NoKey;
use crate::octets::{cut, cut_last, is_tab_or_newline};
use crate::parts::Parts;

/// White space as Python's `bytes.strip` knows it.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C)
}

pub(super) fn read(text: &[u8], parts: &mut Parts) -> Result<(), NoKey> {
    let start = text.iter().position(|byte| !is_space(*byte)).ok_or(NoKey::Empty)?;
    let end = text.iter().rposition(|byte| !is_space(*byte)).map_or(start, |last| last + 1);
    let mut kept: Vec<u8> = Vec::new();
    let mut text = &text[start..end];
    if text.iter().copied().any(is_tab_or_newline) {
        kept.extend(text.iter().filter(|&&byte| !is_tab_or_newline(byte)));
        text = &kept;
    }
    let completed;
    let (mut name, mut rest) = if let Some(found) = scheme(text) {
        found
    } else {
        completed = [b"//", text].concat();
        (b"http" as &[u8], &completed[..])
    };
    // Of `http://https://h/` the last scheme counts.
    let is_web = |name: &[u8]| matches!(name, b"http" | b"https");
    while let Some(inner) = rest.strip_prefix(b"//").filter(|_| is_web(name)) {
        match scheme(inner) {
            Some((next, behind)) if is_web(next) && behind.starts_with(b"//") => {
                (name, rest) = (next, behind);
            }
            _ => break,
        }
    }
    parts.scheme.set(name);
    let (rest, fragment) = cut(rest, b'#');
    let (rest, query) = cut(rest, b'?');
    parts.query.set_or_remove(query.filter(|query| !query.is_empty()));
    parts.fragment.set_or_remove(fragment.filter(|fragment| !fragment.is_empty()));
    let mut path = rest;
    if let Some(rest) = rest.strip_prefix(b"//") {
        let end = rest.iter().position(|&byte| byte == b'/').unwrap_or(rest.len());
        path = &rest[end..];
        authority(&rest[..end], parts)?;
    }
    parts.path.set_or_remove((!path.is_empty()).then_some(path));
    if name.starts_with(b"http") && parts.host.get().is_none() && !path.is_empty() {
        let slashes = path.iter().take_while(|&&byte| byte == b'/').count();
        let (host, path) = cut(&path[slashes..], b'/');
        parts.host.set(host);
        parts.path.set(&[b"/", path.unwrap_or_default()].concat());
    }
    Ok(())
}

/// The host and the port, as Python's `urllib.parse` finds them in an authority. The userinfo is dropped.
fn authority(text: &[u8], parts: &mut Parts) -> Result<(), NoKey> {
    let colons = text.iter().rev().take_while(|&&byte| byte == b':').count();
    let (_, text) = cut_last(&text[..text.len() - colons], b'@');
    let (host, digits) = match cut(text, b'[') {
        (_, Some(bracketed)) => {
            let (host, behind) = cut(bracketed, b']');
            (host, cut(behind.unwrap_or_default(), b':').1)
        }
        (_, None) => cut(text, b':'),
    };
    if let Some(digits) = digits.filter(|digits| !digits.is_empty()) {
        let port = port(digits)?;
        if port > 0 {
            parts.port.set(port.to_string().as_bytes());
        }
    }
    if !host.is_empty() {
        parts.host.set(host);
        if let Some(host) = parts.host.get_mut() {
            let zone = host.iter().position(|&byte| byte == b'%').unwrap_or(host.len());
            host[..zone].make_ascii_lowercase();
        }
    }
    Ok(())
}
