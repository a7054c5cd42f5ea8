//! Percent-encoded octets (RFC 3986 §2.1): encode data, decode a part, once.
//!
//! Works on the plain text of one part. [`Encoded`](crate::Encoded) and the views split a part at its delimiters
//! first; no function here takes a whole URI.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String, vec::Vec};
use core::{fmt, str};

use napkin_scan::{ByteSet, decode_triplet, encode_triplet, leading};

use crate::code_points::character_at;
use crate::edition::beyond_ascii::BeyondAscii;
#[cfg(feature = "alloc")]
use crate::edition::rules::Escapes;
use crate::edition::{Edition, RFC3986};
use crate::fault::Part;

/// Encodes data for use in any part: octets of `unreserved` stay, all others become `%` and two
/// uppercase digits (RFC 3986 §2.1, §2.5).
///
/// Text is encoded as UTF-8. The result implements `Display`, so nothing is allocated until it is written.
///
/// ```
/// use napkin::percent::encode;
///
/// assert_eq!(encode("a/b c").to_string(), "a%2Fb%20c");
/// assert_eq!(encode("ア").to_string(), "%E3%82%A2");
/// assert_eq!(encode(&b"\xff"[..]).to_string(), "%FF");
/// ```
pub fn encode<D: AsRef<[u8]> + ?Sized>(data: &D) -> Encode<'_> {
    Encode {
        data: data.as_ref(),
        keep: RFC3986.unreserved,
        beyond_ascii: RFC3986.beyond_ascii,
        part: None,
        keeps_triplets: false,
    }
}

/// Data to be percent-encoded when it is displayed. Made by [`encode`].
#[derive(Clone, Copy, Debug)]
#[must_use = "nothing is written before it is shown, iterated or taken"]
pub struct Encode<'a> {
    data: &'a [u8],
    keep: ByteSet,
    /// The non-ASCII characters that stay raw, and the parts that allow them.
    beyond_ascii: &'static BeyondAscii,
    part: Option<Part>,
    keeps_triplets: bool,
}

impl Encode<'_> {
    /// Encodes by another edition, whose unreserved characters differ.
    ///
    /// ```
    /// use napkin::{edition::DRAFT1997, percent::encode};
    ///
    /// assert_eq!(encode("~$,!").to_string(), "~%24%2C%21");
    /// assert_eq!(encode("~$,!").by(DRAFT1997).to_string(), "~$,!");
    /// ```
    pub const fn by(mut self, edition: &Edition) -> Self {
        self.keep = edition.encoder_keeps;
        self.beyond_ascii = edition.beyond_ascii;
        self
    }

    /// Encodes for one part. In an edition with non-ASCII characters, the ones that the part allows stay raw;
    /// without a part, the ones that any part allows.
    ///
    /// ```
    /// use napkin::{Part, edition::RFC3987, percent::encode};
    ///
    /// let data = encode("naïve\u{E000}\u{A0}").by(RFC3987);
    /// assert_eq!(data.to_string(), "naïve%EE%80%80%C2%A0");
    /// assert_eq!(data.for_part(Part::Query).to_string(), "naïve\u{E000}%C2%A0");
    /// ```
    pub const fn for_part(mut self, part: Part) -> Self {
        self.part = Some(part);
        self
    }

    /// Keeps existing triplets, so that data encoded in pieces is not encoded twice.
    ///
    /// ```
    /// use napkin::percent::encode;
    ///
    /// assert_eq!(encode("50%/%C3%A9 ü").keep_triplets().to_string(), "50%25%2F%C3%A9%20%C3%BC");
    /// ```
    #[doc(hidden)]
    pub const fn keep_triplets(mut self) -> Self {
        self.keeps_triplets = true;
        self
    }

    /// How many bytes at the start of `rest` stay raw without being in the set.
    fn raw(&self, rest: &[u8]) -> usize {
        if self.keeps_triplets && decode_triplet(rest).is_some() {
            return 3;
        }
        match character_at(rest, 0) {
            Some(character) if self.beyond_ascii.is_written(self.part, character) => {
                character.len_utf8()
            }
            _ => 0,
        }
    }

    /// Keeps these bytes raw too: delimiters meant as delimiters. `%` is never kept.
    ///
    /// ```
    /// use napkin::{ByteSet, percent::encode};
    ///
    /// let path = encode("/my files/50%").keep(ByteSet::of(b"/"));
    /// assert_eq!(path.to_string(), "/my%20files/50%25");
    /// ```
    pub const fn keep(mut self, raw: ByteSet) -> Self {
        self.keep = self.keep.or(raw).without(ByteSet::of(b"%"));
        self
    }

    /// Encodes these bytes too: delimiters meant as data.
    ///
    /// ```
    /// use napkin::{ByteSet, edition::RFC1808, percent::encode};
    ///
    /// assert_eq!(encode("a+b").by(RFC1808).to_string(), "a+b");
    /// assert_eq!(encode("a+b").by(RFC1808).escape(ByteSet::of(b"+")).to_string(), "a%2Bb");
    /// ```
    pub const fn escape(mut self, delimiters: ByteSet) -> Self {
        self.keep = self.keep.without(delimiters);
        self
    }
}

