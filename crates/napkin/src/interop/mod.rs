//! Conversions to and from what other crates call a URI, each behind its feature.
//!
//! They return errors and never panic: `url` follows another standard and `http` a laxer grammar, so neither
//! contains the other. Where both take a text, they can still read it differently: `http` takes
//! `mailto:root@192.0.2.1` for a host. So the parts of what was made are held against the parts of what it was
//! made from, and a conversion that would change who is contacted is refused.

#[cfg(feature = "form")]
mod form;
#[cfg(any(feature = "arbitrary", feature = "proptest"))]
mod generated;
#[cfg(feature = "http")]
mod http;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "url")]
mod url;

mod refusal {
    use core::fmt;

    use crate::fault::Part;

    /// Why a conversion to or from another crate's type was refused.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum NotConverted<E> {
        /// The text is not valid for the type that was asked for.
        Invalid(E),
        /// Both take the text, but they read it differently, in this part first: it would stand where the
        /// other does not have it, or with another meaning.
        ReadDifferently(Part),
    }

    impl<E: fmt::Display> fmt::Display for NotConverted<E> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match self {
                Self::Invalid(error) => error.fmt(f),
                Self::ReadDifferently(part) => {
                    write!(
                        f,
                        "the conversion would change the {part}, since the two read it differently"
                    )
                }
            }
        }
    }

    impl<E: core::error::Error> core::error::Error for NotConverted<E> {}
}

#[cfg(feature = "form")]
pub use form::FormError;
#[cfg(any(feature = "arbitrary", feature = "proptest"))]
pub use generated::HostileText;
pub use refusal::NotConverted;

/// The conversions of a type of ours into one of another crate, by value and by reference, for each of the
/// three types, by one function from the weakest of them.
#[cfg(any(feature = "http", feature = "url"))]
macro_rules! into_other {
    ($doc:literal, $other:ty, $error:ty, $convert:path, $($type:ident)*) => {$(
        impl<T: $crate::Text> TryFrom<&$type<T>> for $other {
            type Error = NotConverted<$error>;

            #[doc = $doc]
            fn try_from(reference: &$type<T>) -> Result<Self, Self::Error> {
                $convert(reference.as_borrowed().into())
            }
        }

        impl<T: $crate::Text> TryFrom<$type<T>> for $other {
            type Error = NotConverted<$error>;

            #[doc = $doc]
            fn try_from(reference: $type<T>) -> Result<Self, Self::Error> {
                Self::try_from(&reference)
            }
        }
    )*};
}

/// The conversions back.
#[cfg(any(feature = "http", feature = "url"))]
macro_rules! from_other {
    ($doc:literal, $other:ty, $check:path, $($type:ident)*) => {$(
        impl TryFrom<&$other> for $type<String> {
            type Error = NotConverted<ParseError>;

            #[doc = $doc]
            fn try_from(other: &$other) -> Result<Self, Self::Error> {
                let made = Self::try_new(other.to_string());
                let made = made.map_err(NotConverted::Invalid)?;
                $check(made.as_borrowed().into(), other)?;
                Ok(made)
            }
        }

        impl TryFrom<$other> for $type<String> {
            type Error = NotConverted<ParseError>;

            #[doc = $doc]
            fn try_from(other: $other) -> Result<Self, Self::Error> {
                Self::try_from(&other)
            }
        }
    )*};
}

#[cfg(any(feature = "http", feature = "url"))]
use {from_other, into_other};
