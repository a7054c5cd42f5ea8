//! Conversions, and serde.

use alloc::borrow::Cow;
use alloc::string::String;
use core::str::FromStr;

use super::Url;
use crate::error::ParseError;

impl FromStr for Url {
    type Err = ParseError;

    #[inline]
    fn from_str(input: &str) -> Result<Self, ParseError> {
        Self::parse(input)
    }
}

impl<'a> TryFrom<&'a str> for Url {
    type Error = ParseError;

    #[inline]
    fn try_from(input: &'a str) -> Result<Self, ParseError> {
        Self::parse(input)
    }
}

impl From<Url> for String {
    #[inline]
    fn from(url: Url) -> Self {
        url.text
    }
}

/// A URL that owns its text, as the type of one that may borrow it.
impl From<Url> for Url<Cow<'_, str>> {
    #[inline]
    fn from(url: Url) -> Self {
        Self { text: Cow::Owned(url.text), parts: url.parts }
    }
}

impl<T: AsRef<str>> AsRef<str> for Url<T> {
    #[inline]
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl Url {
    /// The serialization.
    #[deprecated = "use `Into<String>`, or `into_text`"]
    pub fn into_string(self) -> String {
        self.text
    }
}

/// Serialized as text.
#[cfg(feature = "serde")]
impl<T: AsRef<str>> serde::Serialize for Url<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Deserialized from any text that parses.
#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Url {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl serde::de::Visitor<'_> for Visitor {
            type Value = Url;

            fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str("a string representing an URL")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Url, E> {
                Url::parse(text).map_err(|error| E::custom(format_args!("{error}: {text:?}")))
            }
        }

        deserializer.deserialize_str(Visitor)
    }
}
