//! How the package w3lib reads (2.5, `canonicalize_url`): nearly as Python's `urllib.parse` does, and a backslash is a slash
//! where browsers take it for one.

use napkin_scan::encode_triplet;
use unicode_normalization::UnicodeNormalization;

use super::{is_special, port, scheme};
use crate::address;
use crate::no_key::NoKey;
use crate::octets::{cut, cut_last, is_tab_or_newline};
use crate::parts::Parts;

/// The schemes whose last segment can have parameters (Python's `urllib.parse.uses_params`).
const WITH_PARAMETERS: [&str; 16] = [
    "", "ftp", "hdl", "prospero", "http", "imap", "https", "shttp", "rtsp", "rtsps", "rtspu",
    "sip", "sips", "mms", "sftp", "tel",
];

pub(super) fn read(text: &[u8], parts: &mut Parts) -> Result<(), NoKey> {
    let is_junk = |byte: &u8| *byte <= b' ';
    let start = text.iter().position(|byte| !is_junk(byte)).unwrap_or(text.len());
    let end = text.iter().rposition(|byte| !is_junk(byte)).map_or(start, |last| last + 1);
    let mut text = in_utf8(&text[start..end]);
    text.retain(|&byte| !is_tab_or_newline(byte));
    let (name, rest) = scheme(&text).unwrap_or((b"", &text));
    let name = name.to_ascii_lowercase();
    let mut rest = rest.to_vec();
    if is_special(&name) {
        let end = rest.iter().position(|byte| b"?#".contains(byte)).unwrap_or(rest.len());
        for byte in &mut rest[..end] {
            if *byte == b'\\' {
                *byte = b'/';
            }
        }
    }
    if !name.is_empty() {
        parts.scheme.set(&name);
    }
    let mut rest = &rest[..];
    if let Some(behind) = rest.strip_prefix(b"//") {
        let end = behind.iter().position(|byte| b"/?#".contains(byte)).unwrap_or(behind.len());
        authority(&behind[..end], parts)?;
        rest = &behind[end..];
    }
    let (rest, fragment) = cut(rest, b'#');
    parts.fragment.set_or_remove(fragment.filter(|fragment| !fragment.is_empty()));
    let (mut path, query) = cut(rest, b'?');
    parts.query.set_or_remove(query.filter(|query| !query.is_empty()));
    if WITH_PARAMETERS.iter().any(|known| known.as_bytes() == name) {
        let last = path.iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
        if let (before, Some(parameters)) = cut(&path[last..], b';') {
            parts.parameters.set(parameters);
            path = &path[..last + before.len()];
        }
    }
    parts.path.set(path);
    Ok(())
}

/// A text with each octet that is not UTF-8 as a triplet.
fn in_utf8(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        out.extend_from_slice(chunk.valid().as_bytes());
        for &octet in chunk.invalid() {
            out.extend(encode_triplet(octet));
        }
    }
    out
}

fn authority(text: &[u8], parts: &mut Parts) -> Result<(), NoKey> {
    if text.contains(&b'[') != text.contains(&b']') {
        return Err(NoKey::Bracket);
    }
    let (userinfo, server) = cut_last(text, b'@');
    let is_bracketed = text.contains(&b'[');
    if is_bracketed {
        check_brackets(server)?;
    }
    check_letters(text)?;
    if let Some(userinfo) = userinfo {
        let (user, password) = cut(userinfo, b':');
        parts.user.set(user);
        parts.password.set_or_remove(password);
    }
    let (host, digits) = if is_bracketed {
        let (host, behind) = cut(cut(server, b'[').1.unwrap_or_default(), b']');
        (host, cut(behind.unwrap_or_default(), b':').1)
    } else {
        cut(server, b':')
    };
    if let Some(digits) = digits.filter(|digits| !digits.is_empty()) {
        parts.port.set(port(digits)?.to_string().as_bytes());
    }
    parts.host.set(host);
    Ok(())
}

/// # Errors
///
/// If what is in brackets is no address, or something is before them, or something but a port behind.
fn check_brackets(server: &[u8]) -> Result<(), NoKey> {
    let address = match cut(server, b'[') {
        (before, Some(bracketed)) => {
            let (address, behind) = cut(bracketed, b']');
            let behind = behind.unwrap_or_default();
            if !before.is_empty() || !(behind.is_empty() || behind.starts_with(b":")) {
                return Err(NoKey::Bracket);
            }
            address
        }
        (_, None) => cut(server, b':').0,
    };
    let is_address = match address {
        // Python takes no `V`.
        [b'v', rest @ ..] => {
            let (version, behind) = cut(rest, b'.');
            !version.is_empty()
                && version.iter().all(u8::is_ascii_hexdigit)
                && behind.is_some_and(|behind| !behind.is_empty())
        }
        address => address::of_six(address).is_some(),
    };
    if is_address { Ok(()) } else { Err(NoKey::Bracket) }
}

/// # Errors
///
/// If a letter becomes a delimiter in compatibility form (NFKC). The delimiters that are there do not count.
fn check_letters(authority: &[u8]) -> Result<(), NoKey> {
    let text = std::str::from_utf8(authority).unwrap_or_default();
    if text.is_ascii() {
        return Ok(());
    }
    let others = || text.chars().filter(|letter| !"@:#?".contains(*letter));
    if others().nfkc().eq(others()) || !others().nfkc().any(|letter| "/?#@:\\".contains(letter)) {
        return Ok(());
    }
    Err(NoKey::Delimiter)
}
