//! References from text and as text: every type of text that the standard library has, both ways.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, boxed::Box, rc::Rc, string::String, sync::Arc};
#[cfg(feature = "alloc")]
use core::str::FromStr;
use core::{borrow::Borrow, cmp::Ordering, fmt, hash};

use crate::error::ParseError;
#[cfg(feature = "alloc")]
use crate::uri::Refused;
use crate::uri::{AbsoluteUri, Uri, UriRef};

/// Comparing a reference with text, in both directions. `Box<str>` and the like are left out: they can be compared
/// with nothing but themselves, which the compiler goes by where a type is not written down.
macro_rules! equal_to {
    ($type:ident: $($text:ty),*) => {$(
        impl<T: AsRef<str>> PartialEq<$text> for $type<T> {
            fn eq(&self, text: &$text) -> bool {
                AsRef::<str>::as_ref(self) == AsRef::<str>::as_ref(text)
            }
        }

        impl<T: AsRef<str>> PartialEq<$type<T>> for $text {
            fn eq(&self, reference: &$type<T>) -> bool {
                AsRef::<str>::as_ref(self) == AsRef::<str>::as_ref(reference)
            }
        }
    )*};
}

/// A reference is its text: as such it is shown, compared, ordered and hashed.
macro_rules! is_its_text {
    ($($type:ident)*) => {$(
        impl<T: AsRef<str>> AsRef<str> for $type<T> {
            fn as_ref(&self) -> &str {
                self.raw()
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

        impl<T: AsRef<str>, U: AsRef<str>> PartialEq<$type<U>> for $type<T> {
            fn eq(&self, other: &$type<U>) -> bool {
                self.raw() == other.raw()
            }
        }

        impl<T: AsRef<str>> Eq for $type<T> {}

        impl<T: AsRef<str>, U: AsRef<str>> PartialOrd<$type<U>> for $type<T> {
            fn partial_cmp(&self, other: &$type<U>) -> Option<Ordering> {
                Some(self.raw().cmp(other.raw()))
            }
        }

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
    )*};
}

is_its_text! { UriRef Uri AbsoluteUri }

/// References of different types are equal if their texts are.
macro_rules! equal_across {
    ($($left:ident $right:ident,)*) => {$(
        impl<T: AsRef<str>, U: AsRef<str>> PartialEq<$right<U>> for $left<T> {
            fn eq(&self, other: &$right<U>) -> bool {
                self.raw() == other.raw()
            }
        }
    )*};
}

equal_across! { UriRef Uri, Uri UriRef, UriRef AbsoluteUri, AbsoluteUri UriRef, Uri AbsoluteUri, AbsoluteUri Uri, }

macro_rules! from_and_as_text {
    ($($type:ident)*) => {$(
        impl<'a> TryFrom<&'a str> for $type<&'a str> {
            type Error = ParseError;

            fn try_from(text: &'a str) -> Result<Self, ParseError> {
                Self::parse(text)
            }
        }

        impl<T: AsRef<str>> AsRef<[u8]> for $type<T> {
            fn as_ref(&self) -> &[u8] {
                AsRef::<str>::as_ref(self).as_bytes()
            }
        }

        equal_to! { $type: str, &str }

        #[cfg(feature = "alloc")]
        equal_to! { $type: String, Cow<'_, str> }
    )*};
}

from_and_as_text! { UriRef Uri AbsoluteUri }

/// Parsing owned text: what keeps it gives it back where it is refused, what copies it does not.
#[cfg(feature = "alloc")]
macro_rules! from_owned_text {
    ($type:ident: $($text:ty),*) => {$(
        impl TryFrom<$text> for $type<$text> {
            type Error = Refused<$text>;

            fn try_from(text: $text) -> Result<Self, Self::Error> {
                Self::new(text)
            }
        }

        impl FromStr for $type<$text> {
            type Err = ParseError;

            fn from_str(text: &str) -> Result<Self, ParseError> {
                Ok($type::parse(text)?.to_owned().convert())
            }
        }
    )*};
}

/// Taking the text out, or a copy of it.
#[cfg(feature = "alloc")]
macro_rules! into_text {
    ($type:ident: $($text:ty),*) => {$(
        impl<T: Into<$text>> From<$type<T>> for $text {
            fn from(reference: $type<T>) -> Self {
                reference.into_text().into()
            }
        }

        impl<T: AsRef<str>> From<&$type<T>> for $text {
            fn from(reference: &$type<T>) -> Self {
                AsRef::<str>::as_ref(reference).into()
            }
        }
    )*};
}

#[cfg(feature = "alloc")]
macro_rules! with_owned_text {
    ($($type:ident)*) => {$(
        from_owned_text! { $type: String, Box<str>, Rc<str>, Arc<str> }
        into_text! { $type: String, Box<str>, Rc<str>, Arc<str> }

        impl<'a> TryFrom<Cow<'a, str>> for $type<Cow<'a, str>> {
            type Error = Refused<Cow<'a, str>>;

            fn try_from(text: Cow<'a, str>) -> Result<Self, Self::Error> {
                Self::new(text)
            }
        }

        impl FromStr for $type<Cow<'_, str>> {
            type Err = ParseError;

            fn from_str(text: &str) -> Result<Self, ParseError> {
                Ok($type::parse(text)?.to_owned().convert())
            }
        }

        impl<'a, T: Into<Cow<'a, str>>> From<$type<T>> for Cow<'a, str> {
            fn from(reference: $type<T>) -> Self {
                reference.into_text().into()
            }
        }

        impl<'a, T: AsRef<str>> From<&'a $type<T>> for Cow<'a, str> {
            fn from(reference: &'a $type<T>) -> Self {
                Self::Borrowed(reference.as_ref())
            }
        }
    )*};
}

#[cfg(feature = "alloc")]
with_owned_text! { UriRef Uri AbsoluteUri }
