//! From a document and what is known of its surroundings to the documents in it, their bases and
//! their links.
//!
//! Archives hold responses, responses hold pages or messages, messages hold parts: each step finds
//! out what it has, establishes the base, and hands on what is inside. No step calls one before it,
//! so nothing recurses.

mod visit;

use std::io::{self, BufRead, BufReader, Read};

use encoding_rs::UTF_8;
use flate2::bufread::MultiGzDecoder;
use napkin::edition::RFC3986;
use napkin::{Edition, Target};
use napkin_url::edition::WHATWG;

use crate::base::Base;
use crate::encoding::CharacterEncoding;
use crate::fault::{Fault, FaultKind};
use crate::header;
use crate::http;
use crate::kind::{Kind, MAILBOX_LINE};
use crate::link::Link;
use crate::mailbox::{self, Captures, Entry, Messages};
use crate::unpack::{Expansion, LARGEST_UNPACKED, RATIO, Unpacked};
use crate::urls::{NoTarget, Urls};
use crate::vocabulary::also::{Also, Wanted};
use crate::warc;
use visit::{Place, Walk};

/// How large a document may be, in bytes, if nothing else is said: 1 GiB.
pub const LARGEST: usize = 1 << 30;

/// What is known of a document from outside, and how it is to be read.
///
/// ```
/// use napkin_context::{Found, Kind, Surroundings};
///
/// let page = b"<base href='/dir/'><a href='there'>x</a><a href='//h:x'>y</a>";
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
    /// The edition to go by, rather than the standard of each document's format.
    edition: Option<&'static Edition>,
    urls: ByUrls,
    by_record_date: bool,
    default: Option<String>,
    retrieval: Option<String>,
    encapsulating: Vec<String>,
    kind: Option<Kind>,
    largest: usize,
    largest_unpacked: usize,
    ratio: u32,
    also: Wanted,
    base_in_body: bool,
    encoding: Option<CharacterEncoding>,
}

impl Default for Surroundings {
    /// Nothing is known; each document by the standard of its own format: HTML and CSS by the URL Standard, with queries
    /// in the encoding of the document, and the others by the [edition of their format](Kind::edition).
    fn default() -> Self {
        Self { urls: ByUrls::Web(WHATWG), ..Self::by(None) }
    }
}

/// Which documents have references by the URL Standard.
#[derive(Clone, Copy, Debug)]
enum ByUrls {
    /// None.
    None,
    /// HTML and CSS, but for those in messages.
    Web(&'static napkin_url::Edition),
    /// All.
    All(&'static napkin_url::Edition),
}

/// A document, by itself or in another.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
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
#[non_exhaustive]
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
#[expect(
    clippy::exhaustive_enums,
    reason = "no reader of documents may pass over a kind, such as faults"
)]
pub enum Found<'f> {
    /// The document itself, with its base.
    Document,
    /// A link.
    Link {
        /// The link.
        link: Link<'f>,
        /// What it means, or why it means nothing.
        target: Result<Target, NoTarget>,
        /// The number of the part of the same message that it refers to.
        inside: Option<&'f str>,
    },
    /// Something is wrong with the document.
    Fault(&'f Fault),
}

/// What takes the things found.
pub type Sink<'s> = dyn FnMut(&Document<'_>, Found<'_>) + 's;

impl Surroundings {
    /// Nothing is known; documents of every format by an edition of the URI syntax.
    pub fn new(edition: &'static Edition) -> Self {
        Self::by(Some(edition))
    }

    fn by(edition: Option<&'static Edition>) -> Self {
        Self {
            edition,
            urls: ByUrls::None,
            by_record_date: false,
            default: None,
            retrieval: None,
            encapsulating: Vec::new(),
            kind: None,
            largest: LARGEST,
            largest_unpacked: LARGEST_UNPACKED,
            ratio: RATIO,
            also: Wanted::default(),
            base_in_body: false,
            encoding: None,
        }
    }

