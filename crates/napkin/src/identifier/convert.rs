//! Conversions of identifiers from text and to text, for every text type of the standard library.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, boxed::Box, rc::Rc, string::String, sync::Arc, vec::Vec};
#[cfg(feature = "alloc")]
use core::str::FromStr;
use core::{borrow::Borrow, cmp::Ordering, fmt, hash};

use super::{AbsoluteIri, AbsoluteUri, Iri, IriRef, Parsed, Uri, UriRef};
use crate::components::Components;
use crate::error::ParseError;

/// What an identifier is as text: display, order and hash are those of the text.
macro_rules! as_text {
    ($type:ident) => {
        impl<T: AsRef<str>> AsRef<str> for $type<T> {
            fn as_ref(&self) -> &str {
                self.raw()
            }
        }

        impl<T: AsRef<str>> AsRef<[u8]> for $type<T> {
            fn as_ref(&self) -> &[u8] {
                self.raw().as_bytes()
            }
        }

        impl<T: AsRef<str>> Borrow<str> for $type<T> {
            fn borrow(&self) -> &str {
                self.raw()
            }
        }

        impl<T: AsRef<str>> fmt::Display for $type<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.raw())
            }
        }

        impl<T: AsRef<str>> fmt::Debug for $type<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(self.raw(), f)
            }
        }

        compared! { $type with UriRef Uri AbsoluteUri IriRef Iri AbsoluteIri }

        impl<T: AsRef<str>> Eq for $type<T> {}

        impl<T: AsRef<str>> Ord for $type<T> {
            fn cmp(&self, other: &Self) -> Ordering {
                self.raw().cmp(other.raw())
            }
        }

        impl<T: AsRef<str>> hash::Hash for $type<T> {
            fn hash<H: hash::Hasher>(&self, state: &mut H) {
                self.raw().hash(state);
            }
        }
    };
}

/// Comparing the texts of two identifiers, whatever they promise.
macro_rules! compared {
    ($type:ident with $($other:ident)*) => {$(
        impl<T: AsRef<str>, U: AsRef<str>> PartialEq<$other<U>> for $type<T> {
            fn eq(&self, other: &$other<U>) -> bool {
                self.raw() == other.raw()
            }
        }

        impl<T: AsRef<str>, U: AsRef<str>> PartialOrd<$other<U>> for $type<T> {
            fn partial_cmp(&self, other: &$other<U>) -> Option<Ordering> {
                Some(self.raw().cmp(other.raw()))
            }
        }
    )*};
}

/// Comparing an identifier with text, in both directions. `Box<str>` and similar types are left out: they compare
/// only with themselves, and type inference relies on that.
macro_rules! equal_to {
    ($type:ident with $($text:ty),*) => {$(
        impl<T: AsRef<str>> PartialEq<$text> for $type<T> {
            fn eq(&self, text: &$text) -> bool {
                self.raw() == AsRef::<str>::as_ref(text)
            }
        }

        impl<T: AsRef<str>> PartialEq<$type<T>> for $text {
            fn eq(&self, identifier: &$type<T>) -> bool {
                AsRef::<str>::as_ref(self) == identifier.raw()
            }
        }
    )*};
}

