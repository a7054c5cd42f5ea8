//! Errors and syntax violations as the crate `url` names them.

use core::fmt;

use crate::validation::{Detail, Failure, FailureReason, Note, ValidationError};

macro_rules! parse_errors {
    ($($(#[$doc:meta])* $name:ident $text:literal,)*) => {
        /// Why a text is not a URL, or why a host cannot be set.
        ///
        /// [`Failure`] has more: the standard's name of the error, and its offset.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum ParseError {
            $($(#[$doc])* $name,)*
        }

        impl fmt::Display for ParseError {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(Self::$name => $text,)*
                })
            }
        }
    };
}

parse_errors! {
    /// The host is missing.
    EmptyHost "empty host",
    /// The host is not a domain that can be looked up.
    IdnaError "invalid international domain name",
    /// The port is no number up to 65535.
    InvalidPort "invalid port number",
    /// The host ends in a number and is not an IPv4 address.
    InvalidIpv4Address "invalid IPv4 address",
    /// The host begins with a bracket and is not an IPv6 address.
    InvalidIpv6Address "invalid IPv6 address",
    /// The host contains a forbidden code point.
    InvalidDomainCharacter "invalid domain character",
    /// A relative URL needs a base.
    RelativeUrlWithoutBase "relative URL without a base",
    /// The base has an opaque path.
    RelativeUrlWithCannotBeABaseBase "relative URL with a cannot-be-a-base base",
    /// A URL with an opaque path has no host.
    SetHostOnCannotBeABaseUrl "a cannot-be-a-base URL doesn’t have a host to set",
    /// The URL has 4 GiB or more.
    Overflow "URLs more than 4 GB are not supported",
}

impl core::error::Error for ParseError {}

impl ParseError {
    /// The error for a failure; two failures depend on whether there was a base.
    pub(crate) fn of(failure: Failure, with_base: bool) -> Self {
        use ValidationError as E;
        match failure.reason() {
            FailureReason::TooLong => Self::Overflow,
            FailureReason::NeedsIdna => Self::IdnaError,
            FailureReason::Validation(error) => match error {
                E::DomainToAscii => Self::IdnaError,
                E::HostMissing => Self::EmptyHost,
                E::HostInvalidCodePoint => Self::InvalidDomainCharacter,
                E::PortInvalid | E::PortOutOfRange => Self::InvalidPort,
                E::MissingSchemeNonRelativeUrl if with_base => {
                    Self::RelativeUrlWithCannotBeABaseBase
                }
                E::MissingSchemeNonRelativeUrl => Self::RelativeUrlWithoutBase,
                E::Ipv4TooManyParts | E::Ipv4NonNumericPart | E::Ipv4OutOfRangePart => {
                    Self::InvalidIpv4Address
                }
                _ => Self::InvalidIpv6Address,
            },
        }
    }
}

impl From<Failure> for ParseError {
    /// The error for a failure of a text that was parsed without a base.
    fn from(failure: Failure) -> Self {
        Self::of(failure, false)
    }
}

macro_rules! syntax_violations {
    ($($(#[$doc:meta])* $name:ident $text:literal,)*) => {
        /// A validation error, as the crate `url` names it. [`Note`] has the standard's name and the offset.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum SyntaxViolation {
            $($(#[$doc])* $name,)*
        }

        impl SyntaxViolation {
            /// The description of the error in words.
            pub fn description(&self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }
        }
    };
}

syntax_violations! {
    /// A backslash is used as a slash.
    Backslash "backslash",
    /// There are controls or spaces around the URL.
    C0SpaceIgnored "leading or trailing control or space character are ignored in URLs",
    /// There are credentials.
    EmbeddedCredentials
        "embedding authentication information (username or password) in an URL is not recommended",
    /// `//` is missing.
    ExpectedDoubleSlash "expected //",
    /// `//` is missing behind `file:`.
    ExpectedFileDoubleSlash "expected // after file:",
    /// A Windows drive letter stands where a host should.
    FileWithHostAndWindowsDrive "file: with host and Windows drive letter",
    /// A code point is not a URL code point.
    NonUrlCodePoint "non-URL code point",
    /// There is a NUL in the fragment.
    NullInFragment "NULL characters are ignored in URL fragment identifiers",
    /// `%` begins no percent-encoded byte.
    PercentDecode "expected 2 hex digits after %",
    /// There are tabs or newlines.
    TabOrNewlineIgnored "tabs or newlines are ignored in URLs",
    /// There is another `@` in the credentials.
    UnencodedAtSign "unencoded @ sign in username or password",
}

impl fmt::Display for SyntaxViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.description())
    }
}

impl SyntaxViolation {
    /// The violation for a note, if the crate `url` has one.
    pub(crate) fn of(note: Note) -> Option<Self> {
        use ValidationError as E;
        Some(match (note.error, note.detail) {
            (E::InvalidReverseSolidus, _) => Self::Backslash,
            (E::InvalidUrlUnit, Detail::Edges) => Self::C0SpaceIgnored,
            (E::InvalidUrlUnit, Detail::TabOrNewline) => Self::TabOrNewlineIgnored,
            (E::InvalidUrlUnit, Detail::Percent) => Self::PercentDecode,
            (E::InvalidUrlUnit, Detail::NulInFragment) => Self::NullInFragment,
            (E::InvalidUrlUnit, _) => Self::NonUrlCodePoint,
            (E::InvalidCredentials, Detail::AnotherAt) => Self::UnencodedAtSign,
            (E::InvalidCredentials, _) => Self::EmbeddedCredentials,
            (E::SpecialSchemeMissingFollowingSolidus, Detail::File) => {
                Self::ExpectedFileDoubleSlash
            }
            (E::SpecialSchemeMissingFollowingSolidus, _) => Self::ExpectedDoubleSlash,
            (E::FileInvalidWindowsDriveLetter | E::FileInvalidWindowsDriveLetterHost, _) => {
                Self::FileWithHostAndWindowsDrive
            }
            _ => return None,
        })
    }
}