impl Encode<'_> {
    /// Writes the text.
    fn write(&self, output: &mut impl fmt::Write) -> fmt::Result {
        let mut rest = self.data;
        while let Some((&octet, after)) = rest.split_first() {
            let raw = if self.keep.contains(octet) {
                leading(rest, &self.keep)
            } else {
                core::str::from_utf8(&rest[..self.raw(rest)]).unwrap_or_default()
            };
            if raw.is_empty() {
                for byte in encode_triplet(octet) {
                    output.write_char(byte.into())?;
                }
                rest = after;
            } else {
                output.write_str(raw)?;
                rest = &rest[raw.len()..];
            }
        }
        Ok(())
    }

    /// Appends the text, with less work than a formatter has.
    ///
    /// ```
    /// let mut text = String::from("?q=");
    /// napkin::percent::encode("a b").push_onto(&mut text);
    /// assert_eq!(text, "?q=a%20b");
    /// ```
    #[cfg(feature = "alloc")]
    pub fn push_onto(&self, text: &mut String) {
        // Writing to a string cannot fail.
        let _ = self.write(text);
    }
}

impl fmt::Display for Encode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

/// Percent-encodes the ASCII characters that software may encode where somebody typed them into an IRI (RFC 3987
/// §3.1): space and ``< > " { } | \ ^ ` ``. `#`, `%`, brackets and controls stay.
///
/// ```
/// use napkin::percent::encode_unwise;
///
/// assert_eq!(encode_unwise("/a b{c}?%41#é"), "/a%20b%7Bc%7D?%41#é");
/// ```
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub fn encode_unwise(text: &str) -> Cow<'_, str> {
    const UNWISE: ByteSet = ByteSet::of(b"<>\" {}|\\^`");
    if !text.bytes().any(|byte| UNWISE.contains(byte)) {
        return Cow::Borrowed(text);
    }
    let mut output = String::with_capacity(text.len() + 8);
    for piece in text.split_inclusive(|character| {
        u8::try_from(character).is_ok_and(|byte| UNWISE.contains(byte))
    }) {
        let end = piece.bytes().last().filter(|byte| UNWISE.contains(*byte));
        output.push_str(piece.get(..piece.len() - usize::from(end.is_some())).unwrap_or_default());
        if let Some(byte) = end {
            output.extend(encode_triplet(byte).map(char::from));
        }
    }
    Cow::Owned(output)
}

/// The decoded octets of a percent-encoded text. Made by [`Encoded::decode`](crate::Encoded::decode).
///
/// An iterator over the octets that needs no memory; the feature `alloc` adds methods that return all of them as
/// bytes or text.
///
/// ```
/// let uri = napkin::UriRef::parse("?q=%C3%80%20la")?;
/// let (_, value) = uri.query().unwrap().pairs().next().unwrap();
/// let decoded = value.unwrap().decode();
/// assert_eq!(decoded.to_str().unwrap(), "À la");
/// assert_eq!(decoded, "À la");
/// # Ok::<(), napkin::ParseError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing is written before it is shown, iterated or taken"]
pub struct Decode<'a> {
    text: &'a str,
    /// How many bytes of the text are already decoded.
    at: usize,
    plus_is_space: bool,
}

impl<'a> Decode<'a> {
    #[inline]
    pub(crate) const fn new(text: &'a str, plus_is_space: bool) -> Self {
        Self { text, at: 0, plus_is_space }
    }

    /// What is not decoded yet.
    #[inline]
    fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    /// The octets, if they are not the rest of the text itself.
    #[cfg(feature = "alloc")]
    #[inline]
    fn changed(&self) -> Option<Vec<u8>> {
        let changes = |&byte: &u8| byte == b'%' || self.plus_is_space && byte == b'+';
        let raw = self.rest().iter().position(changes)?;
        Some(self.decoded_from(raw))
    }

    /// The octets, of which the first are not encoded.
    #[cfg(feature = "alloc")]
    fn decoded_from(&self, raw: usize) -> Vec<u8> {
        let rest = self.rest();
        let mut octets = Vec::with_capacity(rest.len());
        octets.extend_from_slice(rest.get(..raw).unwrap_or_default());
        octets.extend(Decode { at: self.at + raw, ..*self });
        octets
    }

