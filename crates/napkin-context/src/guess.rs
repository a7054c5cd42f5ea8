//! Guesses the type of a document: by its media type, or by its first bytes, as browsers sniff responses (MIME Sniffing,
//! WHATWG). A file has no media type, so its first bytes tell more types than those of a response.
//!
//! The patterns are data. They are tried in order, and none of them reads more than the first bytes.

use crate::compression::Compression;
use crate::encoding;
use crate::formats::triples::begins_with_iri;
use crate::kind::{Kind, PROBED};
use crate::unread::Unread;

/// The guessed type of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guess {
    /// A kind whose documents are read.
    Kind(Kind),
    /// A type whose documents are not read.
    Unread(Unread),
}

/// The number of bytes in which a tag of HTML is looked for.
const TAGGED: usize = 1024;

/// The media types of documents that are not read. In a pattern, `*` matches any characters.
const UNREAD_MEDIA_TYPES: [(&str, Unread); 32] = [
    ("image/*", Unread::Image),
    ("audio/*", Unread::Audio),
    ("video/*", Unread::Video),
    ("font/*", Unread::Font),
    ("application/font*", Unread::Font),
    ("application/x-font*", Unread::Font),
    ("application/vnd.ms-fontobject", Unread::Font),
    ("text/javascript", Unread::Script),
    ("text/ecmascript", Unread::Script),
    ("application/javascript", Unread::Script),
    ("application/x-javascript", Unread::Script),
    ("application/ecmascript", Unread::Script),
    ("application/ld+json", Unread::JsonLd),
    ("text/asciidoc", Unread::AsciiDoc),
    ("text/x-asciidoc", Unread::AsciiDoc),
    ("text/x-rst", Unread::ReStructuredText),
    ("text/prs.fallenstein.rst", Unread::ReStructuredText),
    ("text/org", Unread::Org),
    ("application/json", Unread::Data),
    ("text/json", Unread::Data),
    ("*/*+json", Unread::Data),
    ("application/wasm", Unread::Data),
    ("text/dns", Unread::Data),
    ("application/warc-fields", Unread::Metadata),
    ("application/pdf", Unread::Pdf),
    ("application/x-pdf", Unread::Pdf),
    ("*/*+zip", Unread::Zip),
    ("application/vnd.openxmlformats*", Unread::Zip),
    ("application/vnd.oasis.opendocument*", Unread::Zip),
    ("application/msword", Unread::Office),
    ("application/vnd.ms-excel", Unread::Office),
    ("application/vnd.ms-powerpoint", Unread::Office),
];

