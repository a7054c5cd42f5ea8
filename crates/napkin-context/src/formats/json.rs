//! How URIs are written in the strings of JSON, which is read as text.

use std::fmt::Write as _;

use crate::notation::{Escaping, as_it_is, is_space};

/// Whether a text begins as JSON does; `None` if it has only white space.
pub(crate) fn begins_json(text: &[u8]) -> Option<bool> {
    text.trim_ascii_start().first().map(|first| b"{[".contains(first))
}

/// Whether a text has escapes of JSON that URIs in its strings may have.
pub(crate) fn is_escaped(text: &[u8]) -> bool {
    let has = |escape: &[u8]| memchr::memmem::find(text, escape).is_some();
    has(b"\\/") || has(b"\\u")
}

/// A string of JSON. Slashes and ampersands are written as in the rest of the URI.
pub(crate) static JSON: Escaping = Escaping {
    read: |raw| match raw.strip_prefix('\\').and_then(json_escape) {
        Some((len, c)) => Some((1 + len, c.to_string().into())),
        None => as_it_is(raw),
    },
    write: |c, pen| match c {
        '/' if pen.has("\\/") => {
            pen.out.push_str("\\/");
            true
        }
        '&' if pen.has("\\u0026") => {
            pen.out.push_str("\\u0026");
            true
        }
        '\\' => false,
        _ => !is_space(c) && pen.put_or(c, json_escaped),
    },
    around: ["", ""],
};

/// The character of an escape behind its backslash, and the length of that (RFC 8259 section 7).
fn json_escape(behind: &str) -> Option<(usize, char)> {
    match behind.as_bytes().first()? {
        b'u' => {
            let unit = |at: usize| {
                let hex = behind.get(at..at + 4)?;
                let is_hex = hex.bytes().all(|byte| byte.is_ascii_hexdigit());
                u16::from_str_radix(hex, 16).ok().filter(|_| is_hex)
            };
            let first = unit(1)?;
            if let Some(c) = char::from_u32(first.into()) {
                return Some((5, c));
            }
            let second = unit(7).filter(|_| behind.get(5..7) == Some("\\u"))?;
            Some((11, char::decode_utf16([first, second]).next()?.ok()?))
        }
        &byte @ (b'/' | b'\\' | b'"') => Some((1, char::from(byte))),
        _ => None,
    }
}

/// A character as escapes, one for each unit of UTF-16.
fn json_escaped(c: char) -> String {
    let mut escaped = String::new();
    for unit in c.encode_utf16(&mut [0; 2]) {
        // Writing to memory cannot fail.
        let _ = write!(escaped, "\\u{unit:04x}");
    }
    escaped
}
