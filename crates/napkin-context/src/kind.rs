//! The kind of a document: by its media type, its name, or its first bytes.

use napkin::Edition;
use napkin::edition::{RFC3986, RFC3987};

use crate::encoding;

/// The formats whose documents have links, or contain documents with links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// HTML.
    Html,
    /// XHTML that is read as XML.
    Xhtml,
    /// XML, such as Atom, SVG, RSS.
    Xml,
    /// Style sheets.
    Css,
    /// Turtle, N-Triples, N-Quads and `TriG`.
    Turtle,
    /// Markdown.
    Markdown,
    /// Plain text: its URIs are its links.
    Text,
    /// Messages and other MIME entities, such as MHTML.
    Mime,
    /// Mailboxes: messages in sequence, each after a line that begins with `From`.
    Mbox,
    /// An HTTP response with its header.
    Http,
    /// WARC files, compressed or not.
    Warc,
    /// ARC files, which archives wrote before WARC.
    Arc,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Html,
        Self::Xhtml,
        Self::Xml,
        Self::Css,
        Self::Turtle,
        Self::Markdown,
        Self::Text,
        Self::Mime,
        Self::Mbox,
        Self::Http,
        Self::Warc,
        Self::Arc,
    ];

    /// The edition of the URI syntax of the format: text, XML and Turtle have IRIs; headers of mail and of HTTP have URIs.
    ///
    /// ```
    /// use napkin::edition::{RFC3986, RFC3987};
    /// use napkin_context::Kind;
    ///
    /// assert_eq!(Kind::Text.edition(), RFC3987);
    /// assert_eq!(Kind::Mime.edition(), RFC3986);
    /// ```
    pub const fn edition(self) -> &'static Edition {
        match self {
            Self::Xml | Self::Turtle | Self::Markdown | Self::Text => RFC3987,
            Self::Html
            | Self::Xhtml
            | Self::Css
            | Self::Mime
            | Self::Mbox
            | Self::Http
            | Self::Warc
            | Self::Arc => RFC3986,
        }
    }

    /// The name on the command line and in JSON, such as `html`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Xhtml => "xhtml",
            Self::Xml => "xml",
            Self::Css => "css",
            Self::Turtle => "turtle",
            Self::Markdown => "markdown",
            Self::Text => "text",
            Self::Mime => "mime",
            Self::Mbox => "mbox",
            Self::Http => "http",
            Self::Warc => "warc",
            Self::Arc => "arc",
        }
    }

    /// The kind of a media type, with or without parameters; `None` if its documents have no links.
    ///
    /// ```
    /// use napkin_context::Kind;
    ///
    /// assert_eq!(Kind::of_media_type("Text/HTML; charset=utf-8"), Some(Kind::Html));
    /// assert_eq!(Kind::of_media_type("image/svg+xml"), Some(Kind::Xml));
    /// assert_eq!(Kind::of_media_type("image/png"), None);
    /// ```
    pub fn of_media_type(media_type: &str) -> Option<Self> {
        let media_type = media_type.split(';').next().unwrap_or_default().trim();
        let media_type = media_type.to_ascii_lowercase();
        match media_type.split_once('/')? {
            ("text", "html") => Some(Self::Html),
            ("application", "xhtml+xml") => Some(Self::Xhtml),
            ("text", "css") => Some(Self::Css),
            ("text" | "application", "turtle" | "x-turtle")
            | ("application", "n-triples" | "n-quads" | "trig") => Some(Self::Turtle),
            ("text", "markdown" | "x-markdown") => Some(Self::Markdown),
            ("text" | "application", "xml" | "xml-dtd") => Some(Self::Xml),
            (_, subtype) if subtype.ends_with("+xml") => Some(Self::Xml),
            ("message", "rfc822" | "global") | ("multipart", _) => Some(Self::Mime),
            ("application" | "message", "http") => Some(Self::Http),
            ("application", "mbox") => Some(Self::Mbox),
            ("application", "warc" | "warc-record") => Some(Self::Warc),
            ("application", "x-arc" | "x-ia-arc") => Some(Self::Arc),
            ("text", "plain") => Some(Self::Text),
            _ => None,
        }
    }

    /// The kind by the extension of a file name.
    pub fn of_file_name(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        let name = name.strip_suffix(".gz").unwrap_or(&name);
        match name.rsplit_once('.')?.1 {
            "html" | "htm" => Some(Self::Html),
            "xhtml" | "xht" => Some(Self::Xhtml),
            "xml" | "atom" | "rss" | "svg" | "rdf" | "owl" | "xsd" | "xsl" | "xslt" | "opml" => {
                Some(Self::Xml)
            }
            "css" => Some(Self::Css),
            "ttl" | "turtle" | "nt" | "nq" | "trig" => Some(Self::Turtle),
            "md" | "markdown" => Some(Self::Markdown),
            "txt" | "text" => Some(Self::Text),
            "eml" | "mht" | "mhtml" | "mime" => Some(Self::Mime),
            "mbox" | "mbx" => Some(Self::Mbox),
            "http" => Some(Self::Http),
            "warc" => Some(Self::Warc),
            "arc" => Some(Self::Arc),
            _ => None,
        }
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
    /// ```
    pub fn of_content(content: &[u8]) -> Self {
        let content = encoding::beginning(content);
        let content = content.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&content);
        let content = content.trim_ascii_start();
        let head = &content[..content.len().min(4096)];
        if head.starts_with(b"WARC/") {
            Self::Warc
        } else if head.starts_with(b"filedesc:") {
            Self::Arc
        } else if head.starts_with(b"HTTP/") {
            Self::Http
        } else if head.starts_with(b"@prefix ") || head.starts_with(b"@base ") {
            Self::Turtle
        } else if head.starts_with(b"<") {
            of_markup(head)
        } else if has_header_fields(head) {
            if head.starts_with(MAILBOX_LINE) { Self::Mbox } else { Self::Mime }
        } else {
            Self::Text
        }
    }
}

