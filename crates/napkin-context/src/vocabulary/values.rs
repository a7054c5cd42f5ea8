//! References in attribute values that contain several, or further text.

use std::borrow::Cow;

use super::{Piece, Shape};

/// White space of HTML.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

/// Passes on the references in a value.
pub(crate) fn pieces<'v>(shape: Shape, value: &'v str, mut each: impl FnMut(Piece<'v>)) {
    match shape {
        Shape::One | Shape::Action | Shape::Image | Shape::Template => {
            each(trimmed(value, 0, value.len()));
        }
        Shape::StyleOrOne if !holds_style(value) => each(trimmed(value, 0, value.len())),
        Shape::Spaced => separated(value, is_space, each),
        Shape::Names => separated(value, is_space, |piece| {
            if piece.text.contains("://") {
                each(piece);
            }
        }),
        Shape::Prefixes => separated(value, is_space, |piece| {
            if !piece.text.ends_with(':') {
                each(piece);
            }
        }),
        Shape::CommaSeparated => separated(value, |byte| byte == b',', each),
        Shape::SourceSet => source_set(value, each),
        Shape::Refresh => refresh(value).into_iter().for_each(each),
        Shape::Style | Shape::StyleOrOne | Shape::Html => {}
    }
}

/// Whether a value that may be a reference is a style declaration.
pub(crate) fn holds_style(value: &str) -> bool {
    value.contains("url(")
}

/// A piece of a value without surrounding control characters and blanks, and without tabs and line ends, as in the
/// URL standard ("basic URL parser", steps 1 to 3).
fn trimmed(value: &str, start: usize, end: usize) -> Piece<'_> {
    let is_around = |c: char| c <= ' ';
    let piece = value.get(start..end).unwrap_or_default();
    let behind = piece.trim_start_matches(is_around);
    let start = start + piece.len() - behind.len();
    let text = behind.trim_end_matches(is_around);
    let end = start + text.len();
    let text = if text.bytes().any(|byte| matches!(byte, b'\t' | b'\n' | b'\r')) {
        Cow::Owned(text.replace(['\t', '\n', '\r'], ""))
    } else {
        Cow::Borrowed(text)
    };
    Piece { text, start, end }
}

fn separated<'v>(
    value: &'v str,
    is_separator: impl Fn(u8) -> bool,
    mut each: impl FnMut(Piece<'v>),
) {
    let mut start = 0;
    while start <= value.len() {
        let rest = &value.as_bytes()[start..];
        let len = rest.iter().position(|&byte| is_separator(byte)).unwrap_or(rest.len());
        let piece = trimmed(value, start, start + len);
        if !piece.text.is_empty() {
            each(piece);
        }
        start += len + 1;
    }
}

/// Image candidates, by the algorithm of the HTML standard (4.8.4.2.2): commas may be inside a reference, but not
/// at its ends, and in parentheses of a descriptor.
fn source_set<'v>(value: &'v str, mut each: impl FnMut(Piece<'v>)) {
    let bytes = value.as_bytes();
    let mut at = 0;
    loop {
        while at < bytes.len() && (is_space(bytes[at]) || bytes[at] == b',') {
            at += 1;
        }
        let start = at;
        while at < bytes.len() && !is_space(bytes[at]) {
            at += 1;
        }
        if start == at {
            return;
        }
        let text = &value[start..at];
        let without_commas = text.trim_end_matches(',');
        each(Piece { text: without_commas.into(), start, end: start + without_commas.len() });
        if without_commas.len() < text.len() {
            continue;
        }
        let mut in_parentheses = false;
        while at < bytes.len() && (in_parentheses || bytes[at] != b',') {
            in_parentheses = match bytes[at] {
                b'(' => true,
                b')' => false,
                _ => in_parentheses,
            };
            at += 1;
        }
    }
}

