//! What stands around a URI in text and is not part of it: white space, brackets, quotation marks, a byte order mark.

use crate::parts::trimmed;
use crate::span::Span;

/// The pairs that people write around a URI in text, including typographic forms.
const WRAPPERS: [(&str, &str); 8] = [
    ("<", ">"),
    ("\"", "\""),
    ("'", "'"),
    ("\u{201c}", "\u{201d}"),
    ("\u{201e}", "\u{201c}"),
    ("\u{2018}", "\u{2019}"),
    ("\u{ab}", "\u{bb}"),
    ("\u{bb}", "\u{ab}"),
];

/// The byte order mark in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The input without the byte order mark before it, white space, brackets and quotes around it, and the prefix `URL:`
/// (RFC 3986 appendix C).
pub(super) fn unwrapped(input: &[u8]) -> Span {
    let mark = if input.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let (start, end) = trimmed(input.get(mark..).unwrap_or_default());
    let inner = Span::new(mark + start, mark + end.max(start));
    let text = inner.of(input);
    let within = WRAPPERS.iter().find_map(|(open, close)| {
        let within = text.strip_prefix(open.as_bytes())?.strip_suffix(close.as_bytes())?;
        Some((open.len(), within))
    });
    let Some((open, within)) = within else { return inner };
    let is_prefixed = within.get(..4).is_some_and(|url| url.eq_ignore_ascii_case(b"URL:"));
    let start = inner.start + open;
    let prefix = if is_prefixed { 4 } else { 0 };
    Span::new(start + prefix, start + within.len())
}

/// The lengths of a quotation mark or bracket at the start of a text and at its end. An apostrophe is a URI
/// character.
pub(super) fn lone_quote(text: &[u8]) -> (usize, usize) {
    let marks = || WRAPPERS.iter().filter(|(open, _)| *open != "'");
    let begins = marks().find(|(open, _)| text.starts_with(open.as_bytes()));
    let ends = marks().find(|(_, close)| text.ends_with(close.as_bytes()));
    let (begins, ends) =
        (begins.map_or(0, |(open, _)| open.len()), ends.map_or(0, |(_, close)| close.len()));
    if begins + ends > text.len() { (begins, 0) } else { (begins, ends) }
}

/// Whether a text begins with a scheme and a colon.
pub(super) fn begins_with_scheme(text: &[u8]) -> bool {
    let is_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let length = text.iter().take_while(|byte| is_scheme(byte)).count();
    text.first().is_some_and(u8::is_ascii_alphabetic) && text.get(length) == Some(&b':')
}
