//! Percent-encoding and -decoding (section 1.3).

use alloc::{borrow::Cow, string::String, vec::Vec};

use napkin_scan::{
    Block, ByteSet, Classes, Kernel, Work, decode_triplet, encode_triplet, first, run,
};

/// *UTF-8 percent-encode*: the text with the bytes of a set, and all non-ASCII bytes, percent-encoded.
///
/// `%` is encoded only if the set contains it.
///
/// ```
/// use napkin_url::{edition::sets, percent};
///
/// assert_eq!(percent::encode("a b/\u{E9}%", sets::PATH), "a%20b/%C3%A9%");
/// assert_eq!(percent::encode("a b/\u{E9}%", sets::COMPONENT), "a%20b%2F%C3%A9%25");
/// ```
pub fn encode(text: &str, set: ByteSet) -> Cow<'_, str> {
    let encoded = |byte: u8| !byte.is_ascii() || set.contains(byte);
    let Some(first) = text.bytes().position(encoded) else {
        return Cow::Borrowed(text);
    };
    // `first` is at the start of a character, since its other bytes would be encoded too.
    let (kept, rest) = text.split_at(first);
    let mut out = String::with_capacity(text.len() + 8);
    out.push_str(kept);
    push_short(&mut out, rest, set);
    Cow::Owned(out)
}

/// *Percent-decode*: each percent-encoded byte becomes the byte; any other `%` stays.
///
/// ```
/// use napkin_url::percent;
///
/// assert_eq!(percent::decode(b"%25%s%1G").as_ref(), b"%%s%1G");
/// ```
pub fn decode(bytes: &[u8]) -> Cow<'_, [u8]> {
    let Some(first) = bytes.iter().position(|&byte| byte == b'%') else {
        return Cow::Borrowed(bytes);
    };
    let (kept, mut rest) = bytes.split_at(first);
    let mut out = Vec::with_capacity(bytes.len());
    out.extend_from_slice(kept);
    while let [byte, after @ ..] = rest {
        if let Some(octet) = decode_triplet(rest) {
            out.push(octet);
            rest = &rest[3..];
        } else {
            out.push(*byte);
            rest = after;
        }
    }
    Cow::Owned(out)
}

/// Appends a byte, percent-encoded if it is not ASCII or is in the set.
#[inline]
pub(crate) fn push_byte(out: &mut String, byte: u8, set: ByteSet) {
    if byte.is_ascii() && !set.contains(byte) {
        out.push(char::from(byte));
    } else {
        push_encoded(out, byte);
    }
}

/// Appends a text, with the bytes of a set, and all non-ASCII bytes, percent-encoded; without the search for blocks,
/// which pays in longer texts.
pub(crate) fn push_short(out: &mut String, text: &str, set: ByteSet) {
    let mut done = 0;
    for (at, byte) in text.bytes().enumerate() {
        if !byte.is_ascii() || set.contains(byte) {
            // Bytes that are not encoded are ASCII, so a run of them is whole characters.
            out.push_str(text.get(done..at).unwrap_or_default());
            push_encoded(out, byte);
            done = at + 1;
        }
    }
    out.push_str(text.get(done..).unwrap_or_default());
}

#[inline]
pub(crate) fn push_encoded(out: &mut String, byte: u8) {
    for byte in encode_triplet(byte) {
        out.push(char::from(byte));
    }
}

/// Appends a text, with each byte that is not in `kept` percent-encoded. `kept` is printable ASCII.
pub(crate) fn push(out: &mut String, text: &str, kept: &ByteSet) {
    push_part(out, "", text, kept);
}

/// Like [`push`], for a part that replaces another and begins with a sign. `out` grows to the length it needs and no
/// further: the allocator often has these few bytes behind it, and then nothing is moved.
pub(crate) fn push_part(out: &mut String, sign: &str, text: &str, kept: &ByteSet) {
    /// Up to this length, bytes are looked at one by one sooner than as a block.
    const SHORT: usize = 8;
    if text.len() <= SHORT && !sign.is_empty() && text.bytes().all(|byte| kept.contains(byte)) {
        out.reserve_exact(sign.len() + text.len());
        out.push_str(sign);
        out.push_str(text);
        return;
    }
    run(Encode { out, sign, text, kept });
}

/// The copy of a text with bytes percent-encoded.
struct Encode<'t> {
    out: &'t mut String,
    sign: &'t str,
    text: &'t str,
    kept: &'t ByteSet,
}

impl Work for Encode<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let Self { out, mut sign, text, kept } = self;
        let (mut offset, mut done) = (0, 0);
        while let Some(rest) = text.as_bytes().get(offset..).filter(|rest| !rest.is_empty()) {
            let block = kernel.read(rest, Classes::NONE);
            let mut strays = !block.members(*kept) & kernel.below(rest.len().min(64));
            if !sign.is_empty() {
                out.reserve_exact(sign.len() + text.len() + 2 * strays.count_ones() as usize);
                out.push_str(core::mem::take(&mut sign));
            }
            while strays != 0 {
                let place = first(strays);
                let at = offset + place;
                // Kept bytes are ASCII, so a run of them is whole characters.
                out.push_str(text.get(done..at).unwrap_or_default());
                push_encoded(out, rest.get(place).copied().unwrap_or_default());
                done = at + 1;
                strays &= strays - 1;
            }
            offset += 64;
        }
        out.push_str(sign);
        out.push_str(text.get(done..).unwrap_or_default());
    }
}
