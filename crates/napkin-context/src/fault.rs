//! An error in a document, as opposed to an error in a reference.

use std::fmt;

use crate::unread::Unread;

/// Why a document, or the rest of one, could not be read. The results before it are valid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// The kind of the error.
    pub kind: FaultKind,
    /// Its offset from the beginning of the document in bytes, if known.
    pub offset: Option<usize>,
    /// The message of the parser; empty if there is none.
    pub detail: String,
    /// What the document is, if its type is not read.
    pub unread: Option<Unread>,
}

/// The kinds of errors in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FaultKind {
    /// It breaks the rules of XML.
    NotWellFormed,
    /// It breaks the rules of Turtle.
    NotTurtle,
    /// It breaks the rules of N-Triples and N-Quads.
    NotTriples,
    /// It is not a message, or one that takes too long to parse.
    NotAMessage,
    /// It is not an HTTP response.
    NotAResponse,
    /// It is not a WARC file, or a record of it is broken.
    NotAnArchive,
    /// It cannot be decompressed.
    NotCompressed,
    /// It is larger than the limit.
    TooLarge,
    /// It ends before its end: a record, a chunk or a body before its length, a multipart without its last boundary. What
    /// is there was read.
    Truncated,
    /// A response announces a body and has none, as an answer to HEAD does: this is a note.
    NoBody,
    /// A header violates its format. The rest was read.
    OddHeader,
    /// A header field has non-ASCII octets where a URI stands. They were read: this is a note.
    RawOctets,
    /// An XML entity was not expanded. The rest was read.
    NotExpanded,
    /// It cannot be read: it is not text, or in an unsupported encoding.
    NotReadable,
    /// Its type is unknown, and it is no text.
    UnknownType,
    /// It is read, and not [rewritten](crate::Surroundings::rewrite): it holds other documents, is compressed, or is in an
    /// encoding that is not written.
    NotRewritten,
}

impl FaultKind {
    /// Whether it is a note: nothing of the document is lost.
    ///
    /// ```
    /// use napkin_context::FaultKind;
    ///
    /// assert!(FaultKind::RawOctets.is_note() && !FaultKind::TooLarge.is_note());
    /// // The links behind an odd header are read, those behind the limit of size are not.
    /// assert!(FaultKind::OddHeader.leaves_rest() && !FaultKind::TooLarge.leaves_rest());
    /// ```
    pub const fn is_note(self) -> bool {
        matches!(self, Self::NoBody | Self::RawOctets)
    }

    /// Whether all that the document has besides was read.
    pub const fn leaves_rest(self) -> bool {
        matches!(self, Self::NoBody | Self::OddHeader | Self::RawOctets | Self::NotExpanded)
    }

    /// The name in JSON, such as `not-well-formed`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotWellFormed => "not-well-formed",
            Self::NotTurtle => "not-turtle",
            Self::NotTriples => "not-n-triples",
            Self::NotAMessage => "not-a-message",
            Self::NotAResponse => "not-a-response",
            Self::NotAnArchive => "not-an-archive",
            Self::NotCompressed => "not-compressed",
            Self::TooLarge => "too-large",
            Self::Truncated => "truncated",
            Self::NoBody => "no-body",
            Self::OddHeader => "malformed-header",
            Self::RawOctets => "raw-octets",
            Self::NotExpanded => "not-expanded",
            Self::NotReadable => "not-readable",
            Self::UnknownType => "unknown-type",
            Self::NotRewritten => "not-rewritten",
        }
    }
}

impl Fault {
    pub(crate) fn new(kind: FaultKind, offset: Option<usize>, detail: impl fmt::Display) -> Self {
        Self { kind, offset, detail: detail.to_string(), unread: None }
    }

    /// The error of a document of a type that is not read, though it may hold links.
    ///
    /// ```
    /// use napkin_context::{Fault, Unread};
    ///
    /// let fault = Fault::of_type(Unread::JsonLd);
    /// assert_eq!(fault.to_string(), "not read: it is JSON-LD, whose links are not looked for");
    /// ```
    pub fn of_type(unread: Unread) -> Self {
        let kind = match unread {
            Unread::Unknown => FaultKind::UnknownType,
            _ => FaultKind::NotReadable,
        };
        let detail = unread.detail().unwrap_or_default();
        Self { unread: Some(unread), ..Self::new(kind, None, detail) }
    }
}

/// The message about a format or a compression whose feature is not chosen.
pub(crate) fn not_compiled(name: &str, feature: &str) -> String {
    format!("{name} is not compiled in: feature `{feature}` of napkin-context")
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            FaultKind::NotWellFormed => "not well-formed XML",
            FaultKind::NotTurtle => "not Turtle",
            FaultKind::NotTriples => "not N-Triples or N-Quads",
            FaultKind::NotAMessage => "not a message that can be read",
            FaultKind::NotAResponse => "not an HTTP response",
            FaultKind::NotAnArchive => "not a WARC record",
            FaultKind::NotCompressed => "cannot be decompressed",
            FaultKind::TooLarge => "larger than what may be read",
            FaultKind::Truncated => "truncated",
            FaultKind::NoBody => "no body",
            FaultKind::OddHeader => "malformed header",
            FaultKind::RawOctets => "non-ASCII octets",
            FaultKind::NotExpanded => "not expanded",
            FaultKind::NotReadable | FaultKind::UnknownType => "not read",
            FaultKind::NotRewritten => "not rewritten",
        })?;
        if let Some(offset) = self.offset {
            write!(f, " at byte {offset}")?;
        }
        if !self.detail.is_empty() {
            write!(f, ": {}", self.detail)?;
        }
        Ok(())
    }
}

impl std::error::Error for Fault {}