/// A pattern of first bytes: bytes at an offset.
type Pattern = (usize, &'static [u8], Unread);

/// The first bytes of documents that are not read (MIME Sniffing, sections 6 and 7.1).
const UNREAD_CONTENT: [Pattern; 33] = [
    (0, b"\0\0\x01\0", Unread::Image),
    (0, b"\0\0\x02\0", Unread::Image),
    (0, b"BM", Unread::Image),
    (0, b"GIF87a", Unread::Image),
    (0, b"GIF89a", Unread::Image),
    (8, b"WEBPVP", Unread::Image),
    (0, b"\x89PNG\r\n\x1A\n", Unread::Image),
    (0, b"\xFF\xD8\xFF", Unread::Image),
    (0, b"II*\0", Unread::Image),
    (0, b"MM\0*", Unread::Image),
    (4, b"ftypavif", Unread::Image),
    (8, b"AIFF", Unread::Audio),
    (0, b"ID3", Unread::Audio),
    (0, b"fLaC", Unread::Audio),
    (0, b"OggS\0", Unread::Audio),
    (0, b"MThd\0\0\0\x06", Unread::Audio),
    (8, b"WAVE", Unread::Audio),
    (8, b"AVI ", Unread::Video),
    (4, b"ftyp", Unread::Video),
    (0, b"\x1A\x45\xDF\xA3", Unread::Video),
    (34, b"LP", Unread::Font),
    (0, b"\0\x01\0\0", Unread::Font),
    (0, b"OTTO", Unread::Font),
    (0, b"ttcf", Unread::Font),
    (0, b"wOFF", Unread::Font),
    (0, b"wOF2", Unread::Font),
    (0, b"\0asm", Unread::Data),
    (0, b"PK\x03\x04", Unread::Zip),
    (0, b"PK\x05\x06", Unread::Zip),
    (0, b"Rar!\x1A\x07", Unread::Archive),
    (0, b"7z\xBC\xAF\x27\x1C", Unread::Archive),
    (257, b"ustar", Unread::Archive),
    (0, b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", Unread::Office),
];

/// The elements whose tag makes HTML of a document (MIME Sniffing, section 7.1), and those of short pages.
const TAGS: [&[u8]; 26] = [
    b"html",
    b"head",
    b"script",
    b"iframe",
    b"h1",
    b"div",
    b"font",
    b"table",
    b"a",
    b"style",
    b"title",
    b"b",
    b"body",
    b"br",
    b"p",
    b"h2",
    b"h3",
    b"img",
    b"ul",
    b"ol",
    b"li",
    b"span",
    b"link",
    b"meta",
    b"form",
    b"frameset",
];

impl Guess {
    /// The type of documents of a media type, with or without parameters; `None` if the media type is not known, so that the
    /// content decides.
    pub(crate) fn of_media_type(media_type: &str) -> Option<Self> {
        let media_type = media_type.split(';').next().unwrap_or_default().trim();
        let media_type = media_type.to_ascii_lowercase();
        let (_, subtype) = media_type.split_once('/')?;
        if subtype == "unknown" || matches!(&*media_type, "*/*" | "application/octet-stream") {
            return None;
        }
        let fits = |pattern: &str| fits(pattern, &media_type);
        let is_listed = |kind: &Kind| kind.media_types().contains(&&*media_type);
        let has_pattern = |kind: &Kind| kind.media_types().iter().any(|pattern| fits(pattern));
        let mut kinds = Kind::ALL.into_iter();
        let listed = kinds.clone().find(is_listed);
        let kind = listed.or_else(|| kinds.find(|kind| *kind != Kind::Text && has_pattern(kind)));
        if let Some(kind) = kind {
            return Some(Self::Kind(kind));
        }
        if let Some((_, unread)) = UNREAD_MEDIA_TYPES.iter().find(|(pattern, _)| fits(pattern)) {
            return Some(Self::Unread(*unread));
        }
        // Unknown kinds of text are read as plain text (RFC 2046, 4.1.4).
        has_pattern(&Kind::Text).then_some(Self::Kind(Kind::Text))
    }

    /// The type of a file by its first bytes; plain text, if they are text and no pattern matches.
    pub(crate) fn of_content(content: &[u8]) -> Self {
        match Self::of_body(content) {
            Self::Kind(Kind::Text) if is_page(&text_of(content)) => Self::Kind(Kind::Html),
            guess => guess,
        }
    }

    /// The type of the body of a response by its first bytes. A text with tags in it stays text, as in browsers.
    pub(crate) fn of_body(content: &[u8]) -> Self {
        let head = text_of(content);
        if is_pdf(&head) {
            return Self::Unread(Unread::Pdf);
        }
        let begins = |(at, bytes, _): &&Pattern| {
            content.get(*at..).is_some_and(|rest| rest.starts_with(bytes))
        };
        let is_binary = is_binary(content);
        if is_binary && let Some((_, _, unread)) = UNREAD_CONTENT.iter().find(begins) {
            return Self::Unread(*unread);
        }
        // A row that comes later says more of the first bytes.
        let kind = Kind::ALL.into_iter().rev().find(|kind| kind.begins(&head));
        if let Some(kind) = kind {
            return Self::Kind(kind);
        }
        if is_json_ld(&head) {
            return Self::Unread(Unread::JsonLd);
        }
        if is_binary && !begins_with_iri(&head) {
            return Self::Unread(Unread::Unknown);
        }
        Self::Kind(Kind::Text)
    }
}

/// Whether a media type matches a pattern, in which `*` matches any characters.
fn fits(pattern: &str, media_type: &str) -> bool {
    let mut pieces = pattern.split('*');
    let Some(mut rest) = media_type.strip_prefix(pieces.next().unwrap_or_default()) else {
        return false;
    };
    let mut has_star = false;
    for piece in pieces {
        has_star = true;
        let Some(at) = rest.find(piece) else { return false };
        rest = rest.get(at + piece.len()..).unwrap_or_default();
        if piece.is_empty() {
            return true;
        }
    }
    rest.is_empty() || has_star && pattern.ends_with('*')
}

impl Kind {
    /// The kind of a media type, with or without parameters; `None` if its documents are not read, or if it is not known.
    ///
    /// ```
    /// use napkin_context::Kind;
    ///
    /// assert_eq!(Kind::of_media_type("Text/HTML; charset=utf-8"), Some(Kind::Html));
    /// assert_eq!(Kind::of_media_type("image/svg+xml"), Some(Kind::Xml));
    /// assert_eq!(Kind::of_media_type("image/png"), None);
    /// ```
    pub fn of_media_type(media_type: &str) -> Option<Self> {
        match Guess::of_media_type(media_type)? {
            Guess::Kind(kind) => Some(kind),
            Guess::Unread(_) => None,
        }
    }

    /// The kind that a name, the ending of a file name or a media type with or without parameters means.
    ///
    /// ```
    /// use napkin_context::Kind;
    ///
    /// assert_eq!(Kind::named("xhtml"), Some(Kind::Xhtml));
    /// assert_eq!(Kind::named("nt"), Some(Kind::NTriples));
    /// assert_eq!(Kind::named("text/html; charset=utf-8"), Some(Kind::Html));
    /// assert_eq!(Kind::named("png"), None);
    /// ```
    pub fn named(text: &str) -> Option<Self> {
        if text.contains('/') {
            return Self::of_media_type(text);
        }
        let is_name = |kind: &Self| kind.name().eq_ignore_ascii_case(text);
        let by_name = Self::ALL.into_iter().find(is_name);
        let ending = text.strip_prefix('.').unwrap_or(text);
        by_name.or_else(|| Self::of_file_name(&[".", ending].concat()))
    }

    /// The kind by the first bytes of a document; plain text, if they are inconclusive.
    ///
    /// ```
    /// use napkin_context::Kind;
    ///
    /// assert_eq!(Kind::of_content(b"<!-- a page --><title>t</title>"), Kind::Html);
    /// assert_eq!(Kind::of_content(b"<?xml version='1.0'?><feed/>"), Kind::Xml);
    /// assert_eq!(Kind::of_content(b"HTTP/1.1 200 OK\r\n"), Kind::Http);
    /// assert_eq!(Kind::of_content(b"Date: today\r\nFrom: me\r\n\r\nHello"), Kind::Mime);
    /// assert_eq!(Kind::of_content(b"<http://h/s> <http://h/p> <http://h/o> .\n"), Kind::NTriples);
    /// ```
    pub fn of_content(content: &[u8]) -> Self {
        match Guess::of_content(content) {
            Guess::Kind(kind) => kind,
            Guess::Unread(_) => Self::Text,
        }
    }
}

/// The endings of the names of files that look like plain text and are not read.
const ENDINGS: [(&str, Unread); 5] = [
    ("adoc", Unread::AsciiDoc),
    ("asciidoc", Unread::AsciiDoc),
    ("rst", Unread::ReStructuredText),
    ("rest", Unread::ReStructuredText),
    ("org", Unread::Org),
];

impl Unread {
    /// The type by the ending of a file name, without the endings of compressions.
    ///
    /// ```
    /// use napkin_context::Unread;
    ///
    /// assert_eq!(Unread::of_file_name("guide.adoc"), Some(Unread::AsciiDoc));
    /// assert_eq!(Unread::of_file_name("guide.md"), None);
    /// ```
    pub fn of_file_name(name: &str) -> Option<Self> {
        let mut name = name;
        while let Some((_, rest)) = Compression::of_file_name(name) {
            name = rest;
        }
        let (_, ending) = name.rsplit_once('.')?;
        ENDINGS
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(ending))
            .map(|(_, unread)| *unread)
    }

    /// The type of a document by its first bytes, if it is not read.
    ///
    /// ```
    /// use napkin_context::Unread;
    ///
    /// assert_eq!(Unread::of_content(b"%PDF-1.7"), Some(Unread::Pdf));
    /// assert_eq!(Unread::of_content(b"text"), None);
    /// ```
    pub fn of_content(content: &[u8]) -> Option<Self> {
        match Guess::of_content(content) {
            Guess::Unread(unread) => Some(unread),
            Guess::Kind(_) => None,
        }
    }
}

/// The beginning of a document in UTF-8, without a byte order mark and the white space behind it.
fn text_of(content: &[u8]) -> Vec<u8> {
    let content = encoding::beginning(content);
    let content = content.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&content);
    let content = content.trim_ascii_start();
    content.get(..PROBED).unwrap_or(content).to_vec()
}

