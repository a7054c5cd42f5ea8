//! How webarchive-commons reads (3.0.4, `URLParser.parse`): by the expression of RFC 2396 appendix B, behind `http://` if none of its
//! schemes is there.

use std::borrow::Cow;

use crate::no_key::NoKey;
use crate::octets::cut;
use crate::parts::Parts;

/// The schemes that it knows, each with two slashes behind it.
const SCHEMES: [&str; 6] = ["http", "https", "ftp", "mms", "rtsp", "wais"];

/// What has no host: the text is the key.
const OPAQUE: [&str; 3] = ["dns:", "filedesc:", "warcinfo:"];

pub(super) fn read(text: &[u8], parts: &mut Parts) -> Result<(), NoKey> {
    let text = String::from_utf8_lossy(text);
    let text = trimmed(&text);
    if text == "dns:" {
        return Err(NoKey::Host);
    }
    let with_scheme;
    let text = if known_scheme(&text).is_some() {
        &*text
    } else {
        with_scheme = format!("http://{text}");
        &with_scheme
    };
    let (scheme, rest) = text.split_once("://").unwrap_or_default();
    parts.scheme.set(scheme.as_bytes());
    let is_web = matches!(scheme, "http" | "https");
    let rest = if is_web { rest.trim_start_matches('/') } else { rest }.as_bytes();
    let (rest, fragment) = cut(rest, b'#');
    parts.fragment.set_or_remove(fragment);
    let (rest, query) = cut(rest, b'?');
    parts.query.set_or_remove(query);
    let end = rest.iter().position(|&byte| byte == b'/').unwrap_or(rest.len());
    parts.path.set(&rest[end..]);
    authority(&rest[..end], parts)
}

/// The scheme, if it is one that is known, with two slashes behind it.
fn known_scheme(text: &str) -> Option<&str> {
    let (scheme, _) = text.split_once("://")?;
    SCHEMES.iter().any(|known| scheme.eq_ignore_ascii_case(known)).then_some(scheme)
}

/// A text without spaces and controls around it, and without ends of lines and tabulators.
fn trimmed(text: &str) -> String {
    let is_stray =
        |letter: char| matches!(letter, '\n' | '\r' | '\t' | '\u{85}' | '\u{2028}' | '\u{2029}');
    text.trim_matches(|letter: char| letter <= ' ')
        .chars()
        .filter(|&letter| !is_stray(letter))
        .collect()
}

/// The host and the port. The userinfo is dropped.
fn authority(text: &[u8], parts: &mut Parts) -> Result<(), NoKey> {
    let at = text.iter().position(|&byte| byte == b'@');
    let colon_from = match (at, text.first()) {
        (None, None) => return Err(NoKey::Host),
        (Some(at), _) => at,
        (None, Some(b'[')) => text.iter().position(|&byte| byte == b']').unwrap_or(0),
        (None, Some(_)) => 0,
    };
    let colon =
        text[colon_from..].iter().position(|&byte| byte == b':').map(|colon| colon_from + colon);
    let start = at.map_or(0, |at| at + 1);
    parts.host.set(&text[start..colon.unwrap_or(text.len())]);
    let digits = colon.map_or(&[][..], |colon| &text[colon + 1..]);
    if !digits.is_empty() {
        // As Java reads a number; -1 is no port to it.
        let port = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse::<i32>().ok());
        let port = port.ok_or(NoKey::Port)?;
        parts
            .port
            .set_or_remove((port != -1).then(|| port.to_string()).as_ref().map(String::as_bytes));
    }
    Ok(())
}

/// The key of what has no host, and of nothing.
pub(crate) fn before(text: &[u8]) -> Option<Cow<'_, [u8]>> {
    if text.is_empty() {
        return Some(b"-".into());
    }
    if text.starts_with(b"filedesc") || text.starts_with(b"warcinfo") {
        return Some(text.into());
    }
    if let Some(name) = text.strip_prefix(b"dns:") {
        // The program ends with an error where there is no name.
        let mut key: Vec<u8> = name.rsplit(|&byte| byte == b'.').collect::<Vec<_>>().join(&b',');
        if let [b'[', inner @ .., b']'] = &key[..]
            && !name.contains(&b'.')
        {
            key = inner.to_vec();
        }
        key.push(b')');
        return (!name.is_empty()).then(|| key.into());
    }
    let read = trimmed(&String::from_utf8_lossy(text));
    let is_opaque = OPAQUE.iter().any(|start| read.starts_with(start));
    is_opaque.then(|| match read.split_once('(') {
        Some((_, behind)) => behind.as_bytes().to_vec().into(),
        None => text.into(),
    })
}
