//! The decoded octets of percent-encoded text: text if they are UTF-8.

use std::borrow::Cow;
use std::str;

use napkin::edition::Escapes;
use napkin::percent::Decode;
use napkin::{Edition, Part, percent};
/// Decoded octets; by serde a string, or `{"hex": …}` if they are not UTF-8.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Octets<'a>(Cow<'a, [u8]>);

impl<'a> Octets<'a> {
    /// The octets.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The octets as text; or where they stop being UTF-8.
    ///
    /// # Errors
    ///
    /// The number of leading octets that are UTF-8.
    pub fn into_text(self) -> Result<Cow<'a, str>, usize> {
        match self.0 {
            Cow::Borrowed(bytes) => {
                str::from_utf8(bytes).map(Cow::Borrowed).map_err(|e| e.valid_up_to())
            }
            Cow::Owned(bytes) => {
                String::from_utf8(bytes).map(Cow::Owned).map_err(|e| e.utf8_error().valid_up_to())
            }
        }
    }
}

impl<'a> From<Cow<'a, str>> for Octets<'a> {
    fn from(text: Cow<'a, str>) -> Self {
        Self(match text {
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        })
    }
}

impl<'a> From<Decode<'a>> for Octets<'a> {
    fn from(decode: Decode<'a>) -> Self {
        Self(decode.to_bytes())
    }
}

impl<'a> Octets<'a> {
    /// The text of a part, decoded by an edition: its octets, or the UTF-8 of its characters if the edition assigns
    /// characters to octets.
    pub fn of(edition: &Edition, part: Part, text: &'a str) -> Self {
        if part == Part::Host && text.starts_with('[') {
            // An IP literal is no percent-encoded text.
            return Self(text.as_bytes().into());
        }
        let decoded = edition.decode(part, text);
        match edition.escapes {
            Escapes::Octets => decoded.into(),
            Escapes::Latin1 => Self(decoded.to_latin1().into_bytes().into()),
        }
    }

    /// A text of a query, decoded as an HTML form encodes it: `+` is a space.
    pub fn of_form(edition: &Edition, text: &'a str) -> Self {
        let decoded = percent::decode(text, true);
        match edition.escapes {
            Escapes::Octets => decoded.into(),
            Escapes::Latin1 => Self(decoded.to_latin1().into_bytes().into()),
        }
    }
}

impl<'a> Octets<'a> {
    /// A text of a URL, decoded by the URL Standard, which keeps a `%` without two digits.
    pub fn of_url(text: impl Into<Cow<'a, str>>) -> Self {
        Self(match text.into() {
            Cow::Borrowed(text) => napkin_url::percent::decode(text.as_bytes()),
            Cow::Owned(text) => napkin_url::percent::decode(text.as_bytes()).into_owned().into(),
        })
    }

    /// A text of the query of a URL, decoded as an HTML form encodes it: `+` is a space.
    pub fn of_url_form(text: &str) -> Self {
        let spaced = text.replace('+', " ");
        Self(Cow::Owned(napkin_url::percent::decode(spaced.as_bytes()).into_owned()))
    }
}
