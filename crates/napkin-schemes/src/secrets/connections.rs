//! Passwords of connection strings that have no two slashes before a server: `user:password@host`, `scheme:/user:password@host`,
//! and Oracle's `user/password@`.

use std::ops::Range;

use super::servers::find;
use crate::registry;

/// Schemes in front of packages and accounts, whose `@` is before a version or a domain.
const OTHER: &[&str] =
    &["docker", "gist", "github", "gitlab", "jsr", "npm", "pkg", "skype", "workspace"];

/// The password of a text that begins with a user, or with a scheme without two slashes.
pub(super) fn password(text: &[u8]) -> Option<Range<usize>> {
    let begin = find(text, |byte| !byte.is_ascii_whitespace())?;
    let colon = begin + find(text.get(begin..)?, |byte| b":/?#@\"'<> \t\r\n".contains(&byte))?;
    let scheme = text.get(begin..colon).filter(|scheme| !scheme.is_empty())?;
    if text.get(colon) != Some(&b':') {
        return None;
    }
    let after = colon + 1;
    let start = after + usize::from(text.get(after) == Some(&b'/'));
    let rest = text.get(start..)?;
    if rest.first() == Some(&b'/') {
        return None;
    }
    let end = find(rest, |byte| b"/?#\r\n".contains(&byte)).unwrap_or(rest.len());
    let authority = rest.get(..end)?;
    let at = authority.iter().rposition(|&byte| byte == b'@')?;
    let own = std::str::from_utf8(scheme).ok()?;
    let is = |other: &str| own.eq_ignore_ascii_case(other);
    let is_opaque =
        start == after && (registry::find(own).is_some() || OTHER.iter().any(|other| is(other)));
    if is("file") || is_opaque {
        return None;
    }
    match find(authority.get(..at)?, |byte| byte == b':') {
        Some(colon) => Some(start + colon + 1..start + at),
        // The user is what looked like a scheme.
        None if start == after && is_server(rest.get(at + 1..)?) => Some(start..start + at),
        None => None,
    }
}

/// Whether a text begins with a server: a name of several labels, `localhost`, a port, an address, or a function of a driver.
fn is_server(text: &[u8]) -> bool {
    let of_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    let name =
        text.get(..find(text, |byte| !of_name(byte)).unwrap_or(text.len())).unwrap_or_default();
    let behind = text.get(name.len()..).unwrap_or_default();
    let last = name.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    let has_labels =
        last.len() < name.len() && last.iter().all(u8::is_ascii_alphabetic) && !last.is_empty();
    let is_address = name.split(|&byte| byte == b'.').count() == 4;
    let has_port = matches!(behind, [b':', digit, ..] if digit.is_ascii_digit());
    has_labels
        || is_address
        || has_port
        || name == b"localhost"
        || matches!(behind, [b'(' | b'[' | b'/', ..])
}

/// The password of Oracle's form, behind `jdbc:oracle:thin:`, `oracle://` or nothing (Oracle Database JDBC Developer's Guide,
/// "Data Sources and URLs").
pub(super) fn of_oracle(text: &[u8]) -> Option<Range<usize>> {
    if !text.contains(&b'@') {
        return None;
    }
    let begin = find(text, |byte| !byte.is_ascii_whitespace())?;
    let rest = text.get(begin..)?;
    let line = rest.get(..find(rest, |byte| b"?\r\n".contains(&byte)).unwrap_or(rest.len()))?;
    let (start, at) = match lead(line) {
        Some(start) => (start, line.iter().rposition(|&byte| byte == b'@')?),
        // Of a text without a scheme, only a server with slashes tells that it is one.
        None => (0, line.windows(3).position(|window| window == b"@//")?),
    };
    let user = line.get(start..at)?;
    let slash = find(user, |byte| b"/:@ ".contains(&byte))?;
    let is_user = slash > 0 && user.get(slash) == Some(&b'/');
    is_user.then_some(begin + start + slash + 1..begin + at)
}

/// The length of the schemes before the user.
fn lead(text: &[u8]) -> Option<usize> {
    let word = |from: usize, word: &[u8]| {
        let start = text.get(from..from + word.len())?;
        start.eq_ignore_ascii_case(word).then_some(from + word.len())
    };
    let jdbc = word(0, b"jdbc:").unwrap_or(0);
    let oracle = word(jdbc, b"oracle")?;
    let mut at = oracle + find(text.get(oracle..)?, |byte| byte == b':')? + 1;
    let rest = text.get(at..)?;
    let driver = find(rest, |byte| !byte.is_ascii_alphanumeric())?;
    if rest.get(driver) == Some(&b':') && jdbc > 0 {
        at += driver + 1;
    }
    Some(at + text.get(at..)?.iter().take(2).take_while(|byte| **byte == b'/').count())
}
