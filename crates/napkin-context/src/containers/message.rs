//! Messages of MIME entities: mail, and pages saved as MHTML.
//!
//! The parser is mail-parser. It returns messages in messages as a tree, which is flattened here to a list of the
//! documents, each with the base given by the entities around it.

use std::borrow::Cow;
use std::collections::HashMap;

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{Encoding, Message, MessageParser, MessagePart, MimeHeaders, PartType};

use crate::base::{Base, unfolded};
use crate::containers::encoded_words::decode_encoded_words;
use crate::containers::header::{self, Field};
use crate::containers::weight;
use crate::fault::{Fault, FaultKind};
use crate::kind::is_field;

/// The maximum nesting depth of entities.
const DEEPEST: usize = 256;

/// The maximum number of bytes that the parser may scan: it scans the rest of a message for the end of each
/// multipart.
const MOST_WORK: u64 = 1 << 34;

/// The number of multiparts that is always allowed.
const FEW: usize = 32;

/// The most bytes around the text of a boundary: a line end and two hyphens before it, two hyphens behind it.
const BOUNDARY_MARKS: usize = 8;

/// The number of a message that consists of parts.
const WHOLE: &str = "0";

/// A document in a message, or a header of an entity in it.
pub(crate) struct Part<'m> {
    /// Its number, as `1.2` for the second entity in the first; `0` for the message itself.
    pub(crate) number: String,
    pub(crate) fields: Vec<Field<'m>>,
    /// The base given by the entities around it and its own header.
    pub(crate) base: Base,
    /// Its content, if it is a document, not a multipart.
    pub(crate) content: Option<Content<'m>>,
}

/// The fields of a message that people know it by.
pub(crate) struct Envelope {
    pub(crate) subject: Option<String>,
    pub(crate) sender: Option<String>,
}

impl Envelope {
    fn of(fields: &[Field<'_>]) -> Self {
        let read = |name| {
            let words: Vec<_> = header::value(fields, name)?.split_whitespace().collect();
            let value = words.join(" ");
            Some(decode_encoded_words(&value).unwrap_or(value))
        };
        Self { subject: read("Subject"), sender: read("From") }
    }
}

/// The content of a part, decoded.
pub(crate) struct Content<'m> {
    pub(crate) media_type: String,
    pub(crate) bytes: Cow<'m, [u8]>,
    /// Its start in the message, if it is not encoded.
    pub(crate) start: Option<usize>,
    /// For text, which is converted to UTF-8: the original.
    pub(crate) raw: Option<Raw<'m>>,
    /// That its transfer encoding is broken or not known, so that it is read as it is, if so.
    pub(crate) undecoded: Option<Fault>,
}

/// Text in the character encoding of its part.
#[derive(Clone, Copy)]
pub(crate) struct Raw<'m> {
    body: &'m [u8],
    encoding: Encoding,
    /// The start of the body in the document, if it is there.
    start: Option<usize>,
}

impl<'m> Raw<'m> {
    /// The text without its transfer encoding, and its start in the document, if it is not encoded.
    pub(crate) fn octets(self) -> Option<(Cow<'m, [u8]>, Option<usize>)> {
        let decoded = match self.encoding {
            Encoding::None => return Some((self.body.into(), self.start)),
            Encoding::QuotedPrintable => quoted_printable_decode(self.body)?,
            Encoding::Base64 => base64_decode(self.body)?,
        };
        Some((decoded.into(), None))
    }
}

/// An index of the parts that others can refer to.
#[derive(Default)]
pub(crate) struct Directory {
    /// The numbers of the parts for each URI, in order: messages that are forwarded together often have the same
    /// identifiers.
    by_uri: HashMap<String, Vec<String>>,
}

/// The maximum number of parts with one name.
const MOST_NAMESAKES: usize = 16;

