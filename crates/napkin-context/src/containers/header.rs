//! Header fields of messages, of HTTP responses and of WARC records.

use std::ops::Range;

use napkin::{ByteSet, percent};

use crate::fault::{Fault, FaultKind};

/// A header field, and the place of its value.
#[derive(Clone, Debug)]
pub(crate) struct Field<'h> {
    pub(crate) name: &'h str,
    /// As text: UTF-8, or else Latin-1, as clients read it.
    pub(crate) value: String,
    is_latin1: bool,
    bytes: &'h [u8],
    start: usize,
}

impl<'h> Field<'h> {
    pub(crate) fn new(name: &'h str, bytes: &'h [u8], start: usize) -> Self {
        let utf8 = str::from_utf8(bytes).ok();
        let value =
            utf8.map_or_else(|| bytes.iter().copied().map(char::from).collect(), str::to_owned);
        Self { name, value, is_latin1: utf8.is_none(), bytes, start }
    }

    /// Maps offsets in the value to places in the document; offsets may only grow. The two differ in Latin-1, where a
    /// non-ASCII character is one byte.
    pub(crate) fn places(&self) -> impl FnMut(usize) -> usize {
        let mut bytes = self.bytes.iter();
        let (mut in_value, mut passed) = (0, 0);
        let (start, is_latin1) = (self.start, self.is_latin1);
        move |at| {
            if !is_latin1 {
                return start + at;
            }
            while in_value < at
                && let Some(byte) = bytes.next()
            {
                in_value += if byte.is_ascii() { 1 } else { 2 };
                passed += 1;
            }
            start + passed
        }
    }

    /// The note that the value has non-ASCII octets, and how they are read.
    pub(crate) fn raw_octets(&self) -> Option<Fault> {
        let at = self.bytes.iter().position(|byte| !byte.is_ascii())?;
        let encoding = if self.is_latin1 { "Latin-1" } else { "UTF-8" };
        let detail = format_args!("in '{}'; they are read as {encoding}", self.name);
        Some(Fault::new(FaultKind::RawOctets, Some(self.start + at), detail))
    }
}

/// A reference with its non-ASCII characters percent-encoded, as clients send it.
pub(crate) fn in_ascii(reference: String) -> String {
    if reference.is_ascii() {
        return reference;
    }
    let ascii: Vec<u8> = (0..0x80).collect();
    percent::encode(&reference).keep(ByteSet::of(&ascii)).to_string()
}

/// The value of the first field with a name.
pub(crate) fn value<'f>(fields: &'f [Field<'_>], name: &str) -> Option<&'f str> {
    let field = fields.iter().find(|field| field.name.eq_ignore_ascii_case(name));
    field.map(|field| field.value.trim())
}

/// Names and values only.
pub(crate) fn pairs<'f>(
    fields: &'f [Field<'_>],
) -> impl Iterator<Item = (&'f str, &'f str)> + Clone {
    fields.iter().map(|field| (field.name, field.value.as_str()))
}

/// The maximum number of fields read in a head.
const MOST_FIELDS: usize = 1024;

/// A head: its fields, its length, and its oddities.
pub(crate) struct Head<'d> {
    pub(crate) fields: Vec<Field<'d>>,
    pub(crate) len: usize,
    /// The first of each kind. An oddity does not stop the rest from being read.
    pub(crate) oddities: Vec<Fault>,
}

/// The oddities of a head.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Oddity {
    Folded,
    SpaceBeforeColon,
    NoColon,
    NoName,
    ControlCharacter,
    TooMany,
    NoEnd,
}

impl Oddity {
    const fn detail(self) -> &'static str {
        match self {
            Self::Folded => "a field is folded over lines",
            Self::SpaceBeforeColon => "white space before a colon",
            Self::NoColon => "a line without a colon",
            Self::NoName => "a field without a name of its own",
            Self::ControlCharacter => "a control character in a value",
            Self::TooMany => "more fields than are read",
            Self::NoEnd => "no empty line ends the header",
        }
    }
}

/// Reads the fields after the first line of a head, up to the empty line or the end of the document. In some
/// formats a field may continue on the next line.
pub(crate) fn read(document: &[u8], may_fold: bool) -> Head<'_> {
    let first = memchr::memchr(b'\n', document).map_or(document.len(), |end| end + 1);
    let mut reading = Reading { document, odd: Vec::new(), fields: Vec::new() };
    let mut at = first;
    let mut ended = false;
    while at < document.len() && !ended {
        let rest = document.get(at..).unwrap_or_default();
        let len = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        ended = reading.line(at, at + len, may_fold);
        at += len;
    }
    if !ended {
        reading.note(Oddity::NoEnd, at);
    }
    let fields = reading.fields.iter().map(|(name, value)| {
        Field::new(name, document.get(value.clone()).unwrap_or_default(), value.start)
    });
    let oddities = reading
        .odd
        .iter()
        .map(|&(oddity, at)| Fault::new(FaultKind::OddHeader, Some(at), oddity.detail()));
    Head { fields: fields.collect(), len: at, oddities: oddities.collect() }
}

