//! The text of one field: as written in a URI, or as data to be written into one.
//!
//! A field is cut out first and decoded once, on demand (RFC 3986 §2.4). Written text goes back into a URI
//! unchanged; data is percent-encoded.

use std::borrow::Cow;
use std::fmt;
use std::str::Utf8Error;

use napkin::{ByteSet, percent};

use crate::spelling;

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
pub struct Octets<'a> {
    form: Form<'a>,
    /// Whether the edition assigns a character of ISO 8859-1 to each octet.
    is_latin1: bool,
}

#[derive(Clone)]
enum Form<'a> {
    /// The text, and the byte of the URI at which it begins, if it was read from one.
    Written(&'a str, Option<u32>),
    Data(Cow<'a, [u8]>),
}

impl Default for Octets<'_> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<'a> Octets<'a> {
    const fn of(form: Form<'a>) -> Self {
        Self { form, is_latin1: false }
    }

    /// A field cut out of a URI at this byte.
    pub(crate) const fn cut(written: &'a str, at: usize) -> Self {
        Self::of(Form::Written(written, Some(at as u32)))
    }

    /// A field that is already percent-encoded.
    pub(crate) const fn encoded(written: &'a str) -> Self {
        Self::of(Form::Written(written, None))
    }

    /// This field, whose octets are characters of ISO 8859-1 if they are so in its edition.
    pub(crate) const fn in_latin1(mut self, is_latin1: bool) -> Self {
        self.is_latin1 = is_latin1;
        self
    }

    /// Whether the edition assigns a character of ISO 8859-1 to each octet.
    pub(crate) const fn is_latin1(&self) -> bool {
        self.is_latin1
    }

    pub(crate) const EMPTY: Self = Self::encoded("");

    /// The text in the URI, if the field was read from one.
    pub const fn written(&self) -> Option<&'a str> {
        match self.form {
            Form::Written(text, _) => Some(text),
            Form::Data(_) => None,
        }
    }

    /// The octets, decoded once.
    pub fn to_bytes(&self) -> Cow<'_, [u8]> {
        match &self.form {
            Form::Written(text, _) => percent::decode(text, false).to_bytes(),
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
            Cow::Borrowed(octets) => std::str::from_utf8(octets).map(Cow::Borrowed),
            Cow::Owned(octets) => {
                String::from_utf8(octets).map(Cow::Owned).map_err(|error| error.utf8_error())
            }
        }
    }

    /// The octets as characters U+0000 to U+00FF, one for one.
    ///
    /// ```
    /// use napkin_schemes::Octets;
    ///
    /// assert_eq!(Octets::from(&b"caf\xe9"[..]).to_latin1(), "café");
    /// ```
    pub fn to_latin1(&self) -> String {
        self.to_bytes().iter().copied().map(char::from).collect()
    }

    /// The octets as text, by [`text_of`].
    pub(crate) fn shown_text(&self) -> String {
        text_of(&self.to_bytes(), self.is_latin1).0
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        match &self.form {
            Form::Written(text, _) => text.is_empty(),
            Form::Data(octets) => octets.is_empty(),
        }
    }

    /// Whether all raw characters are in this set; data is encoded so that they are, and so are the characters of an
    /// IRI.
    pub(crate) fn is_written_in(&self, raw: ByteSet) -> bool {
        let is_in = |byte: u8| raw.contains(byte) || !byte.is_ascii();
        self.written().is_none_or(|text| text.bytes().all(is_in))
    }

    /// Whether all octets are `allowed`.
    pub(crate) fn has_only(&self, allowed: impl Fn(u8) -> bool) -> bool {
        self.to_bytes().iter().all(|&octet| allowed(octet))
    }

    /// The byte of the URI of the first octet that satisfies `wanted`, if the field was read from a URI and has
    /// such an octet.
    pub(crate) fn place_of(&self, wanted: impl Fn(u8) -> bool) -> Option<usize> {
        self.place(self.to_bytes().iter().position(|&octet| wanted(octet))?)
    }

    /// The byte of the URI of the octet with this index, if the field was read from one.
    pub(crate) fn place(&self, number: usize) -> Option<usize> {
        let Form::Written(text, Some(start)) = self.form else { return None };
        let (at, _) = spelling::octets(text).nth(number)?;
        // An octet inside a character has the place of the character.
        let at = (0..=at).rev().find(|&at| text.is_char_boundary(at))?;
        Some(start as usize + at)
    }

    /// The byte of the URI at which the field begins, if it was read from one.
    pub(crate) const fn start(&self) -> Option<usize> {
        match self.form {
            Form::Written(_, Some(start)) => Some(start as usize),
            _ => None,
        }
    }

    /// The field in a canonical spelling: characters of `raw` are never escaped. Other escapes stay, since a
    /// delimiter and its escape differ.
    pub(crate) fn spelled(&self, raw: ByteSet) -> String {
        match &self.form {
            Form::Written(text, _) => spelling::unescape(text, raw),
            Form::Data(octets) => percent::encode(octets).keep(raw).to_string(),
        }
    }

    /// Writes the field into a URI. Written text stays unchanged, except characters that an older edition allows
    /// raw in a path and RFC 3986 does not. Data keeps the unreserved characters and those of `raw`.
    pub(crate) fn write(&self, output: &mut String, raw: ByteSet) {
        const PATH: ByteSet = ByteSet::of(b"/?:@!$&'()*+,;=");
        match &self.form {
            Form::Written(text, _) => {
                // Percent-encoded octets stay; only the text between them is checked.
                for (number, between) in text.split('%').enumerate() {
                    output.push_str(if number == 0 { "" } else { "%" });
                    output.push_str(&percent::encode(between).keep(raw.or(PATH)).to_string());
                }
            }
            Form::Data(octets) => output.push_str(&percent::encode(octets).keep(raw).to_string()),
        }
    }
}