/// The reference of a refresh, by the algorithm of the HTML standard ("shared declarative refresh steps"):
/// `5; url='there'`, of which many parts are optional.
pub(crate) fn refresh(value: &str) -> Option<Piece<'_>> {
    let bytes = value.as_bytes();
    let skip = |mut at: usize, of: &dyn Fn(u8) -> bool| {
        while at < bytes.len() && of(bytes[at]) {
            at += 1;
        }
        at
    };
    let digits = skip(0, &is_space);
    let at = skip(digits, &|byte| byte.is_ascii_digit() || byte == b'.');
    if at == digits || at == bytes.len() {
        return None;
    }
    let separated = skip(at, &is_space);
    let at = match bytes.get(separated) {
        Some(b';' | b',') => skip(separated + 1, &is_space),
        Some(_) if separated > at => separated,
        _ => return None,
    };
    if at == bytes.len() {
        return None;
    }
    let mut start = at;
    if bytes[at..].get(..3).is_some_and(|word| word.eq_ignore_ascii_case(b"url")) {
        let equals = skip(at + 3, &is_space);
        if bytes.get(equals) == Some(&b'=') {
            start = skip(equals + 1, &is_space);
        }
    }
    match bytes.get(start) {
        Some(&quote @ (b'"' | b'\'')) => {
            let rest = &bytes[start + 1..];
            let len = memchr::memchr(quote, rest).unwrap_or(rest.len());
            Some(trimmed(value, start + 1, start + 1 + len))
        }
        _ => Some(trimmed(value, start, value.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::{pieces, refresh};
    use crate::vocabulary::Shape;

    fn all(shape: Shape, value: &str) -> Vec<(String, usize)> {
        let mut found = Vec::new();
        pieces(shape, value, |piece| {
            assert_eq!(value[piece.start..piece.end].replace(['\t', '\n'], ""), piece.text);
            found.push((piece.text.into_owned(), piece.start));
        });
        found
    }

    fn pairs<const N: usize>(pairs: [(&str, usize); N]) -> [(String, usize); N] {
        pairs.map(|(text, start)| (text.to_owned(), start))
    }

    #[test]
    fn lists() {
        assert_eq!(all(Shape::One, " a b\n"), pairs([("a b", 1)]));
        assert_eq!(all(Shape::One, "\u{1}a\n\tb\tc "), pairs([("abc", 1)]));
        assert_eq!(all(Shape::Names, "schema:x http://a/b c"), pairs([("http://a/b", 9)]));
        assert_eq!(
            all(Shape::Prefixes, "a: http://a/ b:  x"),
            pairs([("http://a/", 3), ("x", 17)])
        );
        assert_eq!(all(Shape::One, ""), pairs([("", 0)]));
        assert_eq!(all(Shape::Spaced, " a  b"), pairs([("a", 1), ("b", 4)]));
        assert_eq!(all(Shape::CommaSeparated, "a , b,,"), pairs([("a", 0), ("b", 4)]));
    }

    #[test]
    fn source_sets() {
        let found = all(Shape::SourceSet, "a.png 1x, b,c.png 2x ,d.png, e.png (,) 3x,");
        assert_eq!(found, pairs([("a.png", 0), ("b,c.png", 10), ("d.png", 22), ("e.png", 29)]));
        assert_eq!(all(Shape::SourceSet, " , "), pairs([]));
    }

    #[test]
    fn refreshes() {
        let text = |value| refresh(value).map(|piece| (piece.text.into_owned(), piece.start));
        assert_eq!(text("5; url=a"), Some(("a".into(), 7)));
        assert_eq!(text("0;URL = 'a b' c"), Some(("a b".into(), 9)));
        assert_eq!(text("1.5, there"), Some(("there".into(), 5)));
        assert_eq!(text("1 there"), Some(("there".into(), 2)));
        assert_eq!(text("1;url"), Some(("url".into(), 2)));
        for none in ["", "5", "5;", "x; url=a", "5x"] {
            assert_eq!(text(none), None, "{none}");
        }
    }
}