struct Reading<'d> {
    document: &'d [u8],
    odd: Vec<(Oddity, usize)>,
    /// Names, and the places of the values.
    fields: Vec<(&'d str, Range<usize>)>,
}

impl Reading<'_> {
    fn note(&mut self, oddity: Oddity, at: usize) {
        if self.odd.iter().all(|(known, _)| *known != oddity) {
            self.odd.push((oddity, at));
        }
    }

    /// Reads a line; returns `true` if it ends the head.
    fn line(&mut self, start: usize, end: usize, may_fold: bool) -> bool {
        let line = self.document.get(start..end).unwrap_or_default();
        let text = line.trim_ascii_end();
        if text.is_empty() {
            return true;
        }
        let end = start + text.len();
        let is_control = |&byte: &u8| byte < b' ' && byte != b'\t' || byte == 0x7F;
        if let Some(at) = text.iter().position(is_control) {
            self.note(Oddity::ControlCharacter, start + at);
        }
        if matches!(text.first(), Some(b' ' | b'\t')) {
            if !may_fold {
                self.note(Oddity::Folded, start);
            }
            if let Some((_, value)) = self.fields.last_mut() {
                value.end = end;
            }
            return false;
        }
        let Some(colon) = memchr::memchr(b':', text) else {
            self.note(Oddity::NoColon, start);
            return false;
        };
        let (name, value) = text.split_at(colon);
        let trimmed = name.trim_ascii_end();
        if trimmed.len() < name.len() {
            self.note(Oddity::SpaceBeforeColon, start + trimmed.len());
        }
        let is_name = |byte: &u8| byte.is_ascii_graphic();
        let Some(name) = str::from_utf8(trimmed)
            .ok()
            .filter(|_| !trimmed.is_empty() && trimmed.iter().all(is_name))
        else {
            self.note(Oddity::NoName, start);
            return false;
        };
        if self.fields.len() == MOST_FIELDS {
            self.note(Oddity::TooMany, start);
            return false;
        }
        let value = value.get(1..).unwrap_or_default();
        let begin = end - value.trim_ascii_start().len();
        self.fields.push((name, begin..end));
        false
    }
}

/// A value with its lines joined, without the line breaks.
pub(crate) fn joined(value: &str) -> String {
    let mut lines = value.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
    let mut whole = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        whole.truncate(whole.trim_end().len());
        whole.push_str(line.trim_start());
    }
    whole
}

/// A reference in the value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InField {
    pub(crate) text: String,
    /// Its place in the value.
    pub(crate) place: Range<usize>,
    pub(crate) rel: Option<String>,
}

/// The references between angle brackets in a value; white space in them is ignored.
pub(crate) fn bracketed(value: &str) -> impl Iterator<Item = InField> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let reference = bracketed_at(value, at)?;
        at = reference.place.end + 1;
        Some(reference)
    })
}

/// The first reference between angle brackets from a place on.
fn bracketed_at(value: &str, at: usize) -> Option<InField> {
    let place = between_brackets(value, at)?;
    let inside = value.get(place.clone())?;
    let text = inside.chars().filter(|c| !c.is_ascii_whitespace()).collect();
    Some(InField { text, place, rel: None })
}

/// The place between the first angle brackets from a place on.
fn between_brackets(value: &str, at: usize) -> Option<Range<usize>> {
    let start = at + value.get(at..)?.find('<')? + 1;
    let len = value.get(start..)?.find('>')?;
    Some(start..start + len)
}

/// The links of a `Link` field, each with its relation types (RFC 8288 section 3, Appendix B.2). Browsers parse each reference
/// by the URL Standard (HTML, "process link headers"), so a blank in it stays, where one at its ends and line breaks do not.
pub(crate) fn link_values(value: &str) -> impl Iterator<Item = InField> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            match value.as_bytes().get(at)? {
                b'<' => {
                    let place = between_brackets(value, at)?;
                    let inside = value.get(place.clone())?;
                    let text = joined_by_url_standard(inside);
                    let (rel, behind) = parameters(value, place.end + 1);
                    at = behind;
                    return Some(InField { text, place, rel });
                }
                b'"' => at = quoted(value, at).1,
                _ => at += 1,
            }
        }
    })
}

