//! How Heritrix takes a URL apart for its SURT (webarchive-commons 3.0.4, `org.archive.util.SURT.fromURI`): a scheme of word characters
//! and two slashes, and no white space.

use std::borrow::Cow;

use crate::parts::Parts;

/// Parts of a text. What is no such URL has a key of its own.
pub(super) fn read(text: &[u8], parts: &mut Parts) {
    let Some((scheme, rest)) = split(text) else { return parts.path.set(text) };
    parts.scheme.set(scheme);
    parts.slashes = true;
    let (user, rest) = userinfo(rest);
    parts.user.set_or_remove(user);
    let end = host_end(rest);
    parts.host.set(&rest[..end]);
    let rest = &rest[end..];
    let digits = rest.iter().position(|&byte| byte == b'/').unwrap_or(rest.len());
    parts.port.set_or_remove(rest[..digits].strip_prefix(b":"));
    parts.path.set(&rest[digits..]);
}

/// The key of what has no scheme with two slashes and something behind them, or has white space: the text.
pub(crate) fn before(text: &[u8]) -> Option<Cow<'_, [u8]>> {
    split(text).is_none().then(|| text.into())
}

/// The scheme, and what is behind its slashes.
fn split(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let is_word = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let end = text.iter().take_while(is_word).count();
    let rest = text[end..].strip_prefix(b"://").filter(|rest| end > 0 && !rest.is_empty())?;
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t'..=b'\r');
    (!rest.iter().any(is_space)).then_some((&text[..end], rest))
}

/// The userinfo before the first `@`, if it has only its characters and something is behind it.
fn userinfo(rest: &[u8]) -> (Option<&[u8]>, &[u8]) {
    let is_userinfo =
        |byte: &&u8| byte.is_ascii_alphanumeric() || b"-_.!~*'()%;:&=+$,".contains(byte);
    let end = rest.iter().take_while(is_userinfo).count();
    match rest[end..].strip_prefix(b"@") {
        Some(behind) if end > 0 && !behind.is_empty() => (Some(&rest[..end]), behind),
        _ => (None, rest),
    }
}

/// The end of the host: the first place behind its first character from which there is a port, a path or nothing.
fn host_end(rest: &[u8]) -> usize {
    let is_end = |at: &usize| match &rest[*at..] {
        [b'/', ..] => true,
        [b':', behind @ ..] => {
            let digits = behind.iter().take_while(|byte| byte.is_ascii_digit()).count();
            digits > 0 && matches!(behind.get(digits), None | Some(b'/'))
        }
        _ => false,
    };
    (1..rest.len()).find(is_end).unwrap_or(rest.len())
}