impl Directory {
    /// The number of the part that a URI in a part refers to: by its content identifier, by its message's and its
    /// own, or by its location. Among parts with one name, the nearest is chosen, since names are looked up first
    /// in the same structure and then in the enclosing ones (RFC 2392, RFC 2557).
    pub(crate) fn find(&self, uri: &str, from: &str) -> Option<&str> {
        let uri = uri.split('#').next().unwrap_or_default();
        match uri.split_once(':') {
            Some((scheme, id)) if scheme.eq_ignore_ascii_case("cid") => {
                nearest(self.named("cid", id), from)
            }
            Some((scheme, ids)) if scheme.eq_ignore_ascii_case("mid") => {
                match ids.split_once('/') {
                    Some((message, id)) => {
                        let messages = self.named("mid", message);
                        let in_message = |part: &&str| messages.iter().any(|m| is_inside(part, m));
                        self.named("cid", id).iter().map(String::as_str).find(in_message)
                    }
                    None => nearest(self.named("mid", ids), from),
                }
            }
            _ => nearest(self.by_uri.get(uri)?, from),
        }
    }

    /// The parts with an identifier, as written in a URI.
    fn named(&self, scheme: &str, id: &str) -> &[String] {
        let name = format!("{scheme}:{}", percent_decoded(id));
        self.by_uri.get(&name).map(Vec::as_slice).unwrap_or_default()
    }

    fn enter(&mut self, part: &Part<'_>, around: &Base) {
        let mut note = |uri: String| {
            let parts = self.by_uri.entry(uri).or_default();
            if parts.len() < MOST_NAMESAKES {
                parts.push(part.number.clone());
            }
        };
        // There may be comments around it, and some programs omit the brackets.
        let id = |name: &str| {
            let value = header::value(&part.fields, name)?;
            let bracketed = header::bracketed(value).last().map(|id| id.text);
            Some(bracketed.unwrap_or_else(|| value.to_owned()))
        };
        if let Some(id) = id("Content-ID") {
            note(format!("cid:{id}"));
        }
        if let Some(id) = id("Message-ID") {
            note(format!("mid:{id}"));
        }
        let location = header::value(&part.fields, "Content-Location");
        if let Some(location) = location.filter(|_| part.content.is_some()) {
            let at = around.clone().encapsulated(&unfolded(location));
            // Without a valid location, the base is still that around the part.
            if let Some(uri) = at.uri().filter(|_| at.established_since(around)) {
                note(uri.to_owned());
            }
        }
    }
}

/// The first of the parts that share the most enclosing entities with `from`.
fn nearest<'p>(parts: &'p [String], from: &str) -> Option<&'p str> {
    let shared =
        |part: &str| part.split('.').zip(from.split('.')).take_while(|(a, b)| a == b).count();
    parts.iter().rev().max_by_key(|part| shared(part)).map(String::as_str)
}