/// The prefix of the line before a message in a mailbox.
pub(crate) const MAILBOX_LINE: &[u8] = b"From ";

/// The number of bytes inspected to decide whether a document is text.
const PROBED: usize = 4096;

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

/// Whether a line is a header field.
pub(crate) fn is_field(line: &[u8]) -> bool {
    let name = line.split(|&byte| byte == b':').next().unwrap_or_default();
    let is_name = |byte: &u8| byte.is_ascii_graphic();
    !name.is_empty() && name.len() < line.len() && name.iter().all(is_name)
}

/// HTML or XML: by the root element, whatever it contains.
fn of_markup(head: &[u8]) -> Kind {
    let lower = head.to_ascii_lowercase();
    let Prolog { is_declared, is_html, rest } = prolog(&lower);
    let tag = rest.strip_prefix(b"<").unwrap_or_default();
    let tag = tag.get(..memchr::memchr(b'>', tag).unwrap_or(tag.len())).unwrap_or_default();
    let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>');
    let name = tag.split(ends).next().unwrap_or_default();
    let declares = memchr::memmem::find(tag, b"xmlns").is_some();
    if is_html || name == b"html" {
        Kind::Html
    } else if is_declared || declares || matches!(name, b"rss" | b"feed" | b"opml") {
        Kind::Xml
    } else {
        Kind::Html
    }
}

/// The markup before the root element.
struct Prolog<'h> {
    /// Whether it begins as only XML can.
    is_declared: bool,
    /// Whether the document type is that of HTML.
    is_html: bool,
    rest: &'h [u8],
}

fn prolog(head: &[u8]) -> Prolog<'_> {
    let is_declared = head.starts_with(b"<?xml");
    let mut prolog = Prolog { is_declared, is_html: false, rest: head };
    loop {
        let rest = prolog.rest.trim_ascii_start();
        prolog.rest = rest;
        let (from, end): (usize, &[u8]) = if rest.starts_with(b"<!--") {
            (4, b"-->")
        } else if rest.starts_with(b"<?") {
            (2, b"?>")
        } else if let Some(doctype) = rest.strip_prefix(b"<!doctype") {
            prolog.is_html |= doctype.trim_ascii_start().starts_with(b"html");
            let mark = doctype.iter().position(|byte| matches!(byte, b'[' | b'>'));
            // The internal subset of the document type contains declarations.
            let has_subset = mark.is_some_and(|at| doctype.get(at) == Some(&b'['));
            (9, if has_subset { b"]" } else { b">" })
        } else if rest.starts_with(b"]") {
            (0, b">")
        } else {
            return prolog;
        };
        let Some(behind) = rest.get(from..) else { return prolog };
        let Some(at) = memchr::memmem::find(behind, end) else {
            prolog.rest = &[];
            return prolog;
        };
        let keeps = usize::from(end != b"]") * end.len();
        prolog.rest = behind.get(at + keeps..).unwrap_or_default();
    }
}

/// Whether text begins with two header fields, or with one field and the end of the header; a mailbox line may
/// precede them.
fn has_header_fields(head: &[u8]) -> bool {
    let mut lines = head.split(|&byte| byte == b'\n').peekable();
    lines.next_if(|line| line.starts_with(MAILBOX_LINE));
    let mut fields = 0;
    for line in lines.take(8) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let name = line.split(|&byte| byte == b':').next().unwrap_or_default();
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
        // A folded line, or the end of the header.
        let goes_on = line.is_empty() || line.starts_with(b" ") || line.starts_with(b"\t");
        let is_field = !name.is_empty()
            && name.iter().all(is_name)
            && line.get(name.len()..).is_some_and(|rest| rest.starts_with(b": "));
        if !(is_field || fields > 0 && goes_on) {
            return false;
        }
        fields += 1;
        if fields > 1 {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{Kind, is_binary};

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
            (b"<!--", Kind::Html),
            (b"\xEF\xBB\xBF<?xml version='1.0'?><a/>", Kind::Xml),
            (b"\xFF\xFE<\0?\0x\0m\0l\0 \0?\0>\0<\0a\0>\0", Kind::Xml),
            (b"\0<\0h\0t\0m\0l\0>", Kind::Html),
            (b"From a Sat Jan  1 00:00:00 2000\nSubject: x\n\ny", Kind::Mbox),
            (b"filedesc://x.arc 0.0.0.0 19960923142103 text/plain 76\n", Kind::Arc),
            (b"@prefix : <http://a/> .", Kind::Turtle),
            (b"@base <http://a/> .", Kind::Turtle),
            (b"From here it goes\non: x", Kind::Text),
        ] {
            assert_eq!(Kind::of_content(content), kind, "{}", String::from_utf8_lossy(content));
        }
        for kind in Kind::ALL {
            let name = kind.name();
            let of_name = Kind::of_file_name(&format!("x.{name}"));
            assert!(
                of_name == Some(kind) || matches!(name, "markdown" | "text" | "mime"),
                "{name}"
            );
        }
        assert!(is_binary(b"\x89PNG\r\n\x1a\n\0\0\0") && is_binary(b"%PDF-1.7\n"));
        assert!(!is_binary(b"\xFF\xFEa\0") && !is_binary("t\u{e4}xt\t\x1B(B".as_bytes()));
    }
}