/// Whether a document is PDF, whose links are in compressed streams.
pub(crate) fn is_pdf(content: &[u8]) -> bool {
    content.starts_with(b"%PDF-")
}

/// Whether bytes are not text in any supported encoding: they have control characters that do not occur in text
/// (MIME Sniffing, "binary data byte").
pub(crate) fn is_binary(content: &[u8]) -> bool {
    let head = encoding::beginning(content);
    let head = head.get(..PROBED).unwrap_or(&head);
    let is_control = |byte: &u8| matches!(byte, 0..=8 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F);
    is_pdf(head) || head.iter().any(is_control)
}

/// Whether a text that begins with something else is a page. In the strings of JSON, as in notebooks, tags make none.
fn is_page(head: &[u8]) -> bool {
    let second = head.get(1..).and_then(|rest| rest.trim_ascii_start().first());
    let is_json = matches!(
        (head.first(), second),
        (Some(b'{'), Some(b'"')) | (Some(b'['), Some(b'{' | b'"'))
    );
    !is_json && has_tag(head)
}

/// Whether the first bytes of a text have a tag of HTML.
fn has_tag(head: &[u8]) -> bool {
    let head = head.get(..TAGGED).unwrap_or(head);
    memchr::memchr_iter(b'<', head).any(|at| {
        let tag = head.get(at + 1..).unwrap_or_default();
        let tag = tag.strip_prefix(b"/").unwrap_or(tag);
        let len = tag.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let (name, rest) = tag.split_at(len);
        let ends = rest
            .first()
            .is_some_and(|byte| matches!(byte, b'>' | b'/') || byte.is_ascii_whitespace());
        ends && TAGS.iter().any(|known| name.eq_ignore_ascii_case(known))
    })
}

