//! The decoded octets of percent-encoded text: text if they are UTF-8.

use std::borrow::Cow;
use std::fmt::Write;

use napkin::edition::Escapes;
use napkin::percent::Decode;
use napkin::{Edition, Host, Part, percent};
use schemars::JsonSchema;
use serde::Serialize;

use crate::schema::written_as;

/// Decoded octets; in JSON a string, or `{"hex": …}` if they are not UTF-8.
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

    /// A host, decoded. Only a registered name has percent-encoded octets; an address is plain text.
    pub fn of_host(edition: &Edition, host: Host<'a>) -> Self {
        match host.reg_name() {
            Some(name) => Self::of(edition, Part::Host, name.as_str()),
            None => Self(host.as_str().as_bytes().into()),
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

/// Decoded octets: text, or hexadecimal digits if they are not UTF-8.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "octets")]
enum Written<'o> {
    Text(&'o str),
    Hex { hex: String },
}

impl Octets<'_> {
    fn written(&self) -> Written<'_> {
        if let Ok(text) = str::from_utf8(&self.0) {
            return Written::Text(text);
        }
        let mut hex = String::with_capacity(2 * self.0.len());
        for octet in self.0.iter() {
            // Writing to memory cannot fail.
            let _ = write!(hex, "{octet:02X}");
        }
        Written::Hex { hex }
    }
}

written_as!(Octets<'_> as Written<'_>, Octets::written);
