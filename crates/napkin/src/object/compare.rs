//! Equality and order by components (JAVA-60 to JAVA-62).

use alloc::string::{String, ToString};
use core::cmp::Ordering;

use super::Object;

/// Whether two texts are equal except for the case of hexadecimal digits in triplets.
pub(super) fn same_but_for_hex(a: &str, b: &str) -> bool {
    units(a).eq(units(b))
}

/// The characters of a text, with the hexadecimal digits of triplets in uppercase.
fn characters(text: &str) -> impl Iterator<Item = char> {
    let mut digits = 0;
    text.chars().map(move |character| match (character, digits) {
        ('%', _) => {
            digits = 2;
            character
        }
        (_, 0) => character,
        _ => {
            digits -= 1;
            character.to_ascii_uppercase()
        }
    })
}

/// The UTF-16 code units of a text, with the hexadecimal digits of triplets in uppercase.
fn units(text: &str) -> impl Iterator<Item = u16> {
    characters(text).flat_map(|character| {
        let mut buffer = [0; 2];
        let length = character.encode_utf16(&mut buffer).len();
        buffer.into_iter().take(length)
    })
}

/// Whether two references are equal.
pub(crate) fn are_equal(a: &Object<'_>, b: &Object<'_>) -> bool {
    // If one side has no host, `order` compares the texts of the authorities.
    a.server.is_some() == b.server.is_some() && order(a, b) == Ordering::Equal
}

/// A text that two references share if and only if they are [equal](are_equal). It is no URI.
pub(crate) fn key(object: &Object<'_>) -> String {
    let mut key = String::new();
    let mut add = |component: Option<&str>, ignores_case: bool| {
        // No reference has these control characters: one begins a component that is defined, one ends each.
        if let Some(text) = component {
            key.push('\u{1}');
            if ignores_case {
                key.extend(text.chars().map(|character| character.to_ascii_lowercase()));
            } else {
                key.extend(characters(text));
            }
        }
        key.push('\0');
    };
    add(object.scheme, true);
    add(object.opaque, false);
    add(object.fragment, false);
    if object.opaque.is_none() {
        add(Some(&object.path), false);
        add(object.query, false);
        add(object.authority.filter(|_| object.server.is_none()), false);
        if let Some(server) = object.server {
            add(server.userinfo, false);
            add(Some(server.host), true);
            add(server.port.map(|port| port.to_string()).as_deref(), false);
        }
    }
    key
}

/// The order of two references; undefined components come first.
pub(crate) fn order(a: &Object<'_>, b: &Object<'_>) -> Ordering {
    let text = |a: &str, b: &str| units(a).cmp(units(b));
    let scheme = maybe(a.scheme, b.scheme, whatever_case);
    let rest = || match (a.opaque, b.opaque) {
        (None, None) => {
            let authority = match (&a.server, &b.server) {
                (Some(a), Some(b)) => maybe(a.userinfo, b.userinfo, text)
                    .then_with(|| whatever_case(a.host, b.host))
                    .then_with(|| a.port.cmp(&b.port)),
                _ => maybe(a.authority, b.authority, text),
            };
            authority
                .then_with(|| text(&a.path, &b.path))
                .then_with(|| maybe(a.query, b.query, text))
        }
        (a, b) => maybe(a, b, text),
    };
    scheme.then_with(rest).then_with(|| maybe(a.fragment, b.fragment, text))
}

/// The case-insensitive order of two texts.
fn whatever_case(a: &str, b: &str) -> Ordering {
    let of = |byte: &u8| byte.to_ascii_lowercase();
    a.as_bytes().iter().map(of).cmp(b.as_bytes().iter().map(of))
}

/// The order of two components; an undefined one comes first.
fn maybe(a: Option<&str>, b: Option<&str>, order: impl Fn(&str, &str) -> Ordering) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => order(a, b),
        (a, b) => a.is_some().cmp(&b.is_some()),
    }
}
