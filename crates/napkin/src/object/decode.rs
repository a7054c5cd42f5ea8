//! Decoding percent-encoded octets, and the ASCII form (JAVA-22, JAVA-70).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use napkin_scan::{decode_triplet, encode_triplet};

use crate::fault::Part;
use crate::reference::Reference;

impl<'a> Reference<'a> {
    /// A part decoded as java.net.URI does: ill-formed UTF-8 becomes U+FFFD. Scheme, host and port are not decoded;
    /// in an authority, text from a `[` to its `]` is not decoded.
    ///
    /// ```
    /// use napkin::{Part, edition::JAVA};
    ///
    /// let uri = JAVA.parse("//[fe80::1%41]/%C3%A9%FF?[%41]")?;
    /// assert_eq!(uri.decoded(Part::Authority).unwrap(), "[fe80::1%41]");
    /// assert_eq!(uri.decoded(Part::Path).unwrap(), "/é\u{FFFD}");
    /// assert_eq!(uri.decoded(Part::Query).unwrap(), "[A]");
    /// assert_eq!(uri.decoded_scheme_specific_part(), "//[fe80::1%41]/é\u{FFFD}?[%41]");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[doc(hidden)]
    pub fn decoded(&self, part: Part) -> Option<Cow<'a, str>> {
        let text = self.part(part)?;
        Some(match part {
            Part::Scheme | Part::Host | Part::Port => Cow::Borrowed(text),
            Part::Authority => decoded_but_in_brackets(text),
            Part::Userinfo | Part::Path | Part::Query | Part::Fragment => decode_characters(text),
        })
    }

    /// The text between scheme and fragment, decoded like an [authority](Self::decoded).
    #[doc(hidden)]
    pub fn decoded_scheme_specific_part(&self) -> Cow<'a, str> {
        decoded_but_in_brackets(self.scheme_specific_part())
    }

    /// The text in ASCII, as `toASCIIString` returns it. The whole text is composed by `nfc`, which needs Unicode's
    /// tables; then each non-ASCII character becomes the triplets of its UTF-8. The result need not be a URI, since
    /// a combining mark can compose with the digit of a triplet or with a delimiter before it.
    ///
    /// ```
    /// use napkin::edition::JAVA;
    ///
    /// let composed = |text: &str| text.replace("e\u{301}", "é");
    /// assert_eq!(JAVA.parse("/e\u{301}")?.to_ascii(composed), "/%C3%A9");
    /// assert_eq!(JAVA.parse("/%c3")?.to_ascii(composed), "/%c3");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[doc(hidden)]
    pub fn to_ascii(&self, nfc: impl FnOnce(&str) -> String) -> Cow<'a, str> {
        if self.as_str().is_ascii() {
            return Cow::Borrowed(self.as_str());
        }
        let mut out = String::new();
        for byte in nfc(self.as_str()).bytes() {
            if byte.is_ascii() {
                out.push(char::from(byte));
            } else {
                out.extend(encode_triplet(byte).map(char::from));
            }
        }
        Cow::Owned(out)
    }
}

/// Percent-encoded text decoded as java.net.URI decodes each run of triplets: ill-formed UTF-8 becomes U+FFFD, one
/// for each longest prefix of a sequence and for each encoded surrogate.
///
/// ```
/// assert_eq!(napkin::decode_characters("%C3%A9+%E2%82%41"), "é+\u{FFFD}A");
/// ```
pub fn decode_characters(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    decode_onto(text, &mut out);
    Cow::Owned(out)
}

/// Percent-encoded text decoded likewise, except from a `[` to the next `]` or to the end.
fn decoded_but_in_brackets(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, from)) = rest.find('[').and_then(|open| rest.split_at_checked(open)) {
        decode_onto(before, &mut out);
        let close = from.find(']').map_or(from.len(), |close| close + 1);
        let (inside, behind) = from.split_at_checked(close).unwrap_or((from, ""));
        out.push_str(inside);
        rest = behind;
    }
    decode_onto(rest, &mut out);
    Cow::Owned(out)
}

fn decode_onto(text: &str, out: &mut String) {
    let mut octets: Vec<u8> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let triplet = rest.get(..3).and_then(|triplet| decode_triplet(triplet.as_bytes()));
        let taken = if let Some(octet) = triplet {
            octets.push(octet);
            3
        } else {
            flush(&mut octets, out);
            let raw = rest.chars().next().unwrap_or_default();
            out.push(raw);
            raw.len_utf8()
        };
        rest = rest.get(taken..).unwrap_or_default();
    }
    flush(&mut octets, out);
}

/// Writes the characters of some octets, with U+FFFD for each longest prefix of an ill-formed sequence and for each
/// encoded surrogate.
fn flush(octets: &mut Vec<u8>, out: &mut String) {
    let mut rest = octets.as_slice();
    while !rest.is_empty() {
        if let Some(behind) = behind_surrogate(rest) {
            out.push(char::REPLACEMENT_CHARACTER);
            rest = behind;
            continue;
        }
        // Up to the next octet that may begin a surrogate.
        let Some(chunk) = rest.utf8_chunks().next() else { break };
        out.push_str(chunk.valid());
        rest = rest.get(chunk.valid().len()..).unwrap_or_default();
        if !chunk.invalid().is_empty() && behind_surrogate(rest).is_none() {
            out.push(char::REPLACEMENT_CHARACTER);
            rest = rest.get(chunk.invalid().len()..).unwrap_or_default();
        }
    }
    octets.clear();
}

/// The octets after an encoded surrogate, or after a prefix that can only begin one.
fn behind_surrogate(octets: &[u8]) -> Option<&[u8]> {
    match octets {
        [0xED, 0xA0..=0xBF, 0x80..=0xBF, behind @ ..] | [0xED, 0xA0..=0xBF, behind @ ..] => {
            Some(behind)
        }
        _ => None,
    }
}
