//! The characters around a URI in text that are not part of it: white space, brackets, quotation marks, a byte order mark.

use napkin::code_points::{BIDI_CONTROLS, INVISIBLE};
use napkin_schemes::registry::is_known;

use crate::octets::first_character;
use crate::span::Span;

/// The marks that people write around a URI in text. Each row is a kind: the marks that open, and the marks that close.
/// Typographic quotation marks open and close differently by language, and people mix them. The rows have every quotation
/// mark of Unicode (the property `Quotation_Mark`), the grave accent of Markdown, and brackets that are not ASCII.
const MARKS: [(&str, &str); 21] = [
    ("<", ">"),
    ("\"", "\""),
    ("'", "'"),
    ("`", "`"),
    ("\u{201c}\u{201d}\u{201e}\u{201f}\u{2e42}", "\u{201c}\u{201d}\u{201f}\u{2e42}"),
    ("\u{2018}\u{2019}\u{201a}\u{201b}", "\u{2018}\u{2019}\u{201b}"),
    ("\u{ab}\u{bb}", "\u{ab}\u{bb}"),
    ("\u{2039}\u{203a}", "\u{2039}\u{203a}"),
    ("\u{300c}", "\u{300d}"),
    ("\u{300e}", "\u{300f}"),
    ("\u{301d}", "\u{301e}\u{301f}"),
    ("\u{fe41}", "\u{fe42}"),
    ("\u{fe43}", "\u{fe44}"),
    ("\u{ff62}", "\u{ff63}"),
    ("\u{ff02}", "\u{ff02}"),
    ("\u{ff07}", "\u{ff07}"),
    ("\u{ff08}", "\u{ff09}"),
    ("\u{ff1c}", "\u{ff1e}"),
    ("\u{3008}", "\u{3009}"),
    ("\u{300a}", "\u{300b}"),
    ("\u{3010}", "\u{3011}"),
];

/// The brackets that people write around a URI in text, and that a reference may begin and end with.
const BRACKETS: [(u8, u8); 3] = [(b'(', b')'), (b'[', b']'), (b'{', b'}')];

/// The most pairs of brackets, one in the other, that are taken off. Each takes a pass over the text.
const DEEPEST: usize = 4;

/// The byte order mark in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The input without the text around it: white space and control characters, a byte order mark, and pairs of
/// brackets or quotation marks, with the label `URL:` behind the first of them (RFC 3986 appendix C).
pub(super) fn unwrapped(input: &[u8]) -> Span {
    let mut inner = Span::new(0, input.len());
    loop {
        let mut within = inner.part(0, inner.len());
        let is_blank = |byte: Option<&u8>| byte.is_some_and(|&byte| is_blank_byte(byte));
        while is_blank(within.of(input).first()) {
            within.start += 1;
        }
        while is_blank(within.of(input).last()) {
            within.end -= 1;
        }
        within.start += label_before(within.of(input), is_uri_in_pair);
        if within.of(input).starts_with(BYTE_ORDER_MARK) {
            within.start += BYTE_ORDER_MARK.len();
        } else if let Some((open, close)) = pair(within.of(input)) {
            within = Span::new(within.start + open, within.end - close);
            within.start += label(within.of(input));
        }
        if within == inner {
            return inner;
        }
        inner = within;
    }
}

/// The lengths of a pair of [`MARKS`] around a text, with the punctuation of a sentence behind it.
fn pair(text: &[u8]) -> Option<(usize, usize)> {
    let punctuation = text.iter().rev().take_while(|byte| b".,;:!?)".contains(byte)).count();
    let before = text.get(..text.len() - punctuation)?;
    MARKS.iter().find_map(|(open, close)| {
        let open = starts_with(before, open)?;
        let close = ends_with(before, close).filter(|close| open + close <= before.len())?;
        Some((open, close + punctuation))
    })
}

/// The length of the mark, one of these, that a text begins with.
fn starts_with(text: &[u8], marks: &str) -> Option<usize> {
    let (first, length) = first_character(text)?;
    marks.contains(first).then_some(length)
}