/// Parsing text that is not kept as it is.
macro_rules! read {
    ($type:ident) => {
        impl<'a> TryFrom<&'a str> for $type<&'a str> {
            type Error = ParseError;

            fn try_from(text: &'a str) -> Result<Self, ParseError> {
                Self::parse(text)
            }
        }

        impl<'a> TryFrom<&'a [u8]> for $type<&'a str> {
            type Error = ParseError;

            fn try_from(bytes: &'a [u8]) -> Result<Self, ParseError> {
                Self::parse_bytes(bytes)
            }
        }

        #[cfg(feature = "alloc")]
        impl TryFrom<Vec<u8>> for $type<String> {
            type Error = ParseError;

            fn try_from(bytes: Vec<u8>) -> Result<Self, ParseError> {
                let components = *$type::parse_bytes(&bytes)?.components();
                // What was parsed is UTF-8.
                Ok(Self::wrap(String::from_utf8(bytes).unwrap_or_default(), components))
            }
        }

        #[cfg(feature = "alloc")]
        impl<T: AsRef<str> + From<String>> FromStr for $type<T> {
            type Err = ParseError;

            fn from_str(text: &str) -> Result<Self, ParseError> {
                Self::try_new(String::from(text).into())
            }
        }

        equal_to! { $type with str, &str }
        #[cfg(feature = "alloc")]
        equal_to! { $type with String, Cow<'_, str> }
        #[cfg(feature = "alloc")]
        from_and_into! { $type with String, Box<str>, Rc<str>, Arc<str> }

        #[cfg(feature = "alloc")]
        impl<'a> TryFrom<Cow<'a, str>> for $type<Cow<'a, str>> {
            type Error = ParseError;

            fn try_from(text: Cow<'a, str>) -> Result<Self, ParseError> {
                Self::try_new(text)
            }
        }

        #[cfg(feature = "alloc")]
        impl<'a> From<$type<&'a str>> for $type<Cow<'a, str>> {
            /// The borrowed text.
            fn from(identifier: $type<&'a str>) -> Self {
                identifier.convert()
            }
        }

        #[cfg(feature = "alloc")]
        impl<'a, T: Into<Cow<'a, str>>> From<$type<T>> for Cow<'a, str> {
            fn from(identifier: $type<T>) -> Self {
                identifier.into_text().into()
            }
        }

        #[cfg(feature = "alloc")]
        impl<'a, T: AsRef<str>> From<&'a $type<T>> for Cow<'a, str> {
            fn from(identifier: &'a $type<T>) -> Self {
                Self::Borrowed(identifier.raw())
            }
        }
    };
}

/// Parses owned text, and converts an identifier to owned text.
#[cfg(feature = "alloc")]
macro_rules! from_and_into {
    ($type:ident with $($text:ty),*) => {$(
        impl TryFrom<&str> for $type<$text> {
            type Error = ParseError;

            fn try_from(text: &str) -> Result<Self, ParseError> {
                text.parse()
            }
        }

        impl TryFrom<&String> for $type<$text> {
            type Error = ParseError;

            fn try_from(text: &String) -> Result<Self, ParseError> {
                text.parse()
            }
        }

        impl TryFrom<&[u8]> for $type<$text> {
            type Error = ParseError;

            fn try_from(bytes: &[u8]) -> Result<Self, ParseError> {
                Ok($type::parse_bytes(bytes)?.into_owned().convert())
            }
        }

        impl TryFrom<$text> for $type<$text> {
            type Error = ParseError;

            fn try_from(text: $text) -> Result<Self, ParseError> {
                Self::try_new(text)
            }
        }

        impl<'a> From<$type<&'a str>> for $type<$text> {
            /// A copy of the text.
            fn from(identifier: $type<&'a str>) -> Self {
                identifier.convert()
            }
        }

        impl<T: Into<$text>> From<$type<T>> for $text {
            fn from(identifier: $type<T>) -> Self {
                identifier.into_text().into()
            }
        }

        impl<T: AsRef<str>> From<&$type<T>> for $text {
            fn from(identifier: &$type<T>) -> Self {
                identifier.raw().into()
            }
        }
    )*};
}

for_each_identifier!(as_text);
for_each_identifier!(read);

macro_rules! empty {
    ($($type:ident)*) => {$(
        /// The empty reference, which refers to the document that it is in (RFC 3986 §4.4).
        impl<T: AsRef<str> + From<&'static str>> Default for $type<T> {
            fn default() -> Self {
                Self::wrap(T::from(""), Components::all_path(0))
            }
        }
    )*};
}

empty! { UriRef IriRef }
