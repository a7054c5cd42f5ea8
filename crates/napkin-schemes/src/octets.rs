//! The text of one field: as it is written in a URI, or as data that is to be written into one.
//!
//! A field is cut out first and decoded once, when it is asked for (RFC 3986 §2.4). Written text
//! goes back into a URI as it was; data is percent-encoded.

use std::borrow::Cow;
use std::fmt;
use std::str::Utf8Error;

use napkin::{ByteSet, percent};

/// The octets of a field.
///
/// Two are equal if they decode to the same octets.
///
/// ```
/// use napkin_schemes::{Octets, schemes::Ftp};
///
/// let uri = napkin::Uri::parse("ftp://host.dom/%2Fetc/motd")?;
/// let ftp = Ftp::read(&uri)?;
/// assert_eq!(ftp.cwd[0].written(), Some("%2Fetc"));
/// assert_eq!(ftp.cwd[0], Octets::from("/etc"));
/// assert_eq!(ftp.cwd[0].to_str()?, "/etc");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Octets<'a>(Form<'a>);

#[derive(Clone)]
enum Form<'a> {
    Written(&'a str),
    Data(Cow<'a, [u8]>),
}

impl<'a> Octets<'a> {
    /// A field that was cut out of a URI.
    pub(crate) const fn cut(written: &'a str) -> Self {
        Self(Form::Written(written))
    }

    /// The text in the URI, if the field was read from one.
    pub const fn written(&self) -> Option<&'a str> {
        match self.0 {
            Form::Written(text) => Some(text),
            Form::Data(_) => None,
        }
    }

    /// The octets, decoded once.
    pub fn to_bytes(&self) -> Cow<'_, [u8]> {
        match &self.0 {
            Form::Written(text) => percent::decode(text, false).to_bytes(),
            Form::Data(octets) => Cow::Borrowed(octets),
        }
    }

    /// The octets as text.
    ///
    /// # Errors
    ///
    /// If they are not UTF-8.
    pub fn to_str(&self) -> Result<Cow<'_, str>, Utf8Error> {
        match self.to_bytes() {
            Cow::Borrowed(octets) => str::from_utf8(octets).map(Cow::Borrowed),
            Cow::Owned(octets) => {
                String::from_utf8(octets).map(Cow::Owned).map_err(|error| error.utf8_error())
            }
        }
    }

    /// The octets as characters U+0000 to U+00FF, one for one; the form that JSON shows.
    pub fn to_latin1(&self) -> String {
        self.to_bytes().iter().copied().map(char::from).collect()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        match &self.0 {
            Form::Written(text) => text.is_empty(),
            Form::Data(octets) => octets.is_empty(),
        }
    }

    /// Whether all octets are `allowed`.
    pub(crate) fn has_only(&self, allowed: impl Fn(u8) -> bool) -> bool {
        self.to_bytes().iter().all(|&octet| allowed(octet))
    }

    /// Writes the field into a URI: written text as it is; data with the unreserved characters and
    /// those of `raw` left raw.
    pub(crate) fn write(&self, output: &mut String, raw: ByteSet) {
        match &self.0 {
            Form::Written(text) => output.push_str(text),
            Form::Data(octets) => output.push_str(&percent::encode(octets).keep(raw).to_string()),
        }
    }
}

impl<'a> From<&'a str> for Octets<'a> {
    fn from(data: &'a str) -> Self {
        Self(Form::Data(data.as_bytes().into()))
    }
}

impl From<String> for Octets<'_> {
    fn from(data: String) -> Self {
        Self(Form::Data(data.into_bytes().into()))
    }
}

impl<'a> From<&'a [u8]> for Octets<'a> {
    fn from(data: &'a [u8]) -> Self {
        Self(Form::Data(data.into()))
    }
}

impl From<Vec<u8>> for Octets<'_> {
    fn from(data: Vec<u8>) -> Self {
        Self(Form::Data(data.into()))
    }
}

impl PartialEq for Octets<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.to_bytes() == other.to_bytes()
    }
}

impl Eq for Octets<'_> {}

impl PartialEq<str> for Octets<'_> {
    fn eq(&self, other: &str) -> bool {
        *self.to_bytes() == *other.as_bytes()
    }
}

impl PartialEq<&str> for Octets<'_> {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl fmt::Debug for Octets<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.to_bytes().escape_ascii())
    }
}
