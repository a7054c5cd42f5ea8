//! Splits a message into its entities: the headers, and the delimiter lines of multiparts (RFC 2046 §5.1).
//!
//! mail-parser reads header fields, their parameters and transfer encodings. It does not split, since it loses the parts
//! behind a message directly within a message, and takes a boundary in the middle of a line for a delimiter. A delimiter
//! is a whole line here, as in mail programs, and ends all entities inside its multipart, closed or not.
//!
//! Each line is looked at once, and nothing recurses.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use mail_parser::decoders::charsets::DecoderFnc;
use mail_parser::decoders::charsets::map::charset_decoder;
use mail_parser::parsers::MessageStream;
use mail_parser::{ContentType, Encoding, HeaderName, MessageParser, MimeHeaders};

use crate::kind::{MAILBOX_LINE, is_field};

/// The maximum nesting depth of entities.
const DEEPEST: usize = 256;

/// The maximum number of messages in a transfer encoding inside each other. Each may be as long as the one around it.
const MOST_ENCODED: usize = 3;

/// The maximum number of parts in a message, including messages in it.
const MOST_PARTS: usize = 1 << 16;

/// The maximum number of header lines in a message and its parts.
const MOST_LINES: usize = 1 << 17;

/// The maximum total length of these lines, in bytes.
const LONGEST_HEADERS: usize = 8 << 20;

/// A message, split.
pub(super) struct Entities<'d> {
    /// Whether the message has no header field and no body.
    pub(super) is_bare: bool,
    /// The document, and the decoded messages that are encoded in it.
    pub(super) sources: Vec<Cow<'d, [u8]>>,
    /// The entities; the first one is the message itself.
    pub(super) all: Vec<Entity>,
    /// Whether some are nested too deep, and not split.
    pub(super) is_too_deep: bool,
}

/// An entity: a header and a body.
pub(super) struct Entity {
    /// The index of the source that it is in.
    pub(super) source: usize,
    /// The names of the header fields, and the places of their values in the source.
    pub(super) fields: Vec<(HeaderName<'static>, Range<usize>)>,
    /// The place of the body in the source.
    pub(super) body: Range<usize>,
    pub(super) structure: Structure,
    /// The transfer encoding.
    pub(super) encoding: Encoding,
    /// The decoder of the parameter `charset`.
    pub(super) charset: Option<DecoderFnc>,
    /// The number of entities around it.
    depth: usize,
    /// The number of encoded messages around it.
    encoded: usize,
}

/// The contents of an entity.
pub(super) enum Structure {
    /// A document; whether it is text.
    Leaf { is_text: bool },
    /// A multipart.
    Multipart(Multipart),
    /// A message: the index of its entity, once it is known.
    Message(Option<usize>),
    /// Contents that are nested too deep.
    TooDeep,
}

pub(super) struct Multipart {
    boundary: Vec<u8>,
    /// Whether parts without a type are messages (RFC 2046 §5.1.5).
    is_digest: bool,
    /// The indices of its parts.
    pub(super) parts: Vec<usize>,
    /// Whether its last delimiter was found.
    pub(super) is_closed: bool,
}

impl Multipart {
    /// Whether it has no delimiter. Its body is read as text.
    pub(super) fn is_text(&self) -> bool {
        self.parts.is_empty() && !self.is_closed
    }
}

impl Entity {
    /// The body without its transfer encoding; `None` if that is broken.
    pub(super) fn decoded<'s>(&self, source: &'s [u8]) -> Option<Cow<'s, [u8]>> {
        let body = self.body(source);
        let (end, bytes) = match self.encoding {
            Encoding::None => return Some(body.into()),
            Encoding::Base64 => MessageStream::new(body).decode_base64_mime(b""),
            Encoding::QuotedPrintable => MessageStream::new(body).decode_quoted_printable_mime(b""),
        };
        (end != usize::MAX).then_some(bytes)
    }

    pub(super) fn body<'s>(&self, source: &'s [u8]) -> &'s [u8] {
        source.get(self.body.clone()).unwrap_or_default()
    }
}

