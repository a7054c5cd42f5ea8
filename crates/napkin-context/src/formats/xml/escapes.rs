//! How URIs are written in the values, texts and sections of XML.

use std::borrow::Cow;

use super::entities::character;
use crate::notation::{Escaping, Notation, Pen, as_it_is};
use quick_xml::escape::resolve_xml_entity;

/// The value of an attribute in double quotation marks.
static DOUBLE: Escaping =
    Escaping { read: value, write: |c, pen| write(c, c == '"', pen), around: ["", ""] };

/// The value of an attribute in single quotation marks.
static SINGLE: Escaping =
    Escaping { read: value, write: |c, pen| write(c, c == '\'', pen), around: ["", ""] };

/// The text of an element.
pub(super) static TEXT: Escaping = Escaping {
    read: |raw| if raw.starts_with('<') { None } else { reference(raw) },
    write: |c, pen| write(c, false, pen),
    around: ["", ""],
};

/// The text of a CDATA section, which has no references and ends before `]]>`.
pub(super) static SECTION: Escaping = Escaping {
    read: |raw| if raw.starts_with("]]>") { None } else { as_it_is(raw) },
    write: |c, pen| c != ']' && pen.put(c),
    around: ["", ""],
};

/// The literal of an external subset, which has no references.
pub(super) static LITERAL: Escaping = Escaping {
    read: as_it_is,
    write: |c, pen| !matches!(c, '"' | '\'') && pen.put(c),
    around: ["", ""],
};

/// How the value of an attribute is written that begins at a place.
pub(super) fn of_value(document: &str, start: usize) -> Option<Notation> {
    match document.as_bytes().get(start.checked_sub(1)?)? {
        b'"' => Some(Notation::of(&DOUBLE)),
        b'\'' => Some(Notation::of(&SINGLE)),
        _ => None,
    }
}

/// Reads a unit of a value, in which white space is a blank.
fn value(raw: &str) -> Option<(usize, Cow<'_, str>)> {
    match raw.as_bytes() {
        [b'\r', b'\n', ..] => Some((2, " ".into())),
        [b'\t' | b'\n' | b'\r', ..] => Some((1, " ".into())),
        _ => reference(raw),
    }
}

/// Reads a reference that needs no declaration, or another character. One that the document declares is not read here: a new
/// URI replaces it.
fn reference(raw: &str) -> Option<(usize, Cow<'_, str>)> {
    let Some(behind) = raw.strip_prefix('&') else { return as_it_is(raw) };
    let name = behind.find([';', '&', ' ', '<']).and_then(|end| behind.split_at_checked(end));
    let Some((name, _)) = name.filter(|(_, rest)| rest.starts_with(';')) else {
        return as_it_is(raw);
    };
    let known = character(name).map(|c| Cow::Owned(c.to_string()));
    let text = known.or_else(|| resolve_xml_entity(name).map(Cow::Borrowed));
    Some((name.len() + 2, text.unwrap_or(Cow::Borrowed("\u{fffd}"))))
}

fn write(c: char, is_delimiter: bool, pen: &mut Pen<'_>) -> bool {
    let coded = |c| format!("&#{};", u32::from(c));
    match c {
        '&' => pen.out.push_str("&amp;"),
        '<' => pen.out.push_str("&lt;"),
        '>' => pen.out.push_str("&gt;"),
        _ if is_delimiter => pen.out.push_str(&coded(c)),
        _ => return pen.put_or(c, coded),
    }
    true
}
