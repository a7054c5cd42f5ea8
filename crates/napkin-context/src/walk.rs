//! From a document and its surroundings to the documents in it, their bases and their links.
//!
//! Archives contain responses, responses contain pages or messages, messages contain parts. Each step detects the
//! format, establishes the base, and passes the content on. No step calls an earlier one, so nothing recurses.

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

/// The default maximum size of a document, in bytes: 1 GiB.
pub const LARGEST: usize = 1 << 30;

/// The surroundings of a document, and the settings for reading it.
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
    /// The edition for all documents, instead of the standard of each document's format.
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
    /// No surroundings; each document by the standard of its own format: HTML and CSS by the URL Standard, with
    /// queries in the encoding of the document, and the others by the [edition of their format](Kind::edition).
    fn default() -> Self {
        Self { urls: ByUrls::Web(WHATWG), ..Self::by(None) }
    }
}

/// The documents whose references are parsed by the URL Standard.
#[derive(Clone, Copy, Debug)]
enum ByUrls {
    /// None.
    None,
    /// HTML and CSS, except in messages.
    Web(&'static napkin_url::Edition),
    /// All.
    All(&'static napkin_url::Edition),
}

/// A document, alone or inside another.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Document<'d> {
    /// The archive record that contains it: its URI and its offset in the archive.
    pub record: Option<Record<'d>>,
    /// The number of the message part that it is, such as `1.2`; `0` for the message itself.
    pub part: Option<&'d str>,
    /// Its kind; `None` if documents of its type have no links.
    pub kind: Option<Kind>,
    /// Its base.
    pub base: &'d Base,
    /// Its start in the input, or in the record's block, in bytes; `None` if it was encoded there.
    pub start: Option<usize>,
}

/// A record of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record<'d> {
    /// Its offset in the decompressed archive, in bytes.
    pub offset: u64,
    /// The captured URI, if the record has one.
    pub uri: Option<&'d str>,
    /// Its date, if the record has one.
    pub date: Option<&'d str>,
}

/// A result in a document.
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
        /// Its target, or why it has none.
        target: Result<Target, NoTarget>,
        /// The number of the part of the same message that it refers to.
        inside: Option<&'f str>,
    },
    /// An error in the document.
    Fault(&'f Fault),
}

/// Receives the results.
pub type Sink<'s> = dyn FnMut(&Document<'_>, Found<'_>) + 's;

impl Surroundings {
    /// No surroundings; documents of every format by an edition of the URI syntax.
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

    /// Uses an edition of the URL Standard for documents of every format, such as Markdown.
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

    /// Uses, in archives, the edition that was in force in the year of each record.
    #[must_use]
    pub fn by_record_date(mut self) -> Self {
        self.by_record_date = true;
        if let ByUrls::Web(_) = self.urls {
            self.urls = ByUrls::None;
        }
        self
    }

    /// Sets the base used if nothing else establishes one (RFC 3986 §5.1.4).
    #[must_use]
    pub fn or_default(mut self, uri: impl Into<String>) -> Self {
        self.default = Some(uri.into());
        self
    }

    /// Sets the URI by which the document was retrieved; in a chain of redirects the last one counts (§5.1.3).
    #[must_use]
    pub fn retrieved_from(mut self, uri: impl Into<String>) -> Self {
        self.retrieval = Some(uri.into());
        self
    }

    /// Adds the location of an enclosing entity (§5.1.2); a further call adds one inside it.
    #[must_use]
    pub fn encapsulated(mut self, reference: impl Into<String>) -> Self {
        self.encapsulating.push(reference.into());
        self
    }

    /// Sets the kind of the document; by default, it is detected from the content.
    #[must_use]
    pub fn of_kind(mut self, kind: Kind) -> Self {
        self.kind = Some(kind);
        self
    }

    /// Also finds references of a kind that are not links; further calls add kinds.
    #[must_use]
    pub fn also(mut self, also: Also) -> Self {
        self.also = self.also.with(also);
        self
    }

    /// Accepts the base of an HTML page in its body too, as user agents do, not only in the head.
    #[must_use]
    pub fn base_in_body(mut self) -> Self {
        self.base_in_body = true;
        self
    }

    /// Sets the character encoding of the documents, overriding their headers and declarations, but not a byte
    /// order mark.
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

