//! What is wrong with a document, as opposed to a reference in it.

use std::fmt;

/// Why a document, or the rest of one, could not be read. What came before it counts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// Where, in bytes from the beginning of the document, if that is known.
    pub offset: Option<usize>,
    /// What the parser says about it; empty if it says nothing.
    pub detail: String,
}

/// What can be wrong with a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// It breaks the rules of XML.
    NotWellFormed,
    /// It is no message, or one that takes too long to take apart.
    NotAMessage,
    /// It is no HTTP response.
    NotAResponse,
    /// It is no WARC file, or a record of it is broken.
    NotAnArchive,
    /// It cannot be decompressed.
    NotCompressed,
    /// It is larger than what may be read.
    TooLarge,
    /// A header is not written as its format wants it. All the rest was read.
    OddHeader,
    /// An entity of XML was not expanded. All the rest was read.
    NotExpanded,
    /// Nothing in it can be read: it is no text, or in an encoding that nobody decodes.
    NotReadable,
}

impl FaultKind {
    /// The name in JSON, such as `not-well-formed`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotWellFormed => "not-well-formed",
            Self::NotAMessage => "not-a-message",
            Self::NotAResponse => "not-a-response",
            Self::NotAnArchive => "not-an-archive",
            Self::NotCompressed => "not-compressed",
            Self::TooLarge => "too-large",
            Self::OddHeader => "malformed-header",
            Self::NotExpanded => "not-expanded",
            Self::NotReadable => "not-readable",
        }
    }
}

impl Fault {
    pub(crate) fn new(kind: FaultKind, offset: Option<usize>, detail: impl fmt::Display) -> Self {
        Self { kind, offset, detail: detail.to_string() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            FaultKind::NotWellFormed => "not well-formed XML",
            FaultKind::NotAMessage => "not a message that can be read",
            FaultKind::NotAResponse => "not an HTTP response",
            FaultKind::NotAnArchive => "not a WARC record",
            FaultKind::NotCompressed => "cannot be decompressed",
            FaultKind::TooLarge => "larger than what may be read",
            FaultKind::OddHeader => "malformed header",
            FaultKind::NotExpanded => "not expanded",
            FaultKind::NotReadable => "nothing can be read",
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
