//! Decoded addresses of `mailto`: their errors (RFC 6068 §2), and the splitting of lists.

use napkin::edition::Rule;

use crate::address::ATOM;
use crate::error::ErrorKind;
use crate::octets::Octets;

pub(super) const SECTION: &str = "RFC 6068 section 2";
pub(super) const ADDRESS: Rule = Rule { name: "addr-spec", section: SECTION };
const LOCAL_PART: Rule = Rule { name: "local-part", section: SECTION };
pub(super) const DOMAIN: Rule = Rule { name: "domain", section: SECTION };

/// The error of a decoded address, and the index of the octet.
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) kind: ErrorKind,
    pub(super) rule: Rule,
}

/// Checks `addr-spec`: UTF-8, with a local part, `@` and a domain.
pub(super) fn fault(address: &[u8]) -> Option<Fault> {
    if let Err(error) = std::str::from_utf8(address) {
        return Some(Fault {
            at: error.valid_up_to(),
            kind: ErrorKind::InvalidCharacter,
            rule: ADDRESS,
        });
    }
    let sides = address.iter().rposition(|&octet| octet == b'@');
    let sides = sides.and_then(|at| Some((address.get(..at)?, address.get(at + 1..)?)));
    let Some((local, domain)) = sides.filter(|(a, b)| !a.is_empty() && !b.is_empty()) else {
        return Some(Fault { at: 0, kind: ErrorKind::InvalidValue, rule: ADDRESS });
    };
    let in_local = match enclosed(local, b'"', b'"') {
        Some(quoted) => in_quoted(quoted).map(|at| at + 1),
        None => in_dot_atom(local),
    };
    let in_domain = match enclosed(domain, b'[', b']') {
        // `dtext-no-obs`: printable, but no brackets and no backslash.
        Some(literal) => {
            literal.iter().position(|octet| !matches!(octet, 33..=90 | 94..=126)).map(|at| at + 1)
        }
        None => in_dot_atom(domain),
    };
    let place = in_local.map(|at| (at, LOCAL_PART));
    let place = place.or_else(|| in_domain.map(|at| (local.len() + 1 + at, DOMAIN)));
    place.map(|(at, rule)| Fault { at, kind: ErrorKind::InvalidCharacter, rule })
}

fn enclosed(text: &[u8], open: u8, close: u8) -> Option<&[u8]> {
    match text {
        [first, inner @ .., last] if *first == open && *last == close => Some(inner),
        _ => None,
    }
}

/// The place at which a text is not a `dot-atom-text`: atoms with single dots between them. Non-ASCII octets belong
/// to an internationalized address.
fn in_dot_atom(text: &[u8]) -> Option<usize> {
    let mut after_dot = true;
    for (at, &octet) in text.iter().enumerate() {
        let is_dot = octet == b'.';
        if is_dot && after_dot || !is_dot && octet.is_ascii() && !ATOM.contains(octet) {
            return Some(at);
        }
        after_dot = is_dot;
    }
    after_dot.then(|| text.len().saturating_sub(1))
}

/// The place at which the content of a `quoted-string` is invalid; white space needs a backslash.
fn in_quoted(text: &[u8]) -> Option<usize> {
    let mut rest = text.iter().enumerate();
    while let Some((at, &octet)) = rest.next() {
        let is_right = match octet {
            b'\\' => matches!(rest.next(), Some((_, b'\t' | b' '..=b'~' | 128..))),
            b'"' => false,
            octet => matches!(octet, 33..=126 | 128..),
        };
        if !is_right {
            return Some(at);
        }
    }
    None
}

/// The entries of a header field with addresses: split at commas that are not quoted or in angle brackets, without
/// surrounding white space.
pub(super) fn mailboxes(value: &[u8]) -> Vec<Vec<u8>> {
    let (mut is_quoted, mut is_escaped, mut is_route) = (false, false, false);
    let entries = value.split(|&octet| {
        let was_escaped = std::mem::take(&mut is_escaped);
        match octet {
            _ if was_escaped => {}
            b'\\' => is_escaped = is_quoted,
            b'"' => is_quoted = !is_quoted,
            b'<' | b'>' if !is_quoted => is_route = octet == b'<',
            _ => {}
        }
        octet == b',' && !is_quoted && !is_route
    });
    let trimmed = entries.map(<[u8]>::trim_ascii).filter(|entry| !entry.is_empty());
    trimmed.map(<[u8]>::to_vec).collect()
}

/// The addresses of a header field, if it has nothing else.
pub(super) fn bare_addresses(value: &Octets<'_>) -> Option<Vec<Octets<'static>>> {
    let addresses = mailboxes(&value.to_bytes());
    let is_bare = !addresses.is_empty() && addresses.iter().all(|it| fault(it).is_none());
    is_bare.then(|| addresses.into_iter().map(Octets::from).collect())
}

/// Whether every entry of a header field with addresses is one address, alone or after a display name (RFC 5322 §3.4).
pub(super) fn is_address_list(value: &[u8]) -> bool {
    mailboxes(value).iter().all(|entry| fault(entry).is_none() || is_named(entry))
}

/// Whether an entry is a display name and an address in angle brackets.
fn is_named(entry: &[u8]) -> bool {
    let Some(inner) = entry.strip_suffix(b">") else { return false };
    let Some(at) = inner.iter().rposition(|&octet| octet == b'<') else { return false };
    let (name, address) = inner.split_at(at);
    address.get(1..).is_some_and(|address| fault(address).is_none()) && is_phrase(name)
}

/// Whether a text is words: atoms with dots, and quoted strings.
fn is_phrase(text: &[u8]) -> bool {
    let (mut is_quoted, mut is_escaped) = (false, false);
    for &octet in text {
        let was_escaped = std::mem::take(&mut is_escaped);
        match octet {
            _ if was_escaped => {}
            b'\\' if is_quoted => is_escaped = true,
            b'"' => is_quoted = !is_quoted,
            b' ' | b'\t' | b'.' | 128.. => {}
            _ if is_quoted || ATOM.contains(octet) => {}
            _ => return false,
        }
    }
    !is_quoted && !is_escaped
}

#[cfg(test)]
mod tests {
    use super::is_address_list;

    #[test]
    fn entries_are_addresses() {
        for list in [
            "a@b.example",
            "a@b.example, k@d.example",
            "Jane <j@b.example>,\"Doe, J.\" <d@b.example>",
            "<a@b.example>",
            "J. Doe <\"a,b\"@[127.0.0.1]>",
            "",
        ] {
            assert!(is_address_list(list.as_bytes()), "{list}");
        }
        for list in [
            "a",
            "\"a, b@c.example",
            "a <b@c.example",
            "a <b@c.example>, \"x",
            "Team: a@b.example;",
            "(a, b@c.example) d@e.example",
            "a@b.example <c@d.example>",
            "a <b@c.example> d",
            "a\\ <b@c.example>",
        ] {
            assert!(!is_address_list(list.as_bytes()), "{list}");
        }
    }
}