/// Splits a message, and the messages in it.
///
/// # Errors
///
/// The exceeded limit. Real mail reaches none.
pub(super) fn split(document: &[u8]) -> Result<Entities<'_>, &'static str> {
    let mut all = All::new();
    let mut sources = vec![Cow::Borrowed(document)];
    let is_bare = Source::new(0, document, &mut all).split(0, 0)?;
    let mut at = 0;
    while let Some(entity) = all.entities.get(at) {
        if let Structure::Message(None) = entity.structure {
            let source = sources.get(entity.source).map(|source| &**source).unwrap_or_default();
            let decoded = entity.decoded(source).map(Cow::into_owned);
            let (depth, encoded) = (entity.depth + 1, entity.encoded + 1);
            let is_text = decoded.is_none();
            let structure = match decoded.filter(|_| encoded <= MOST_ENCODED) {
                Some(decoded) => {
                    let inner = all.entities.len();
                    Source::new(sources.len(), &decoded, &mut all).split(depth, encoded)?;
                    sources.push(Cow::Owned(decoded));
                    Structure::Message(Some(inner))
                }
                None => Structure::Leaf { is_text },
            };
            if let Some(entity) = all.entities.get_mut(at) {
                entity.structure = structure;
            }
        }
        at += 1;
    }
    Ok(Entities { is_bare, sources, all: all.entities, is_too_deep: all.is_too_deep })
}

/// The entities so far, and what counts against the limits.
struct All {
    /// The parser of header fields.
    parser: MessageParser,
    entities: Vec<Entity>,
    /// The number of header lines, and their total length.
    lines: usize,
    bytes: usize,
    is_too_deep: bool,
}

impl All {
    fn new() -> Self {
        let parser = MessageParser::new().with_mime_headers();
        Self { parser, entities: Vec::new(), lines: 0, bytes: 0, is_too_deep: false }
    }
}

/// A source that is being split.
struct Source<'s> {
    number: usize,
    bytes: &'s [u8],
    all: &'s mut All,
    /// The indices of the entities whose end was not reached, from the outermost one.
    open: Vec<usize>,
    /// For each boundary, the places in `open` of its multiparts that are not closed.
    boundaries: HashMap<Vec<u8>, Vec<usize>>,
    /// The header of the innermost open entity, while it is being read.
    header: Option<Header>,
    /// Whether the source has neither a header field nor a body.
    is_bare: bool,
}

struct Header {
    start: usize,
    has_field: bool,
}

impl<'s> Source<'s> {
    fn new(number: usize, bytes: &'s [u8], all: &'s mut All) -> Self {
        let (open, boundaries) = (Vec::new(), HashMap::new());
        Self { number, bytes, all, open, boundaries, header: None, is_bare: false }
    }

