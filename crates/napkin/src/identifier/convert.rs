//! Conversions of identifiers from text and to text, for every text type of the standard library.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, boxed::Box, rc::Rc, string::String, sync::Arc};
#[cfg(feature = "alloc")]
use core::str::FromStr;
use core::{borrow::Borrow, cmp::Ordering, fmt, hash};

use crate::error::ParseError;
#[cfg(feature = "alloc")]
use crate::identifier::Refused;
use crate::identifier::{Grammar, Identifier};

impl<G: Grammar<Text: AsRef<str>>> AsRef<str> for Identifier<G> {
    fn as_ref(&self) -> &str {
        self.raw()
    }
}

impl<G: Grammar<Text: AsRef<str>>> AsRef<[u8]> for Identifier<G> {
    fn as_ref(&self) -> &[u8] {
        self.raw().as_bytes()
    }
}

impl<G: Grammar<Text: AsRef<str>>> Borrow<str> for Identifier<G> {
    fn borrow(&self) -> &str {
        self.raw()
    }
}

impl<G: Grammar<Text: AsRef<str>>> fmt::Display for Identifier<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.raw())
    }
}

impl<G: Grammar<Text: AsRef<str>>> fmt::Debug for Identifier<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.raw(), f)
    }
}

impl<G: Grammar<Text: AsRef<str>>, H: Grammar<Text: AsRef<str>>> PartialEq<Identifier<H>>
    for Identifier<G>
{
    /// Whether the texts are equal, whatever grammars they match.
    fn eq(&self, other: &Identifier<H>) -> bool {
        self.raw() == other.raw()
    }
}

impl<G: Grammar<Text: AsRef<str>>> Eq for Identifier<G> {}

impl<G: Grammar<Text: AsRef<str>>, H: Grammar<Text: AsRef<str>>> PartialOrd<Identifier<H>>
    for Identifier<G>
{
    fn partial_cmp(&self, other: &Identifier<H>) -> Option<Ordering> {
        Some(self.raw().cmp(other.raw()))
    }
}

impl<G: Grammar<Text: AsRef<str>>> Ord for Identifier<G> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.raw().cmp(other.raw())
    }
}

impl<G: Grammar<Text: AsRef<str>>> hash::Hash for Identifier<G> {
    fn hash<S: hash::Hasher>(&self, state: &mut S) {
        self.raw().hash(state);
    }
}

impl<'a, G: Grammar<Text = &'a str>> TryFrom<&'a str> for Identifier<G> {
    type Error = ParseError;

    fn try_from(text: &'a str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}

#[cfg(feature = "alloc")]
impl<G: Grammar<Text: AsRef<str> + From<String>>> FromStr for Identifier<G> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Ok(Self::new(String::from(text).into())?)
    }
}

/// Comparing an identifier with text, in both directions. `Box<str>` and similar types are left out: they compare
/// only with themselves, and type inference relies on that.
macro_rules! equal_to {
    ($($text:ty),*) => {$(
        impl<G: Grammar<Text: AsRef<str>>> PartialEq<$text> for Identifier<G> {
            fn eq(&self, text: &$text) -> bool {
                self.raw() == AsRef::<str>::as_ref(text)
            }
        }

        impl<G: Grammar<Text: AsRef<str>>> PartialEq<Identifier<G>> for $text {
            fn eq(&self, identifier: &Identifier<G>) -> bool {
                AsRef::<str>::as_ref(self) == identifier.raw()
            }
        }
    )*};
}

equal_to! { str, &str }
#[cfg(feature = "alloc")]
equal_to! { String, Cow<'_, str> }

/// Parses owned text, returning it in the error if it is invalid, and converts an identifier to owned text.
#[cfg(feature = "alloc")]
macro_rules! from_and_into {
    ($($text:ty),*) => {$(
        impl<G: Grammar<Text = $text>> TryFrom<$text> for Identifier<G> {
            type Error = Refused<$text>;

            fn try_from(text: $text) -> Result<Self, Self::Error> {
                Self::new(text)
            }
        }

        impl<G: Grammar<Text: Into<$text>>> From<Identifier<G>> for $text {
            fn from(identifier: Identifier<G>) -> Self {
                identifier.into_text().into()
            }
        }

        impl<G: Grammar<Text: AsRef<str>>> From<&Identifier<G>> for $text {
            fn from(identifier: &Identifier<G>) -> Self {
                identifier.raw().into()
            }
        }
    )*};
}

#[cfg(feature = "alloc")]
from_and_into! { String, Box<str>, Rc<str>, Arc<str> }

#[cfg(feature = "alloc")]
impl<'a, G: Grammar<Text = Cow<'a, str>>> TryFrom<Cow<'a, str>> for Identifier<G> {
    type Error = Refused<Cow<'a, str>>;

    fn try_from(text: Cow<'a, str>) -> Result<Self, Self::Error> {
        Self::new(text)
    }
}

#[cfg(feature = "alloc")]
impl<'a, G: Grammar<Text: Into<Cow<'a, str>>>> From<Identifier<G>> for Cow<'a, str> {
    fn from(identifier: Identifier<G>) -> Self {
        identifier.into_text().into()
    }
}

#[cfg(feature = "alloc")]
impl<'a, G: Grammar<Text: AsRef<str>>> From<&'a Identifier<G>> for Cow<'a, str> {
    fn from(identifier: &'a Identifier<G>) -> Self {
        Self::Borrowed(identifier.raw())
    }
}
