//! `serde`: an identifier is its text; what does not parse is an error that says why.

use alloc::{borrow::Cow, boxed::Box, rc::Rc, string::String, sync::Arc};
use core::fmt;

use ::serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::error::Diagnosis;
use crate::identifier::{AbsoluteIri, AbsoluteUri, Iri, IriRef, Uri, UriRef, for_each_identifier};
use crate::level::Level;
use crate::origin::{Origin, OwnedOrigin};

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

/// The message of a refused text: serde has no other place for it.
struct InLine<'a>(Diagnosis<'a>);

impl fmt::Display for InLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.in_line(f)
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
                Self::try_keep(Deserialized::read(deserializer)?)
                    .map_err(|refused| de::Error::custom(InLine(refused.diagnose())))
            }
        }
    };
}

for_each_identifier!(as_text);

impl Serialize for Origin<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for OwnedOrigin {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for OwnedOrigin {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<str>::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<str>::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
