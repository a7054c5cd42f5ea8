//! A line of JSON Lines, of which one field is read or set. All other bytes stay, so that no number or order of keys changes; what
//! nobody asks for may be what few readers take, such as a number beyond all bounds, half of a surrogate pair, or a thousand levels.

use std::fmt;
use std::ops::Range;

use napkin_audit::json;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, IgnoredAny, Visitor};

use super::BYTE_ORDER_MARK;

/// The members of a JSON object in a text.
pub(crate) struct Object {
    /// The keys, and where their values are.
    members: Vec<(String, Range<usize>)>,
    /// Where a member can be added: behind the last one, or behind the opening brace.
    end: usize,
}

impl Object {
    /// Reads the object at a place of a text; `None` if there is another value.
    pub(crate) fn read(text: &[u8], start: usize) -> Option<Self> {
        let has_mark = start == 0 && text.starts_with(BYTE_ORDER_MARK);
        let mut at = after_blanks(text, if has_mark { BYTE_ORDER_MARK.len() } else { start });
        let mut members = Vec::new();
        let mut end = skip(text, &mut at, b'{')?;
        while text.get(at) != Some(&b'}') {
            if !members.is_empty() {
                skip(text, &mut at, b',')?;
            }
            let (Key(key), colon) = value(text, at)?;
            at = after_blanks(text, colon);
            skip(text, &mut at, b':')?;
            (_, end) = value::<IgnoredAny>(text, at)?;
            members.push((key, at..end));
            at = after_blanks(text, end);
        }
        Some(Self { members, end })
    }

    /// The keys with the places of their values.
    pub(crate) fn members(&self) -> impl Iterator<Item = (&str, Range<usize>)> {
        self.members.iter().map(|(key, span)| (key.as_str(), span.clone()))
    }

    /// The place of a value; of equal keys the last one counts, as for most readers.
    pub(crate) fn span(&self, key: &str) -> Option<Range<usize>> {
        self.members().filter(|(known, _)| *known == key).last().map(|(_, span)| span)
    }

    /// The place of the value in a field: of a key, or of keys with dots between, each in the object of the one before. A key that
    /// has dots itself comes first.
    pub(crate) fn field(&self, text: &[u8], path: &str) -> Option<Range<usize>> {
        let nested = || {
            let mut keys = path.split('.');
            let first = self.span(keys.next()?)?;
            keys.try_fold(first, |span, key| Self::read(text, span.start)?.span(key))
        };
        self.span(path).or_else(nested)
    }

    /// The place and the text that add a member.
    fn addition(&self, key: &str, value: &[u8]) -> (Range<usize>, Vec<u8>) {
        let mut text = if self.members.is_empty() { Vec::new() } else { vec![b','] };
        push_member(&mut text, key, value);
        (self.end..self.end, text)
    }
}

/// A key. Half of a surrogate pair in it is no error.
struct Key(String);

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;

        impl Visitor<'_> for Read {
            type Value = Key;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key")
            }

            fn visit_bytes<E>(self, key: &[u8]) -> Result<Key, E> {
                Ok(Key(String::from_utf8_lossy(key).into_owned()))
            }
        }

        deserializer.deserialize_bytes(Read)
    }
}

/// Appends a member of an object.
fn push_member(out: &mut Vec<u8>, key: &str, value: &[u8]) {
    json::push(out, key);
    out.push(b':');
    out.extend_from_slice(value);
}

/// A line with a value in the field of a path, which is found as [`Object::field`] finds it, and is added
/// where there is none; `None` if the line is no object.
pub(crate) fn with_field(line: &[u8], path: &str, value: &[u8]) -> Option<Vec<u8>> {
    let whole = Object::read(line, 0)?;
    let (span, text) = place(line, &whole, path, value);
    let changed = |value: &Range<usize>| value.start <= span.start && span.start < value.end;
    let key = whole.members().find(|(_, value)| changed(value)).map(|(key, _)| key);
    let (mut written, mut done) = (Vec::new(), 0);
    // A reader that takes the first of equal keys gets no value that this one has replaced.
    let equal = whole.members().filter(|(known, _)| Some(*known) == key).map(|(_, value)| value);
    for earlier in equal.filter(|value| value.end <= span.start) {
        written.extend_from_slice(&line[done..earlier.start]);
        written.extend_from_slice(b"null");
        done = earlier.end;
    }
    written.extend_from_slice(&line[done..span.start]);
    written.extend_from_slice(&text);
    written.extend_from_slice(&line[span.end..]);
    Some(written)
}