/// Whether a part is another one or inside it.
fn is_inside(part: &str, other: &str) -> bool {
    let rest = part.strip_prefix(other);
    other == WHOLE || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn percent_decoded(text: &str) -> String {
    napkin::percent::decode(text, false).to_string_lossy().into_owned()
}

/// Passes on the parts of a message inside the base `around`, in order, once all parts are known.
///
/// # Errors
///
/// If it is not a message, or exceeds the limits.
pub(crate) fn read(
    document: &[u8],
    around: &Base,
    mut each: impl FnMut(&Part<'_>, &Directory, &Envelope),
) -> Result<(), Fault> {
    let fault = |detail: &str| Err(Fault::new(FaultKind::NotAMessage, None, detail));
    let multiparts = document.windows(9).filter(|w| w.eq_ignore_ascii_case(b"boundary=")).count();
    let work = (multiparts as u64).saturating_mul(document.len() as u64);
    if multiparts > FEW && work > MOST_WORK {
        return fault("it has too many multiparts for its size");
    }
    if let Err(detail) = weight::check(document) {
        return fault(detail);
    }
    if u32::try_from(document.len()).is_err() {
        return fault("it is longer than 4 GiB");
    }
    let Some(message) = MessageParser::new().with_mime_headers().parse(document) else {
        return fault("it has no header");
    };
    // What is neither a field nor behind an empty line is passed over by the parser.
    let has_body = message.parts.first().is_some_and(|root| root.offset_body < root.offset_end);
    if !has_body && !document.split(|&byte| byte == b'\n').any(is_field) {
        return fault("it has no header field, and no body");
    }
    let mut directory = Directory::default();
    let mut parts = Vec::new();
    let Flattened { is_too_deep, cut } = flatten(&message, document, around, |part, around| {
        directory.enter(&part, around);
        parts.push(part);
    });
    let envelope = Envelope::of(parts.first().map_or(&[][..], |root| &root.fields));
    for part in &parts {
        each(part, &directory, &envelope);
    }
    drop(parts);
    take_apart(message);
    if is_too_deep {
        return fault("its entities stand too deep in each other");
    }
    cut.map_or(Ok(()), |part| {
        let detail = format_args!("the multipart {part} has no last boundary");
        Err(Fault::new(FaultKind::Truncated, None, detail))
    })
}

/// An entity that is still to be visited.
struct Pending<'t, 'm> {
    message: &'t Message<'m>,
    part: usize,
    number: String,
    around: Base,
    depth: usize,
}

/// What is wrong with the entities of a message.
#[derive(Default)]
struct Flattened {
    /// Whether some are nested too deep.
    is_too_deep: bool,
    /// The number of the first multipart without its last boundary.
    cut: Option<String>,
}

/// Visits the entities of a message in order.
fn flatten<'t>(
    message: &'t Message<'_>,
    document: &'t [u8],
    around: &Base,
    mut each: impl FnMut(Part<'t>, &Base),
) -> Flattened {
    let first =
        Pending { message, part: 0, number: String::new(), around: around.clone(), depth: 0 };
    let mut pending = vec![first];
    let mut flattened = Flattened::default();
    while let Some(Pending { message, part, number, around, depth }) = pending.pop() {
        let Some(entity) = message.parts.get(part) else { continue };
        if depth > DEEPEST {
            flattened.is_too_deep = true;
            continue;
        }
        let fields = fields(message, entity);
        let base = around.clone().entity(header::pairs(&fields));
        if flattened.cut.is_none() && is_cut(message, entity) {
            let number = if number.is_empty() { WHOLE } else { &number };
            flattened.cut = Some(number.to_owned());
        }
        let content = match &entity.body {
            PartType::Multipart(children) => {
                for (before, &child) in children.iter().enumerate().rev() {
                    let at = before + 1;
                    let number =
                        if number.is_empty() { at.to_string() } else { format!("{number}.{at}") };
                    let (part, around) = (child as usize, base.clone());
                    pending.push(Pending { message, part, number, around, depth: depth + 1 });
                }
                None
            }
            PartType::Message(inner) => {
                let (number, around) = (number.clone(), base.clone());
                pending.push(Pending { message: inner, part: 0, number, around, depth: depth + 1 });
                None
            }
            PartType::Text(text) | PartType::Html(text) => {
                let content = content(document, message, entity, &fields, text.as_bytes());
                Some(Content { raw: Some(raw(document, message, entity)), ..content })
            }
            PartType::Binary(bytes) | PartType::InlineBinary(bytes) => {
                Some(content(document, message, entity, &fields, bytes))
            }
        };
        let is_leaf = content.is_some();
        let number = match number.as_str() {
            "" if is_leaf => "1".into(),
            "" => WHOLE.into(),
            _ => number,
        };
        each(Part { number, fields, base, content }, &around);
    }
    flattened
}

/// Whether an entity is a multipart without its last boundary, which has two hyphens behind it (RFC 2046, 5.1.1).
fn is_cut(message: &Message<'_>, entity: &MessagePart<'_>) -> bool {
    let Some(content_type) = entity.content_type() else { return false };
    let boundary = content_type
        .attribute("boundary")
        .filter(|_| content_type.ctype().eq_ignore_ascii_case("multipart"));
    let Some(boundary) = boundary else { return false };
    let place = match &entity.body {
        PartType::Multipart(children) => {
            let last = children.last().and_then(|&last| message.parts.get(last as usize));
            let Some(last) = last else { return false };
            let end = last.offset_end as usize;
            end..message.raw_message.len().min(end + boundary.len() + BOUNDARY_MARKS)
        }
        // Without any boundary, the parser takes the body for text.
        _ => entity.offset_body as usize..entity.offset_end as usize,
    };
    let stands = message.raw_message.get(place).unwrap_or_default();
    memchr::memmem::find(stands, format!("{boundary}--").as_bytes()).is_none()
}

fn content<'t>(
    document: &[u8],
    message: &Message<'_>,
    entity: &'t MessagePart<'_>,
    fields: &[Field<'_>],
    bytes: &'t [u8],
) -> Content<'t> {
    let media_type = header::value(fields, "Content-Type").unwrap_or("text/plain").to_owned();
    let in_document = is_document(message, document);
    let place = entity.offset_body as usize;
    let stands_there = document.get(place..).is_some_and(|body| body.starts_with(bytes));
    let as_it_is = in_document && entity.encoding == Encoding::None && stands_there;
    let undecoded = undecoded(entity, fields);
    Content {
        media_type,
        bytes: bytes.into(),
        start: as_it_is.then_some(place),
        raw: None,
        undecoded,
    }
}

/// The error of a transfer encoding that is broken, or none of RFC 2045.
fn undecoded(entity: &MessagePart<'_>, fields: &[Field<'_>]) -> Option<Fault> {
    let encoding = header::value(fields, "Content-Transfer-Encoding").unwrap_or("7bit");
    // A comment may follow.
    let name = encoding.split(['(', ' ', ';']).next().unwrap_or_default();
    let is = |known: &&str| name.eq_ignore_ascii_case(known);
    if !["7bit", "8bit", "binary", "quoted-printable", "base64"].iter().any(is) {
        let detail =
            format_args!("its transfer encoding '{name}' is not known, so it is not decoded");
        return Some(Fault::new(FaultKind::NotReadable, None, detail));
    }
    let detail = format_args!("its transfer encoding {name} is broken, so it is not decoded");
    // The parser says so of a multipart without its last boundary too.
    let is_encoded = is(&"base64") || is(&"quoted-printable");
    (is_encoded && entity.is_encoding_problem)
        .then(|| Fault::new(FaultKind::NotReadable, None, detail))
}

