//! From a document and its surroundings to the documents in it, their bases and their links.
//!
//! Archives contain responses, responses contain pages or messages, messages contain parts. Each step detects the
//! format, establishes the base, and passes the content on. No step calls an earlier one, so nothing recurses.

pub(crate) mod pieces;
pub(crate) mod visit;
mod by_pieces;
#[cfg(any(feature = "http", feature = "mime"))]
mod fields;
#[cfg(feature = "http")]
mod responses;
#[cfg(any(feature = "mime", feature = "warc"))]
mod entries;
#[cfg(feature = "mime")]
mod messages;
#[cfg(feature = "warc")]
mod archives;

use std::io::{self, BufRead, BufReader, Cursor, Read};

use encoding_rs::{Encoding, UTF_8};
use napkin::edition::RFC3986;
use napkin::{Edition, Target};
use napkin_standards::Standard;
use napkin_url::edition::WHATWG;

use crate::base::Base;
use crate::compression;
use crate::compression::unpack::{Expansion, LARGEST_UNPACKED, RATIO};
use crate::encoding::CharacterEncoding;
use crate::fault::{Fault, FaultKind};
use crate::guess::Guess;
use crate::kind::{Kind, MAILBOX_LINE};
use crate::link::Link;
use crate::unread::Unread;
use crate::urls::{NoTarget, Urls};
use crate::vocabulary::also::{Also, Wanted};
use pieces::{PIECE, Pieces, fill};
use visit::{HttpHeaders, Place, Told, Walk};

/// The default maximum size of a document, in bytes: 1 GiB.
pub const LARGEST: usize = 1 << 30;

/// The number of bytes that tell the kind of a file.
const HEAD: usize = 8192;

/// The number of bytes read at a time.
const BUFFER: usize = 1 << 16;

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
    /// The type that the name of the file tells, if it is one that is not read.
    unread: Option<Unread>,
    media_type: String,
    pub(crate) file_name: Option<String>,
    pub(crate) largest: usize,
    largest_unpacked: usize,
    ratio: u32,
    also: Wanted,
    http: HttpHeaders,
    encoding: Option<CharacterEncoding>,
    /// Whether declarations of bases that are no links are passed on too.
    pub(crate) with_bases: bool,
    /// The number of bytes of a piece, of documents that are read piece by piece.
    pub(crate) piece: usize,
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
///
/// ```
/// use napkin_context::{Found, Surroundings};
///
/// let mail = b"From: a@h\r\nSubject: Hi\r\nContent-Type: text/plain\r\n\r\nhttp://h/\r\n";
/// Surroundings::default().links(&mail[..], &mut |document, found| {
///     if let (Found::Link { .. }, Some(message)) = (found, document.message) {
///         assert_eq!((message.subject, message.sender), (Some("Hi"), Some("a@h")));
///     }
/// })?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Document<'d> {
    /// The archive record that contains it: its URI and its offset in the archive.
    pub record: Option<Record<'d>>,
    /// The message that contains it.
    pub message: Option<Message<'d>>,
    /// The number of the message part that it is, such as `1.2`; `0` for the message itself.
    pub part: Option<&'d str>,
    /// Its kind; `None` if documents of its type have no links.
    pub kind: Option<Kind>,
    /// Its base.
    pub base: &'d Base,
    /// Its start in the input, or in the record's block, in bytes; `None` if it was encoded there.
    pub start: Option<usize>,
    /// Whether the file was compressed: then offsets in it are those in what was decompressed.
    pub is_unpacked: bool,
    /// The number of bytes before the piece that is being read, of a document that is read piece by piece: no link of it is
    /// there any more. 0 for others.
    pub passed: usize,
    /// Its character encoding, if it holds links itself.
    pub(crate) encoding: Option<&'static Encoding>,
}

/// A record of an archive; see [`Document`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record<'d> {
    /// Its offset in the decompressed archive, in bytes.
    pub offset: u64,
    /// The offset of its block there, from which the offsets of its documents count; `None` if the record was not read.
    pub block: Option<u64>,
    /// The captured URI, if the record has one.
    pub uri: Option<&'d str>,
    /// Its date, if the record has one.
    pub date: Option<&'d str>,
}

/// A message, by what a mail program lists of it; see [`Document`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Message<'d> {
    /// Its number in the mailbox, from 1; `None` outside of a mailbox.
    pub number: Option<u64>,
    /// Its subject, if it has one, with encoded words decoded.
    pub subject: Option<&'d str>,
    /// Its sender, from the field `From`, with encoded words decoded.
    pub sender: Option<&'d str>,
}

