//! `application/x-www-form-urlencoded`: queries and forms as pairs (section 5).
//!
//! Names are those of the crate `form_urlencoded`.
//!
//! ```
//! use napkin_url::form_urlencoded;
//!
//! let pairs: Vec<_> = form_urlencoded::parse(b"a=b+c&d=%C3%A9").collect();
//! assert_eq!(pairs, [("a".into(), "b c".into()), ("d".into(), "é".into())]);
//!
//! let mut form = form_urlencoded::Serializer::new(String::new());
//! assert_eq!(form.append_pair("a", "b c").append_pair("d", "é").finish(), "a=b+c&d=%C3%A9");
//! ```

use alloc::borrow::{Borrow, Cow};
use alloc::string::String;
use alloc::vec::Vec;

use crate::edition::{EncodeUnit, sets};
pub use crate::encoding::EncodingOverride;
use crate::encoding::{self, Encoder};
use crate::percent;

/// Parses bytes, as a browser parses the query of a URL. Never fails.
#[inline]
pub fn parse(input: &[u8]) -> Parse<'_> {
    Parse { input }
}

/// Pairs of name and value, decoded. Made by [`parse`].
#[derive(Clone, Copy, Debug)]
pub struct Parse<'a> {
    input: &'a [u8],
}

#[expect(clippy::copy_iterator, reason = "as the crate `form_urlencoded` has it")]
impl<'a> Iterator for Parse<'a> {
    type Item = (Cow<'a, str>, Cow<'a, str>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        // Inlined for the end of the pairs, which is all that most URLs have.
        if self.input.is_empty() { None } else { self.pair() }
    }
}

impl<'a> Parse<'a> {
    /// The next pair, if one is left.
    fn pair(&mut self) -> Option<(Cow<'a, str>, Cow<'a, str>)> {
        while !self.input.is_empty() {
            let (sequence, rest) = split_once(self.input, b'&');
            self.input = rest;
            if !sequence.is_empty() {
                let (name, value) = split_once(sequence, b'=');
                return Some((decode(name), decode(value)));
            }
        }
        None
    }

    /// The pairs as owned strings.
    pub fn into_owned(self) -> ParseIntoOwned<'a> {
        ParseIntoOwned { inner: self }
    }
}

/// Pairs of name and value, decoded and owned. Made by [`Parse::into_owned`].
#[derive(Clone, Debug)]
pub struct ParseIntoOwned<'a> {
    inner: Parse<'a>,
}

impl Iterator for ParseIntoOwned<'_> {
    type Item = (String, String);

    fn next(&mut self) -> Option<Self::Item> {
        self.inner.next().map(|(name, value)| (name.into_owned(), value.into_owned()))
    }
}

/// The bytes before and after the first `sign`; all of them and none, if there is no `sign`.
#[inline]
fn split_once(bytes: &[u8], sign: u8) -> (&[u8], &[u8]) {
    match bytes.iter().position(|&byte| byte == sign) {
        Some(at) => (&bytes[..at], &bytes[at + 1..]),
        None => (bytes, &[]),
    }
}

/// A name or value, decoded.
fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let Some(first) = bytes.iter().position(|byte| matches!(byte, b'+' | b'%')) else {
        return String::from_utf8_lossy(bytes);
    };
    let mut out = Vec::with_capacity(bytes.len());
    let (kept, mut rest) = bytes.split_at(first);
    out.extend_from_slice(kept);
    while let [byte, after @ ..] = rest {
        let decoded = match rest {
            [b'%', high, low, ..] => percent::hex(*high).zip(percent::hex(*low)),
            _ => None,
        };
        if let Some((high, low)) = decoded {
            out.push(high << 4 | low);
            rest = &rest[3..];
        } else {
            out.push(if *byte == b'+' { b' ' } else { *byte });
            rest = after;
        }
    }
    Cow::Owned(match String::from_utf8(out) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    })
}

/// Encodes bytes, as pieces of text.
#[inline]
pub fn byte_serialize(input: &[u8]) -> ByteSerialize<'_> {
    ByteSerialize { bytes: input }
}

