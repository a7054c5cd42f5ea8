//! Visits a document: reports it, unpacks and decodes it, and passes on its links.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8};
use napkin::{Edition, Target};

use super::{ByUrls, Document, Found, Record, Sink};
use crate::base::{Base, unfolded};
use crate::compression;
use crate::compression::unpack::Expansion;
use crate::containers::header::{self, Field, InField};
use crate::containers::http;
use crate::containers::message::{self, Directory};
use crate::encoding::{CharacterEncoding, Charset, Decoded};
use crate::fault::{Fault, FaultKind};
use crate::formats::{css, html, markdown, turtle, xml};
use crate::guess::{Guess, is_binary, is_pdf};
use crate::kind::Kind;
use crate::link::{Each, Link};
use crate::text::extract::Extractor;
use crate::unread::Unread;
use crate::urls::Urls;
use crate::vocabulary::also::Wanted;
use crate::vocabulary::values;

/// The place of a document.
#[derive(Clone, Copy)]
pub(super) struct Place<'p> {
    pub(super) record: Option<Record<'p>>,
    pub(super) part: Option<&'p str>,
    pub(super) start: Option<usize>,
}

/// What is known of a document before its content is looked at.
#[derive(Clone, Copy)]
pub(super) struct Told<'t> {
    /// What it is; `None` if the content decides.
    pub(super) guess: Option<Guess>,
    /// The media type, whose parameters tell the encoding; empty, if there is none.
    pub(super) media_type: &'t str,
}

impl<'t> Told<'t> {
    /// What a media type tells.
    pub(super) fn by(media_type: &'t str) -> Self {
        Self { guess: Guess::of_media_type(media_type), media_type }
    }
}

pub(super) struct Walk<'w, 's> {
    sink: &'w mut Sink<'s>,
    with_links: bool,
    pub(super) expansion: &'w Expansion,
    /// The extractor for plain text, kept because creating one takes longer than reading a short text.
    extractor: Option<Extractor>,
    /// Whether documents use the edition of their format.
    pub(super) by_format: bool,
    /// Whether the file was compressed.
    pub(super) is_unpacked: bool,
    /// The requested references besides links.
    pub(super) wanted: Wanted,
    /// Whether `Content-Location` gives the base of a response.
    pub(super) is_http_of_1999: bool,
    /// The chosen character encoding.
    pub(super) encoding: Option<CharacterEncoding>,
    /// The documents whose references are parsed by the URL Standard.
    pub(super) urls: ByUrls,
}

/// The content of a document that contains no other.
struct Content<'c> {
    kind: Kind,
    charset: Charset<'c>,
    bytes: &'c [u8],
}

impl<'w, 's> Walk<'w, 's> {
    pub(super) fn new(sink: &'w mut Sink<'s>, with_links: bool, expansion: &'w Expansion) -> Self {
        let (wanted, is_http_of_1999) = (Wanted::default(), false);
        let (extractor, encoding) = (None, None);
        let (urls, by_format) = (ByUrls::None, false);
        Self {
            sink,
            with_links,
            expansion,
            extractor,
            by_format,
            is_unpacked: false,
            wanted,
            is_http_of_1999,
            encoding,
            urls,
        }
    }

    /// A document at a place.
    fn found<'d>(&self, place: Place<'d>, kind: Option<Kind>, base: &'d Base) -> Document<'d> {
        let Place { record, part, start } = place;
        Document { record, part, kind, base, start, is_unpacked: self.is_unpacked }
    }

    pub(super) fn fault(&mut self, place: Place<'_>, base: &Base, fault: &Fault) {
        let document = self.found(place, None, base);
        (self.sink)(&document, Found::Fault(fault));
    }

    /// A document that is not read.
    pub(super) fn unread(&mut self, place: Place<'_>, base: &Base, unread: Unread) {
        let document = self.found(place, None, base);
        (self.sink)(&document, Found::Document);
        if unread.detail().is_none() {
            return (self.sink)(&document, Found::Unread(unread));
        }
        (self.sink)(&document, Found::Fault(&Fault::of_type(unread)));
    }

    /// A record that holds no document.
    pub(super) fn passed(&mut self, place: Place<'_>, base: &Base, unread: Unread) {
        let document = self.found(place, None, base);
        (self.sink)(&document, Found::Unread(unread));
    }

