//! Encoders: text to bytes other than UTF-8, in queries and forms.

use alloc::{borrow::Cow, string::String, vec::Vec};
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

    /// Encodes a name or value of a form, in the units of an edition (`Edition::form_encode_unit`). An unmappable code
    /// point becomes `&#`, its number and `;`, which the form serializer percent-encodes.
    ///
    /// ```
    /// use napkin_url::edition::WHATWG;
    /// use napkin_url::{Encoded, Encoder, form_urlencoded};
    ///
    /// struct Ascii;
    ///
    /// impl Encoder for Ascii {
    ///     fn encode(&self, text: &str, put: &mut dyn FnMut(Encoded<'_>)) {
    ///         for c in text.chars() {
    ///             match u8::try_from(c) {
    ///                 Ok(byte) if byte.is_ascii() => put(Encoded::Bytes(&[byte])),
    ///                 _ => put(Encoded::Unmappable(c)),
    ///             }
    ///         }
    ///     }
    /// }
    ///
    /// let mut form = form_urlencoded::Serializer::new(String::new());
    /// form.encoding_override(Some(&|text| Ascii.encode_for_form(text, WHATWG.form_encode_unit).into()));
    /// form.append_pair("a b", "\u{E9}");
    /// assert_eq!(form.finish(), "a+b=%26%23233%3B");
    /// ```
    fn encode_for_form(&self, text: &str, unit: EncodeUnit) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len());
        encode_by(self, text, unit, &mut |piece| match piece {
            Encoded::Bytes(bytes) => out.extend_from_slice(bytes),
            Encoded::Unmappable(c) => {
                out.extend_from_slice(alloc::format!("&#{};", u32::from(c)).as_bytes());
            }
        });
        out
    }
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
pub use form_urlencoded::EncodingOverride;

/// The encoding of a URL's query.
#[derive(Clone, Copy, Default)]
pub(crate) enum QueryEncoding<'a> {
    /// UTF-8.
    #[default]
    Utf8,
    Encoder(&'a dyn Encoder),
    /// A function from text to bytes, as in the crate `url`.
    Function(&'a dyn Fn(&str) -> Cow<'_, [u8]>),
}

/// *Percent-encode after encoding*: encodes the text, and appends its bytes, percent-encoding those in the set.
pub(crate) fn percent_encode(
    out: &mut String,
    text: &str,
    encoder: &dyn Encoder,
    unit: EncodeUnit,
    set: ByteSet,
) {
    let mut put = |piece: Encoded<'_>| match piece {
        Encoded::Bytes(bytes) => {
            for &byte in bytes {
                crate::percent::push_byte(out, byte, set);
            }
        }
        Encoded::Unmappable(c) => {
            // Writing to a String cannot fail.
            let _ = write!(out, "%26%23{}%3B", u32::from(c));
        }
    };
    encode_by(encoder, text, unit, &mut put);
}

/// Passes a text to an encoder, whole or by code points.
fn encode_by<E: Encoder + ?Sized>(
    encoder: &E,
    text: &str,
    unit: EncodeUnit,
    put: &mut dyn FnMut(Encoded<'_>),
) {
    match unit {
        EncodeUnit::String => encoder.encode(text, put),
        EncodeUnit::CodePoint => {
            for c in text.chars() {
                encoder.encode(c.encode_utf8(&mut [0; 4]), put);
            }
        }
    }
}
