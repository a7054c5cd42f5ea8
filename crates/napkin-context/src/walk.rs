//! From a document and what is known of its surroundings to the documents in it, their bases and
//! their links.
//!
//! Archives hold responses, responses hold pages or messages, messages hold parts: each step finds
//! out what it has, establishes the base, and hands on what is inside. No step calls one before it,
//! so nothing recurses.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;
use napkin::{Edition, Target};

use crate::base::Base;
use crate::extract::Extractor;
use crate::fault::{Fault, FaultKind};
use crate::header::{self, Field};
use crate::http;
use crate::kind::Kind;
use crate::link::Link;
use crate::message::{self, Directory};
use crate::unpack::{Expansion, LARGEST_UNPACKED, RATIO, Unpacked};
use crate::warc;
use crate::{css, html, markdown, xml};

/// How large a document may be, in bytes, if nothing else is said: 1 GiB.
pub const LARGEST: usize = 1 << 30;

/// What is known of a document from outside, and how it is to be read.
///
/// ```
/// use napkin_context::{Found, Kind, Surroundings};
///
/// let page = b"<base href='/dir/'><a href='there'>x</a><a href='%zz'>y</a>";
/// let surroundings = Surroundings::default().retrieved_from("http://h/page").of_kind(Kind::Html);
/// let mut targets = Vec::new();
/// surroundings.links(&page[..], &mut |document, found| {
///     assert_eq!(document.base.uri(), Some("http://h/dir/"));
///     if let Found::Link { link, .. } = found {
///         targets.push((link.start, link.target().is_ok()));
///     }
/// })?;
/// assert_eq!(targets, [(12, true), (28, true), (49, false)]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Surroundings {
    edition: &'static Edition,
    by_record_date: bool,
    default: Option<String>,
    retrieval: Option<String>,
    encapsulating: Vec<String>,
    kind: Option<Kind>,
    largest: usize,
    largest_unpacked: usize,
    ratio: u32,
}

impl Default for Surroundings {
    /// Nothing is known; by RFC 3986.
    fn default() -> Self {
        Self::new(napkin::edition::RFC3986)
    }
}

/// A document, by itself or in another.
#[derive(Clone, Copy, Debug)]
pub struct Document<'d> {
    /// The URI of the archive record that holds it, and where that begins in the archive.
    pub record: Option<Record<'d>>,
    /// The number of the message part that it is, such as `1.2`; `0` for the message itself.
    pub part: Option<&'d str>,
    /// Its kind; none, if documents like it have no links.
    pub kind: Option<Kind>,
    /// Its base.
    pub base: &'d Base,
    /// Where it begins in what was read, or in the record's block, in bytes; none if it was encoded
    /// there.
    pub start: Option<usize>,
}

/// A record of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<'d> {
    /// Where it begins in the archive, in bytes, once that is decompressed.
    pub offset: u64,
    /// The URI whose capture it holds, if it says so.
    pub uri: Option<&'d str>,
    /// Its date, if it says so.
    pub date: Option<&'d str>,
}

/// What is found in a document.
#[derive(Debug)]
pub enum Found<'f> {
    /// The document itself, with its base.
    Document,
    /// A link.
    Link {
        /// The link.
        link: Link<'f>,
        /// What it means, or why it means nothing.
        target: Result<Target, napkin::ResolveError>,
        /// The number of the part of the same message that it refers to.
        inside: Option<&'f str>,
    },
    /// Something is wrong with the document.
    Fault(&'f Fault),
}

/// What takes the things found.
pub type Sink<'s> = dyn FnMut(&Document<'_>, Found<'_>) + 's;

impl Surroundings {
    /// Nothing is known; by an edition.
    pub fn new(edition: &'static Edition) -> Self {
        Self {
            edition,
            by_record_date: false,
            default: None,
            retrieval: None,
            encapsulating: Vec::new(),
            kind: None,
            largest: LARGEST,
            largest_unpacked: LARGEST_UNPACKED,
            ratio: RATIO,
        }
    }

    /// Goes by the edition that was in force in the year of each record, in archives.
    #[must_use]
    pub fn by_record_date(mut self) -> Self {
        self.by_record_date = true;
        self
    }

    /// The base where nothing else establishes one (RFC 3986 §5.1.4).
    #[must_use]
    pub fn or_default(mut self, uri: impl Into<String>) -> Self {
        self.default = Some(uri.into());
        self
    }

