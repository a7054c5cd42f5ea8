//! Validation errors: named remarks that a text is not what a writer should write (section 1.1).
//!
//! Nearly all of them let parsing continue. A fatal one is a [`Failure`].

use core::fmt;

macro_rules! validation_errors {
    ($($(#[$doc:meta])* $name:ident $text:literal,)*) => {
        /// A validation error, by the standard's name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        #[repr(u8)]
        pub enum ValidationError {
            $($(#[$doc])* $name,)*
        }

        impl ValidationError {
            /// All errors, in the order of the standard's table.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The standard's name, such as `IPv4-empty-part`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }
        }
    };
}

validation_errors! {
    /// `ToASCII`, in its strict form, does not accept the domain.
    DomainToAscii "domain-to-ASCII",
    /// The domain contains a percent-encoded byte.
    DomainPercentEncoded "domain-percent-encoded",
    /// An opaque host contains a forbidden host code point.
    HostInvalidCodePoint "host-invalid-code-point",
    /// An IPv4 address ends with a dot.
    Ipv4EmptyPart "IPv4-empty-part",
    /// An IPv4 address has fewer than four parts.
    Ipv4TooFewParts "IPv4-too-few-parts",
    /// An IPv4 address has more than four parts.
    Ipv4TooManyParts "IPv4-too-many-parts",
    /// A part of an IPv4 address is no number.
    Ipv4NonNumericPart "IPv4-non-numeric-part",
    /// A part of an IPv4 address is hexadecimal or octal.
    Ipv4NonDecimalPart "IPv4-non-decimal-part",
    /// A part of an IPv4 address exceeds 255.
    Ipv4OutOfRangePart "IPv4-out-of-range-part",
    /// An IPv6 address has no closing bracket.
    Ipv6Unclosed "IPv6-unclosed",
    /// An IPv6 address begins with a single colon.
    Ipv6InvalidCompression "IPv6-invalid-compression",
    /// An IPv6 address has more than eight pieces.
    Ipv6TooManyPieces "IPv6-too-many-pieces",
    /// An IPv6 address is compressed twice.
    Ipv6MultipleCompression "IPv6-multiple-compression",
    /// An IPv6 address contains a code point that does not belong there, or ends with a colon.
    Ipv6InvalidCodePoint "IPv6-invalid-code-point",
    /// An IPv6 address without compression has fewer than eight pieces.
    Ipv6TooFewPieces "IPv6-too-few-pieces",
    /// A piece of an IPv6 address has a leading zero.
    Ipv6PieceLeadingZero "IPv6-piece-leading-zero",
    /// The IPv4 address at the end of an IPv6 address is malformed.
    Ipv4InIpv6InvalidCodePoint "IPv4-in-IPv6-invalid-code-point",
    /// The IPv4 address in an IPv6 address begins behind its sixth piece.
    Ipv4InIpv6TooManyPieces "IPv4-in-IPv6-too-many-pieces",
    /// A part of the IPv4 address in an IPv6 address exceeds 255.
    Ipv4InIpv6OutOfRangePart "IPv4-in-IPv6-out-of-range-part",
    /// The IPv4 address in an IPv6 address has fewer than four parts.
    Ipv4InIpv6TooFewParts "IPv4-in-IPv6-too-few-parts",
    /// A code point that is not in the URL units.
    InvalidUrlUnit "invalid-URL-unit",
    /// The scheme is special and not followed by `//`.
    SpecialSchemeMissingFollowingSolidus "special-scheme-missing-following-solidus",
    /// There is no scheme, and no base that the text can be relative to.
    MissingSchemeNonRelativeUrl "missing-scheme-non-relative-URL",
    /// A backslash is used as a slash.
    InvalidReverseSolidus "invalid-reverse-solidus",
    /// The URL has credentials.
    InvalidCredentials "invalid-credentials",
    /// The host is missing where one is required.
    HostMissing "host-missing",
    /// The port exceeds 65535.
    PortOutOfRange "port-out-of-range",
    /// The port contains something other than digits.
    PortInvalid "port-invalid",
    /// A relative `file` URL begins with a Windows drive letter.
    FileInvalidWindowsDriveLetter "file-invalid-Windows-drive-letter",
    /// The host of a `file` URL is a Windows drive letter.
    FileInvalidWindowsDriveLetterHost "file-invalid-Windows-drive-letter-host",
}

impl fmt::Display for ValidationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl ValidationError {
    /// The error in words: the beginning of a sentence for people.
    ///
    /// ```
    /// use napkin_url::ValidationError;
    ///
    /// assert_eq!(ValidationError::PortOutOfRange.description(), "the port exceeds 65535");
    /// ```
    pub const fn description(self) -> &'static str {
        match self {
            Self::DomainToAscii => "the host is not a valid domain",
            Self::DomainPercentEncoded => "the domain contains a percent-encoded byte",
            Self::HostInvalidCodePoint => "the host contains a forbidden code point",
            Self::Ipv4EmptyPart => "the IPv4 address ends with a dot",
            Self::Ipv4TooFewParts => "the IPv4 address has fewer than four parts",
            Self::Ipv4TooManyParts => "the IPv4 address has more than four parts",
            Self::Ipv4NonNumericPart => "the host ends in a number and is not an IPv4 address",
            Self::Ipv4NonDecimalPart => "a part of the IPv4 address is hexadecimal or octal",
            Self::Ipv4OutOfRangePart => "a part of the IPv4 address exceeds 255",
            Self::Ipv6Unclosed => "the IPv6 address has no closing bracket",
            Self::Ipv6InvalidCompression => "the IPv6 address begins with a single colon",
            Self::Ipv6TooManyPieces => "the IPv6 address has more than eight pieces",
            Self::Ipv6MultipleCompression => "the IPv6 address is compressed twice",
            Self::Ipv6InvalidCodePoint => {
                "the IPv6 address contains an invalid code point or ends with a colon"
            }
            Self::Ipv6TooFewPieces => "the IPv6 address has fewer than eight pieces",
            Self::Ipv6PieceLeadingZero => "a piece of the IPv6 address has a leading zero",
            Self::Ipv4InIpv6InvalidCodePoint => "the IPv4 address in the IPv6 address is malformed",
            Self::Ipv4InIpv6TooManyPieces => {
                "the IPv4 address in the IPv6 address begins after the sixth piece"
            }
            Self::Ipv4InIpv6OutOfRangePart => {
                "a part of the IPv4 address in the IPv6 address exceeds 255"
            }
            Self::Ipv4InIpv6TooFewParts => {
                "the IPv4 address in the IPv6 address has fewer than four parts"
            }
            Self::InvalidUrlUnit => "a code point is not a URL unit",
            Self::SpecialSchemeMissingFollowingSolidus => "the scheme is not followed by '//'",
            Self::MissingSchemeNonRelativeUrl => "a relative URL needs a base",
            Self::InvalidReverseSolidus => "a backslash is used instead of a slash",
            Self::InvalidCredentials => "the URL includes credentials",
            Self::HostMissing => "the host is missing",
            Self::PortOutOfRange => "the port exceeds 65535",
            Self::PortInvalid => "the port contains a character that is not a digit",
            Self::FileInvalidWindowsDriveLetter => {
                "a relative reference begins with a Windows drive letter"
            }
            Self::FileInvalidWindowsDriveLetterHost => {
                "a Windows drive letter is in the place of the host"
            }
        }
    }
}

impl ValidationError {
    /// The part of the URL that the error is in, by its name among the components; `None` if it can be in several.
    ///
    /// ```
    /// use napkin_url::ValidationError;
    ///
    /// assert_eq!(ValidationError::PortOutOfRange.part(), Some("port"));
    /// assert_eq!(ValidationError::InvalidUrlUnit.part(), None);
    /// ```
    pub const fn part(self) -> Option<&'static str> {
        match self {
            Self::InvalidUrlUnit | Self::InvalidReverseSolidus => None,
            Self::SpecialSchemeMissingFollowingSolidus => Some("authority"),
            Self::MissingSchemeNonRelativeUrl => Some("scheme"),
            Self::InvalidCredentials => Some("userinfo"),
            Self::PortOutOfRange | Self::PortInvalid => Some("port"),
            Self::FileInvalidWindowsDriveLetter => Some("path"),
            _ => Some("host"),
        }
    }

    /// The section of the standard that records the error: host parsing, or URL parsing.
    ///
    /// ```
    /// use napkin_url::ValidationError;
    ///
    /// assert_eq!(ValidationError::Ipv6Unclosed.section(), "3.5");
    /// assert_eq!(ValidationError::PortOutOfRange.section(), "4.4");
    /// ```
    pub const fn section(self) -> &'static str {
        match self {
            Self::InvalidUrlUnit
            | Self::InvalidReverseSolidus
            | Self::SpecialSchemeMissingFollowingSolidus
            | Self::MissingSchemeNonRelativeUrl
            | Self::InvalidCredentials
            | Self::HostMissing
            | Self::PortOutOfRange
            | Self::PortInvalid
            | Self::FileInvalidWindowsDriveLetter
            | Self::FileInvalidWindowsDriveLetterHost => "4.4",
            _ => "3.5",
        }
    }
}

/// A validation error and its place in the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Note {
    /// The error.
    pub error: ValidationError,
    /// The offset in bytes of the parsed text.
    pub offset: usize,
    /// The case, if the standard has one name for several.
    pub(crate) detail: Detail,
}

