//! Percent-encoded text, decoded.

use std::borrow::Cow;

use napkin::edition::Escapes;
use napkin::{ByteSet, Edition, ErrorKind, Part, percent};
use napkin_standards::Standard;
use schemars::JsonSchema;
use serde::Serialize;

use crate::choice::{self, WrongChoice};
use crate::envelope::{Base64, text_and_bytes};
use crate::failure::Failure;
use crate::options::{Between, options};
use crate::question::{Ask, Question};
use crate::schema::written_as;

options! {
    /// Decode percent-encoded text
    ///
    /// Takes the text of one part: split a URI before decoding, since what is decoded can look like a
    /// delimiter. Control characters are printed as '\u{a}', and a backslash as '\\'.
    pub struct Decode {
        /// Decode '+' as a space, as in queries of HTML forms and of RFC 1630
        form: bool;
        /// Decode whole URIs: only triplets that mean the same when raw, and no reserved character
        uri: bool;
        /// Print the octets as they are, control characters too; on a terminal they are escaped
        raw: bool;
    }
}

impl Question for Decode {
    const NAME: &'static str = "decode";
    const BETWEEN: &'static [Between] =
        &[Between::Excludes("uri", "form"), Between::Excludes("uri", "raw")];
    type Ready = Decoding;

    fn ready(self, standard: Standard) -> Result<Decoding, WrongChoice> {
        if self.uri {
            choice::option_must_suit(standard, "uri", |_| true)?;
        }
        Ok(Decoding { standard, form: self.form, uri: self.uri, raw: self.raw })
    }
}

/// The settings of a decoding.
pub struct Decoding {
    standard: Standard,
    form: bool,
    uri: bool,
    raw: bool,
}

impl Ask for Decoding {
    type Answer<'a> = Decoded<'a>;

    fn standard(&self) -> Option<Standard> {
        Some(self.standard)
    }

    fn takes_uris(&self) -> bool {
        self.uri
    }

    fn ask<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Decoded<'a>, Failure<'a>> {
        // A grammar refuses a `%` without digits; the URL Standard keeps it.
        let octets = match self.standard.syntax() {
            Some(edition) => self.by_syntax(edition, input)?,
            None => self.by_url_standard(input),
        };
        Ok(Decoded { octets, raw: self.raw })
    }
}

impl Decoding {
    fn by_syntax<'a>(
        &self,
        edition: &'static Edition,
        input: &'a [u8],
    ) -> Result<Cow<'a, [u8]>, Failure<'a>> {
        let text =
            str::from_utf8(input).map_err(|error| Failure::not_utf8(edition, error, input))?;
        if self.uri {
            let uri = edition.parse(text).and_then(|uri| uri.with_raw(ByteSet::range(b'!', b'~')));
            return match uri.map_err(|error| Failure::refused(error, input))? {
                Cow::Borrowed(uri) => Ok(Cow::Borrowed(uri.as_bytes())),
                Cow::Owned(uri) => Ok(Cow::Owned(uri.into_bytes())),
            };
        }
        percent::check(input).map_err(|at| {
            // The part is unknown; the rule applies to all parts.
            let broken = (ErrorKind::InvalidPercentEncoding, Part::Path);
            let what = format!("'%' without two hexadecimal digits at byte {at}");
            Failure::broken(edition, broken, (at, input), &what)
        })?;
        let decoded = percent::decode(text, self.form);
        Ok(match edition.escapes {
            Escapes::Latin1 if !self.raw => Cow::Owned(decoded.to_latin1().into_bytes()),
            _ => decoded.to_bytes(),
        })
    }

    /// Percent-decodes by the URL Standard, which keeps a `%` without two hexadecimal digits.
    fn by_url_standard<'a>(&self, input: &'a [u8]) -> Cow<'a, [u8]> {
        if !self.form || !input.contains(&b'+') {
            return napkin_url::percent::decode(input);
        }
        let spaced: Vec<_> =
            input.iter().map(|byte| if *byte == b'+' { b' ' } else { *byte }).collect();
        Cow::Owned(napkin_url::percent::decode(&spaced).into_owned())
    }
}

/// Decoded octets.
pub struct Decoded<'a> {
    /// The octets.
    pub octets: Cow<'a, [u8]>,
    /// Whether text shows them as they are.
    pub raw: bool,
}

/// The keys of an answer.
#[derive(Serialize, JsonSchema)]
struct Keys<'a> {
    /// The decoded octets as text, with U+FFFD for ill-formed UTF-8.
    output: Cow<'a, str>,
    /// The decoded octets, if they are not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Base64<'a>")]
    output_base64: Option<Base64<'a>>,
}

impl Decoded<'_> {
    fn keys(&self) -> Keys<'_> {
        let (output, output_base64) = text_and_bytes(&self.octets);
        Keys { output, output_base64 }
    }
}

written_as!(Decoded<'_> as Keys<'_>, Decoded::keys);
