//! Header fields: those of messages, of HTTP responses and of WARC records.

use crate::fault::{Fault, FaultKind};

/// A header field, and where its value begins.
#[derive(Clone, Debug)]
pub(crate) struct Field<'h> {
    pub(crate) name: &'h str,
    /// As text: bytes that are none are replaced.
    pub(crate) value: String,
    bytes: &'h [u8],
    start: usize,
}

impl<'h> Field<'h> {
    pub(crate) fn new(name: &'h str, bytes: &'h [u8], start: usize) -> Self {
        Self { name, value: String::from_utf8_lossy(bytes).into_owned(), bytes, start }
    }

    /// Where in the document stands what is at a place of the value; they part behind bytes that were replaced.
    pub(crate) fn place(&self, mut at: usize) -> usize {
        let mut place = self.start;
        for chunk in self.bytes.utf8_chunks() {
            let (text, replaced) = (chunk.valid().len(), chunk.invalid().len());
            if at <= text {
                break;
            }
            at -= text + char::REPLACEMENT_CHARACTER.len_utf8();
            place += text + replaced;
        }
        place + at
    }
}

/// The value of the first field with a name.
pub(crate) fn value<'f>(fields: &'f [Field<'_>], name: &str) -> Option<&'f str> {
    let field = fields.iter().find(|field| field.name.eq_ignore_ascii_case(name));
    field.map(|field| field.value.trim())
}

/// Names and values, for what needs no more.
pub(crate) fn pairs<'f>(
    fields: &'f [Field<'_>],
) -> impl Iterator<Item = (&'f str, &'f str)> + Clone {
    fields.iter().map(|field| (field.name, field.value.as_str()))
}

/// How many fields a head may have.
const MOST_FIELDS: usize = 1024;

/// Reads the fields after the first line of a head, and how long the head is.
///
/// # Errors
///
/// If they are not written as header fields, or have no end.
pub(crate) fn read(document: &[u8], kind: FaultKind) -> Result<(Vec<Field<'_>>, usize), Fault> {
    let first = memchr::memchr(b'\n', document).map_or(document.len(), |end| end + 1);
    let rest = &document[first..];
    for most in [64, MOST_FIELDS] {
        let mut room = vec![httparse::EMPTY_HEADER; most];
        match httparse::parse_headers(rest, &mut room) {
            Ok(httparse::Status::Complete((len, headers))) => {
                let fields = headers.iter().map(|header| {
                    let start = header.value.as_ptr() as usize - document.as_ptr() as usize;
                    Field::new(header.name, header.value, start)
                });
                return Ok((fields.collect(), first + len));
            }
            Ok(httparse::Status::Partial) => {
                return Err(Fault::new(kind, Some(first), "the header does not end"));
            }
            Err(httparse::Error::TooManyHeaders) => {}
            Err(error) => return Err(Fault::new(kind, Some(first), error)),
        }
    }
    Err(Fault::new(kind, Some(first), format_args!("more than {MOST_FIELDS} header fields")))
}

/// The references in a value that stand between angle brackets, with their places in it; white
/// space in them does not count.
pub(crate) fn bracketed(value: &str) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = value[at..].find('<') {
        let start = at + open + 1;
        let Some(len) = value[start..].find('>') else { break };
        let inside = value[start..start + len].chars().filter(|c| !c.is_ascii_whitespace());
        found.push((inside.collect(), start));
        at = start + len + 1;
    }
    found
}