/// A reference without the blanks around it, and without tabs and line breaks ("basic URL parser", steps 1 to 3). The blanks that
/// begin a folded line go with the break before them.
fn joined_by_url_standard(inside: &str) -> String {
    joined(inside.trim_matches(|c| c <= ' ')).replace('\t', "")
}

/// The relation types among the parameters of a link, and the earliest start of the next link.
fn parameters(value: &str, mut at: usize) -> (Option<String>, usize) {
    let bytes = value.as_bytes();
    let is_blank = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_whitespace);
    let mut rel = None;
    loop {
        while is_blank(at) || bytes.get(at) == Some(&b';') {
            at += 1;
        }
        let start = at;
        while bytes.get(at).is_some_and(|byte| !matches!(byte, b'=' | b';' | b',' | b'"')) {
            at += 1;
        }
        let name = value.get(start..at).unwrap_or_default().trim();
        let mut text = String::new();
        if bytes.get(at) == Some(&b'=') {
            at += 1;
            while is_blank(at) {
                at += 1;
            }
            if bytes.get(at) == Some(&b'"') {
                (text, at) = quoted(value, at);
            } else {
                let start = at;
                while bytes.get(at).is_some_and(|byte| !matches!(byte, b';' | b',')) {
                    at += 1;
                }
                value.get(start..at).unwrap_or_default().trim().clone_into(&mut text);
            }
        }
        // The first one counts.
        if name.eq_ignore_ascii_case("rel") && rel.is_none() {
            rel = Some(text);
        }
        match bytes.get(at) {
            None | Some(b',') => return (rel, at),
            Some(b'"') => at = quoted(value, at).1,
            Some(_) => {}
        }
    }
}

/// The text of a quoted string that begins at a place, and its end.
fn quoted(value: &str, start: usize) -> (String, usize) {
    let mut text = String::new();
    let mut escaped = false;
    for (at, c) in value.get(start + 1..).unwrap_or_default().char_indices() {
        match c {
            _ if escaped => {
                text.push(c);
                escaped = false;
            }
            '\\' => escaped = true,
            '"' => return (text, start + 1 + at + 1),
            _ => text.push(c),
        }
    }
    (text, value.len())
}

#[cfg(test)]
mod tests {
    use super::{joined, link_values, read};

    #[test]
    fn links_with_their_parameters() {
        let all = |value: &str| -> Vec<(String, Option<String>)> {
            let links: Vec<_> = link_values(value).collect();
            for link in &links {
                assert_eq!(value[link.place.clone()].trim(), link.text, "{value}");
            }
            links.into_iter().map(|link| (link.text, link.rel)).collect()
        };
        let one = |text: &str, rel: Option<&str>| (text.to_owned(), rel.map(str::to_owned));
        assert_eq!(all("</a>; rel=next; title=\"a <b>\""), [one("/a", Some("next"))]);
        assert_eq!(
            all("<a>;rel=\"x y\", < b > ; REL = nofollow ;rel=z,, <c>"),
            [one("a", Some("x y")), one("b", Some("nofollow")), one("c", None)]
        );
        assert_eq!(all("<a>; title=\"\\\", <b>; rel=x\"; rel=\"y\""), [one("a", Some("y"))]);
        assert_eq!(all("\"<no>\", <a>; title*=UTF-8''x"), [one("a", None)]);
        assert_eq!(all("<a>; rel"), [one("a", Some(""))]);
        assert_eq!(all("</my file.css>; rel=x"), [one("/my file.css", Some("x"))]);
        let folded = link_values("< /a b/\r\n\tc\td >").map(|link| link.text);
        assert_eq!(folded.collect::<Vec<_>>(), ["/a b/cd"]);
        for none in ["", "<a", "a", "\"", "\"<a>"] {
            assert_eq!(all(none), [], "{none}");
        }
        // Linear, even if nothing is closed.
        assert_eq!(all(&"<a>;x=\"".repeat(100_000)).len(), 1);
    }

    #[test]
    fn heads() {
        let head = b"HTTP/1.1 200 OK\r\nA : b\nlonely\r\nC: d\r\n  e\r\nF: g\x01h\n\n: i\n";
        let read = |may_fold| {
            let head = read(head, may_fold);
            let fields: Vec<_> =
                head.fields.iter().map(|field| (field.name, field.value.clone())).collect();
            assert_eq!(
                fields,
                [("A", "b".into()), ("C", "d\r\n  e".into()), ("F", "g\u{1}h".into())]
            );
            head.oddities.iter().map(|fault| fault.offset.unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(read(false), [18, 23, 37, 46]);
        assert_eq!(read(true), [18, 23, 46]);
        assert_eq!(joined("/a\r\n\t b\n c d"), "/abc d");
    }
}