fn raw<'t>(document: &[u8], message: &'t Message<'_>, entity: &MessagePart<'_>) -> Raw<'t> {
    let (start, end) = (entity.offset_body as usize, entity.offset_end as usize);
    let body = message.raw_message.get(start..end).unwrap_or_default();
    let start = is_document(message, document).then_some(start);
    Raw { body, encoding: entity.encoding, start }
}

/// Whether a message is a slice of the document: an encoded message has bytes of its own.
fn is_document(message: &Message<'_>, document: &[u8]) -> bool {
    std::ptr::eq(message.raw_message.as_ptr(), document.as_ptr())
}

/// The header fields of an entity, from the text that they were read from.
fn fields<'t>(message: &'t Message<'_>, entity: &'t MessagePart<'_>) -> Vec<Field<'t>> {
    let field = |header: &'t mail_parser::Header<'_>| {
        let (start, end) = (header.offset_start as usize, header.offset_end as usize);
        let value = message.raw_message.get(start..end).unwrap_or_default();
        Field::new(header.name(), value, start)
    };
    entity.headers.iter().map(field).collect()
}

/// Frees a message level by level: recursive destructors would nest as deep as the messages.
fn take_apart(message: Message<'_>) {
    let mut messages = vec![message];
    while let Some(message) = messages.pop() {
        for part in message.parts {
            if let PartType::Message(inner) = part.body {
                messages.push(inner);
            }
        }
    }
}