    /// The octets, borrowed if nothing was encoded.
    ///
    /// ```
    /// assert_eq!(*napkin::percent::decode("%FF%00a", false).to_bytes(), *b"\xFF\0a");
    /// ```
    #[cfg(feature = "alloc")]
    pub fn to_bytes(&self) -> Cow<'a, [u8]> {
        self.changed().map_or(Cow::Borrowed(self.rest()), Cow::Owned)
    }

    /// The octets as text, borrowed if nothing was encoded.
    ///
    /// # Errors
    ///
    /// If the octets are not UTF-8; [`to_bytes`](Self::to_bytes) returns them.
    ///
    /// ```
    /// use napkin::percent::decode;
    ///
    /// assert_eq!(decode("caf%C3%A9", false).to_str().unwrap(), "café");
    /// assert!(decode("caf%E9", false).to_str().is_err());
    /// ```
    #[cfg(feature = "alloc")]
    pub fn to_str(&self) -> Result<Cow<'a, str>, str::Utf8Error> {
        match (self.changed(), self.text.get(self.at..)) {
            (None, Some(rest)) => Ok(Cow::Borrowed(rest)),
            // The iterator may be inside of a character.
            (None, None) => core::str::from_utf8(self.rest()).map(Cow::Borrowed),
            (Some(octets), _) => {
                String::from_utf8(octets).map(Cow::Owned).map_err(|error| error.utf8_error())
            }
        }
    }

    /// The octets as characters of ISO Latin-1, their encoding in RFC 1630.
    ///
    /// ```
    /// use napkin::percent::decode;
    ///
    /// assert_eq!(decode("%E9t%e9", false).to_latin1(), "été");
    /// ```
    #[cfg(feature = "alloc")]
    pub fn to_latin1(&self) -> String {
        self.clone().map(char::from).collect()
    }

    /// This value itself: values of a form, which are decoded already, are read by the same code as values of a query.
    ///
    /// ```
    /// let uri = napkin::uri!("http://h/?lang=fr");
    /// let query = uri.query().unwrap();
    /// assert_eq!(query.value("lang").unwrap().decode(), "fr");
    /// assert_eq!(query.form().value("lang").unwrap().decode(), "fr");
    /// ```
    pub const fn decode(self) -> Self {
        self
    }

    /// The octets as text, with U+FFFD for ill-formed UTF-8, as [`Encoded::decode_lossy`](crate::Encoded::decode_lossy) has
    /// them.
    ///
    /// ```
    /// let form = napkin::uri!("http://h/?q=a+b").query().unwrap().form();
    /// assert_eq!(form.value("q").unwrap().decode_lossy(), "a b");
    /// ```
    #[cfg(feature = "alloc")]
    pub fn decode_lossy(&self) -> Cow<'a, str> {
        self.to_string_lossy()
    }

    /// The octets as text, with U+FFFD for ill-formed UTF-8.
    ///
    /// ```
    /// assert_eq!(napkin::percent::decode("caf%E9", false).to_string_lossy(), "caf\u{fffd}");
    /// ```
    #[cfg(feature = "alloc")]
    pub fn to_string_lossy(&self) -> Cow<'a, str> {
        match (self.changed(), self.text.get(self.at..)) {
            (None, Some(rest)) => Cow::Borrowed(rest),
            (None, None) => String::from_utf8_lossy(self.rest()),
            (Some(octets), _) => Cow::Owned(match String::from_utf8(octets) {
                Ok(text) => text,
                Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
            }),
        }
    }
}

/// The octets as text, with U+FFFD for ill-formed UTF-8.
#[cfg(feature = "alloc")]
impl fmt::Display for Decode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_string_lossy())
    }
}

impl PartialEq<str> for Decode<'_> {
    fn eq(&self, text: &str) -> bool {
        self.clone().eq(text.bytes())
    }
}

impl PartialEq<&str> for Decode<'_> {
    fn eq(&self, text: &&str) -> bool {
        *self == **text
    }
}

impl Iterator for Decode<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        let rest = self.rest();
        let &first = rest.first()?;
        if first == b'%' {
            if let Some(octet) = decode_triplet(rest) {
                self.at += 3;
                return Some(octet);
            }
        }
        self.at += 1;
        Some(if first == b'+' && self.plus_is_space { b' ' } else { first })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = self.rest().len();
        (length.div_ceil(3), Some(length))
    }
}

