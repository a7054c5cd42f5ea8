//! What is wrong with a URI as a URI of its scheme: [`SchemeError`], with the field and the rule.

use std::fmt;

use napkin::edition::Rule;

/// Why a text is not what its scheme calls for, or why no request is made of it.
///
/// ```
/// use napkin_schemes::{ErrorKind, schemes::Ftp};
///
/// let uri = napkin::Uri::parse("ftp://host.dom/x;type=z")?;
/// let error = Ftp::read(&uri).unwrap_err();
/// assert_eq!((error.kind(), error.field(), error.offset()), (ErrorKind::InvalidValue, "type", Some(22)));
/// assert_eq!(error.to_string(), "invalid type at byte 22 (ftptype, RFC 1738 section 5)");
/// # Ok::<(), napkin::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SchemeError {
    kind: ErrorKind,
    field: &'static str,
    rule: Rule,
    offset: Option<u32>,
    /// What belongs into the sentence and no other field has.
    detail: &'static str,
}

/// What kind of thing is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The URI is of another scheme, or of one that has no view in this edition.
    WrongScheme,
    /// A field that the scheme needs is not there.
    Missing,
    /// A field that must have text has none.
    Empty,
    /// A field is there that the scheme does not have.
    Unexpected,
    /// A field is there more often than the scheme has it.
    Repeated,
    /// A field is there, but not where it has to stand.
    Misplaced,
    /// A character that the rule of the field does not have.
    InvalidCharacter,
    /// A field is not one of the values, or not of the shape, that the rule allows.
    InvalidValue,
    /// A number is too large or too small.
    OutOfRange,
    /// A decoded argument would carry CR, LF or NUL into a protocol.
    Delimiter,
    /// The port is that of another protocol.
    ForeignPort,
    /// An encoded slash would become a separator in a file name.
    EncodedSlash,
    /// A segment of data would be removed from the path, as `.` and `..` are (RFC 3986 §5.2.4).
    DotSegment,
    /// The file is on another host.
    NotLocal,
    /// The scheme has no access plan.
    NoPlan,
    /// The fields do not make a URI.
    NotAUri,
}

impl ErrorKind {
    /// The name in JSON, such as `foreign-port`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::WrongScheme => "wrong-scheme",
            Self::Missing => "missing",
            Self::Empty => "empty",
            Self::Unexpected => "unexpected",
            Self::Repeated => "repeated",
            Self::Misplaced => "misplaced",
            Self::InvalidCharacter => "invalid-character",
            Self::InvalidValue => "invalid-value",
            Self::OutOfRange => "out-of-range",
            Self::Delimiter => "delimiter",
            Self::ForeignPort => "foreign-port",
            Self::EncodedSlash => "encoded-slash",
            Self::DotSegment => "dot-segment",
            Self::NotLocal => "not-local",
            Self::NoPlan => "no-plan",
            Self::NotAUri => "not-a-uri",
        }
    }
}

impl SchemeError {
    pub(crate) const fn new(kind: ErrorKind, field: &'static str, rule: Rule) -> Self {
        Self { kind, field, rule, offset: None, detail: "" }
    }

    /// The same error at a byte of the URI.
    #[must_use]
    pub const fn at(mut self, offset: usize) -> Self {
        self.offset = Some(offset as u32);
        self
    }

    /// The same error at a byte of the URI, if the field was read from one.
    pub(crate) const fn at_if(self, offset: Option<usize>) -> Self {
        match offset {
            Some(offset) => self.at(offset),
            None => self,
        }
    }

    /// The same error in a URI that stands inside of another, so many bytes behind its start.
    pub(crate) fn inside(self, bytes: usize) -> Self {
        self.at_if(self.offset().map(|offset| offset + bytes))
    }

    /// The same error without its place, where the URI that it is in is not shown.
    pub(crate) const fn without_place(mut self) -> Self {
        self.offset = None;
        self
    }

    /// The same error with what its sentence needs to know.
    pub(crate) const fn because(mut self, detail: &'static str) -> Self {
        self.detail = detail;
        self
    }

    /// What is wrong.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The field of the scheme that it is about, such as `selector`.
    pub const fn field(&self) -> &'static str {
        self.field
    }

    /// The rule that failed; its section begins with the document, `RFC 8141 section 2`.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// The byte of the URI at which the rule failed, if it failed at one.
    pub fn offset(&self) -> Option<usize> {
        self.offset.map(|offset| offset as usize)
    }
}

impl fmt::Display for SchemeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, detail, .. } = *self;
        match self.kind {
            ErrorKind::WrongScheme => f.write_str("the scheme has no such view")?,
            ErrorKind::Missing => write!(f, "the {field} is missing")?,
            ErrorKind::Empty => write!(f, "the {field} is empty")?,
            ErrorKind::Unexpected => write!(f, "the scheme has no {field}")?,
            ErrorKind::Repeated => write!(f, "the {field} appears more than once")?,
            ErrorKind::Misplaced => write!(f, "the {field} is not in its place")?,
            ErrorKind::InvalidCharacter => write!(f, "invalid character in the {field}")?,
            ErrorKind::InvalidValue => write!(f, "invalid {field}")?,
            ErrorKind::OutOfRange => write!(f, "the {field} is out of range")?,
            ErrorKind::Delimiter => {
                write!(f, "the {field} would carry CR, LF or NUL into the protocol")?;
            }
            ErrorKind::ForeignPort => write!(f, "the port belongs to {detail}")?,
            ErrorKind::EncodedSlash => {
                write!(f, "an encoded slash in the {field} would become a separator")?;
            }
            ErrorKind::DotSegment => {
                write!(f, "a dot segment in the {field} would be removed from the path")?;
            }
            ErrorKind::NotLocal => f.write_str("the file is on another host")?,
            ErrorKind::NoPlan => write!(f, "there is no access plan: {detail}")?,
            ErrorKind::NotAUri => write!(f, "the {field} does not make a URI")?,
        }
        if let Some(offset) = self.offset {
            write!(f, " at byte {offset}")?;
        }
        write!(f, " ({}, {})", self.rule.name, self.rule.section)
    }
}

impl fmt::Debug for SchemeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What `main` shows when it returns this error: the sentence.
        write!(f, "SchemeError({self})")
    }
}

impl std::error::Error for SchemeError {}
