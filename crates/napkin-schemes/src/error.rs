//! The errors of a URI by its scheme: [`SchemeError`], with the field and the rule.

use std::fmt;

use napkin::edition::Rule;

/// Why a text is not a valid URI of its scheme, or why requesting it is not allowed.
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
    /// A word of the message that no other field has.
    detail: &'static str,
    /// The option of the client that has the fault, instead of the URI.
    option: Option<&'static str>,
}

/// The kind of error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The URI has another scheme, or one without a view in this edition.
    WrongScheme,
    /// A required field is missing.
    Missing,
    /// A field that must not be empty is empty.
    Empty,
    /// The scheme does not have this field.
    Unexpected,
    /// A field occurs more often than the scheme allows.
    Repeated,
    /// A field is in the wrong place.
    Misplaced,
    /// A character that the rule of the field does not allow.
    InvalidCharacter,
    /// The value of a field is not allowed by its rule.
    InvalidValue,
    /// A number is too large or too small.
    OutOfRange,
    /// A decoded argument would carry CR, LF or NUL into a protocol.
    Delimiter,
    /// The port belongs to another protocol.
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
    /// The [family](crate::FAMILIES) of the scheme is not compiled in.
    NotCompiled,
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
            Self::NotCompiled => "not-compiled",
        }
    }
}

impl SchemeError {
    pub(crate) const fn new(kind: ErrorKind, field: &'static str, rule: Rule) -> Self {
        Self { kind, field, rule, offset: None, detail: "", option: None }
    }

    /// This error at a byte of the URI.
    #[must_use]
    pub const fn at(mut self, offset: usize) -> Self {
        self.offset = Some(offset as u32);
        self
    }

    /// This error at a byte of the URI, if the field was read from one.
    pub(crate) const fn at_if(self, offset: Option<usize>) -> Self {
        match offset {
            Some(offset) => self.at(offset),
            None => self,
        }
    }

    /// This error in an inner URI, which begins `bytes` bytes after the start of the outer one.
    pub(crate) fn inside(self, bytes: usize) -> Self {
        if self.option.is_some() {
            return self;
        }
        self.at_if(self.offset().map(|offset| offset + bytes))
    }

    /// This error without its offset, for a URI that is not shown.
    pub(crate) const fn without_place(mut self) -> Self {
        self.offset = None;
        self
    }

    /// This error with a word for its message.
    pub(crate) const fn because(mut self, detail: &'static str) -> Self {
        self.detail = detail;
        self
    }

    /// This error, citing another rule.
    pub(crate) fn by(mut self, cited: impl Fn(Rule) -> Rule) -> Self {
        self.rule = cited(self.rule);
        self
    }

    /// This error about a field of another name.
    pub(crate) const fn in_field(mut self, field: &'static str) -> Self {
        self.field = field;
        self
    }

    /// This error in an option of the client, at a byte of its value.
    pub(crate) const fn of_option(mut self, option: &'static str, offset: Option<usize>) -> Self {
        self.option = Some(option);
        self.without_place().at_if(offset)
    }

    /// The kind of error.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The field of the scheme, such as `selector`.
    pub const fn field(&self) -> &'static str {
        self.field
    }

    /// The rule that failed; its section includes the document, as in `RFC 8141 section 2`.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// The option of the [`Client`](crate::Client) whose value failed, instead of the URI: `email`, `news-server`,
    /// `proxy` or `gateway`.
    ///
    /// ```
    /// use napkin_schemes::{Client, plan};
    ///
    /// let uri = napkin::Uri::parse("ftp://host.dom/x")?;
    /// let error = plan(&uri, &Client::default().email("a@b\r\nDELE x")).unwrap_err();
    /// assert_eq!((error.client_option(), error.offset()), (Some("email"), Some(3)));
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub const fn client_option(&self) -> Option<&'static str> {
        self.option
    }

    /// The byte of the URI, or of the value of the [option](Self::client_option), at which the rule failed, if there is
    /// one.
    pub fn offset(&self) -> Option<usize> {
        self.offset.map(|offset| offset as usize)
    }
}

impl fmt::Display for SchemeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, detail, .. } = *self;
        match self.kind {
            ErrorKind::WrongScheme => f.write_str("the URI has another scheme than this view")?,
            ErrorKind::Missing => write!(f, "the {field} is missing")?,
            ErrorKind::Empty => write!(f, "the {field} is empty")?,
            ErrorKind::Unexpected => write!(f, "the scheme has no {field}")?,
            ErrorKind::Repeated => write!(f, "the {field} appears more than once")?,
            ErrorKind::Misplaced => write!(f, "the {field} is in the wrong place")?,
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
            ErrorKind::NotAUri => write!(f, "the {field} cannot be written in a URI")?,
            ErrorKind::NotCompiled => {
                write!(f, "the scheme is not compiled in: feature `{detail}` of napkin-schemes")?;
            }
        }
        if let Some(offset) = self.offset {
            write!(f, " at byte {offset}")?;
        }
        write!(f, " ({}, {})", self.rule.name, self.rule.section)
    }
}

impl fmt::Debug for SchemeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `main` prints this when it returns the error.
        write!(f, "SchemeError({self})")
    }
}

impl std::error::Error for SchemeError {}
