//! Why a text has no answer, by either family of standards.

use std::fmt;
use std::str::Utf8Error;

use napkin::{Edition, ErrorKind, Fix, ParseError, Part, ResolveError};
use napkin_url::{Failure, Note, ValidationError};

/// Why a text has no answer: what, where, and by which section.
///
/// ```
/// use napkin_standards::Standard;
///
/// for (name, text, message) in [
///     ("rfc3986", "http://h:x/", "invalid character in the port at byte 9 (port, RFC 3986 section 3.2.3)"),
///     ("whatwg", "http://h:x/", "the port contains a character that is not a digit (port-invalid, URL Standard section 4.4)"),
/// ] {
///     let standard = Standard::named(name).unwrap();
///     let error = standard.parse(text, |parsed| parsed.map(drop)).unwrap_err();
///     assert_eq!((error.part(), error.offset()), (Some("port"), Some(9)));
///     assert_eq!(error.to_string(), message);
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    what: What,
    /// Whether it is of the base, not of the text.
    of_base: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// By an edition of the URI syntax.
    Syntax(ParseError),
    /// By an edition of the URL Standard.
    Url(Failure),
    /// By the URL Standard, what a writer should not write although it is parsed.
    Validation(Note),
    /// The octets are no text, which the URL Standard parses.
    NotUtf8(Utf8Error),
    /// The base has no scheme.
    NotAbsolute(&'static Edition),
    /// The reference cannot be resolved against a valid base.
    Unresolved(&'static Edition, ResolveError),
    /// The reference means the document that holds it, where a URI is needed.
    CurrentDocument(&'static Edition),
    /// The text is a relative reference, where a URI is needed.
    Relative(&'static Edition),
    /// A new user name has the colon that ends it.
    ColonInUser(&'static Edition),
}

impl Error {
    const fn new(what: What) -> Self {
        Self { what, of_base: false }
    }

    /// The error of a base that is invalid for this reason.
    pub(crate) const fn of_base(self) -> Self {
        Self { of_base: true, ..self }
    }

    /// The error of a base without a scheme.
    pub(crate) const fn base_not_absolute(edition: &'static Edition) -> Self {
        Self::new(What::NotAbsolute(edition)).of_base()
    }

    /// The reference means the document that holds it, where a URI is needed.
    pub(crate) const fn current_document(edition: &'static Edition) -> Self {
        Self::new(What::CurrentDocument(edition))
    }

    /// The text is a relative reference, where a URI is needed.
    pub(crate) const fn relative(edition: &'static Edition) -> Self {
        Self::new(What::Relative(edition))
    }

    /// A new user name has the colon that ends it.
    pub(crate) const fn colon_in_user(edition: &'static Edition) -> Self {
        Self::new(What::ColonInUser(edition))
    }

    /// An error of resolution by an edition, for whoever resolves by its [`EditionResolver`](napkin::EditionResolver).
    pub fn of_resolution(edition: &'static Edition, error: ResolveError) -> Self {
        match error {
            ResolveError::InvalidBase(error) => Self::from(error).of_base(),
            ResolveError::BaseNotAbsolute => Self::base_not_absolute(edition),
            ResolveError::InvalidReference(error) => error.into(),
            error => Self::new(What::Unresolved(edition, error)),
        }
    }

    /// Whether it is an error of the base, whose text [`offset`](Self::offset) counts in.
    pub const fn is_of_base(&self) -> bool {
        self.of_base
    }

    /// The error that makes a base invalid, as an error of the text that the base is.
    pub const fn reason(&self) -> Option<Self> {
        match self.what {
            What::Syntax(_) | What::Url(_) | What::NotUtf8(_) if self.of_base => {
                Some(Self::new(self.what))
            }
            _ => None,
        }
    }

    /// The error of the URI syntax, if it is one.
    pub const fn of_syntax(&self) -> Option<ParseError> {
        match self.what {
            What::Syntax(error) if !self.of_base => Some(error),
            _ => None,
        }
    }

    /// The URL Standard's validation error, if it is one.
    const fn validation(&self) -> Option<ValidationError> {
        match self.what {
            What::Url(failure) => failure.error(),
            What::Validation(note) => Some(note.error),
            _ => None,
        }
    }

    /// The kind of fault, by its name: of [`ErrorKind`], of [`ResolveError`], or of the URL Standard's validation
    /// error.
    pub fn kind(&self) -> &'static str {
        match self.what {
            _ if self.reason().is_some() => "invalid-base",
            What::Syntax(error) => error.kind().name(),
            What::Url(failure) => failure.name(),
            What::Validation(note) => note.error.name(),
            What::NotUtf8(_) => "not-utf8",
            What::NotAbsolute(_) => "base-not-absolute",
            What::Unresolved(_, error) => error.name(),
            What::CurrentDocument(_) => "current-document",
            What::Relative(_) => "relative-reference",
            What::ColonInUser(_) => ErrorKind::InvalidCharacter.name(),
        }
    }

    /// The part that it is in, by its name; `None` if it concerns no part, or is a limit of the library.
    pub fn part(&self) -> Option<&'static str> {
        match self.what {
            What::Syntax(error) => Some(error.part().name()),
            _ => self.validation()?.part(),
        }
    }

    /// Its offset in the text, in bytes; `None` for an error of the whole.
    pub const fn offset(&self) -> Option<usize> {
        match self.what {
            What::Syntax(error) => Some(error.offset()),
            What::Url(failure) => Some(failure.offset()),
            What::Validation(note) => Some(note.offset),
            What::NotUtf8(error) => Some(error.valid_up_to()),
            _ => None,
        }
    }

    /// The section that is broken; empty for a limit of the library.
    pub fn section(&self) -> &'static str {
        match self.what {
            What::Syntax(error) if self.of_base => error.edition().sections.base,
            What::Syntax(error) => error.rule().section,
            What::NotAbsolute(edition) => edition.sections.base,
            What::Unresolved(edition, _) | What::CurrentDocument(edition) => {
                edition.sections.resolution
            }
            What::Relative(edition) => edition.sections.relative,
            What::ColonInUser(edition) => {
                edition.rule(ErrorKind::InvalidCharacter, Part::Userinfo).section
            }
            _ => self.validation().map_or("", ValidationError::section),
        }
    }

    /// The edit that repairs the place of the error in the text that was parsed. The URL Standard has none: it rewrites what can be
    /// repaired.
    pub fn fix<D: AsRef<[u8]> + ?Sized>(&self, text: &D) -> Option<Fix> {
        self.of_syntax()?.fix(text)
    }
}

/// The message in one line, with the section.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(reason) = self.reason() {
            return write!(f, "the base is not valid: {reason}");
        }
        if let Some(error) = self.validation() {
            let (what, name, section) = (error.description(), error.name(), error.section());
            return write!(f, "{what} ({name}, URL Standard section {section})");
        }
        let cited = |f: &mut fmt::Formatter<'_>, what: &str, edition: &Edition| {
            write!(f, "{what} ({} section {})", edition.title, self.section())
        };
        match self.what {
            What::Syntax(error) => error.fmt(f),
            // A limit of the library, not of the standard.
            What::Url(failure) => failure.fmt(f),
            What::Validation(note) => note.error.fmt(f),
            What::NotUtf8(error) => {
                let at = error.valid_up_to();
                write!(f, "not UTF-8 at byte {at}, and the URL Standard parses text")
            }
            What::NotAbsolute(edition) => {
                let what = "the base has no scheme, so nothing can be resolved against it";
                cited(f, what, edition)
            }
            // The message contains its section.
            What::Unresolved(_, error @ ResolveError::InvalidDocument(_)) => error.fmt(f),
            What::Unresolved(edition, error) => cited(f, &error.to_string(), edition),
            What::CurrentDocument(edition) => {
                let what = "the reference means the document that holds it, not a URI";
                cited(f, what, edition)
            }
            What::Relative(edition) => {
                let what = "a relative reference is already relative; resolve it first";
                cited(f, what, edition)
            }
            What::ColonInUser(edition) => {
                cited(f, "a ':' ends the user name; as data it is %3A", edition)
            }
        }
    }
}

impl std::error::Error for Error {}

impl From<ParseError> for Error {
    fn from(error: ParseError) -> Self {
        Self::new(What::Syntax(error))
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        Self::new(What::Url(failure))
    }
}

impl From<Note> for Error {
    fn from(note: Note) -> Self {
        Self::new(What::Validation(note))
    }
}

impl From<Utf8Error> for Error {
    fn from(error: Utf8Error) -> Self {
        Self::new(What::NotUtf8(error))
    }
}