/// Whether a text is JSON with a context, as JSON-LD has it.
fn is_json_ld(head: &[u8]) -> bool {
    matches!(head.first(), Some(b'{' | b'['))
        && memchr::memmem::find(head, b"\"@context\"").is_some()
}

#[cfg(test)]
mod tests {
    use super::{Guess, Kind, is_binary};
    use crate::unread::Unread;

    #[test]
    fn by_content() {
        for (content, kind) in [
            (&b"<?xml version='1.0'?><feed><content>&lt;html></content></feed>"[..], Kind::Xml),
            (
                b"<?xml version='1.0'?>\n<!-- <html> --><rss><description><![CDATA[<html>]]>",
                Kind::Xml,
            ),
            (b"<?xml version='1.0'?><!DOCTYPE html PUBLIC 'x'><html xmlns='y'>", Kind::Html),
            (b"<?xml version='1.0'?><!DOCTYPE rdf:RDF [<!ENTITY a 'b'>]><rdf:RDF>", Kind::Xml),
            (b"<!DOCTYPE rss [<!ENTITY a 'b'>]><rss>", Kind::Xml),
            (b"<svg xmlns='http://www.w3.org/2000/svg'><a/>", Kind::Xml),
            (b"<p xmlns:x='y'>", Kind::Xml),
            (b"<!-- x --><p>", Kind::Html),
            (b"{{ x }}\n<p>", Kind::Html),
            (b"{ \"a\": \"<p>\"}", Kind::Text),
            (b"[{\"a\": \"<p>\"}]", Kind::Text),
            (b"<!--", Kind::Html),
            (b"\xEF\xBB\xBF<?xml version='1.0'?><a/>", Kind::Xml),
            (b"\xFF\xFE<\0?\0x\0m\0l\0 \0?\0>\0<\0a\0>\0", Kind::Xml),
            (b"\0<\0h\0t\0m\0l\0>", Kind::Html),
            (b"From a Sat Jan  1 00:00:00 2000\nSubject: x\n\ny", Kind::Mbox),
            (b"filedesc://x.arc 0.0.0.0 19960923142103 text/plain 76\n", Kind::Arc),
            (b"@prefix : <http://a/> .", Kind::Turtle),
            (b"@base <http://a/> .", Kind::Turtle),
            (b"From here it goes\non: x", Kind::Text),
            (b"# a\n\nPREFIX x: <http://a/>", Kind::Turtle),
            (b"\xEF\xBB\xBFbase <http://a/>", Kind::Turtle),
            (
                b"# a\n<http://a/> <http://b/> \"c\"@en .\n_:d <http://b/> _:e . # f\n",
                Kind::NTriples,
            ),
            (b"<http://a/> <http://b/> \"\\\"\"^^<http://c/> <http://d/> .\n", Kind::NQuads),
            (b"<http://a/> <http://b/> <c> , <d> .\n", Kind::Turtle),
            (b"<http://a/> <http://b/>\n  <http://c/> .\n", Kind::Turtle),
            (b"<http://a/> is a link, and <b>this</b> is bold", Kind::Html),
            (b"Hello <a href=x>", Kind::Html),
            (b"prefix notation: < and >", Kind::Text),
            (b"see <http://a/>, if a<b", Kind::Text),
            (b"{\"a\": 1}", Kind::Text),
        ] {
            assert_eq!(Kind::of_content(content), kind, "{}", String::from_utf8_lossy(content));
        }
        for (content, unread) in [
            (&b"{\"@context\": \"http://schema.org\"}"[..], Unread::JsonLd),
            (b"%PDF-1.7\n", Unread::Pdf),
            (b"PK\x03\x04\x14\0", Unread::Zip),
            (b"\x89PNG\r\n\x1a\n\0\0\0", Unread::Image),
            (b"\0\0\0\x18ftypmp42", Unread::Video),
            (b"\0\x02\x03", Unread::Unknown),
        ] {
            assert_eq!(Guess::of_content(content), Guess::Unread(unread));
        }
        // As in browsers, a text with tags in it stays text where it is the body of a response.
        assert_eq!(Guess::of_body(b"Hello <a href=x>"), Guess::Kind(Kind::Text));
        assert!(is_binary(b"\x89PNG\r\n\x1a\n\0\0\0") && is_binary(b"%PDF-1.7\n"));
        assert!(!is_binary(b"\xFF\xFEa\0") && !is_binary("t\u{e4}xt\t\x1B(B".as_bytes()));
    }

    #[test]
    fn by_media_type() {
        let kind = |kind| Some(Guess::Kind(kind));
        let unread = |unread| Some(Guess::Unread(unread));
        for (media_type, guess) in [
            ("TEXT/html;charset=x", kind(Kind::Html)),
            ("application/atom+xml", kind(Kind::Xml)),
            ("multipart/related; boundary=x", kind(Kind::Mime)),
            ("text/x-unknown", kind(Kind::Text)),
            ("application/n-quads", kind(Kind::NQuads)),
            ("image/png", unread(Unread::Image)),
            ("image/svg+xml", kind(Kind::Xml)),
            ("application/ld+json", unread(Unread::JsonLd)),
            ("application/geo+json", unread(Unread::Data)),
            ("application/epub+zip", unread(Unread::Zip)),
            ("application/pdf", unread(Unread::Pdf)),
            ("", None),
            ("html", None),
            ("*/*", None),
            ("unknown/unknown", None),
            ("application/octet-stream", None),
            ("application/x-gzip", None),
            ("application/x-new", None),
        ] {
            assert_eq!(Guess::of_media_type(media_type), guess, "{media_type}");
        }
    }
}