    /// Goes by an edition of the URL Standard in documents of every format, such as Markdown.
    ///
    /// ```
    /// use napkin::Target;
    /// use napkin_context::{Found, Kind, Surroundings};
    /// use napkin_url::edition::WHATWG_2023_08;
    ///
    /// let surroundings = Surroundings::default().by_url_standard(WHATWG_2023_08).of_kind(Kind::Markdown);
    /// let mut targets = Vec::new();
    /// surroundings.retrieved_from("http://h/").links(&b"[x](^a\\b)"[..], &mut |_, found| {
    ///     if let Found::Link { target, .. } = found {
    ///         targets.push(target);
    ///     }
    /// })?;
    /// assert_eq!(targets, [Ok(Target::Uri("http://h/^a/b".into()))]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn by_url_standard(mut self, edition: &'static napkin_url::Edition) -> Self {
        self.urls = ByUrls::All(edition);
        self
    }

    /// Goes by the edition that was in force in the year of each record, in archives.
    #[must_use]
    pub fn by_record_date(mut self) -> Self {
        self.by_record_date = true;
        if let ByUrls::Web(_) = self.urls {
            self.urls = ByUrls::None;
        }
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

    /// Finds references too that are no links but asked for; called again, of another kind.
    #[must_use]
    pub fn also(mut self, also: Also) -> Self {
        self.also = self.also.with(also);
        self
    }

    /// Takes the base of an HTML page from the body too, as user agents do, rather than from the head only.
    #[must_use]
    pub fn base_in_body(mut self) -> Self {
        self.base_in_body = true;
        self
    }

    /// The character encoding of the documents, rather than what they or their headers say; a byte order mark counts
    /// all the same.
    ///
    /// ```
    /// use napkin_context::{CharacterEncoding, Found, Kind, Surroundings};
    ///
    /// let page = b"<meta charset=utf-8><a href='/caf\xE9'>x</a>";
    /// let latin1 = CharacterEncoding::labelled("latin1").unwrap();
    /// let mut references = Vec::new();
    /// let surroundings = Surroundings::default().of_kind(Kind::Html).in_encoding(latin1);
    /// surroundings.links(&page[..], &mut |_, found| {
    ///     if let Found::Link { link, .. } = found {
    ///         references.push(link.reference.to_owned());
    ///     }
    /// })?;
    /// assert_eq!(references, ["/café"]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn in_encoding(mut self, encoding: CharacterEncoding) -> Self {
        self.encoding = Some(encoding);
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
        let mut walk = Walk::new(sink, with_links, &expansion);
        walk.by_format = self.edition.is_none() && !self.by_record_date;
        walk.wanted = self.also;
        walk.base_in_body = self.base_in_body;
        walk.encoding = self.encoding;
        walk.urls = self.urls;
        let mut reader = BufReader::with_capacity(1 << 16, expansion.of_input(reader));
        if !reader.fill_buf()?.starts_with(http::GZIP) {
            return self.walk_plain(reader, self.largest, &mut walk);
        }
        let mut unpacked = Unpacked::new(MultiGzDecoder::new(reader), &expansion);
        let whole = BufReader::with_capacity(1 << 16, &mut unpacked);
        self.walk_plain(whole, largest_unpacked, &mut walk)?;
        if let Some(fault) = unpacked.broken {
            let place = Place { record: None, part: None, start: None };
            walk.fault(place, &self.base(self.around()), &fault);
        }
        Ok(())
    }

    fn walk_plain(
        &self,
        mut reader: impl BufRead,
        largest: usize,
        walk: &mut Walk<'_, '_>,
    ) -> io::Result<()> {
        let kind = match self.kind {
            // One message, or a mailbox.
            Some(Kind::Mime) if reader.fill_buf()?.starts_with(MAILBOX_LINE) => Kind::Mbox,
            Some(kind) => kind,
            None => Kind::of_content(reader.fill_buf()?),
        };
        match kind {
            Kind::Warc => return self.archive(reader, walk),
            Kind::Arc => return self.old_archive(reader, walk),
            Kind::Mbox => return self.mailbox(reader, walk),
            _ => {}
        }
        let mut content = Vec::new();
        let limit = (largest as u64).saturating_add(1);
        reader.take(limit).read_to_end(&mut content)?;
        let place = Place { record: None, part: None, start: Some(0) };
        let base = self.base(if walk.by_format { kind.edition() } else { self.around() });
        if content.len() > largest {
            let fault = Fault::new(FaultKind::TooLarge, None, format_args!("{largest} bytes"));
            walk.fault(place, &base, &fault);
            return Ok(());
        }
        let kind = self.kind.unwrap_or_else(|| Kind::of_content(&content));
        walk.response_or_else(place, &base, (Some(kind), ""), &content);
        Ok(())
    }

    /// The edition of what is around documents: headers and records.
    fn around(&self) -> &'static Edition {
        self.edition.unwrap_or(RFC3986)
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
        let base =
            self.encapsulating.iter().fold(base, |base, reference| base.encapsulated(reference));
        match self.urls {
            ByUrls::All(edition) => base.by_urls(Urls::new(edition, UTF_8)),
            ByUrls::Web(_) | ByUrls::None => base,
        }
    }

    fn archive(&self, reader: impl BufRead, walk: &mut Walk<'_, '_>) -> io::Result<()> {
        let mut records = warc::Records::new(reader, self.largest);
        while let Some(next) = records.next()? {
            match next {
                Ok(record) => self.record(&record, walk),
                Err((offset, fault)) => {
                    let record = Some(Record { offset, uri: None, date: None });
                    let place = Place { record, part: None, start: None };
                    walk.fault(place, &self.base(self.around()), &fault);
                }
            }
        }
        Ok(())
    }

    fn record(&self, record: &warc::Record, walk: &mut Walk<'_, '_>) {
        let head = record.fields();
        let value = |name: &str| header::value(&head.fields, name);
        let uri = value("WARC-Target-URI").map(header::joined);
        let uri = uri.as_deref().map(|uri| uri.trim_matches(['<', '>']));
        let date = value("WARC-Date");
        let base = self.base_of_record(uri, date);
        let record_place = Record { offset: record.offset, uri, date };
        let place = Place { record: Some(record_place), part: None, start: Some(0) };
        for oddity in &head.oddities {
            walk.fault(place, &base, oddity);
        }
        let media_type = value("Content-Type").unwrap_or_default();
        let kind = (Kind::of_media_type(media_type), media_type);
        match value("WARC-Type").unwrap_or_default().to_ascii_lowercase().as_str() {
            // A revisit may have nothing but its header: what it would have is in another record.
            "revisit" if record.block.is_empty() => {}
            "response" | "revisit" => walk.response_or_else(place, &base, kind, &record.block),
            "resource" | "conversion" => walk.content(place, &base, kind, &record.block),
            _ => {}
        }
    }

    /// The base of what a record holds, by the edition that counts for it.
    fn base_of_record(&self, uri: Option<&str>, date: Option<&str>) -> Base {
        let in_force = date.and_then(warc::year).and_then(Edition::in_force);
        let edition = in_force.filter(|_| self.by_record_date).unwrap_or(self.around());
        let base = self.base(edition);
        match uri {
            Some(uri) => base.retrieved_from(uri),
            None => base,
        }
    }

    fn old_archive(&self, reader: impl BufRead, walk: &mut Walk<'_, '_>) -> io::Result<()> {
        let mut captures = Captures::new(reader, self.largest);
        while let Some(next) = captures.next()? {
            let Some(entry) = self.entry(next, walk) else { continue };
            let Some(facts) = mailbox::facts(&entry.line) else { continue };
            // What an archive says of itself is no capture.
            if facts.uri.starts_with("filedesc:") {
                continue;
            }
            let base = self.base_of_record(Some(facts.uri), Some(facts.date));
            let record =
                Record { offset: entry.offset, uri: Some(facts.uri), date: Some(facts.date) };
            let place = Place { record: Some(record), part: None, start: Some(0) };
            let is_response = entry.content.starts_with(b"HTTP/");
            let of_type = || Kind::of_media_type(facts.media_type);
            let kind = if is_response { Some(Kind::Http) } else { of_type() };
            walk.response_or_else(place, &base, (kind, facts.media_type), &entry.content);
        }
        Ok(())
    }

    fn mailbox(&self, reader: impl BufRead, walk: &mut Walk<'_, '_>) -> io::Result<()> {
        let mut messages = Messages::new(reader, self.largest);
        while let Some(next) = messages.next()? {
            let Some(entry) = self.entry(next, walk) else { continue };
            let record = Record { offset: entry.offset, uri: None, date: None };
            let place = Place { record: Some(record), part: None, start: Some(0) };
            walk.content(place, &self.base(self.around()), (Some(Kind::Mime), ""), &entry.content);
        }
        Ok(())
    }

    /// An entry, if it was read; otherwise that is told.
    fn entry(&self, next: mailbox::Next, walk: &mut Walk<'_, '_>) -> Option<Entry> {
        let (offset, fault) = match next {
            Ok(entry) => return Some(entry),
            Err(refused) => refused,
        };
        let record = Some(Record { offset, uri: None, date: None });
        walk.fault(Place { record, part: None, start: None }, &self.base(self.around()), &fault);
        None
    }
}