/// The length of the mark, one of these, that a text ends with.
fn ends_with(text: &[u8], marks: &str) -> Option<usize> {
    let is_end = |mark: &char| text.ends_with(mark.encode_utf8(&mut [0; 4]).as_bytes());
    marks.chars().find(is_end).map(char::len_utf8)
}

/// The length of the label `URL:` before a text.
pub(super) fn label(text: &[u8]) -> usize {
    let is_label = text.get(..4).is_some_and(|url| url.eq_ignore_ascii_case(b"URL:"));
    if is_label { 4 } else { 0 }
}

/// The length of the label `URL:` before a URI, with the white space behind it; 0 if no scheme follows.
fn label_of_uri(text: &[u8]) -> usize {
    label_before(text, begins_with_scheme)
}

/// The length of the label `URL:`, with the white space behind it, before a text of which something holds; otherwise 0.
fn label_before(text: &[u8], holds: fn(&[u8]) -> bool) -> usize {
    let label = label(text);
    if label == 0 {
        return 0;
    }
    let behind = text.get(label..).unwrap_or_default();
    let blanks = blanks(behind);
    let is_before = holds(behind.get(blanks..).unwrap_or_default());
    if is_before { label + blanks } else { 0 }
}

/// Whether a text is a pair of brackets or quotation marks around a URI.
fn is_uri_in_pair(text: &[u8]) -> bool {
    let inside = pair(text).and_then(|(open, close)| text.get(open..text.len() - close));
    inside.is_some_and(|inside| begins_with_scheme(inside.trim_ascii_start()))
}

/// The length of the white space and control characters at the start of a text.
fn blanks(text: &[u8]) -> usize {
    let mut length = 0;
    while let Some((one, more)) = text.get(length..).and_then(first_character) {
        if !is_blank(one) {
            break;
        }
        length += more;
    }
    length
}

/// White space, a control character or a byte order mark.
fn is_blank(character: char) -> bool {
    character.is_control() || character.is_whitespace() || character == '\u{feff}'
}

/// ASCII white space or a control character.
pub(super) const fn is_blank_byte(byte: u8) -> bool {
    byte <= b' ' || byte == 0x7f
}

/// Whether the label `URL:` stands before a URI, which may be in brackets, with white space behind it.
pub(super) fn is_labelled(text: &[u8]) -> bool {
    label_of_uri(text) > 4 || label_before(text, |text| bracketed(text).is_some()) > 4
}

/// The lengths of the text before and behind a URI in brackets, `(<http://h/>)`; `None` for other text.
pub(super) fn brackets(text: &[u8]) -> Option<(usize, usize)> {
    let mut inner = Span::new(0, text.len());
    for _ in 0..DEEPEST {
        inner.start += label_before(inner.of(text), |text| bracketed(text).is_some());
        let Some(length) = bracketed(inner.of(text)) else { break };
        let within = inner.part(1, length);
        let part = unwrapped(within.of(text));
        inner = within.part(part.start, part.len());
        inner.start += label_of_uri(inner.of(text));
    }
    let is_bracketed = inner.start > 0 && is_surely_uri(inner.of(text));
    is_bracketed.then_some((inner.start, text.len() - inner.end))
}

/// The length of what is between a bracket at the start of a text and its partner at the end, with the punctuation of a
/// sentence behind it; `None` if the partner is elsewhere.
fn bracketed(text: &[u8]) -> Option<usize> {
    let first = text.first()?;
    let (open, close) = BRACKETS.iter().find(|(open, _)| open == first)?;
    let mut depth = 0_usize;
    let end = text.iter().position(|byte| {
        depth += usize::from(byte == open);
        depth -= usize::from(byte == close);
        depth == 0
    })?;
    let behind = text.get(end + 1..)?;
    behind.iter().all(|byte| b".,;:!?".contains(byte)).then(|| end - 1)
}

