//! How the package normalize-url reads (10.0.0, its defaults): by the URL Standard, with `http://` before what has no scheme. `data:`
//! URLs and those of schemes that it does not know are keys as they are, or nearly so.

use std::borrow::Cow;

use super::data_url::{self, is_space_or_control};
use super::{scheme, url};
use crate::no_key::NoKey;
use crate::parts::Parts;

/// The schemes that the package normalizes.
const KNOWN: [&[u8]; 3] = [b"http", b"https", b"file"];

pub(super) fn read(text: &[u8], parts: &mut Parts) -> Result<(), NoKey> {
    let text = trimmed(text);
    let text = match text.strip_prefix("//") {
        Some(rest) => format!("http://{rest}"),
        None if is_relative(&text) || has_scheme(&text) => text,
        None => format!("http://{text}"),
    };
    url::read_text(&text, parts)
}

/// The key of a `data:` URL, and of a URL of another scheme, which is the text.
pub(crate) fn before(text: &[u8]) -> Option<Cow<'_, [u8]>> {
    let text = trimmed(text);
    let (name, rest) = scheme(text.as_bytes())?;
    if name.eq_ignore_ascii_case(b"data") {
        return Some(data_url::normalized(&text[name.len() + 1..]).into_bytes().into());
    }
    let is_known = KNOWN.iter().any(|known| name.eq_ignore_ascii_case(known));
    let is_host =
        name.contains(&b'.') || (name.eq_ignore_ascii_case(b"localhost") && begins_with_port(rest));
    let is_kept =
        !is_known && (rest.starts_with(b"//") || !is_host) && napkin_url::Url::parse(&text).is_ok();
    is_kept.then(|| text.into_bytes().into())
}

/// A text without tabulators and ends of lines, and without controls and white space around it.
fn trimmed(text: &[u8]) -> String {
    let mut text = String::from_utf8_lossy(text).into_owned();
    text.retain(|letter| !matches!(letter, '\t' | '\n' | '\r'));
    text.trim_matches(is_space_or_control).into()
}

/// Whether dots and a slash are at the start, or a slash.
fn is_relative(text: &str) -> bool {
    text.trim_start_matches('.').starts_with('/')
}

/// Whether there is a scheme, and no host with a port behind it, as in `example.com:80`.
fn has_scheme(text: &str) -> bool {
    scheme(text.as_bytes()).is_some_and(|(name, rest)| {
        KNOWN.iter().any(|known| name.eq_ignore_ascii_case(known)) || !begins_with_port(rest)
    })
}

/// Whether digits are at the start, and a delimiter or nothing behind them.
fn begins_with_port(rest: &[u8]) -> bool {
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && matches!(rest.get(digits), None | Some(b'/' | b'?' | b'#'))
}
