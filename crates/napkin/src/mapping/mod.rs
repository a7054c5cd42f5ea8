//! Between IRIs and URIs: mapping (RFC 3987 §3.1) and conversion (§3.2), on triplets of UTF-8.
//!
//! Mapping is total and changes only non-ASCII characters, which become triplets. Conversion is partial: triplets
//! become characters only if they are well-formed UTF-8 of a character that is allowed, visible and typable at that
//! place. The edition's data says which characters are. IDNA host names and Unicode normalization need tables and
//! are left to other crates.

mod conversion;
mod families;

use alloc::{borrow::Cow, string::String, vec::Vec};

pub(crate) use self::conversion::{Kept, convert};
use crate::edition::RFC3987;
use crate::error::ParseError;
use crate::length;
use crate::reference::Reference;

impl<'a> Reference<'a> {
    /// The URI that this reference is mapped to (RFC 3987 §3.1): each non-ASCII character becomes the triplets of
    /// its UTF-8; all else stays unchanged. Borrowed if the reference is already a URI.
    ///
    /// # Errors
    ///
    /// [`TooLong`](crate::ErrorKind::TooLong), if the URI would be.
    ///
    /// ```
    /// use napkin::edition::RFC3987;
    ///
    /// let iri = RFC3987.parse("http://résumé.example/%41?ü")?;
    /// assert_eq!(iri.to_uri()?, "http://r%C3%A9sum%C3%A9.example/%41?%C3%BC");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn to_uri(&self) -> Result<Cow<'a, str>, ParseError> {
        let text = self.as_str();
        // Each octet of three becomes nine bytes at most.
        length::check(self.edition(), mapped_length(text))?;
        Ok(encoded_beyond_ascii(text).map_or(Cow::Borrowed(text), Cow::Owned))
    }

    /// The IRI that this reference is converted to (RFC 3987 §3.2). Triplets of unreserved characters are decoded,
    /// and so are triplets of non-ASCII characters that are allowed at their place, visible and unlike a space. All
    /// other triplets stay. [`to_uri`](Self::to_uri) reverses this, except for the case of hexadecimal digits and
    /// triplets of unreserved ASCII. Borrowed if nothing changes.
    ///
    /// # Errors
    ///
    /// The first fault of a reference that is no IRI, of an edition before RFC 3986;
    /// [`TooLong`](crate::ErrorKind::TooLong), if the IRI would be.
    ///
    /// ```
    /// use napkin::edition::RFC3986;
    ///
    /// let uri = RFC3986.parse("http://h/D%C3%BCrst/%FC%2f%7E?%E2%80%AE")?;
    /// assert_eq!(uri.to_iri()?, "http://h/Dürst/%FC%2f~?%E2%80%AE");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn to_iri(&self) -> Result<Cow<'a, str>, ParseError> {
        let iri = RFC3987.parse(self.as_str())?;
        let Some(text) = convert(iri, Kept::NOTHING) else {
            return Ok(Cow::Borrowed(iri.as_str()));
        };
        length::check(iri.edition(), text.len())?;
        Ok(Cow::Owned(text))
    }
}

/// The triplets of the octets from `0x80` on, in order.
const TRIPLETS: [[u8; 3]; 128] = {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let mut triplets = [[b'%'; 3]; 128];
    let mut octet = 0;
    while octet < 128 {
        triplets[octet][1] = DIGITS[8 + octet / 16];
        triplets[octet][2] = DIGITS[octet % 16];
        octet += 1;
    }
    triplets
};

/// The length of a text once its non-ASCII octets are triplets.
fn mapped_length(text: &str) -> usize {
    text.len() + 2 * text.bytes().filter(|byte| !byte.is_ascii()).count()
}

/// The text with its non-ASCII octets as triplets; `None` if there are none.
pub(crate) fn encoded_beyond_ascii(text: &str) -> Option<String> {
    let length = mapped_length(text);
    if length == text.len() {
        return None;
    }
    let mut out = Vec::with_capacity(length);
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        let ascii = rest.iter().position(|byte| !byte.is_ascii()).unwrap_or(rest.len());
        let (raw, behind) = rest.split_at(ascii);
        out.extend_from_slice(raw);
        let high = behind.iter().position(u8::is_ascii).unwrap_or(behind.len());
        let (octets, behind) = behind.split_at(high);
        for octet in octets {
            out.extend_from_slice(&TRIPLETS[usize::from(octet & 0x7F)]);
        }
        rest = behind;
    }
    // Every byte of the output is ASCII.
    String::from_utf8(out).ok()
}
