//! What a document is: by its media type, its name, or its first bytes.

/// The formats whose documents have links, or hold documents that have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// HTML, also in the form of XHTML.
    Html,
    /// XML, such as Atom, SVG, RSS.
    Xml,
    /// Style sheets.
    Css,
    /// Markdown.
    Markdown,
    /// Plain text: its URIs are its links.
    Text,
    /// Messages and what else is made of MIME entities, such as MHTML.
    Mime,
    /// An HTTP response with its header.
    Http,
    /// WARC files, compressed or not.
    Warc,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Html,
        Self::Xml,
        Self::Css,
        Self::Markdown,
        Self::Text,
        Self::Mime,
        Self::Http,
        Self::Warc,
    ];

    /// The name on the command line and in JSON, such as `html`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Xml => "xml",
            Self::Css => "css",
            Self::Markdown => "markdown",
            Self::Text => "text",
            Self::Mime => "mime",
            Self::Http => "http",
            Self::Warc => "warc",
        }
    }

    /// The kind of a media type, with or without parameters; none, if its documents have no links.
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
            ("text", "html") | ("application", "xhtml+xml") => Some(Self::Html),
            ("text", "css") => Some(Self::Css),
            ("text", "markdown" | "x-markdown") => Some(Self::Markdown),
            ("text" | "application", "xml" | "xml-dtd") => Some(Self::Xml),
            (_, subtype) if subtype.ends_with("+xml") => Some(Self::Xml),
            ("message", "rfc822" | "global") | ("multipart", _) => Some(Self::Mime),
            ("application" | "message", "http") => Some(Self::Http),
            ("application", "warc" | "warc-record") => Some(Self::Warc),
            ("text", "plain") => Some(Self::Text),
            _ => None,
        }
    }

    /// The kind that the ending of a file's name tells.
    pub fn of_file_name(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        let name = name.strip_suffix(".gz").unwrap_or(&name);
        match name.rsplit_once('.')?.1 {
            "html" | "htm" | "xhtml" | "xht" => Some(Self::Html),
            "xml" | "atom" | "rss" | "svg" | "rdf" | "xsd" | "xsl" | "xslt" => Some(Self::Xml),
            "css" => Some(Self::Css),
            "md" | "markdown" => Some(Self::Markdown),
            "txt" | "text" => Some(Self::Text),
            "eml" | "mht" | "mhtml" | "mime" => Some(Self::Mime),
            "http" => Some(Self::Http),
            "warc" => Some(Self::Warc),
            _ => None,
        }
    }

    /// The kind that the first bytes of a document tell; plain text, if they tell nothing.
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
        let content = content.strip_prefix("\u{feff}".as_bytes()).unwrap_or(content);
        let content = content.trim_ascii_start();
        let head = &content[..content.len().min(4096)];
        if head.starts_with(b"WARC/") {
            Self::Warc
        } else if head.starts_with(b"HTTP/") {
            Self::Http
        } else if head.starts_with(b"<") {
            of_markup(head)
        } else if has_header_fields(head) {
            Self::Mime
        } else {
            Self::Text
        }
    }
}

/// HTML or XML: by what says so, or else by whether a namespace is declared.
fn of_markup(head: &[u8]) -> Kind {
    let head = head.to_ascii_lowercase();
    let has = |text: &str| memchr::memmem::find(&head, text.as_bytes()).is_some();
    if has("<!doctype html") || has("<html") {
        Kind::Html
    } else if head.starts_with(b"<?xml") || has("xmlns") || has("<rss") {
        Kind::Xml
    } else {
        Kind::Html
    }
}

/// Whether text begins with two header fields, or with one and the end of the header; a mailbox
/// line may come first.
fn has_header_fields(head: &[u8]) -> bool {
    let mut lines = head.split(|&byte| byte == b'\n').peekable();
    lines.next_if(|line| line.starts_with(b"From "));
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