/// Octets as text: UTF-8, which today's programs write, and in an edition that says so characters of ISO 8859-1. Of other
/// octets, which the flag names, those in no character, and percent signs, are percent-encoded.
///
/// RFC 1630 assigns characters to octets; later editions leave them to the schemes, few of which name an encoding.
pub(crate) fn text_of(octets: &[u8], is_latin1: bool) -> (String, bool) {
    if is_latin1 {
        return (octets.iter().copied().map(char::from).collect(), false);
    }
    if let Ok(text) = std::str::from_utf8(octets) {
        return (text.to_owned(), false);
    }
    let mut shown = String::with_capacity(octets.len() * 2);
    for chunk in octets.utf8_chunks() {
        shown.push_str(&chunk.valid().replace('%', "%25"));
        shown.push_str(&percent::encode(chunk.invalid()).to_string());
    }
    (shown, true)
}

impl<'a> From<&'a str> for Octets<'a> {
    fn from(data: &'a str) -> Self {
        Self::of(Form::Data(data.as_bytes().into()))
    }
}

impl From<String> for Octets<'_> {
    fn from(data: String) -> Self {
        Self::of(Form::Data(data.into_bytes().into()))
    }
}

impl<'a> From<&'a [u8]> for Octets<'a> {
    fn from(data: &'a [u8]) -> Self {
        Self::of(Form::Data(data.into()))
    }
}

impl From<Vec<u8>> for Octets<'_> {
    fn from(data: Vec<u8>) -> Self {
        Self::of(Form::Data(data.into()))
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

/// A text cut out of a URI or an IRI, as a protocol sends it: non-ASCII characters as triplets (RFC 3987 §3.1).
pub(crate) fn as_sent(text: String) -> String {
    let ascii = ByteSet::range(0, 0x7F);
    if text.is_ascii() {
        text
    } else {
        percent::encode(&text).keep(ascii).keep_triplets().to_string()
    }
}
