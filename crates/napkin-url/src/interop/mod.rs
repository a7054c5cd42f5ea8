//! Conversions to and from the types of the crates `url` and `http`, each behind its feature.
//!
//! The two crates follow other grammars, so a conversion parses the text anew. It fails if the result would have
//! another scheme, host or port.

#[cfg(feature = "http")]
mod http;
#[cfg(feature = "url")]
mod url;

use core::fmt;

use crate::attribute::Attribute;

/// Why a URL was not converted to or from a type of another crate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConversionError<E> {
    /// The text is not valid for the type that it was to become.
    Invalid(E),
    /// Both types take the text, and read this part differently.
    ReadDifferently(Attribute),
    /// The bytes of a header are not UTF-8.
    NotUtf8,
}

impl<E: fmt::Display> fmt::Display for ConversionError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(error) => error.fmt(f),
            Self::ReadDifferently(part) => {
                write!(f, "the two types read the {} differently", part.name())
            }
            Self::NotUtf8 => f.write_str("the header is not UTF-8"),
        }
    }
}

impl<E: core::error::Error> core::error::Error for ConversionError<E> {}
