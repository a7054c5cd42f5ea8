//! JSON that is safe to show, and one line for every program that reads it.
//!
//! JSON may have every character but the controls of ASCII in a string as it is. Written so, DEL, C1 controls and
//! controls of direction reach the terminal, and U+0085, U+2028 and U+2029 end a line for readers that split by
//! Unicode's rules, such as `str.splitlines` of Python. So all characters that are not
//! [safe to show](napkin::is_safe_to_show) are written as escapes, which parsers undo.

use std::io::{self, Write};

use napkin::is_safe_to_show;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// A formatter for `serde_json`: no white space, and escapes for all characters that are not safe to show.
struct Escaping;

impl Formatter for Escaping {
    fn write_string_fragment<W: Write + ?Sized>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        escape(writer, fragment)
    }
}

/// Appends a value as JSON on one line, without a line end.
///
/// ```
/// let mut out = Vec::new();
/// napkin_audit::json::push(&mut out, "\u{9b}31m\u{202e}é\u{e0061}");
/// assert_eq!(out, r#""\u009b31m\u202eé\udb40\udc61""#.as_bytes());
/// ```
pub fn push(out: &mut Vec<u8>, value: &(impl Serialize + ?Sized)) {
    // Writing to memory cannot fail, and every key is text.
    let _ = value.serialize(&mut Serializer::with_formatter(out, Escaping));
}

/// A value as JSON on one line, as [`push`] writes it.
pub fn to_string(value: &(impl Serialize + ?Sized)) -> String {
    let mut out = Vec::new();
    push(&mut out, value);
    String::from_utf8(out).unwrap_or_default()
}

/// Writes JSON, or a fragment of a string of it, with escapes for all characters that are not safe to show, except
/// the line end.
///
/// JSON has such characters in strings only, so the result has the same value.
///
/// ```
/// let mut out = Vec::new();
/// napkin_audit::json::escape(&mut out, "{\"a\":\"\u{202e}\"}\n")?;
/// assert_eq!(out, b"{\"a\":\"\\u202e\"}\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// An error of the writer.
pub fn escape(writer: &mut (impl Write + ?Sized), json: &str) -> io::Result<()> {
    let mut rest = json;
    while let Some(at) = rest.find(is_escaped) {
        let (bare, escaped) = rest.split_at(at);
        writer.write_all(bare.as_bytes())?;
        let mut characters = escaped.chars();
        if let Some(character) = characters.next() {
            for unit in character.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
        }
        rest = characters.as_str();
    }
    writer.write_all(rest.as_bytes())
}

fn is_escaped(character: char) -> bool {
    match character {
        ' '..='~' | '\n' => false,
        _ => !is_safe_to_show(character),
    }
}

/// Whether a text stands in a JSON string as it is: it is UTF-8, has no quotation mark and no backslash, and all its
/// characters are safe to show.
///
/// ```
/// use napkin_audit::json::is_bare;
///
/// assert!(is_bare("http://h/é".as_bytes()));
/// assert!(!is_bare(b"http://h/\"") && !is_bare("http://h/\u{202e}".as_bytes()) && !is_bare(b"\x9b"));
/// ```
pub fn is_bare(text: &[u8]) -> bool {
    // Most texts are ASCII, and most others have no character that begins with one of these bytes.
    let is_escaped = |byte| matches!(byte, ..b' ' | b'"' | b'\\' | b'\x7f');
    let may_begin = |byte| matches!(byte, 0xC2 | 0xCD | 0xD8 | 0xDB | 0xDC | 0xE0..=0xE3 | 0xEE..);
    if !has(text, |byte| is_escaped(byte) || !byte.is_ascii()) {
        return true;
    }
    if has(text, is_escaped) {
        return false;
    }
    let is_safe =
        |text: &str| !has(text.as_bytes(), may_begin) || text.chars().all(is_safe_to_show);
    str::from_utf8(text).is_ok_and(is_safe)
}

/// Whether a text has a byte of a class. Without an end before the last byte, it takes many bytes at once.
#[inline(always)]
fn has(text: &[u8], is_of_class: impl Fn(u8) -> bool) -> bool {
    text.iter().fold(false, |found, byte| found | is_of_class(*byte))
}

#[cfg(test)]
mod tests {
    use napkin::is_safe_to_show;

    use super::{escape, is_bare, to_string};

    #[test]
    fn every_character_is_safe_and_keeps_its_value() {
        for character in '\0'..=char::MAX {
            let text = format!("a{character}b");
            let json = to_string(&text);
            assert!(json.chars().all(is_safe_to_show), "{json}");
            assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
            assert_eq!(is_bare(text.as_bytes()), json == format!("\"{text}\""), "{json}");
            // What another writer made has the same escapes afterwards, if it escapes the controls of ASCII.
            let mut again = Vec::new();
            escape(&mut again, &serde_json::to_string(&text).unwrap()).unwrap();
            assert_eq!(String::from_utf8(again).unwrap(), json);
        }
    }
}
