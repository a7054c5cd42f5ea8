//! `serde`: an identifier is its text; what does not parse is an error that says why.

use alloc::{borrow::Cow, boxed::Box, rc::Rc, string::String, sync::Arc};
use core::fmt;

use ::serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::identifier::{AbsoluteIri, AbsoluteUri, Iri, IriRef, Uri, UriRef, for_each_identifier};

/// Text as it comes out of a deserializer. Its module is private, which seals it.
pub trait Deserialized<'de>: AsRef<str> + Sized {
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

macro_rules! owned {
    ($($text:ty),*) => {$(
        impl<'de> Deserialized<'de> for $text {
            fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer).map(Self::from)
            }
        }
    )*};
}

owned! { String, Box<str>, Rc<str>, Arc<str>, Cow<'_, str> }

impl<'de: 'a, 'a> Deserialized<'de> for &'a str {
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(BorrowedText)
    }
}

/// Reads a borrowed text.
struct BorrowedText;

impl<'de> de::Visitor<'de> for BorrowedText {
    type Value = &'de str;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a URI or an IRI as borrowed text")
    }

    fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<&'de str, E> {
        Ok(text)
    }
}

macro_rules! as_text {
    ($type:ident) => {
        impl<T: AsRef<str>> Serialize for $type<T> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.raw())
            }
        }

        impl<'de, T: Deserialized<'de>> Deserialize<'de> for $type<T> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::try_new(Deserialized::read(deserializer)?).map_err(de::Error::custom)
            }
        }
    };
}

for_each_identifier!(as_text);