/// The cases of one validation error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Detail {
    /// The only case.
    Plain,
    /// C0 controls or spaces around the text.
    Edges,
    /// Tabs or newlines.
    TabOrNewline,
    /// A `%` without two digits.
    Percent,
    /// U+0000 in a fragment.
    NulInFragment,
    /// The scheme is `file`.
    File,
    /// An `@` that is not the first.
    AnotherAt,
}

/// Why a text is not a URL, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Failure {
    pub(crate) reason: FailureReason,
    /// Offset in bytes of the text that was parsed.
    pub(crate) offset: u32,
}

/// Why a text is no URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FailureReason {
    /// A validation error after which there is no URL.
    Validation(ValidationError),
    /// The host needs the tables of UTS 46, and the crate was built without its feature `idna`.
    NeedsIdna,
    /// The text, or the URL, has 4 GiB or more.
    TooLong,
}

impl FailureReason {
    /// The standard's name of the validation error; `needs-idna` or `too-long` for limits of this crate.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Validation(error) => error.name(),
            Self::NeedsIdna => "needs-idna",
            Self::TooLong => "too-long",
        }
    }
}

impl Failure {
    /// A failure with a validation error at an offset.
    #[cold]
    pub(crate) const fn new(error: ValidationError, offset: usize) -> Self {
        Self { reason: FailureReason::Validation(error), offset: offset as u32 }
    }

