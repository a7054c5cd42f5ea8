//! The text around a URI that was copied with it: quotation marks and brackets.

use napkin::{Edition, Start};

/// What a reader takes for no part of the URI in an input.
pub(crate) struct Enclosed<'a> {
    /// The mark before it.
    pub(crate) opening: char,
    /// The mark behind it, if there is one.
    pub(crate) closing: Option<char>,
    /// The URI.
    pub(crate) uri: &'a str,
}

/// The marks, each with the one that closes it.
const MARKS: [(char, char); 12] = [
    ('"', '"'),
    ('\'', '\''),
    ('`', '`'),
    ('<', '>'),
    ('(', ')'),
    ('[', ']'),
    ('{', '}'),
    ('\u{ab}', '\u{bb}'),
    ('\u{2018}', '\u{2019}'),
    ('\u{201c}', '\u{201d}'),
    ('\u{201e}', '\u{201c}'),
    ('\u{2039}', '\u{203a}'),
];

/// The URI in an input that begins with a mark, if there is a URI with a scheme in it that is valid by the edition.
pub(crate) fn enclosed<'a>(edition: &'static Edition, input: &'a [u8]) -> Option<Enclosed<'a>> {
    let text = str::from_utf8(input).ok()?;
    let (opening, closing) = MARKS.into_iter().find(|(opening, _)| text.starts_with(*opening))?;
    let inside = text.get(opening.len_utf8()..)?;
    let (uri, closing) = match inside.strip_suffix(closing) {
        Some(uri) => (uri, Some(closing)),
        None => (inside, None),
    };
    let parsed = edition.parse_bytes(Start::UriReference, uri.as_bytes()).ok()?;
    parsed.scheme()?;
    Some(Enclosed { opening, closing, uri })
}