    /// Visits consecutive responses, each redirect giving the URI of the next; or another document.
    pub(super) fn response_or_else(
        &mut self,
        place: Place<'_>,
        base: &Base,
        told: Told<'_>,
        bytes: &[u8],
    ) {
        if told.guess != Some(Guess::Kind(Kind::Http)) {
            return self.content(place, base, told, bytes);
        }
        let mut base = base.clone();
        let mut at = 0;
        loop {
            let rest = bytes.get(at..).unwrap_or_default();
            let response = match http::read(rest, self.expansion) {
                Ok(response) => response,
                Err(fault) => return self.fault(place, &base, &fault),
            };
            let place = Place { start: place.start.map(|start| start + at), ..place };
            let location = header::value(&response.fields, "Content-Location");
            let entity = match location.filter(|_| self.is_http_of_1999) {
                Some(location) => base.clone().encapsulated(&header::in_ascii(unfolded(location))),
                None => base.clone(),
            };
            let of_header = if base.serves_own_header() { &entity } else { &base };
            let named = |field: &&Field<'_>| {
                ["Location", "Link", "Refresh"]
                    .iter()
                    .any(|name| field.name.eq_ignore_ascii_case(name))
            };
            let notes = response.fields.iter().filter(named).filter_map(Field::raw_octets);
            for fault in response.faults.iter().cloned().chain(notes) {
                self.fault(place, of_header, &fault);
            }
            if self.with_links {
                self.fields(place, of_header, &response.fields, None);
            }
            if let Some(fault) = response.without_body() {
                self.fault(place, of_header, &fault);
            }
            let Some(next) = response.next() else {
                return self.response(place, &entity, &response);
            };
            if let Some(location) = header::value(&response.fields, "Location")
                && let Ok(Target::Uri(uri)) =
                    of_header.target(&header::in_ascii(header::joined(location)))
            {
                base = base.retrieved_from(&uri);
            }
            at += next;
        }
    }

    /// The body of a response.
    fn response(&mut self, place: Place<'_>, base: &Base, response: &http::Response<'_>) {
        let Some(body) = &response.body else { return };
        let told = Told::by(header::value(&response.fields, "Content-Type").unwrap_or_default());
        let start = place.start.zip(response.start).map(|(outer, inner)| outer + inner);
        let place = Place { start, ..place };
        self.content(place, base, told, body);
    }

    /// A document that is no archive and no response. It may be compressed.
    pub(super) fn content(
        &mut self,
        mut place: Place<'_>,
        base: &Base,
        told: Told<'_>,
        bytes: &[u8],
    ) {
        let mut bytes = Cow::Borrowed(bytes);
        let mut broken = None;
        match compression::unpacked_body(&bytes, self.expansion) {
            Ok(None) => {}
            Ok(Some((whole, fault))) => {
                place.start = None;
                bytes = whole.into();
                broken = fault;
            }
            Err(fault) => return self.fault(place, base, &fault),
        }
        match told.guess.unwrap_or_else(|| Guess::of_body(&bytes)) {
            Guess::Unread(unread) => self.unread(place, base, unread),
            Guess::Kind(Kind::Mime) => self.message(place, base, &bytes),
            Guess::Kind(kind) if kind.is_container() => self.nested(place, base, kind),
            Guess::Kind(kind) => {
                let charset = Charset::of_media_type(told.media_type);
                self.document(place, base, &Content { kind, charset, bytes: &bytes }, None);
            }
        }
        if let Some(fault) = broken {
            self.fault(place, base, &fault);
        }
    }

    /// An archive, a response or a message where none is read.
    fn nested(&mut self, place: Place<'_>, base: &Base, kind: Kind) {
        let detail = format_args!("it is of the type {} inside another document", kind.name());
        self.fault(place, base, &Fault::new(FaultKind::NotReadable, None, detail));
    }

    /// The documents in a message.
    fn message(&mut self, place: Place<'_>, base: &Base, bytes: &[u8]) {
        let read = message::read(bytes, base, |part, directory| {
            let in_message = Place { part: Some(&part.number), ..place };
            if self.with_links {
                self.fields(in_message, &part.base, &part.fields, Some(directory));
            }
            let Some(content) = &part.content else { return };
            let chosen = self.encoding.and_then(|_| content.raw?.octets());
            let (bytes, inner, is_decoded) = match chosen {
                Some((bytes, start)) => (bytes, start, false),
                None => (Cow::Borrowed(&*content.bytes), content.start, content.raw.is_some()),
            };
            let start = place.start.zip(inner).map(|(outer, inner)| outer + inner);
            let mut place = Place { start, ..in_message };
            if let Some(fault) = &content.undecoded {
                self.fault(place, &part.base, fault);
            }
            let mut bytes = bytes;
            match compression::unpacked_body(&bytes, self.expansion) {
                Ok(None) => {}
                Ok(Some((whole, broken))) => {
                    place.start = None;
                    bytes = whole.into();
                    if let Some(fault) = broken {
                        self.fault(place, &part.base, &fault);
                    }
                }
                Err(fault) => return self.fault(place, &part.base, &fault),
            }
            let told = Told::by(&content.media_type);
            let kind = match told.guess.unwrap_or_else(|| Guess::of_body(&bytes)) {
                Guess::Unread(unread) => return self.unread(place, &part.base, unread),
                // A multipart without any boundary is text to the parser.
                Guess::Kind(Kind::Mime) if content.raw.is_some() => Kind::Text,
                // Messages are read where they have no encoding; then the parser has their parts.
                Guess::Kind(kind) if kind.is_container() => {
                    return self.nested(place, &part.base, kind);
                }
                Guess::Kind(kind) => kind,
            };
            let charset = if is_decoded {
                Charset::Decoded
            } else {
                Charset::of_media_type(&content.media_type)
            };
            let read = Content { kind, charset, bytes: &bytes };
            self.document(place, &part.base, &read, Some(directory));
        });
        if let Err(fault) = read {
            self.fault(place, base, &fault);
        }
    }

    /// Visits a document that contains no other.
    fn document(
        &mut self,
        place: Place<'_>,
        around: &Base,
        content: &Content<'_>,
        directory: Option<&Directory>,
    ) {
        let Content { kind, charset, bytes } = *content;
        let edition = if self.by_format { kind.edition() } else { around.edition() };
        let around = &around.clone().by(edition);
        let encoding = charset.encoding(bytes, self.encoding, |bytes| match kind {
            Kind::Html => html::declared_encoding(bytes)
                .or_else(|| xml::declared_encoding(bytes))
                .or_else(|| html::late_encoding(bytes)),
            Kind::Xml | Kind::Xhtml => xml::declared_encoding(bytes),
            Kind::Css => css::declared_encoding(bytes),
            _ => None,
        });
        let Some(decoded) = Decoded::new(bytes, encoding) else {
            let document = self.found(place, Some(kind), around);
            (self.sink)(&document, Found::Document);
            let detail = "its encoding is one that nobody decodes, for safety";
            let fault = Fault::new(FaultKind::NotReadable, None, detail);
            return (self.sink)(&document, Found::Fault(&fault));
        };
        let around = &self.around(kind, around, encoding, directory.is_some());
        let (in_page, base) = Self::bases(kind, around, &decoded.text);
        let document = self.found(place, Some(kind), &base);
        (self.sink)(&document, Found::Document);
        if !self.with_links {
            return;
        }
        if kind == Kind::Text && is_pdf(bytes) {
            return (self.sink)(&document, Found::Fault(&Fault::of_type(Unread::Pdf)));
        }
        let extractor = self.extractor(kind, base.edition());
        let wanted = self.wanted;
        let mut found = 0_u64;
        let mut hand_out = |link: Link<'_>| {
            found += 1;
            self.link(&document, link, directory);
        };
        let mut each = |link: Link<'_>| {
            let (start, end) = (decoded.place(link.start), decoded.place(link.end));
            hand_out(Link { start, end, ..link });
        };
        let text = &*decoded.text;
        let mut read = Ok(());
        match kind {
            Kind::Html => html::links(text, &base, around, wanted, &mut each),
            Kind::Css => css::links(text, &base, &mut each),
            Kind::Turtle => read = turtle::links(text, around, &mut each),
            Kind::NTriples | Kind::NQuads => read = turtle::lines(text, around, &mut each),
            Kind::Markdown => read = markdown::links(text.as_bytes(), &base, &mut each),
            Kind::Xml | Kind::Xhtml => {
                read = xml::links(text, &in_page, around, wanted, &mut each);
            }
            Kind::Text => {
                if let Some(extractor) = &extractor {
                    // Bytes that are not UTF-8 end a find, and need no decoding.
                    if encoding == UTF_8 {
                        text_links(extractor, bytes, &base, &mut hand_out);
                    } else {
                        text_links(extractor, text.as_bytes(), &base, &mut each);
                    }
                }
            }
            Kind::Mime | Kind::Mbox | Kind::Http | Kind::Warc | Kind::Arc => {}
        }
        if let Err(fault) = &mut read {
            fault.offset = fault.offset.map(|offset| decoded.place(offset));
        } else if found == 0 && is_binary(bytes) {
            let detail = "it is no text, and none of it was decoded";
            read = Err(Fault::new(FaultKind::NotReadable, None, detail));
        }
        self.extractor = extractor.or(self.extractor.take());
        if let Err(fault) = read {
            (self.sink)(&document, Found::Fault(&fault));
        }
    }

    /// The base around a document, with the standard for its references.
    fn around(
        &self,
        kind: Kind,
        around: &Base,
        encoding: &'static Encoding,
        in_message: bool,
    ) -> Base {
        let is_web = matches!(kind, Kind::Html | Kind::Xhtml | Kind::Css);
        match self.urls {
            // References to other parts of a message are parsed by RFC 3986, as RFC 2557 requires.
            ByUrls::Web(edition) if is_web && !in_message => {
                around.clone().by_urls(Urls::new(edition, encoding))
            }
            ByUrls::All(edition) => {
                let encoding = if is_web { encoding } else { UTF_8 };
                around.clone().by_urls(Urls::new(edition, encoding))
            }
            ByUrls::Web(_) | ByUrls::None => around.clone(),
        }
    }

    /// The bases of a document: by its `base` element, and as narrowed by its root.
    fn bases(kind: Kind, around: &Base, text: &str) -> (Base, Base) {
        let (element, root) = match kind {
            Kind::Html => (html::embedded_base(text, around.has_urls()), None),
            Kind::Xml | Kind::Xhtml => {
                let embedded = xml::embedded_base(text);
                (embedded.element, embedded.root)
            }
            Kind::Turtle => {
                let base = turtle::embedded_base(text, around);
                return (base.clone(), base);
            }
            _ => (None, None),
        };
        let in_page = match element {
            Some(reference) => around.clone().embedded(&reference),
            None => around.clone(),
        };
        let base = match root {
            Some(reference) => in_page.clone().scoped(&reference),
            None => in_page.clone(),
        };
        (in_page, base)
    }

    /// The extractor of URIs in plain text by an edition; `None` for documents of other kinds.
    fn extractor(&mut self, kind: Kind, edition: &'static Edition) -> Option<Extractor> {
        if kind != Kind::Text {
            return None;
        }
        let same = self.extractor.take_if(|made| std::ptr::eq(made.edition(), edition));
        Some(same.unwrap_or_else(|| Extractor::new(edition)))
    }

    fn link(&mut self, document: &Document<'_>, link: Link<'_>, directory: Option<&Directory>) {
        let target = link.target();
        let inside = match (&target, directory) {
            (Ok(Target::Uri(uri)), Some(directory)) => {
                directory.find(uri, document.part.unwrap_or_default())
            }
            _ => None,
        };
        (self.sink)(document, Found::Link { link, target, inside });
    }

    /// The references in header fields.
    fn fields(
        &mut self,
        place: Place<'_>,
        base: &Base,
        fields: &[Field<'_>],
        directory: Option<&Directory>,
    ) {
        let document = self.found(place, None, base);
        for field in fields {
            let mut place = field.places();
            for InField { text, place: at, rel } in references(field) {
                let at = place(at.start)..place(at.end);
                let text = if directory.is_none() { header::in_ascii(text) } else { text };
                let link = Link { rel: rel.as_deref(), ..Link::new(&text, at, field.name, base) };
                self.link(&document, link, directory);
            }
        }
    }
}