/// Decodes triplets of a part: each triplet whose octet satisfies `raw` becomes that octet.
///
/// `None` if no triplet changes. `raw` may only accept ASCII octets.
#[cfg(feature = "alloc")]
pub(crate) fn unescape(text: &str, raw: impl Fn(u8) -> bool) -> Option<String> {
    let mut output = String::new();
    let mut copied = 0;
    for (at, _) in text.match_indices('%') {
        if let Some(octet) =
            decode_triplet(&text.as_bytes()[at..]).filter(|&o| o.is_ascii() && raw(o))
        {
            output.push_str(text.get(copied..at).unwrap_or_default());
            output.push(char::from(octet));
            copied = at + 3;
        }
    }
    if copied == 0 {
        return None;
    }
    output.push_str(text.get(copied..).unwrap_or_default());
    Some(output)
}

impl Edition {
    /// The decoded octets of the text of a part, by this edition: a `+` in a query is a space if the edition says
    /// so.
    ///
    /// ```
    /// use napkin::{Part, edition::{RFC1630, RFC3986}};
    ///
    /// assert_eq!(RFC1630.decode(Part::Query, "a+b%2Bc"), "a b+c");
    /// assert_eq!(RFC1630.decode(Part::Path, "a+b"), "a+b");
    /// assert_eq!(RFC3986.decode(Part::Query, "a+b"), "a+b");
    /// ```
    pub const fn decode<'a>(&self, part: Part, text: &'a str) -> Decode<'a> {
        Decode::new(text, self.plus_is_space && matches!(part, Part::Query))
    }
}

#[cfg(feature = "alloc")]
impl Escapes {
    /// Encodes a text as octets: its UTF-8, or one octet for each character of ISO Latin-1.
    ///
    /// # Errors
    ///
    /// The offset of the first character that has no octet.
    ///
    /// ```
    /// use napkin::edition::Escapes;
    ///
    /// assert_eq!(*Escapes::Latin1.encode("caf\u{e9}").unwrap(), *b"caf\xe9");
    /// assert_eq!(Escapes::Latin1.encode("1 \u{20ac}"), Err(2));
    /// assert_eq!(Escapes::Octets.encode("\u{20ac}").unwrap().len(), 3);
    /// ```
    pub fn encode(self, text: &str) -> Result<Cow<'_, [u8]>, usize> {
        match self {
            Self::Octets => Ok(Cow::Borrowed(text.as_bytes())),
            Self::Latin1 if text.is_ascii() => Ok(Cow::Borrowed(text.as_bytes())),
            Self::Latin1 => {
                let octet =
                    |(at, character): (usize, char)| u8::try_from(character).map_err(|_| at);
                text.char_indices().map(octet).collect::<Result<Vec<u8>, usize>>().map(Cow::Owned)
            }
        }
    }

    /// Decodes octets to text.
    ///
    /// # Errors
    ///
    /// If the encoding is UTF-8 and the octets are not.
    ///
    /// ```
    /// use napkin::{edition::Escapes, percent::decode};
    ///
    /// let decoded = decode("caf%E9", false);
    /// assert_eq!(Escapes::Latin1.decode(&decoded).unwrap(), "caf\u{e9}");
    /// assert!(Escapes::Octets.decode(&decoded).is_err());
    /// ```
    pub fn decode<'a>(self, octets: &Decode<'a>) -> Result<Cow<'a, str>, str::Utf8Error> {
        match self {
            Self::Octets => octets.to_str(),
            Self::Latin1 => Ok(Cow::Owned(octets.to_latin1())),
        }
    }
}

/// The decoded octets of the text of one part; with `plus_is_space`, a `+` is decoded to a space.
///
/// A `%` without two hexadecimal digits is kept; [`check`] finds it.
///
/// ```
/// use napkin::percent::{check, decode};
///
/// assert_eq!(decode("a%2Fb+c", false), "a/b+c");
/// assert_eq!(decode("a%2Fb+c", true), "a/b c");
/// assert_eq!(decode("100%", false), "100%");
/// assert_eq!(check(b"100%"), Err(3));
/// ```
pub const fn decode(text: &str, plus_is_space: bool) -> Decode<'_> {
    Decode::new(text, plus_is_space)
}

/// Checks that every `%` of `text` begins a triplet.
///
/// # Errors
///
/// The offset of the first `%` that begins none.
///
/// ```
/// use napkin::percent::check;
///
/// assert_eq!(check(b"a%20b"), Ok(()));
/// assert_eq!(check(b"a%2"), Err(1));
/// ```
pub fn check(text: &[u8]) -> Result<(), usize> {
    let mut from = 0;
    while let Some(found) = text[from..].iter().position(|&byte| byte == b'%') {
        let at = from + found;
        decode_triplet(&text[at..]).ok_or(at)?;
        from = at + 3;
    }
    Ok(())
}