    /// The URI by which the document was retrieved; of a chain of redirects the last one counts
    /// (§5.1.3).
    #[must_use]
    pub fn retrieved_from(mut self, uri: impl Into<String>) -> Self {
        self.retrieval = Some(uri.into());
        self
    }

    /// Where an entity is that encloses the document (§5.1.2); called again, where the one inside
    /// that is.
    #[must_use]
    pub fn encapsulated(mut self, reference: impl Into<String>) -> Self {
        self.encapsulating.push(reference.into());
        self
    }

    /// What the document is; found out by its content, if this is not said.
    #[must_use]
    pub fn of_kind(mut self, kind: Kind) -> Self {
        self.kind = Some(kind);
        self
    }

    /// How large a document may be, in bytes; this bounds the memory that is used. Archives may be
    /// of any size, and this holds for each record.
    #[must_use]
    pub fn largest(mut self, bytes: usize) -> Self {
        self.largest = bytes;
        self
    }

    /// How large a document may be that was decompressed, in bytes: a file in gzip that is no archive,
    /// or the body of a response. What is decompressed in an archive is bounded by
    /// [`largest`](Self::largest) and by the [ratio](Self::expanding).
    #[must_use]
    pub fn largest_unpacked(mut self, bytes: usize) -> Self {
        self.largest_unpacked = bytes;
        self
    }

    /// How many times its size an input may become by decompression, all layers together; 16 MiB it
    /// may always become.
    #[must_use]
    pub fn expanding(mut self, ratio: u32) -> Self {
        self.ratio = ratio;
        self
    }

    /// Hands out the documents with their bases, without their links.
    ///
    /// # Errors
    ///
    /// If the reader fails. What is wrong with a document is handed out.
    pub fn bases(&self, reader: impl Read, sink: &mut Sink<'_>) -> io::Result<()> {
        self.walk(reader, false, sink)
    }

    /// Hands out the documents, and after each its links.
    ///
    /// # Errors
    ///
    /// If the reader fails. What is wrong with a document is handed out.
    pub fn links(&self, reader: impl Read, sink: &mut Sink<'_>) -> io::Result<()> {
        self.walk(reader, true, sink)
    }

    fn walk(&self, reader: impl Read, with_links: bool, sink: &mut Sink<'_>) -> io::Result<()> {
        let largest_unpacked = self.largest_unpacked.min(self.largest);
        let expansion = Expansion::new(self.ratio, largest_unpacked);
        let mut walk = Walk { sink, with_links, expansion: &expansion, extractor: None };
        let mut reader = BufReader::with_capacity(1 << 16, expansion.of_input(reader));
        if !reader.fill_buf()?.starts_with(http::GZIP) {
            return self.walk_plain(reader, self.largest, &mut walk);
        }
        let mut unpacked = Unpacked::new(MultiGzDecoder::new(reader), &expansion);
        let whole = BufReader::with_capacity(1 << 16, &mut unpacked);
        self.walk_plain(whole, largest_unpacked, &mut walk)?;
        if let Some(fault) = unpacked.broken {
            let place = Place { record: None, part: None, start: None };
            walk.fault(place, &self.base(self.edition), &fault);
        }
        Ok(())
    }

    fn walk_plain(
        &self,
        mut reader: impl BufRead,
        largest: usize,
        walk: &mut Walk<'_, '_>,
    ) -> io::Result<()> {
        let is_archive = match self.kind {
            Some(kind) => kind == Kind::Warc,
            None => Kind::of_content(reader.fill_buf()?) == Kind::Warc,
        };
        if is_archive {
            return self.archive(reader, walk);
        }
        let mut content = Vec::new();
        let limit = (largest as u64).saturating_add(1);
        reader.take(limit).read_to_end(&mut content)?;
        let place = Place { record: None, part: None, start: Some(0) };
        let base = self.base(self.edition);
        if content.len() > largest {
            let fault = Fault::new(FaultKind::TooLarge, None, format_args!("{largest} bytes"));
            walk.fault(place, &base, &fault);
            return Ok(());
        }
        let kind = self.kind.unwrap_or_else(|| Kind::of_content(&content));
        walk.response_or_else(place, &base, Some(kind), &content);
        Ok(())
    }

    /// The base that the surroundings give, by an edition.
    fn base(&self, edition: &'static Edition) -> Base {
        let mut base = Base::new(edition);
        if let Some(default) = &self.default {
            base = base.or_default(default);
        }
        if let Some(retrieval) = &self.retrieval {
            base = base.retrieved_from(retrieval);
        }
        self.encapsulating.iter().fold(base, |base, reference| base.encapsulated(reference))
    }

