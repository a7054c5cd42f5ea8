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

    /// Where in the document stands what is at places of the value, which may only grow; they part behind bytes
    /// that were replaced.
    pub(crate) fn places(&self) -> impl FnMut(usize) -> usize {
        let mut chunks = self.bytes.utf8_chunks().peekable();
        let (mut in_value, mut in_document) = (0, self.start);
        move |at| {
            let ends_before =
                |chunk: &std::str::Utf8Chunk<'_>, start: usize| start + chunk.valid().len() < at;
            while let Some(chunk) = chunks.next_if(|chunk| ends_before(chunk, in_value)) {
                in_value += chunk.valid().len() + char::REPLACEMENT_CHARACTER.len_utf8();
                in_document += chunk.valid().len() + chunk.invalid().len();
            }
            in_document + at.saturating_sub(in_value)
        }
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
pub(crate) fn bracketed(value: &str) -> impl Iterator<Item = (String, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + value[at..].find('<')? + 1;
        let len = value[start..].find('>')?;
        at = start + len + 1;
        let inside = value[start..start + len].chars().filter(|c| !c.is_ascii_whitespace());
        Some((inside.collect(), start))
    })
}
