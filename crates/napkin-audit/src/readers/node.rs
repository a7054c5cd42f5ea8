//! Node's `url.parse`, and the host that `http.request` contacts with its result.

use std::borrow::Cow;

use napkin_scan::hex;

use crate::idn;
use crate::name::{ContactedHost, ipv6_literal};

use super::Answer;
use super::cut::named_as_is;

/// The characters that end the host without ending the authority.
const NEVER_IN_A_HOST: [char; 13] =
    [' ', '"', '%', '\'', ';', '<', '>', '\\', '^', '`', '{', '|', '}'];

/// Schemes whose URLs have a host only after two slashes.
const SLASHED: [&str; 7] = ["http", "https", "ftp", "gopher", "file", "ws", "wss"];

pub(super) fn url_parse(input: &[u8]) -> Answer {
    let text = String::from_utf8_lossy(input);
    let text = text.trim_matches(|c: char| c <= ' ' || c == '\u{a0}' || c == '\u{feff}');
    let text = with_slashes(text);
    let Some((scheme, rest)) = text.split_once(':').filter(|(scheme, _)| is_scheme(scheme)) else {
        return Answer::Refused;
    };
    let is_web = ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
    // A request without a host goes to this machine.
    let nobody = || if is_web { localhost() } else { Answer::NoHost };
    if scheme.eq_ignore_ascii_case("javascript") {
        return nobody();
    }
    let rest = match rest.strip_prefix("//") {
        Some(rest) => rest,
        // Schemes are recognized in lowercase only; requests with other schemes are not made.
        None if SLASHED.contains(&scheme) || !is_web => return nobody(),
        None => rest,
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let authority = authority.replace(['\t', '\n', '\r'], "");
    let (user, server) = authority.rsplit_once('@').unwrap_or(("", &authority));
    if !is_decodable(user) {
        return Answer::Refused;
    }
    let server = server.split(NEVER_IN_A_HOST).next().unwrap_or_default();
    let (host, port) = match server.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => (host, port),
        _ => (server, ""),
    };
    let inside = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let host = match inside {
        Some(_) => host,
        None => host.split(':').next().unwrap_or_default(),
    };
    let host = if host.encode_utf16().count() > 255 { "" } else { host };
    match (host, inside) {
        // The host is then the port alone, which is no name.
        ("", _) if is_web && !port.is_empty() => Answer::Refused,
        ("", _) => nobody(),
        (_, Some("")) => Answer::Refused,
        (_, Some(inside)) => in_brackets(&inside.to_lowercase()),
        (host, None) => {
            let host = host.to_lowercase();
            // `xn--` labels have to be valid too.
            let is_wrong = host.contains("xn--") && idn::unicode_15(&host).is_none();
            if is_wrong { Answer::Refused } else { named_as_is(host.as_bytes(), idn::unicode_15) }
        }
    }
}

/// Backslashes replaced by slashes, up to the query or the fragment.
fn with_slashes(text: &str) -> Cow<'_, str> {
    let end = text.find(['?', '#']).unwrap_or(text.len());
    match text.split_at(end) {
        (before, behind) if before.contains('\\') => Cow::Owned(before.replace('\\', "/") + behind),
        _ => Cow::Borrowed(text),
    }
}

fn is_scheme(text: &str) -> bool {
    let of_scheme = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    !text.is_empty() && text.bytes().all(of_scheme)
}

/// Whether `decodeURIComponent` accepts a text: each run of triplets is UTF-8.
fn is_decodable(text: &str) -> bool {
    let mut pieces = text.split('%');
    pieces.next();
    let mut run = Vec::new();
    for piece in pieces {
        let [high, low, ..] = *piece.as_bytes() else { return false };
        let Some((high, low)) = hex(high).zip(hex(low)) else { return false };
        run.push(high << 4 | low);
        if piece.len() > 2 {
            if str::from_utf8(&run).is_err() {
                return false;
            }
            run.clear();
        }
    }
    str::from_utf8(&run).is_ok()
}

/// The text in brackets is contacted, whatever it is.
fn in_brackets(inside: &str) -> Answer {
    match ipv6_literal(format!("[{inside}]").as_bytes()) {
        Some(address) => Answer::Host(ContactedHost::Address(address.into())),
        None => named_as_is(inside.as_bytes(), |name| Some(name.to_owned())),
    }
}

fn localhost() -> Answer {
    Answer::Host(ContactedHost::normal(b"localhost"))
}
