//! Visits a document: reports it, unpacks and decodes it, and passes on its links.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::Read;

use encoding_rs::{Encoding, REPLACEMENT, UTF_8};
use napkin::{Edition, Target};

use super::pieces::DocumentPiece;
use super::{ByUrls, Document, Found, Message, Record, Sink};
use crate::base::Base;
use crate::compression;
use crate::compression::unpack::Expansion;
use crate::encoding::{CharacterEncoding, Charset, Decoded};
use crate::fault::{Fault, FaultKind};
use crate::formats::json::{JSON, begins_json, is_escaped};
use crate::formats::link_reader::DocumentText;
use crate::formats::triples::Statements;
use crate::guess::{Guess, is_binary, is_pdf};
use crate::kind::Kind;
use crate::link::{Each, Link, Role, Shown};
use crate::notation::{Escaping, Notation, PLAIN};
use crate::text::disguise::{Disguises, Original, Revealing};
use crate::text::extract::Extractor;
use crate::text::shown::{LOOKED_AT, before};
use crate::unread::Unread;
use crate::urls::Urls;
use crate::vocabulary::also::Wanted;

/// The place of a document.
#[derive(Clone, Copy)]
pub(super) struct Place<'p> {
    pub(super) record: Option<Record<'p>>,
    pub(super) message: Option<Message<'p>>,
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
    pub(super) sink: &'w mut Sink<'s>,
    pub(super) with_links: bool,
    pub(super) expansion: &'w Expansion,
    /// Whether declarations of bases that are no links are passed on too.
    pub(super) with_bases: bool,
    /// The extractor for plain text, kept because creating one takes longer than reading a short text.
    pub(super) extractor: Option<Extractor>,
    /// Whether documents use the edition of their format.
    pub(super) by_format: bool,
    /// Whether the file was compressed.
    pub(super) is_unpacked: bool,
    /// The requested references besides links.
    pub(super) wanted: Wanted,
    /// The header fields that give the base of a response.
    pub(super) http: HttpHeaders,
    /// The chosen character encoding.
    pub(super) encoding: Option<CharacterEncoding>,
    /// The documents whose references are parsed by the URL Standard.
    pub(super) urls: ByUrls,
}

/// The header fields of HTTP that give the base of a body, by the year of its documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum HttpHeaders {
    /// `Content-Base`, or an absolute `Content-Location` (RFC 2068 §14.11).
    Of1997,
    /// `Content-Location` (RFC 2616 §14.14).
    Of1999,
    /// None (RFC 9110).
    #[default]
    Of2022,
}

/// The content of a document that contains no other.
pub(super) struct Content<'c> {
    pub(super) kind: Kind,
    pub(super) charset: Charset<'c>,
    pub(super) bytes: &'c [u8],
}

/// Finds the part of the same message that a URI in a part refers to: from the URI and the number of that part, the number.
pub(super) type Inside<'d> = dyn Fn(&str, &str) -> Option<&'d str> + 'd;

impl<'w, 's> Walk<'w, 's> {
    pub(super) fn new(sink: &'w mut Sink<'s>, with_links: bool, expansion: &'w Expansion) -> Self {
        let (wanted, http) = (Wanted::default(), HttpHeaders::default());
        let (extractor, encoding) = (None, None);
        let (urls, by_format) = (ByUrls::None, false);
        Self {
            sink,
            with_links,
            with_bases: false,
            expansion,
            extractor,
            by_format,
            is_unpacked: false,
            wanted,
            http,
            encoding,
            urls,
        }
    }