    /// The reason.
    pub const fn reason(self) -> FailureReason {
        self.reason
    }

    /// Offset in the text that was parsed, in bytes.
    pub const fn offset(self) -> usize {
        self.offset as usize
    }

    /// The standard's name of the reason, such as `host-missing`.
    pub const fn name(self) -> &'static str {
        self.reason.name()
    }

    /// The validation error, unless a limit of this crate is the reason.
    pub const fn error(self) -> Option<ValidationError> {
        match self.reason {
            FailureReason::Validation(error) => Some(error),
            _ => None,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.reason {
            FailureReason::NeedsIdna => "the host needs the feature idna",
            FailureReason::TooLong => "the URL has 4 GiB or more",
            FailureReason::Validation(error) => error.description(),
        };
        write!(f, "{what} ({} at byte {})", self.name(), self.offset)
    }
}

impl core::error::Error for Failure {}

/// The receiver of validation errors: a callback, or nobody.
#[derive(Clone, Copy)]
pub(crate) struct Notes<'a> {
    pub(crate) sink: Option<&'a dyn Fn(Note)>,
    /// The offset of the text in the input.
    pub(crate) start: usize,
    /// Places of the bytes that were removed from the text, ascending, from its start.
    pub(crate) removed: &'a [usize],
}

impl Notes<'_> {
    pub(crate) const NONE: Self = Self { sink: None, start: 0, removed: &[] };

    /// Whether anybody listens.
    #[inline]
    pub(crate) const fn wanted(self) -> bool {
        self.sink.is_some()
    }

    #[inline]
    pub(crate) fn note(self, error: ValidationError, offset: usize) {
        self.note_in_detail(error, Detail::Plain, offset);
    }

    /// Passes a note on, with what it is about in particular.
    #[inline]
    pub(crate) fn note_in_detail(self, error: ValidationError, detail: Detail, offset: usize) {
        if let Some(sink) = self.sink {
            sink(Note { error, offset: self.place(offset), detail });
        }
    }

    /// Notes a fatal error and gives it as a failure.
    #[cold]
    pub(crate) fn fail(self, error: ValidationError, offset: usize) -> Failure {
        self.note(error, offset);
        Failure::new(error, offset)
    }

    /// The place in the input of an offset in the text that was left of it.
    fn place(self, offset: usize) -> usize {
        self.start + place(self.removed, offset)
    }
}

/// The place in the input of an offset in what is left of it without the bytes at the places `removed`.
pub(crate) fn place(removed: &[usize], offset: usize) -> usize {
    // `removed[i] - i` bytes of the input are left before the removed byte `i`; they ascend with `i`.
    let (mut low, mut high) = (0, removed.len());
    while low < high {
        let middle = low + (high - low) / 2;
        match removed.get(middle) {
            Some(place) if place - middle <= offset => low = middle + 1,
            _ => high = middle,
        }
    }
    offset + low
}

/// Notes the code points of a component that are neither URL code points nor `%`, and the `%` that begin no
/// percent-encoded byte. `to` is where the component ends. `slash` says whether `\` stands for a slash.
#[cold]
pub(crate) fn note_units(
    notes: Notes<'_>,
    text: &str,
    from: usize,
    to: usize,
    slash: bool,
    nul: bool,
) {
    let bytes = text.as_bytes();
    for (at, c) in text.get(from..to).unwrap_or_default().char_indices() {
        let at = from + at;
        match c {
            '\\' if slash => notes.note(ValidationError::InvalidReverseSolidus, at),
            '%' if is_percent_encoded(bytes, at) => {}
            '%' => notes.note_in_detail(ValidationError::InvalidUrlUnit, Detail::Percent, at),
            '\0' if nul => {
                notes.note_in_detail(ValidationError::InvalidUrlUnit, Detail::NulInFragment, at);
            }
            c if !is_url_code_point(c) => notes.note(ValidationError::InvalidUrlUnit, at),
            _ => {}
        }
    }
}

/// Whether a percent-encoded byte begins at a place.
pub(crate) fn is_percent_encoded(bytes: &[u8], at: usize) -> bool {
    matches!(bytes.get(at..at + 3), Some([b'%', high, low])
        if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}

pub(crate) fn is_url_code_point(c: char) -> bool {
    match u32::from(c) {
        code @ ..0x80 => crate::edition::sets::URL_CODE_POINT.contains(code as u8),
        0x80..0xA0 | 0xFDD0..=0xFDEF => false,
        code => code & 0xFFFE != 0xFFFE,
    }
}