/// Pieces of encoded text. Made by [`byte_serialize`].
#[derive(Clone, Debug)]
#[must_use = "nothing is encoded before it is iterated"]
pub struct ByteSerialize<'a> {
    bytes: &'a [u8],
}

/// Whether a byte stays raw.
#[inline]
const fn is_kept(byte: u8) -> bool {
    matches!(byte, b'*' | b'-' | b'.' | b'_' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z')
}

impl<'a> Iterator for ByteSerialize<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let kept = self.bytes.iter().position(|&byte| !is_kept(byte)).unwrap_or(self.bytes.len());
        let (run, rest) = self.bytes.split_at(kept);
        if !run.is_empty() {
            self.bytes = rest;
            // Kept bytes are ASCII.
            return core::str::from_utf8(run).ok();
        }
        let (first, rest) = rest.split_first()?;
        self.bytes = rest;
        Some(if *first == b' ' { "+" } else { encoded(*first) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::from(!self.bytes.is_empty()), Some(self.bytes.len()))
    }
}

/// Appends a text encoded, like the pieces of [`byte_serialize`].
fn push(out: &mut String, text: &str) {
    let mut done = 0;
    for (at, byte) in text.bytes().enumerate().filter(|(_, byte)| !is_kept(*byte)) {
        // Kept bytes are ASCII, so a run of them is whole characters.
        out.push_str(text.get(done..at).unwrap_or_default());
        out.push_str(if byte == b' ' { "+" } else { encoded(byte) });
        done = at + 1;
    }
    out.push_str(text.get(done..).unwrap_or_default());
}

/// A byte, percent-encoded.
#[inline]
fn encoded(byte: u8) -> &'static str {
    /// The encoded forms of all bytes, concatenated.
    const TABLE: &str = {
        const BYTES: &[u8; 768] = &{
            let digits = b"0123456789ABCDEF";
            let mut table = [b'%'; 768];
            let mut byte = 0;
            while byte < 256 {
                table[3 * byte + 1] = digits[byte >> 4];
                table[3 * byte + 2] = digits[byte & 15];
                byte += 1;
            }
            table
        };
        match core::str::from_utf8(BYTES) {
            Ok(table) => table,
            Err(_) => unreachable!(),
        }
    };
    let at = 3 * usize::from(byte);
    TABLE.get(at..at + 3).unwrap_or_default()
}

/// Something that pairs are appended to: a `String`, or the query of a URL.
pub trait Target {
    /// The finished target.
    type Finished;

    /// The text that is appended to.
    fn as_mut_string(&mut self) -> &mut String;

    /// Finishes the target.
    fn finish(self) -> Self::Finished;
}

impl Target for String {
    type Finished = Self;

    fn as_mut_string(&mut self) -> &mut String {
        self
    }

    fn finish(self) -> Self {
        self
    }
}

impl Target for &mut String {
    type Finished = Self;

    fn as_mut_string(&mut self) -> &mut String {
        self
    }

    fn finish(self) -> Self {
        self
    }
}

/// Appends pairs to a target.
///
/// # Panics
///
/// Each method panics after [`finish`](Self::finish), as in the crate `form_urlencoded`.
pub struct Serializer<'a, T: Target> {
    target: Option<T>,
    start: usize,
    encoding: Encoding<'a>,
}

/// The encoding of names and values: an encoder, a function, or UTF-8 without either.
#[derive(Clone, Copy, Default)]
struct Encoding<'a> {
    function: EncodingOverride<'a>,
    encoder: Option<(&'a dyn Encoder, EncodeUnit)>,
}

impl Encoding<'_> {
    /// Appends a name or value.
    #[inline]
    fn push(self, out: &mut String, text: &str) {
        match (self.encoder, self.function) {
            (Some((encoder, unit)), _) => {
                encoding::percent_encode(out, text, encoder, unit, sets::FORM, true);
            }
            (None, Some(encode)) => out.extend(byte_serialize(&encode(text))),
            (None, None) => push(out, text),
        }
    }
}

impl<T: Target + core::fmt::Debug> core::fmt::Debug for Serializer<'_, T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Serializer").field("target", &self.target).finish_non_exhaustive()
    }
}

impl<'a, T: Target> Serializer<'a, T> {
    /// A serializer of a whole target.
    pub fn new(target: T) -> Self {
        Self::for_suffix(target, 0)
    }

