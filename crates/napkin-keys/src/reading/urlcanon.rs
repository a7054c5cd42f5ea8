//! How the package urlcanon reads (0.3.1, `parse_url`): a scheme is all before the first colon, if it begins with a letter;
//! what is behind depends on it.

use super::default_port;
use crate::octets::{cut, cut_last, is_tab_or_newline};
use crate::parts::Parts;

pub(super) fn read(text: &[u8], parts: &mut Parts) {
    let is_junk = |byte: &u8| *byte <= b' ';
    let start = text.iter().position(|byte| !is_junk(byte)).unwrap_or(text.len());
    let end = text.iter().rposition(|byte| !is_junk(byte)).map_or(start, |last| last + 1);
    let mut rest = &text[start..end];
    if rest.first().is_some_and(u8::is_ascii_alphabetic)
        && let (scheme, Some(behind)) = cut(rest, b':')
    {
        parts.scheme.set(scheme);
        rest = behind;
    }
    let (rest, fragment) = cut(rest, b'#');
    parts.fragment.set_or_remove(fragment);
    let (rest, query) = cut(rest, b'?');
    parts.query.set_or_remove(query);
    parts.path.set(b"");
    if !rest.is_empty() {
        behind_scheme(rest, parts);
    }
}

/// Reads what is between the scheme and the query: two slashes, the authority and the path, by the kind of scheme.
pub(crate) fn behind_scheme(text: &[u8], parts: &mut Parts) {
    let mut scheme: Vec<u8> =
        parts.scheme.or_empty().iter().copied().filter(|&byte| !is_tab_or_newline(byte)).collect();
    scheme.make_ascii_lowercase();
    let is_slash = |byte: u8| byte == b'/';
    let is_any_slash = |byte: u8| matches!(byte, b'/' | b'\\');
    if scheme == b"file" {
        let Some(behind) = behind_two(text, is_any_slash) else { return parts.path.set(text) };
        parts.slashes = true;
        let end = behind.iter().position(|&byte| is_any_slash(byte)).unwrap_or(behind.len());
        parts.host.set(&behind[..end]);
        parts.path.set(&behind[end..]);
        return;
    }
    let (behind, is_special) = if default_port(&scheme).is_some() {
        let is_before = |byte: u8| is_any_slash(byte) || is_tab_or_newline(byte);
        let start = text.iter().position(|&byte| !is_before(byte)).unwrap_or(text.len());
        parts.slashes = start > 0;
        (&text[start..], true)
    } else {
        let Some(behind) = behind_two(text, is_slash) else { return parts.path.set(text) };
        parts.slashes = true;
        (behind, false)
    };
    let ends = |byte: u8| is_slash(byte) || (is_special && is_any_slash(byte));
    let end = behind.iter().position(|&byte| ends(byte)).unwrap_or(behind.len());
    authority(&behind[..end], parts);
    parts.path.set(&behind[end..]);
}

/// What is behind two slashes, with tabulators and ends of lines before and behind each.
fn behind_two(text: &[u8], is_slash: impl Fn(u8) -> bool) -> Option<&[u8]> {
    let skip = |text: &mut &[u8]| {
        while let [first, rest @ ..] = *text
            && is_tab_or_newline(*first)
        {
            *text = rest;
        }
    };
    let mut rest = text;
    for _ in 0..2 {
        skip(&mut rest);
        let (first, behind) = rest.split_first()?;
        if !is_slash(*first) {
            return None;
        }
        rest = behind;
    }
    skip(&mut rest);
    Some(rest)
}

/// User name, password, host and port.
fn authority(text: &[u8], parts: &mut Parts) {
    let (user, behind_colon) = cut(text, b':');
    let mut rest = text;
    parts.user.remove();
    parts.password.remove();
    match behind_colon.map(|behind| cut_last(behind, b'@')) {
        Some((Some(password), behind)) => {
            parts.user.set(user);
            parts.password.set(password);
            rest = behind;
        }
        _ => {
            if let (Some(before), _) = cut_last(user, b'@') {
                parts.user.set(before);
                rest = &text[before.len() + 1..];
            }
        }
    }
    let bracketed = rest.starts_with(b"[").then(|| rest.iter().position(|&byte| byte == b']'));
    let end = match bracketed.flatten().map(|end| end + 1) {
        Some(end) if matches!(rest.get(end), None | Some(b':')) => end,
        _ => rest.iter().position(|&byte| byte == b':').unwrap_or(rest.len()),
    };
    parts.host.set(&rest[..end]);
    parts.port.set_or_remove(rest[end..].strip_prefix(b":"));
}
