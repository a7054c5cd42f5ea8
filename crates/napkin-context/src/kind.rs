//! The kinds of documents that are read. What each is stands in the table of formats, behind the parsers that it names.

/// The formats whose documents have links, or contain documents with links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// Turtle and `TriG`.
    Turtle,
    /// N-Triples, whose IRIs are absolute and stay as they are written.
    NTriples,
    /// N-Quads, as N-Triples.
    NQuads,
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
    /// WARC files.
    Warc,
    /// ARC files, which archives wrote before WARC.
    Arc,
}

/// The number of bytes by which the kind of a document is guessed.
pub(crate) const PROBED: usize = 4096;

/// The prefix of the line before a message in a mailbox.
pub(crate) const MAILBOX_LINE: &[u8] = b"From ";

/// Whether a line is a header field.
pub(crate) fn is_field(line: &[u8]) -> bool {
    let name = line.split(|&byte| byte == b':').next().unwrap_or_default();
    let is_name = |byte: &u8| byte.is_ascii_graphic();
    !name.is_empty() && name.len() < line.len() && name.iter().all(is_name)
}