    fn archive(&self, reader: impl BufRead, walk: &mut Walk<'_, '_>) -> io::Result<()> {
        let mut records = warc::Records::new(reader, self.largest);
        while let Some(next) = records.next()? {
            match next {
                Ok(record) => self.record(&record, walk),
                Err((offset, fault)) => {
                    let record = Some(Record { offset, uri: None, date: None });
                    let place = Place { record, part: None, start: None };
                    walk.fault(place, &self.base(self.edition), &fault);
                }
            }
        }
        Ok(())
    }

    fn record(&self, record: &warc::Record, walk: &mut Walk<'_, '_>) {
        // The reader has read the fields already.
        let fields = record.fields().unwrap_or_default();
        let value = |name: &str| header::value(&fields, name);
        let uri = value("WARC-Target-URI").map(|uri| uri.trim_matches(['<', '>']));
        let date = value("WARC-Date");
        let in_force = date.and_then(warc::year).and_then(Edition::in_force);
        let edition = in_force.filter(|_| self.by_record_date).unwrap_or(self.edition);
        let mut base = self.base(edition);
        if let Some(uri) = uri {
            base = base.retrieved_from(uri);
        }
        let record_place = Record { offset: record.offset, uri, date };
        let place = Place { record: Some(record_place), part: None, start: Some(0) };
        let kind = Kind::of_media_type(value("Content-Type").unwrap_or_default());
        match value("WARC-Type").unwrap_or_default().to_ascii_lowercase().as_str() {
            "response" | "revisit" => walk.response_or_else(place, &base, kind, &record.block),
            "resource" | "conversion" => walk.content(place, &base, kind, &record.block),
            _ => {}
        }
    }
}

/// Where a document is.
#[derive(Clone, Copy)]
struct Place<'p> {
    record: Option<Record<'p>>,
    part: Option<&'p str>,
    start: Option<usize>,
}

struct Walk<'w, 's> {
    sink: &'w mut Sink<'s>,
    with_links: bool,
    expansion: &'w Expansion,
    /// What finds URIs in text, since it takes longer to make than many a text to read.
    extractor: Option<Extractor>,
}

impl Walk<'_, '_> {
    fn fault(&mut self, place: Place<'_>, base: &Base, fault: &Fault) {
        let Place { record, part, start } = place;
        let document = Document { record, part, kind: None, base, start };
        (self.sink)(&document, Found::Fault(fault));
    }

    /// The responses one after the other, each redirect giving the URI of the next; or what else it
    /// is.
    fn response_or_else(
        &mut self,
        place: Place<'_>,
        base: &Base,
        kind: Option<Kind>,
        bytes: &[u8],
    ) {
        if kind != Some(Kind::Http) {
            return self.content(place, base, kind, bytes);
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
            let next = response.start.filter(|_| response.body.starts_with(b"HTTP/"));
            let Some(next) = next.filter(|_| matches!(response.status, 100..400)) else {
                return self.response(place, &base, &response);
            };
            if self.with_links {
                self.fields(place, &base, &response.fields, None);
            }
            if let Some(location) = header::value(&response.fields, "Location")
                && let Ok(Target::Uri(uri)) = base.target(location)
            {
                base = base.retrieved_from(&uri);
            }
            at += next;
        }
    }

    fn response(&mut self, place: Place<'_>, base: &Base, response: &http::Response<'_>) {
        if self.with_links {
            self.fields(place, base, &response.fields, None);
        }
        let media_type = header::value(&response.fields, "Content-Type");
        let kind = match media_type {
            Some(media_type) => Kind::of_media_type(media_type),
            None => Some(Kind::of_content(&response.body)),
        };
        // Responses and archives in responses are left alone.
        let kind = kind.filter(|kind| !matches!(kind, Kind::Http | Kind::Warc));
        let base = base.clone().entity(header::pairs(&response.fields));
        let start = place.start.zip(response.start).map(|(outer, inner)| outer + inner);
        self.content(Place { start, ..place }, &base, kind, &response.body);
    }

