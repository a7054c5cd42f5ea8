//! Text browsers: `ELinks`, Links and Lynx.

use unicode_normalization::UnicodeNormalization;

use crate::idn;
use crate::octets::decoded;
use crate::span::Span;

use super::Answer;
use super::cut::{after_slashes, literal, named_as_is, until};

/// As `ELinks` and Links: the userinfo ends at the last `@` before the first slash; further ones count only up to a
/// question mark. Brackets are searched in the whole authority.
pub(super) fn elinks(input: &[u8]) -> Answer {
    let Some(rest) = after_slashes(input) else { return Answer::Refused };
    let authority = until(rest, b"/");
    let server = match authority.iter().position(|&byte| byte == b'@') {
        Some(at) => {
            let rest = authority.get(at + 1..).unwrap_or_default();
            let last = until(rest, b"?").iter().rposition(|&byte| byte == b'@');
            rest.get(last.map_or(0, |at| at + 1)..).unwrap_or_default()
        }
        None => authority,
    };
    let bracket = |which| server.iter().position(|&byte| byte == which);
    match (bracket(b'['), bracket(b']')) {
        (Some(open), Some(close)) if open < close => {
            literal(server.get(open..=close).unwrap_or_default(), |_| false)
        }
        _ => named_as_is(until(server, b":?#"), idn::idna2003),
    }
}

/// As Lynx: decodes the authority and maps compatibility characters in it before it cuts; takes a userinfo off only
/// if that is a name, or a name and a password that is not empty. Otherwise the host is what precedes the first
/// delimiter.
pub(super) fn lynx(input: &[u8]) -> Answer {
    let Some(rest) = after_slashes(input) else { return Answer::Refused };
    let authority = until(rest, b"/?#");
    let authority = decoded(authority, Span::new(0, authority.len()));
    let text = String::from_utf8_lossy(&authority);
    let text = text.split(['\0', '/', '?', '#']).next().unwrap_or_default();
    let text: String = text.nfkc().filter(|c| !c.is_ascii_whitespace()).collect();
    let text = text.split(['/', '?', '#']).next().unwrap_or_default();
    let server = without_user(text).unwrap_or(text);
    if server.starts_with('[') {
        return literal(server.as_bytes(), |_| false);
    }
    let host = server.split([':', '@', ']']).next().unwrap_or_default();
    match host {
        // It looks up the userinfo with its `@`.
        "" if !server.is_empty() => Answer::Refused,
        _ => named_as_is(host.as_bytes(), idn::uts46),
    }
}

/// The text after a userinfo that Lynx takes for one.
fn without_user(text: &str) -> Option<&str> {
    let (user, rest) = text.split_once('@')?;
    let (name, password) = user.split_once(':').unwrap_or((user, "none"));
    let is_name = !name.is_empty() && !name.contains(['[', ']', '\\', '%', '?']);
    (is_name && !password.is_empty() && !password.contains(':')).then_some(rest)
}
