//! Messages of MIME entities: mail, and pages saved as MHTML.
//!
//! The message is split into a tree of entities, which is flattened here to a list of the documents, each with the base
//! given by the entities around it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{Encoding, HeaderName};

use crate::base::{Base, unfolded};
use crate::containers::encoded_words::decode_encoded_words;
use crate::containers::entities::{self, Entities, Entity, Structure};
use crate::containers::header::{self, Field};
use crate::fault::{Fault, FaultKind};

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
    let entities = match entities::split(document) {
        Ok(entities) if entities.is_bare => return fault("it has no header field, and no body"),
        Ok(entities) => entities,
        Err(detail) => return fault(detail),
    };
    let mut directory = Directory::default();
    let mut parts = Vec::new();
    let cut = flatten(&entities, around, |part, around| {
        directory.enter(&part, around);
        parts.push(part);
    });
    let envelope = Envelope::of(parts.first().map_or(&[][..], |root| &root.fields));
    for part in &parts {
        each(part, &directory, &envelope);
    }
    if entities.is_too_deep {
        return fault("its entities stand too deep in each other");
    }
    cut.map_or(Ok(()), |part| {
        let detail = format_args!("the multipart {part} has no last boundary");
        Err(Fault::new(FaultKind::Truncated, None, detail))
    })
}

/// An entity that is still to be visited.
struct Pending {
    entity: usize,
    number: String,
    around: Base,
}

/// Visits the entities of a message in order. Returns the number of the first multipart without its last boundary.
fn flatten<'e>(
    entities: &'e Entities<'_>,
    around: &Base,
    mut each: impl FnMut(Part<'e>, &Base),
) -> Option<String> {
    let mut pending = vec![Pending { entity: 0, number: String::new(), around: around.clone() }];
    let mut cut = None;
    while let Some(Pending { entity, number, around }) = pending.pop() {
        let Some(entity) = entities.all.get(entity) else { continue };
        let source = entities.sources.get(entity.source).map(|source| &**source);
        let source = source.unwrap_or_default();
        let fields = fields(entity, source);
        let base = around.clone().entity(header::pairs(&fields));
        let content = match &entity.structure {
            Structure::TooDeep => continue,
            Structure::Multipart(multipart) => {
                if !multipart.is_closed {
                    let name = if number.is_empty() { WHOLE } else { &number };
                    cut.get_or_insert_with(|| name.to_owned());
                }
                for (before, &entity) in multipart.parts.iter().enumerate().rev() {
                    let at = before + 1;
                    let number =
                        if number.is_empty() { at.to_string() } else { format!("{number}.{at}") };
                    pending.push(Pending { entity, number, around: base.clone() });
                }
                multipart.is_text().then(|| content(entity, source, &fields, true))
            }
            Structure::Message(inner) => {
                let (number, around) = (number.clone(), base.clone());
                pending.extend(inner.map(|entity| Pending { entity, number, around }));
                None
            }
            Structure::Leaf { is_text } => Some(content(entity, source, &fields, *is_text)),
        };
        let is_leaf = content.is_some();
        let number = match number.as_str() {
            "" if is_leaf => "1".into(),
            "" => WHOLE.into(),
            _ => number,
        };
        each(Part { number, fields, base, content }, &around);
    }
    cut
}

/// The content of an entity that is a document. Text is converted to UTF-8.
fn content<'e>(
    entity: &'e Entity,
    source: &'e [u8],
    fields: &[Field<'_>],
    is_text: bool,
) -> Content<'e> {
    let media_type = header::value(fields, "Content-Type").unwrap_or("text/plain").to_owned();
    let decoded = entity.decoded(source);
    let undecoded = undecoded(fields, decoded.is_none());
    // What cannot be decoded is read as text.
    let is_text = is_text || decoded.is_none();
    let encoding = if decoded.is_some() { entity.encoding } else { Encoding::None };
    let body = entity.body(source);
    let mut bytes = decoded.unwrap_or(body.into());
    if is_text {
        bytes = match entity.charset {
            Some(decode) => decode(&bytes).into_bytes().into(),
            None if str::from_utf8(&bytes).is_ok() => bytes,
            None => String::from_utf8_lossy(&bytes).into_owned().into_bytes().into(),
        };
    }
    let start = (entity.source == 0).then_some(entity.body.start);
    let as_it_is = encoding == Encoding::None && body.starts_with(&bytes);
    Content {
        media_type,
        start: start.filter(|_| as_it_is),
        bytes,
        raw: is_text.then_some(Raw { body, encoding, start }),
        undecoded,
    }
}

/// The error of a transfer encoding that is broken, or none of RFC 2045.
fn undecoded(fields: &[Field<'_>], is_broken: bool) -> Option<Fault> {
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
    is_broken.then(|| Fault::new(FaultKind::NotReadable, None, detail))
}

/// The header fields of an entity, from the source that it is in.
fn fields<'e>(entity: &'e Entity, source: &'e [u8]) -> Vec<Field<'e>> {
    let field = |(name, place): &'e (HeaderName<'static>, Range<usize>)| {
        Field::new(name.as_str(), source.get(place.clone()).unwrap_or_default(), place.start)
    };
    entity.fields.iter().map(field).collect()
}
