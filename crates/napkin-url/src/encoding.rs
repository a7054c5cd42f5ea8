//! Encoders: text to bytes other than UTF-8, in queries and forms.

use alloc::{borrow::Cow, string::String};
use core::fmt::Write;

use napkin_scan::ByteSet;

use crate::edition::EncodeUnit;

/// An encoder of a legacy encoding, implemented by the caller.
///
/// A document in such an encoding encodes the queries of its special URLs by it, and its forms. With the crate
/// `encoding_rs` an encoder is this:
///
/// ```
/// use encoding_rs::{Encoding, EncoderResult};
/// use napkin_url::{Encoded, Encoder, Url};
///
/// struct Legacy(&'static Encoding);
///
/// impl Encoder for Legacy {
///     fn encode(&self, text: &str, put: &mut dyn FnMut(Encoded<'_>)) {
///         let mut encoder = self.0.new_encoder();
///         let (mut rest, mut buffer) = (text, [0; 64]);
///         loop {
///             let (result, read, written) =
///                 encoder.encode_from_utf8_without_replacement(rest, &mut buffer, true);
///             put(Encoded::Bytes(&buffer[..written]));
///             rest = &rest[read..];
///             match result {
///                 EncoderResult::InputEmpty => break,
///                 EncoderResult::Unmappable(c) => put(Encoded::Unmappable(c)),
///                 EncoderResult::OutputFull => {}
///             }
///         }
///     }
/// }
///
/// let shift_jis = Legacy(encoding_rs::SHIFT_JIS);
/// let url = Url::options().encoder(Some(&shift_jis)).parse("https://example.com/?\u{3042}\u{E9}")?;
/// assert_eq!(url.as_str(), "https://example.com/?%82%A0%26%23233%3B");
/// # Ok::<(), napkin_url::ParseError>(())
/// ```
pub trait Encoder {
    /// Encodes a text, and passes on the pieces of the result in order.
    fn encode(&self, text: &str, put: &mut dyn FnMut(Encoded<'_>));
}

/// A piece of encoded text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "an encoder either has a code point or not")]
pub enum Encoded<'a> {
    /// Bytes.
    Bytes(&'a [u8]),
    /// A code point that the encoding does not have.
    Unmappable(char),
}

/// Function from a query to its bytes in another encoding, as in the crate `url`. An [`Encoder`] can also report
/// unmappable code points.
pub type EncodingOverride<'a> = Option<&'a dyn Fn(&str) -> Cow<'_, [u8]>>;

/// The encoding of a URL's query.
#[derive(Clone, Copy, Default)]
pub(crate) enum QueryEncoding<'a> {
    /// UTF-8.
    #[default]
    Utf8,
    /// An encoder.
    Encoder(&'a dyn Encoder),
    /// A function from text to bytes, as in the crate `url`.
    Function(&'a dyn Fn(&str) -> Cow<'_, [u8]>),
}

/// *Percent-encode after encoding*: encodes the text, and appends its bytes, percent-encoding those in the set.
/// With `plus` a space is written as `+`.
pub(crate) fn percent_encode(
    out: &mut String,
    text: &str,
    encoder: &dyn Encoder,
    unit: EncodeUnit,
    set: ByteSet,
    plus: bool,
) {
    let mut put = |piece: Encoded<'_>| match piece {
        Encoded::Bytes(bytes) => {
            for &byte in bytes {
                match byte {
                    b' ' if plus => out.push('+'),
                    byte => crate::percent::push_byte(out, byte, set),
                }
            }
        }
        Encoded::Unmappable(c) => {
            // Writing to a String cannot fail.
            let _ = write!(out, "%26%23{}%3B", u32::from(c));
        }
    };
    match unit {
        EncodeUnit::String => encoder.encode(text, &mut put),
        EncodeUnit::CodePoint => {
            for c in text.chars() {
                encoder.encode(c.encode_utf8(&mut [0; 4]), &mut put);
            }
        }
    }
}