/// A line with null in the field of a path, if it has the field.
pub(crate) fn nulled(line: &[u8], path: &str) -> Option<Vec<u8>> {
    let whole = Object::read(line, 0)?;
    let (span, _) = place(line, &whole, path, b"null");
    if span.is_empty() { None } else { with_field(line, path, b"null") }
}

/// The place and the text of a field; the place is empty where it is added.
fn place(line: &[u8], whole: &Object, path: &str, value: &[u8]) -> (Range<usize>, Vec<u8>) {
    match whole.span(path) {
        Some(span) => (span, value.to_vec()),
        None => nested(line, whole, path, value).unwrap_or_else(|| whole.addition(path, value)),
    }
}

/// The place and the text of a field that is nested by dots; `None` if a value on the way is no object.
fn nested(
    line: &[u8],
    whole: &Object,
    path: &str,
    value: &[u8],
) -> Option<(Range<usize>, Vec<u8>)> {
    let mut inner;
    let mut object = whole;
    let mut keys = path.split('.');
    let mut key = keys.next()?;
    while let Some(span) = object.span(key) {
        let Some(below) = keys.next() else { return Some((span, value.to_vec())) };
        key = below;
        inner = Object::read(line, span.start)?;
        object = &inner;
    }
    let keys: Vec<_> = keys.collect();
    let mut value = value.to_vec();
    for key in keys.into_iter().rev() {
        let mut object = vec![b'{'];
        push_member(&mut object, key, &value);
        object.push(b'}');
        value = object;
    }
    Some(object.addition(key, &value))
}

/// A value at a place, and where it ends.
fn value<T: DeserializeOwned>(text: &[u8], at: usize) -> Option<(T, usize)> {
    let mut values = serde_json::Deserializer::from_slice(text.get(at..)?).into_iter();
    let value = values.next()?.ok()?;
    Some((value, at + values.byte_offset()))
}

/// Goes over a byte and the blanks behind it; gives the place behind the byte.
fn skip(text: &[u8], at: &mut usize, byte: u8) -> Option<usize> {
    let end = *at + 1;
    let is_there = text.get(*at) == Some(&byte);
    *at = after_blanks(text, end);
    is_there.then_some(end)
}

fn after_blanks(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
    at + blanks.count()
}

#[cfg(test)]
mod tests {
    use super::{nulled, with_field};

    #[test]
    fn all_but_the_field_stays() {
        let set = |line: &str, path| {
            with_field(line.as_bytes(), path, b"9").map(|line| String::from_utf8(line).unwrap())
        };
        for (line, path, expected) in [
            ("{}", "a", "{\"a\":9}"),
            (" { } ", "a", " {\"a\":9 } "),
            ("{ \"b\" : 1e400 , \"a\" : [1, {\"a\": 2}] }", "a", "{ \"b\" : 1e400 , \"a\" : 9 }"),
            ("{\"b\":12345678901234567890123 }", "a", "{\"b\":12345678901234567890123,\"a\":9 }"),
            ("{\"a\":1,\"a\":2}", "a", "{\"a\":null,\"a\":9}"),
            ("{\"\\u0061\":\"}\\\"\"}", "a", "{\"\\u0061\":9}"),
            ("{\"a\":{\"b\":1,\"c\":2}}", "a.b", "{\"a\":{\"b\":9,\"c\":2}}"),
            ("{\"a\":{\"b\":1},\"a.b\":2}", "a.b", "{\"a\":{\"b\":1},\"a.b\":9}"),
            ("{\"a\":{}}", "a.b.c", "{\"a\":{\"b\":{\"c\":9}}}"),
            ("{\"x\":0}", "a.b", "{\"x\":0,\"a\":{\"b\":9}}"),
            ("{\"a\":5}", "a.b", "{\"a\":5,\"a.b\":9}"),
        ] {
            assert_eq!(set(line, path).as_deref(), Some(expected), "{line} {path}");
        }
        let nulled = |line: &str, path| {
            nulled(line.as_bytes(), path).map(|line| String::from_utf8(line).unwrap())
        };
        assert_eq!(nulled("{\"a\":{\"b\":1}}", "a.b").as_deref(), Some("{\"a\":{\"b\":null}}"));
        for (line, path) in [("{\"a\":1}", "b"), ("{\"a\":1}", "a.b"), ("a", "a")] {
            assert_eq!(nulled(line, path), None);
        }
        for line in ["", "[1]", "{", "{\"a\"}", "{\"a\":1,}", "{,}", "nothing", "\"a\""] {
            assert_eq!(set(line, "a"), None, "{line}");
        }
    }
}
