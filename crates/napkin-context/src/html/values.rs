//! References in attribute values that hold more than one, or more than that.

use super::elements::Shape;
use crate::link::Piece;

/// White space of HTML.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

/// Hands out the references in a value.
pub(crate) fn pieces<'v>(shape: Shape, value: &'v str, mut each: impl FnMut(Piece<'v>)) {
    match shape {
        Shape::One | Shape::Action => each(trimmed(value, 0, value.len())),
        Shape::Spaced => separated(value, is_space, each),
        Shape::CommaSeparated => separated(value, |byte| byte == b',', each),
        Shape::SourceSet => source_set(value, each),
        Shape::Refresh => refresh(value).into_iter().for_each(each),
        Shape::Style => {}
    }
}

/// The piece of a value without the white space around it.
fn trimmed(value: &str, start: usize, end: usize) -> Piece<'_> {
    let bytes = &value.as_bytes()[start..end];
    let before = bytes.iter().take_while(|&&byte| is_space(byte)).count();
    let after = bytes[before..].iter().rev().take_while(|&&byte| is_space(byte)).count();
    Piece { text: &value[start + before..end - after], start: start + before }
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

/// Image candidates, by the algorithm of the HTML standard (4.8.4.2.2): commas may stand in a
/// reference, but not at its ends, and in parentheses of a descriptor.
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
        each(Piece { text: without_commas, start });
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

/// The reference of a refresh, by the algorithm of the HTML standard ("shared declarative refresh
/// steps"): `5; url='there'`, with most of that left out as people do.
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
    use crate::html::elements::Shape;

    fn all(shape: Shape, value: &str) -> Vec<(&str, usize)> {
        let mut found = Vec::new();
        pieces(shape, value, |piece| {
            assert_eq!(&value[piece.start..piece.start + piece.text.len()], piece.text);
            found.push((piece.text, piece.start));
        });
        found
    }

    #[test]
    fn lists() {
        assert_eq!(all(Shape::One, " a b\n"), [("a b", 1)]);
        assert_eq!(all(Shape::One, ""), [("", 0)]);
        assert_eq!(all(Shape::Spaced, " a  b"), [("a", 1), ("b", 4)]);
        assert_eq!(all(Shape::CommaSeparated, "a , b,,"), [("a", 0), ("b", 4)]);
    }

    #[test]
    fn source_sets() {
        let found = all(Shape::SourceSet, "a.png 1x, b,c.png 2x ,d.png, e.png (,) 3x,");
        assert_eq!(found, [("a.png", 0), ("b,c.png", 10), ("d.png", 22), ("e.png", 29)]);
        assert_eq!(all(Shape::SourceSet, " , "), []);
    }

    #[test]
    fn refreshes() {
        let text = |value| refresh(value).map(|piece| (piece.text, piece.start));
        assert_eq!(text("5; url=a"), Some(("a", 7)));
        assert_eq!(text("0;URL = 'a b' c"), Some(("a b", 9)));
        assert_eq!(text("1.5, there"), Some(("there", 5)));
        assert_eq!(text("1 there"), Some(("there", 2)));
        assert_eq!(text("1;url"), Some(("url", 2)));
        for none in ["", "5", "5;", "x; url=a", "5x"] {
            assert_eq!(text(none), None, "{none}");
        }
    }
}