    /// Splits the source, which is in `depth` entities, of which `encoded` are encoded messages. Returns whether it has
    /// neither a header field nor a body.
    fn split(mut self, depth: usize, encoded: usize) -> Result<bool, &'static str> {
        self.begin(0, depth, encoded)?;
        let mut start = 0;
        while let Some(rest) = self.bytes.get(start..).filter(|rest| !rest.is_empty()) {
            let end = start + memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
            self.line(start, end)?;
            start = end;
        }
        self.cut_header(start)?;
        self.close(0, start);
        Ok(self.is_bare)
    }

    fn line(&mut self, start: usize, end: usize) -> Result<(), &'static str> {
        let line = self.bytes.get(start..end).unwrap_or_default();
        if line.starts_with(b"--") {
            if self.delimiter(start, end)? {
                return Ok(());
            }
            // A delimiter may follow the header of its multipart without an empty line.
            if self.header.is_some() && !is_field(line) {
                self.cut_header(start)?;
                self.delimiter(start, end)?;
                return Ok(());
            }
        }
        let Some(header) = &mut self.header else { return Ok(()) };
        let is_blank = line.trim_ascii().is_empty();
        if is_blank && (line.starts_with(b"\r") || line.starts_with(b"\n") || !header.has_field) {
            return self.header_ends(start, end);
        }
        header.has_field |= is_field(line);
        self.all.lines += 1;
        self.all.bytes += line.len();
        if self.all.lines > MOST_LINES || self.all.bytes > LONGEST_HEADERS {
            return Err("its headers are longer than 8 MiB, or than 131,072 lines");
        }
        Ok(())
    }

    /// Begins an entity, and its header.
    fn begin(&mut self, start: usize, depth: usize, encoded: usize) -> Result<usize, &'static str> {
        let index = self.all.entities.len();
        if index >= MOST_PARTS {
            return Err("it has more than 65,536 parts");
        }
        let is_too_deep = depth > DEEPEST;
        self.all.is_too_deep |= is_too_deep;
        self.all.entities.push(Entity {
            source: self.number,
            fields: Vec::new(),
            body: start..start,
            structure: if is_too_deep { Structure::TooDeep } else { Structure::TEXT },
            encoding: Encoding::None,
            charset: None,
            depth,
            encoded,
        });
        self.header = (!is_too_deep).then_some(Header { start, has_field: false });
        self.open.push(index);
        Ok(index)
    }

    /// Begins an entity inside the innermost open one.
    fn begin_inside(&mut self, start: usize) -> Result<usize, &'static str> {
        let around = self.open.last().and_then(|&around| self.all.entities.get(around));
        let (depth, encoded) = around.map_or((0, 0), |around| (around.depth + 1, around.encoded));
        self.begin(start, depth, encoded)
    }

    /// Ends a header that no empty line ends, and that of a message that begins there.
    fn cut_header(&mut self, end: usize) -> Result<(), &'static str> {
        while self.header.is_some() {
            self.header_ends(end, end)?;
        }
        Ok(())
    }

    /// Ends the header at `end`, and begins the body.
    fn header_ends(&mut self, end: usize, body: usize) -> Result<(), &'static str> {
        let Some(header) = self.header.take() else { return Ok(()) };
        let [.., index] = *self.open else { return Ok(()) };
        let in_digest = match *self.open {
            [.., around, _] => self.multipart(around).is_some_and(|around| around.is_digest),
            _ => false,
        };
        let head = self.bytes.get(header.start..end).unwrap_or_default();
        let parsed = self.all.parser.parse_headers(head).filter(|_| header.has_field);
        let parsed = parsed.as_ref().and_then(|parsed| parsed.parts.first());
        let media_type = parsed.and_then(|part| part.content_type());
        let encoding = parsed.and_then(|part| part.content_transfer_encoding());
        let structure = Structure::of(media_type, in_digest);
        // Lines of which none is a field are no header.
        let text = if header.has_field { 0 } else { beginning_of_text(head) };
        let is_bare = !header.has_field && body >= self.bytes.len();
        let body = if text > 0 { end - text } else { body };
        self.is_bare |= is_bare && self.open.len() == 1;
        let Some(entity) = self.all.entities.get_mut(index) else { return Ok(()) };
        let headers = parsed.iter().flat_map(|part| &part.headers);
        entity.fields = headers
            .map(|field| {
                let place = |at: u32| header.start + at as usize;
                (
                    field.name.clone().into_owned(),
                    place(field.offset_start)..place(field.offset_end),
                )
            })
            .collect();
        entity.body = body..body;
        entity.encoding = transfer_encoding(encoding);
        let charset = media_type.and_then(|media_type| media_type.attribute("charset"));
        entity.charset = charset.and_then(|charset| charset_decoder(charset.as_bytes()));
        let begins_message =
            matches!(structure, Structure::Message(_)) && entity.encoding == Encoding::None;
        if let Structure::Multipart(multipart) = &structure {
            let places = self.boundaries.entry(multipart.boundary.clone()).or_default();
            places.push(self.open.len() - 1);
        }
        entity.structure = structure;
        if begins_message {
            let inner = self.begin_inside(body)?;
            if let Some(entity) = self.all.entities.get_mut(index) {
                entity.structure = Structure::Message(Some(inner));
            }
        }
        Ok(())
    }

    /// Whether a line is a delimiter of an open multipart. If so, all inside that one ends, and its next part begins.
    fn delimiter(&mut self, start: usize, end: usize) -> Result<bool, &'static str> {
        let line = self.bytes.get(start + 2..end).unwrap_or_default().trim_ascii_end();
        let place = |boundary: &[u8]| self.boundaries.get(boundary)?.last().copied();
        let next = place(line);
        let last = line.strip_suffix(b"--").and_then(place);
        let Some(place) = next.max(last) else { return Ok(false) };
        self.cut_header(start)?;
        // The line end before a delimiter belongs to it.
        let before = self.bytes.get(..start).unwrap_or_default();
        let content = before.strip_suffix(b"\n").unwrap_or(before);
        let content = content.strip_suffix(b"\r").unwrap_or(content);
        self.close(place + 1, content.len());
        let Some(&around) = self.open.get(place) else { return Ok(true) };
        if last == Some(place) {
            if let Some(multipart) = self.multipart(around) {
                multipart.is_closed = true;
            }
            self.forget(around);
            return Ok(true);
        }
        let part = self.begin_inside(end)?;
        if let Some(multipart) = self.multipart(around) {
            multipart.parts.push(part);
        }
        Ok(true)
    }

    /// Ends the open entities from a place in `open` on.
    fn close(&mut self, place: usize, end: usize) {
        while self.open.len() > place
            && let Some(index) = self.open.pop()
        {
            if self.multipart(index).is_some_and(|multipart| !multipart.is_closed) {
                self.forget(index);
            }
            if let Some(entity) = self.all.entities.get_mut(index) {
                entity.body.end = end.max(entity.body.start);
            }
        }
    }

    /// Forgets the boundary of the innermost multipart that has it.
    fn forget(&mut self, index: usize) {
        let entity = self.all.entities.get(index);
        if let Some(Entity { structure: Structure::Multipart(multipart), .. }) = entity
            && let Some(places) = self.boundaries.get_mut(&multipart.boundary)
        {
            places.pop();
        }
    }

    fn multipart(&mut self, index: usize) -> Option<&mut Multipart> {
        match &mut self.all.entities.get_mut(index)?.structure {
            Structure::Multipart(multipart) => Some(multipart),
            _ => None,
        }
    }
}

