//! `serde`: a reference is its text; what does not parse is an error that says why.

use alloc::{borrow::Cow, boxed::Box, rc::Rc, string::String, sync::Arc};
use core::{fmt, marker::PhantomData};

use ::serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::uri::{AbsoluteUri, Uri, UriRef};

/// Reads a borrowed text.
struct BorrowedText<P>(PhantomData<P>);

impl<'de, P: TryFrom<&'de str, Error: fmt::Display>> de::Visitor<'de> for BorrowedText<P> {
    type Value = P;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a URI as borrowed text")
    }

    fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<P, E> {
        P::try_from(text).map_err(E::custom)
    }
}

macro_rules! owned {
    ($type:ident: $($text:ty),*) => {$(
        impl<'de> Deserialize<'de> for $type<$text> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let parsed = $type::new(String::deserialize(deserializer)?);
                parsed.map($type::convert).map_err(de::Error::custom)
            }
        }
    )*};
}

macro_rules! as_text {
    ($($type:ident)*) => {$(
        impl<T: AsRef<str>> Serialize for $type<T> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(AsRef::<str>::as_ref(self))
            }
        }

        owned! { $type: String, Box<str>, Rc<str>, Arc<str>, Cow<'_, str> }

        impl<'de: 'a, 'a> Deserialize<'de> for $type<&'a str> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(BorrowedText(PhantomData))
            }
        }
    )*};
}

as_text! { UriRef Uri AbsoluteUri }