    /// A document at a place.
    pub(super) fn found<'d>(
        &self,
        place: Place<'d>,
        kind: Option<Kind>,
        base: &'d Base,
    ) -> Document<'d> {
        let Place { record, message, part, start } = place;
        let is_unpacked = self.is_unpacked;
        Document {
            record,
            message,
            part,
            kind,
            base,
            start,
            is_unpacked,
            passed: 0,
            encoding: None,
        }
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

    /// Visits consecutive responses, or another document.
    pub(super) fn response_or_else(
        &mut self,
        place: Place<'_>,
        base: &Base,
        told: Told<'_>,
        bytes: &[u8],
    ) {
        #[cfg(feature = "http")]
        if told.guess == Some(Guess::Kind(Kind::Http)) {
            return self.responses(place, base, bytes);
        }
        self.content(place, base, told, bytes);
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
            Guess::Kind(kind) if self.is_not_compiled(place, base, kind) => {}
            #[cfg(feature = "mime")]
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

    /// Reports a document whose format is not compiled in, if it is not.
    pub(super) fn is_not_compiled(&mut self, place: Place<'_>, base: &Base, kind: Kind) -> bool {
        let fault = kind.not_compiled();
        if let Some(fault) = &fault {
            let document = self.found(place, Some(kind), base);
            (self.sink)(&document, Found::Document);
            (self.sink)(&document, Found::Fault(fault));
        }
        fault.is_some()
    }

    /// An archive, a response or a message where none is read.
    pub(super) fn nested(&mut self, place: Place<'_>, base: &Base, kind: Kind) {
        let detail = format_args!("it is of the type {} inside another document", kind.name());
        self.fault(place, base, &Fault::new(FaultKind::NotReadable, None, detail));
    }

    /// Visits a document that contains no other.
    pub(super) fn document(
        &mut self,
        place: Place<'_>,
        around: &Base,
        content: &Content<'_>,
        inside: Option<&Inside<'_>>,
    ) {
        let Content { kind, charset, bytes } = *content;
        let encoding =
            charset.encoding(bytes, self.encoding, |bytes| kind.declared_encoding(bytes));
        if encoding == REPLACEMENT {
            let around = around.clone().by(self.edition_of(kind, around));
            let document = self.found(place, Some(kind), &around);
            (self.sink)(&document, Found::Document);
            let detail = "its encoding is one that nobody decodes, for safety";
            let fault = Fault::new(FaultKind::NotReadable, None, detail);
            return (self.sink)(&document, Found::Fault(&fault));
        }
        let around = self.based(kind, around, encoding, inside.is_some());
        let mut reading = Reading::new(encoding);
        self.piece(place, &around, kind, &mut reading, &DocumentPiece::whole(bytes), inside);
    }

    /// The edition of a document of a kind.
    const fn edition_of(&self, kind: Kind, around: &Base) -> &'static Edition {
        if self.by_format { kind.edition() } else { around.edition() }
    }

    /// The base around a document that contains no other, in the edition and the encoding of it.
    pub(super) fn based(
        &self,
        kind: Kind,
        around: &Base,
        encoding: &'static Encoding,
        in_message: bool,
    ) -> Base {
        let edition = self.edition_of(kind, around);
        self.around(kind, &around.clone().by(edition), encoding, in_message)
    }

    /// Visits a piece of a document that contains no other, or all of it; whether more of it is read.
    pub(super) fn piece(
        &mut self,
        place: Place<'_>,
        around: &Base,
        kind: Kind,
        reading: &mut Reading,
        piece: &DocumentPiece<'_>,
        inside: Option<&Inside<'_>>,
    ) -> bool {
        let (bytes, encoding) = (&*piece.bytes, reading.encoding);
        let is_first = piece.offset == 0;
        // Those that nobody decodes do not come here.
        let Some(decoded) = Decoded::new(bytes, encoding) else { return false };
        let bases = kind.bases(around.clone(), &decoded.text);
        let base = &bases.base;
        let found = self.found(place, Some(kind), base);
        let document = Document { encoding: Some(encoding), passed: piece.offset, ..found };
        if is_first {
            (self.sink)(&document, Found::Document);
            reading.is_binary = is_binary(bytes);
        }
        if !self.with_links {
            return false;
        }
        if kind == Kind::Text && is_first && is_pdf(bytes) {
            (self.sink)(&document, Found::Fault(&Fault::of_type(Unread::Pdf)));
            return false;
        }
        let extractor = self.extractor(kind, base.edition());
        let wanted = self.wanted;
        let mut found = 0_u64;
        let mut hand_out = |link: Link<'_>| {
            // What is before the piece was handed out with the piece that has it.
            if link.start < piece.before || link.role == Role::OnlyBase && !self.with_bases {
                return;
            }
            found += 1;
            let (start, end) = (piece.place(link.start), piece.place(link.end));
            self.link(&document, Link { start, end, ..link }, inside);
        };
        let mut each = |link: Link<'_>| {
            let (start, end) = (decoded.place(link.start), decoded.place(link.end));
            hand_out(Link { start, end, ..link });
        };
        let text = &*decoded.text;
        let statements = &mut Statements { relative: None, ..reading.statements };
        let read = match &extractor {
            // Bytes that are not UTF-8 end a find, and need no decoding.
            Some(extractor) if encoding == UTF_8 => {
                text_links(extractor, bytes, base, &mut reading.is_json, &mut hand_out);
                Ok(())
            }
            Some(extractor) => {
                text_links(extractor, text.as_bytes(), base, &mut reading.is_json, &mut each);
                Ok(())
            }
            None => match kind.reader() {
                Some(reader) => (reader.links)(
                    &DocumentText { text, bases: &bases, wanted },
                    statements,
                    &mut each,
                ),
                None => Ok(()),
            },
        };
        self.extractor = extractor.or(self.extractor.take());
        reading.found += found;
        let in_document = |offset: usize| piece.place(decoded.place(offset));
        reading.statements.add(statements, in_document);
        let mut goes_on = !piece.is_last;
        if let Err(mut fault) = read {
            fault.offset = fault.offset.map(in_document);
            goes_on &= fault.kind.leaves_rest();
            let before = reading.fault.take().filter(|_| fault.kind.leaves_rest());
            reading.fault = before.or(Some(fault));
        }
        if !goes_on && let Some(fault) = reading.end(piece.offset + piece.len) {
            (self.sink)(&document, Found::Fault(&fault));
        }
        goes_on
    }

    /// The base around a document, with the standard for its references.
    fn around(
        &self,
        kind: Kind,
        around: &Base,
        encoding: &'static Encoding,
        in_message: bool,
    ) -> Base {
        match self.urls {
            // References to other parts of a message are parsed by RFC 3986, as RFC 2557 requires.
            ByUrls::Web(edition) if kind.is_web() && !in_message => {
                around.clone().by_urls(Urls::new(edition, encoding))
            }
            ByUrls::All(edition) => {
                let encoding = if kind.is_web() { encoding } else { UTF_8 };
                around.clone().by_urls(Urls::new(edition, encoding))
            }
            ByUrls::Web(_) | ByUrls::None => around.clone(),
        }
    }

    /// The extractor of URIs in plain text by an edition; `None` for documents of other kinds.
    fn extractor(&mut self, kind: Kind, edition: &'static Edition) -> Option<Extractor> {
        if kind != Kind::Text {
            return None;
        }
        let same = self.extractor.take_if(|made| std::ptr::eq(made.edition(), edition));
        Some(same.unwrap_or_else(|| Extractor::new(edition)))
    }

    pub(super) fn link(
        &mut self,
        document: &Document<'_>,
        link: Link<'_>,
        inside: Option<&Inside<'_>>,
    ) {
        let target = link.target();
        let inside = match (&target, inside) {
            (Ok(Target::Uri(uri)), Some(find)) => find(uri, document.part.unwrap_or_default()),
            _ => None,
        };
        (self.sink)(document, Found::Link { link, target, inside });
    }
}