impl Structure {
    const TEXT: Self = Self::Leaf { is_text: true };

    /// The structure by the media type. Without one, a part of a digest is a message, and others are text.
    fn of(media_type: Option<&ContentType<'_>>, in_digest: bool) -> Self {
        let Some(media_type) = media_type else {
            return if in_digest { Self::Message(None) } else { Self::TEXT };
        };
        let subtype = media_type.subtype().unwrap_or_default();
        let is = |name: &str| media_type.ctype().eq_ignore_ascii_case(name);
        let is_subtype = |name: &str| subtype.eq_ignore_ascii_case(name);
        match media_type.attribute("boundary").map(str::trim_end) {
            Some(boundary) if is("multipart") && !boundary.is_empty() => {
                Self::Multipart(Multipart {
                    boundary: boundary.into(),
                    is_digest: is_subtype("digest"),
                    parts: Vec::new(),
                    is_closed: false,
                })
            }
            _ if is("message") && (is_subtype("rfc822") || is_subtype("global")) => {
                Self::Message(None)
            }
            boundary => Self::Leaf { is_text: is("text") || is("multipart") && boundary.is_some() },
        }
    }
}

fn transfer_encoding(name: Option<&str>) -> Encoding {
    match name {
        Some(name) if name.eq_ignore_ascii_case("base64") => Encoding::Base64,
        Some(name) if name.eq_ignore_ascii_case("quoted-printable") => Encoding::QuotedPrintable,
        _ => Encoding::None,
    }
}

/// The length of the lines from the first one on that does not begin an entry of a mailbox.
fn beginning_of_text(lines: &[u8]) -> usize {
    let is_mailbox_line =
        |line: &&[u8]| line.strip_prefix(b">").unwrap_or(line).starts_with(MAILBOX_LINE);
    let lines = lines.split_inclusive(|&byte| byte == b'\n').skip_while(is_mailbox_line);
    lines.map(<[u8]>::len).sum()
}