    /// Sets the maximum size of a document, in bytes, which bounds the memory. Archives may be of any size; the
    /// limit applies to each record.
    #[must_use]
    pub fn largest(mut self, bytes: usize) -> Self {
        self.largest = bytes;
        self
    }

    /// Sets the maximum size of a decompressed document, in bytes: a gzip file that is not an archive, or the body
    /// of a response. Decompression in an archive is bounded by [`largest`](Self::largest) and by the
    /// [ratio](Self::expanding).
    #[must_use]
    pub fn largest_unpacked(mut self, bytes: usize) -> Self {
        self.largest_unpacked = bytes;
        self
    }

    /// Sets the maximum ratio of decompressed size to input size, over all layers; 16 MiB are always allowed.
    #[must_use]
    pub fn expanding(mut self, ratio: u32) -> Self {
        self.ratio = ratio;
        self
    }

    /// Passes on the documents with their bases, without their links.
    ///
    /// # Errors
    ///
    /// If the reader fails. Errors in a document are passed on as results.
    pub fn bases(&self, reader: impl Read, sink: &mut Sink<'_>) -> io::Result<()> {
        self.walk(reader, false, sink)
    }

    /// Passes on the documents, each followed by its links.
    ///
    /// # Errors
    ///
    /// If the reader fails. Errors in a document are passed on as results.
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
        let mut reader = expansion.of_input(BufReader::with_capacity(1 << 16, reader));
        if !reader.fill_buf()?.starts_with(http::GZIP) {
            return self.walk_plain(reader, self.largest, &mut walk);
        }
        let mut unpacked = Unpacked::of_file(MultiGzDecoder::new(reader), &expansion);
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
            // A single message, or a mailbox.
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

    /// The edition for headers and records around documents.
    fn around(&self) -> &'static Edition {
        self.edition.unwrap_or(RFC3986)
    }

    /// The base of the surroundings, by an edition.
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
        let mut records = warc::Records::new(reader, self.largest, walk.expansion);
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
            // A revisit may have only a header; its content is in another record.
            "revisit" if record.block.is_empty() => {}
            "response" | "revisit" => walk.response_or_else(place, &base, kind, &record.block),
            "resource" | "conversion" => walk.content(place, &base, kind, &record.block),
            _ => {}
        }
        if let Some(cut) = &record.cut {
            walk.fault(place, &base, cut);
        }
    }

    /// The base of a record's content, by the edition that applies to it.
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
        let mut captures = Captures::new(reader, self.largest, walk.expansion);
        while let Some(next) = captures.next()? {
            let Some(entry) = self.entry(next, walk) else { continue };
            let Some(facts) = mailbox::facts(&entry.line) else { continue };
            let base = self.base_of_record(Some(facts.uri), Some(facts.date));
            let record =
                Record { offset: entry.offset, uri: Some(facts.uri), date: Some(facts.date) };
            let place = Place { record: Some(record), part: None, start: Some(0) };
            // The archive's description of itself is not a capture.
            if !facts.uri.starts_with("filedesc:") {
                let is_response = entry.content.starts_with(b"HTTP/");
                let of_type = || Kind::of_media_type(facts.media_type);
                let kind = if is_response { Some(Kind::Http) } else { of_type() };
                walk.response_or_else(place, &base, (kind, facts.media_type), &entry.content);
            }
            if let Some(cut) = &entry.cut {
                walk.fault(place, &base, cut);
            }
        }
        Ok(())
    }

    fn mailbox(&self, reader: impl BufRead, walk: &mut Walk<'_, '_>) -> io::Result<()> {
        let mut messages = Messages::new(reader, self.largest, walk.expansion);
        while let Some(next) = messages.next()? {
            let Some(entry) = self.entry(next, walk) else { continue };
            let record = Record { offset: entry.offset, uri: None, date: None };
            let place = Place { record: Some(record), part: None, start: Some(0) };
            let base = self.base(self.around());
            walk.content(place, &base, (Some(Kind::Mime), ""), &entry.content);
            if let Some(cut) = &entry.cut {
                walk.fault(place, &base, cut);
            }
        }
        Ok(())
    }

    /// An entry, if it was read; otherwise the error is passed on.
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