/// How far a document is read.
#[derive(Clone)]
pub(crate) struct Reading {
    pub(super) encoding: &'static Encoding,
    /// The number of its links.
    found: u64,
    /// Whether its first bytes are not text.
    is_binary: bool,
    /// Whether a text is JSON; `None` before its first character.
    is_json: Option<bool>,
    statements: Statements,
    /// What is wrong with it.
    fault: Option<Fault>,
    /// The extractor for plain text, between pieces.
    pub(super) extractor: Option<Extractor>,
}

impl Reading {
    /// The start of a document in an encoding.
    pub(crate) fn new(encoding: &'static Encoding) -> Self {
        Self {
            encoding,
            found: 0,
            is_binary: false,
            is_json: None,
            statements: Statements::default(),
            fault: None,
            extractor: None,
        }
    }

    /// What is wrong with a document that was read up to a place.
    fn end(&mut self, len: usize) -> Option<Fault> {
        let fault = self.fault.take().or_else(|| self.statements.fault(len));
        let detail = "it is no text, and none of it was decoded";
        let is_unread = self.found == 0 && self.is_binary;
        let no_text = || is_unread.then(|| Fault::new(FaultKind::NotReadable, None, detail));
        fault.or_else(no_text)
    }
}

/// The URIs in plain text are its links; those of JSON are in strings, whose escapes are read.
fn text_links(
    extractor: &Extractor,
    text: &[u8],
    base: &Base,
    is_json: &mut Option<bool>,
    each: &mut Each<'_>,
) {
    *is_json = is_json.or_else(|| begins_json(text));
    if *is_json != Some(true) {
        return plain_links(extractor, text, base, &PLAIN, each);
    }
    if !is_escaped(text) {
        return plain_links(extractor, text, base, &JSON, each);
    }
    let original = RefCell::new(Original::keeping(text.len()));
    let disguises = Disguises { escaped: true, ..Disguises::default() };
    let mut plain = Vec::new();
    // Reading bytes never fails.
    let _ = Revealing::new(text, disguises, &original).read_to_end(&mut plain);
    plain_links(extractor, &plain, base, &JSON, &mut |link| {
        let place = original.borrow().range(link.start as u64..link.end as u64);
        let [start, end] =
            [place.start, place.end].map(|place| usize::try_from(place).unwrap_or(usize::MAX));
        each(Link { start, end, ..link });
    });
}

/// The URIs in a text as it is.
fn plain_links(
    extractor: &Extractor,
    text: &[u8],
    base: &Base,
    escaping: &'static Escaping,
    each: &mut Each<'_>,
) {
    let place = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX);
    for find in extractor.find(text) {
        let (start, end) = (place(find.start), place(find.end));
        let source = text.get(start.saturating_sub(LOOKED_AT)..start).unwrap_or_default();
        let shown = Some(Shown { source, element: "text", read: |source, _| before(source) });
        let notation = Notation::of(escaping);
        each(Link { shown, notation, ..Link::new(&find.uri, start..end, "text", base) });
    }
}