/// The references in the value of a header field, with their places in it.
fn references<'f>(field: &'f Field<'_>) -> Box<dyn Iterator<Item = InField> + 'f> {
    let is = |names: &[&str]| names.iter().any(|name| field.name.eq_ignore_ascii_case(name));
    let value = &field.value;
    if is(&["Location"]) {
        let start = value.len() - value.trim_start().len();
        let text = header::joined(value.trim());
        let place = start..start + value.trim().len();
        Box::new(std::iter::once(InField { text, place, rel: None }))
    } else if is(&["Refresh"]) {
        let refresh = values::refresh(value).map(|piece| InField {
            text: header::joined(&piece.text),
            place: piece.start..piece.end,
            rel: None,
        });
        Box::new(refresh.into_iter())
    } else if is(&["Link"]) {
        Box::new(header::link_values(value))
    } else if is(&["Archived-At"])
        || field.name.get(..5).is_some_and(|name| name.eq_ignore_ascii_case("list-"))
            && !is(&["List-Id"])
    {
        Box::new(header::bracketed(value))
    } else {
        Box::new(std::iter::empty())
    }
}

/// The URIs in plain text are its links.
fn text_links(extractor: &Extractor, text: &[u8], base: &Base, each: &mut Each<'_>) {
    let place = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX);
    for find in extractor.find(text) {
        each(Link::new(&find.uri, place(find.start)..place(find.end), "text", base));
    }
}