/// A result in a document.
#[derive(Debug)]
#[expect(
    clippy::exhaustive_enums,
    reason = "no reader of documents may pass over a kind, such as faults"
)]
#[cfg_attr(
    target_pointer_width = "64",
    expect(
        clippy::large_enum_variant,
        reason = "nearly each is a link, made where it is handed on and held by nobody"
    )
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
    /// The document or the record is not read, since it holds no links by its type.
    Unread(Unread),
}

/// Receives the results; see [`Surroundings::links`].
pub type Sink<'s> = dyn FnMut(&Document<'_>, Found<'_>) + 's;

impl Surroundings {
    /// No surroundings; documents of every format, such as Markdown, by one standard.
    ///
    /// ```
    /// use napkin::Target;
    /// use napkin_context::{Found, Kind, Surroundings};
    /// use napkin_url::edition::WHATWG_2023_08;
    ///
    /// let surroundings = Surroundings::new(WHATWG_2023_08).of_kind(Kind::Markdown);
    /// let mut targets = Vec::new();
    /// surroundings.retrieved_from("http://h/").links(&b"[x](^a\\b)"[..], &mut |_, found| {
    ///     if let Found::Link { target, .. } = found {
    ///         targets.push(target);
    ///     }
    /// })?;
    /// assert_eq!(targets, [Ok(Target::Uri("http://h/^a/b".into()))]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(standard: impl Into<Standard>) -> Self {
        let standard = standard.into();
        let urls = standard.url().map_or(ByUrls::None, ByUrls::All);
        Self { urls, ..Self::by(standard.syntax()) }
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
            unread: None,
            media_type: String::new(),
            file_name: None,
            largest: LARGEST,
            largest_unpacked: LARGEST_UNPACKED,
            ratio: RATIO,
            also: Wanted::default(),
            http: HttpHeaders::default(),
            encoding: None,
            with_bases: false,
            piece: PIECE,
        }
    }

    /// Uses, in archives, the edition that was in force in the year of each record.
    ///
    /// ```
    /// use napkin::Target;
    /// use napkin_context::{Found, Surroundings};
    ///
    /// let http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href='../../../g'>";
    /// let warc = format!(
    ///     "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a/b/c\r\n\
    ///      WARC-Date: 1999-12-31T00:00:00Z\r\nContent-Type: application/http\r\n\
    ///      Content-Length: {}\r\n\r\n{http}\r\n\r\n",
    ///     http.len(),
    /// );
    /// let mut targets = Vec::new();
    /// Surroundings::default().by_record_date().links(warc.as_bytes(), &mut |_, found| {
    ///     if let Found::Link { target: Ok(Target::Uri(uri)), .. } = found {
    ///         targets.push(uri);
    ///     }
    /// })?;
    /// assert_eq!(targets, ["http://a/../../g"]); // as RFC 2396 has it, of 1998
    /// # Ok::<(), std::io::Error>(())
    /// ```
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
    ///
    /// ```
    /// use napkin::Target;
    /// use napkin_context::{Found, Kind, Surroundings};
    ///
    /// # #[cfg(feature = "html")] {
    /// let surroundings = Surroundings::default()
    ///     .of_kind(Kind::Html)
    ///     .retrieved_from("http://example.com/archive.zip")
    ///     .encapsulated("http://example.org/docs/");
    /// let mut targets = Vec::new();
    /// surroundings.links(&b"<a href=a>x</a>"[..], &mut |_, found| {
    ///     if let Found::Link { target: Ok(Target::Uri(uri)), .. } = found {
    ///         targets.push(uri);
    ///     }
    /// })?;
    /// assert_eq!(targets, ["http://example.org/docs/a"]);
    /// # }
    /// # Ok::<(), std::io::Error>(())
    /// ```
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

    /// Sets the media type of the document, as if a header said it: its kind, and the encoding of its parameter `charset`.
    /// A type that is not read is left to the content.
    ///
    /// ```
    /// use napkin_context::{Found, Surroundings};
    ///
    /// let page = b"<a href='/caf\xE9'>x</a>";
    /// let mut references = Vec::new();
    /// let surroundings = Surroundings::default().of_media_type("text/html; charset=latin1");
    /// surroundings.links(&page[..], &mut |_, found| {
    ///     if let Found::Link { link, .. } = found {
    ///         references.push(link.reference.to_owned());
    ///     }
    /// })?;
    /// assert_eq!(references, ["/café"]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn of_media_type(mut self, media_type: impl Into<String>) -> Self {
        self.media_type = media_type.into();
        self.kind = Kind::of_media_type(&self.media_type).or(self.kind);
        self
    }

    /// Sets the name of the file that the document is in, which tells its kind, and its compression if its first bytes do
    /// not: Brotli has no mark, and that of another may be damaged.
    #[must_use]
    pub fn of_file_name(mut self, name: impl Into<String>) -> Self {
        let name = name.into();
        self.kind = Kind::of_file_name(&name).or(self.kind);
        self.unread = Unread::of_file_name(&name);
        self.file_name = Some(name);
        self
    }

    /// Also finds references of a kind that are not links; further calls add kinds.
    ///
    /// ```
    /// use napkin_context::{Also, Found, Kind, Surroundings};
    ///
    /// let page = b"<img data-src='a.png'>";
    /// let count = |around: Surroundings| {
    ///     let mut count = 0;
    ///     around.of_kind(Kind::Html).links(&page[..], &mut |_, found| {
    ///         count += usize::from(matches!(found, Found::Link { .. }));
    ///     })?;
    ///     std::io::Result::Ok(count)
    /// };
    /// assert_eq!(count(Surroundings::default())?, 0);
    /// assert_eq!(count(Surroundings::default().also(Also::Lazy))?, 1);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn also(mut self, also: Also) -> Self {
        self.also = self.also.with(also);
        self
    }

    /// Reads HTTP as its documents of 1999 say: `Content-Location` gives the base of the body (RFC 2616 section 14.14). By
    /// RFC 9110, which withdrew that, it does not.
    ///
    /// ```
    /// use napkin_context::{Kind, Surroundings};
    ///
    /// let response = b"HTTP/1.1 200 OK\r\nContent-Location: /b/\r\nContent-Type: text/html\r\n\r\n<p>";
    /// let around = Surroundings::default().of_kind(Kind::Http).retrieved_from("http://h/a");
    /// let mut bases = Vec::new();
    /// for around in [around.clone(), around.by_http_of_1999()] {
    ///     around.bases(&response[..], &mut |document, _| bases.push(document.base.uri().map(str::to_owned)))?;
    /// }
    /// assert_eq!(bases, [Some("http://h/a".to_owned()), Some("http://h/b/".to_owned())]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn by_http_of_1999(mut self) -> Self {
        self.http = HttpHeaders::Of1999;
        self
    }

    /// Reads HTTP as its document of 1997 says: `Content-Base` gives the base of the body, and without it an absolute
    /// `Content-Location` (RFC 2068 section 14.11).
    ///
    /// ```
    /// use napkin_context::{Kind, Surroundings};
    ///
    /// let response = b"HTTP/1.1 200 OK\r\nContent-Base: http://b/\r\nContent-Location: c\r\nContent-Type: text/html\r\n\r\n<p>";
    /// let around = Surroundings::default().of_kind(Kind::Http).retrieved_from("http://h/a");
    /// let mut bases = Vec::new();
    /// for around in [around.clone().by_http_of_1997(), around.by_http_of_1999()] {
    ///     around.bases(&response[..], &mut |document, _| bases.push(document.base.uri().map(str::to_owned)))?;
    /// }
    /// assert_eq!(bases, [Some("http://b/".to_owned()), Some("http://h/c".to_owned())]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn by_http_of_1997(mut self) -> Self {
        self.http = HttpHeaders::Of1997;
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

    /// Sets the maximum size of a document, in bytes, which bounds the memory. Archives may be of any size, and so may text,
    /// N-Triples, N-Quads and sitemaps, which are read piece by piece; the limit applies to each record and each piece.
    ///
    /// ```
    /// use napkin_context::{Found, Kind, Surroundings};
    ///
    /// let page = b"<a href='http://h/'>a page of more than ten bytes</a>";
    /// let mut faults = 0;
    /// Surroundings::default().of_kind(Kind::Html).largest(10).links(&page[..], &mut |_, found| {
    ///     faults += usize::from(matches!(found, Found::Fault(_)));
    /// })?;
    /// assert_eq!(faults, 1);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn largest(mut self, bytes: usize) -> Self {
        self.largest = bytes;
        self
    }

    /// Sets the maximum size of a decompressed document, in bytes: a file that is not an archive, or the body of a
    /// response. Decompression in an archive is bounded by [`largest`](Self::largest) and by the
    /// [ratio](Self::expanding).
    #[must_use]
    pub fn largest_unpacked(mut self, bytes: usize) -> Self {
        self.largest_unpacked = bytes;
        self
    }

    /// Sets the maximum ratio of decompressed size to input size, over all layers; 16 MiB are always allowed.
    ///
    /// ```
    /// use napkin_context::Surroundings;
    ///
    /// // For pages of strangers: at most 20 times their size, and 8 MiB.
    /// let _surroundings = Surroundings::default().expanding(20).largest_unpacked(8 << 20);
    /// ```
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
        let mut walk = self.walker(sink, with_links, &expansion);
        let reader = expansion.of_input(BufReader::with_capacity(BUFFER, reader));
        let name = self.file_name.as_deref();
        let (whole, layers) = compression::unpacked(reader, name, &expansion)?;
        walk.is_unpacked = layers > 0;
        let largest = if layers == 0 { self.largest } else { largest_unpacked };
        self.walk_plain(whole, largest, &mut walk)?;
        if let Some(fault) = expansion.broken() {
            let place = Place { record: None, message: None, part: None, start: None };
            walk.fault(place, &self.base(self.around()), &fault);
        }
        Ok(())
    }

    fn walker<'w, 's>(
        &self,
        sink: &'w mut Sink<'s>,
        with_links: bool,
        expansion: &'w Expansion,
    ) -> Walk<'w, 's> {
        let mut walk = Walk::new(sink, with_links, expansion);
        walk.by_format = self.edition.is_none() && !self.by_record_date;
        walk.wanted = self.also;
        walk.http = self.http;
        walk.encoding = self.encoding;
        walk.with_bases = self.with_bases;
        walk.urls = self.urls;
        walk
    }

    /// What a document is, by its first bytes.
    pub(crate) fn guess(&self, begin: &[u8]) -> Guess {
        let head = begin.get(..HEAD).unwrap_or(begin);
        match (self.kind, self.unread) {
            // A message or a mailbox.
            (Some(Kind::Mime), _) if head.starts_with(MAILBOX_LINE) => Guess::Kind(Kind::Mbox),
            (Some(kind), _) => Guess::Kind(kind),
            (None, Some(unread)) => Guess::Unread(unread),
            (None, None) => Guess::of_content(head),
        }
    }

    fn walk_plain(
        &self,
        mut reader: impl BufRead,
        largest: usize,
        walk: &mut Walk<'_, '_>,
    ) -> io::Result<()> {
        let mut content = Vec::new();
        fill(&mut reader, &mut content, HEAD)?;
        let guess = self.guess(&content);
        let content = Cursor::new(content);
        match guess {
            #[cfg(feature = "warc")]
            Guess::Kind(Kind::Warc) => return self.archive(content.chain(reader), walk),
            #[cfg(feature = "warc")]
            Guess::Kind(Kind::Arc) => return self.old_archive(content.chain(reader), walk),
            #[cfg(feature = "mime")]
            Guess::Kind(Kind::Mbox) => return self.mailbox(content.chain(reader), walk),
            _ => {}
        }
        let place = Place { record: None, message: None, part: None, start: Some(0) };
        let by_kind = match guess {
            Guess::Kind(kind) if walk.by_format => kind.edition(),
            _ => self.around(),
        };
        let base = self.base(by_kind);
        let is_unread = match guess {
            Guess::Unread(unread) => {
                walk.unread(place, &base, unread);
                true
            }
            Guess::Kind(kind) => walk.is_not_compiled(place, &base, kind),
        };
        if is_unread {
            // The rest is read, since the compression may be broken there.
            io::copy(&mut reader, &mut io::sink())?;
            return Ok(());
        }
        let mut content = content.into_inner();
        let is_short = fill(&mut reader, &mut content, self.piece)?;
        if !is_short && let Some(cutting) = self.cutting(guess, &content) {
            // The memory of what was compressed is bounded by the pieces, and its time by its size.
            let most = if walk.is_unpacked { largest } else { usize::MAX };
            let cuts = cutting.cuts.clone();
            let pieces = Pieces::new(reader, content, cuts, self.piece, largest);
            return walk.pieces(place, &base, &cutting, pieces, most);
        }
        fill(&mut reader, &mut content, largest.saturating_add(1))?;
        if content.len() > largest {
            let fault = Fault::new(FaultKind::TooLarge, None, format_args!("{largest} bytes"));
            walk.fault(place, &base, &fault);
            return Ok(());
        }
        let told = Told { guess: Some(guess), media_type: &self.media_type };
        walk.response_or_else(place, &base, told, &content);
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
}