    /// A serializer that appends after `start_position` of a target.
    ///
    /// # Panics
    ///
    /// If the target is shorter than `start_position`, or the position is inside a character.
    pub fn for_suffix(mut target: T, start_position: usize) -> Self {
        let text = target.as_mut_string();
        assert!(
            text.is_char_boundary(start_position),
            "invalid start {start_position} in a target of length {}",
            text.len()
        );
        Self::behind(target, start_position)
    }

    /// Like [`for_suffix`](Self::for_suffix), for a position that is known to be valid.
    #[inline]
    pub(crate) fn behind(target: T, start: usize) -> Self {
        Self { target: Some(target), start, encoding: Encoding::default() }
    }

    /// The text.
    #[inline]
    fn text(&mut self) -> &mut String {
        #[expect(clippy::expect_used, reason = "as the crate `form_urlencoded` has it")]
        self.target
            .as_mut()
            .expect("a serializer is not used after it was finished")
            .as_mut_string()
    }

    /// Removes all pairs.
    pub fn clear(&mut self) -> &mut Self {
        let start = self.start;
        self.text().truncate(start);
        self
    }

    /// Encodes text with a function from now on.
    pub fn encoding_override(&mut self, encode: EncodingOverride<'a>) -> &mut Self {
        self.encoding.function = encode;
        self
    }

    /// Encodes text with an encoder from now on.
    pub fn encoder(&mut self, encoder: Option<&'a dyn Encoder>) -> &mut Self {
        self.encoding.encoder = encoder.map(|encoder| (encoder, EncodeUnit::String));
        self
    }

    /// Encodes text with an encoder from now on, in the units of an edition.
    pub fn encoder_of(&mut self, encoder: &'a dyn Encoder, unit: EncodeUnit) -> &mut Self {
        self.encoding.encoder = Some((encoder, unit));
        self
    }

    /// Appends a pair.
    ///
    /// # Panics
    ///
    /// After [`finish`](Self::finish).
    pub fn append_pair(&mut self, name: &str, value: &str) -> &mut Self {
        let (start, encoding) = (self.start, self.encoding);
        let text = self.text();
        // Both signs, and what most texts take.
        text.reserve(name.len() + value.len() + 2);
        push_name(text, start, encoding, name);
        text.push('=');
        encoding.push(text, value);
        self
    }

    /// Appends a name without `=`.
    ///
    /// # Panics
    ///
    /// After [`finish`](Self::finish).
    pub fn append_key_only(&mut self, name: &str) -> &mut Self {
        let (start, encoding) = (self.start, self.encoding);
        push_name(self.text(), start, encoding, name);
        self
    }

    /// Appends pairs.
    ///
    /// # Panics
    ///
    /// After [`finish`](Self::finish).
    pub fn extend_pairs<I, K, V>(&mut self, iter: I) -> &mut Self
    where
        I: IntoIterator,
        I::Item: Borrow<(K, V)>,
        K: AsRef<str>,
        V: AsRef<str>,
    {
        for pair in iter {
            let (name, value) = pair.borrow();
            self.append_pair(name.as_ref(), value.as_ref());
        }
        self
    }

    /// Appends names without `=`.
    ///
    /// # Panics
    ///
    /// After [`finish`](Self::finish).
    pub fn extend_keys_only<I, K>(&mut self, iter: I) -> &mut Self
    where
        I: IntoIterator,
        I::Item: Borrow<K>,
        K: AsRef<str>,
    {
        for name in iter {
            self.append_key_only(name.borrow().as_ref());
        }
        self
    }

    /// Finishes and returns the target.
    ///
    /// # Panics
    ///
    /// When called a second time.
    pub fn finish(&mut self) -> T::Finished {
        #[expect(clippy::expect_used, reason = "as the crate `form_urlencoded` has it")]
        self.target.take().expect("a serializer is finished once").finish()
    }
}

/// Appends a name, after `&` if there are pairs from `start` on.
fn push_name(text: &mut String, start: usize, encoding: Encoding<'_>, name: &str) {
    if text.len() > start {
        text.push('&');
    }
    encoding.push(text, name);
}