    /// A document that is no archive and no response.
    fn content(&mut self, place: Place<'_>, base: &Base, kind: Option<Kind>, bytes: &[u8]) {
        if kind != Some(Kind::Mime) {
            return self.document(place, base, kind, bytes, None);
        }
        let read = message::read(bytes, base, |part, directory| {
            let in_message = Place { part: Some(&part.number), ..place };
            if self.with_links {
                self.fields(in_message, &part.base, &part.fields, Some(directory));
            }
            let Some(content) = &part.content else { return };
            let start = place.start.zip(content.start).map(|(outer, inner)| outer + inner);
            // Responses, archives and messages that are attached in an encoding are left alone.
            let kind = Kind::of_media_type(&content.media_type)
                .filter(|kind| !matches!(kind, Kind::Http | Kind::Warc | Kind::Mime));
            let place = Place { start, ..in_message };
            self.document(place, &part.base, kind, &content.bytes, Some(directory));
        });
        if let Err(fault) = read {
            self.fault(place, base, &fault);
        }
    }

    /// A document that holds no other.
    fn document(
        &mut self,
        place: Place<'_>,
        around: &Base,
        kind: Option<Kind>,
        bytes: &[u8],
        directory: Option<&Directory>,
    ) {
        let embedded = match kind {
            Some(Kind::Html) => html::embedded_base(bytes),
            Some(Kind::Xml) => xml::embedded_base(bytes),
            _ => None,
        };
        let base = match (kind, embedded) {
            (Some(Kind::Xml), Some(reference)) => around.clone().scoped(&reference),
            (_, Some(reference)) => around.clone().embedded(&reference),
            (_, None) => around.clone(),
        };
        let Place { record, part, start } = place;
        let document = Document { record, part, kind, base: &base, start };
        (self.sink)(&document, Found::Document);
        let Some(kind) = kind.filter(|_| self.with_links) else { return };
        let extractor = self.extractor(kind, base.edition());
        let mut each = |link: Link<'_>| self.link(&document, link, directory);
        let read = match kind {
            Kind::Html => {
                html::links(bytes, &base, around, &mut each);
                Ok(())
            }
            Kind::Css => {
                css::links(bytes, &base, &mut each);
                Ok(())
            }
            Kind::Markdown => markdown::links(bytes, &base, &mut each),
            Kind::Xml => xml::links(bytes, around, &mut each),
            Kind::Text => {
                if let Some(extractor) = &extractor {
                    text_links(extractor, bytes, &base, &mut each);
                }
                Ok(())
            }
            Kind::Mime | Kind::Http | Kind::Warc => Ok(()),
        };
        self.extractor = extractor.or(self.extractor.take());
        if let Err(fault) = read {
            (self.sink)(&document, Found::Fault(&fault));
        }
    }

    /// What finds the URIs in plain text by an edition; none for documents of other kinds.
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
        let Place { record, part, start } = place;
        let document = Document { record, part, kind: None, base, start };
        for field in fields {
            let mut place = field.places();
            for (reference, at) in references(field) {
                let link = Link {
                    reference: &reference,
                    start: place(at),
                    element: field.name,
                    attribute: None,
                    base,
                    is_new_request: false,
                };
                self.link(&document, link, directory);
            }
        }
    }
}

/// The references in the value of a header field, with their places in it.
fn references<'f>(field: &'f Field<'_>) -> Box<dyn Iterator<Item = (String, usize)> + 'f> {
    let is = |names: &[&str]| names.iter().any(|name| field.name.eq_ignore_ascii_case(name));
    let trimmed = || field.value.len() - field.value.trim_start().len();
    if is(&["Location"]) {
        Box::new(std::iter::once((field.value.trim().to_owned(), trimmed())))
    } else if is(&["Refresh"]) {
        let refresh = html::values::refresh(&field.value);
        Box::new(refresh.map(|piece| (piece.text.to_owned(), piece.start)).into_iter())
    } else if is(&["Link", "Archived-At"])
        || field.name.get(..5).is_some_and(|name| name.eq_ignore_ascii_case("list-"))
            && !is(&["List-Id"])
    {
        Box::new(header::bracketed(&field.value))
    } else {
        Box::new(std::iter::empty())
    }
}

/// The URIs in plain text are its links.
fn text_links(extractor: &Extractor, text: &[u8], base: &Base, each: &mut dyn FnMut(Link<'_>)) {
    for find in extractor.find(text) {
        each(Link {
            reference: &find.uri,
            start: usize::try_from(find.start).unwrap_or(usize::MAX),
            element: "text",
            attribute: None,
            base,
            is_new_request: false,
        });
    }
}