/// Whether a text begins with a scheme that is registered, or that two slashes follow.
fn is_surely_uri(text: &[u8]) -> bool {
    let scheme = text.split(|&byte| byte == b':').next().unwrap_or_default();
    let behind = text.get(scheme.len()..).unwrap_or_default();
    let is_registered = || str::from_utf8(scheme).is_ok_and(is_known);
    begins_with_scheme(text) && (behind.starts_with(b"://") || is_registered())
}

/// The input without the text around it, and without [`padding`].
pub(super) fn unpadded(input: &[u8]) -> Span {
    let inner = unwrapped(input);
    let (before, behind) = padding(inner.of(input));
    let within = inner.part(before, inner.len() - before - behind);
    let part = unwrapped(within.of(input));
    within.part(part.start, part.len())
}

/// The lengths of non-ASCII white space, invisible characters and controls of direction at the start of a text and at
/// its end, with ASCII white space between them. Joiners and variation selectors, with which an emoji ends, are none.
fn padding(text: &[u8]) -> (usize, usize) {
    let Ok(text) = str::from_utf8(text) else { return (0, 0) };
    let is_padding = |character: char| {
        is_blank(character) || INVISIBLE.contains(character) || BIDI_CONTROLS.contains(character)
    };
    let rest = text.trim_start_matches(is_padding);
    (text.len() - rest.len(), rest.len() - rest.trim_end_matches(is_padding).len())
}

/// Whether words with spaces stand before the first colon of a text, as in `my file:x`. A scheme that is registered may
/// have had spaces inserted, and one before `://` a space behind it.
pub(super) fn is_prose(text: &[u8]) -> bool {
    let Some(end) = text.iter().position(|byte| b":/?#".contains(byte)) else { return false };
    let (words, behind) = text.split_at(end);
    let joined: Vec<u8> = words.iter().copied().filter(|&byte| byte > b' ').collect();
    let is_registered = str::from_utf8(&joined).is_ok_and(is_known);
    let is_one_word = !words.trim_ascii_end().contains(&b' ') && behind.starts_with(b"://");
    behind.starts_with(b":") && words.contains(&b' ') && !is_registered && !is_one_word
}

/// The lengths of the prefix and the suffix of a text that may not belong to the URI: [`padding`], a quotation mark or
/// bracket, or the label `URL:`.
pub(super) fn lone_delimiters(text: &[u8]) -> (usize, usize) {
    let inner = unpadded(text);
    let (before, behind) = marks(inner.of(text));
    (inner.start + before, text.len() - inner.end + behind)
}

/// The lengths of a quotation mark or bracket at the start of a text and at its end, whose partner is not in the text. An
/// apostrophe is a URI character.
fn marks(text: &[u8]) -> (usize, usize) {
    if let Some(around) = brackets(text) {
        return around;
    }
    // The marks at the two ends first: counting takes a pass over the text for each kind.
    let lone = |at_end: &dyn Fn(&'static str, &'static str) -> Option<usize>| {
        let lone = MARKS.iter().filter(|(open, _)| *open != "'").find_map(|(open, close)| {
            let length = at_end(open, close)?;
            is_lone(text, open, close).then_some(length)
        });
        lone.unwrap_or(0)
    };
    let begins = lone(&|open, _| starts_with(text, open));
    let ends = lone(&|_, close| ends_with(text, close));
    let begins = begins + label_of_uri(text.get(begins..).unwrap_or_default());
    if begins + ends > text.len() { (begins, 0) } else { (begins, ends) }
}

/// Whether a text has marks of a kind an odd number of times, so that one has no partner.
fn is_lone(text: &[u8], open: &str, close: &str) -> bool {
    let is_mark = |one: char| open.contains(one) || close.contains(one);
    let chunks = text.utf8_chunks();
    chunks.map(|chunk| chunk.valid().matches(is_mark).count()).sum::<usize>() % 2 == 1
}

/// Whether a text begins with a scheme and a colon.
pub(super) fn begins_with_scheme(text: &[u8]) -> bool {
    let is_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let length = text.iter().take_while(|byte| is_scheme(byte)).count();
    text.first().is_some_and(u8::is_ascii_alphabetic) && text.get(length) == Some(&b':')
}
