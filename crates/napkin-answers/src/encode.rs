//! Data, percent-encoded.

use std::borrow::Cow;
use std::fmt::{self, Write};

use napkin::{ByteSet, Edition, Part, Start, percent};
use napkin_standards::Standard;
use napkin_url::edition::sets;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::choice::{self, WrongChoice};
use crate::failure::Failure;
use crate::options::{Between, Named, Value, names, one_of, options};
use crate::question::{Ask, Question};
use crate::schema::written_as;
use crate::url_standard;

options! {
    /// Percent-encode data for use in a URI
    ///
    /// For data, and for valid URIs; 'repair' and 'clean' encode what is wrong in a URI.
    ///
    /// Takes the data of one part: every octet that is not an unreserved character of the edition is encoded, so that the
    /// result can stand in any part. Data may be any bytes; by RFC 1630 text is encoded as ISO Latin-1. By the URL
    /// Standard (edition whatwg), the characters of one of its percent-encode sets are encoded, which 'set' chooses.
    ///
    /// With 'uri' the input is a whole URI: what may be encoded without another meaning is encoded, and decoding
    /// with 'uri' is the way back.
    pub struct Encode {
        /// Characters to keep as they are, such as '/' in a path
        keep: Option<Kept>, "CHARS";
        /// By edition whatwg, the percent-encode set: which characters are encoded; 'component' if not given
        set: Option<EncodeSet>, "SET";
        /// Encode whole URIs: every character that may be encoded without changing the meaning, except letters, digits, the
        /// host and the characters of 'keep'
        uri: bool;
        /// Encode for one part: by RFC 3987 each has its own non-ASCII characters
        part: Option<PartName>, "PART";
        /// Encode the octets as they are, without converting them to the character set of the edition
        raw: bool;
    }
}

/// Characters that are not encoded.
#[derive(Clone, Copy, Debug)]
pub struct Kept(ByteSet);

impl Value for Kept {
    fn read(octets: Vec<u8>) -> Result<Self, String> {
        if octets.iter().all(|byte| byte.is_ascii_graphic() && *byte != b'%') {
            Ok(Self(ByteSet::of(&octets)))
        } else {
            Err("has to be visible ASCII characters without '%'".into())
        }
    }
}

/// The parts that have percent-encoded text.
const PARTS: [Part; 5] = [Part::Userinfo, Part::Host, Part::Path, Part::Query, Part::Fragment];

names! {
    /// The name of a part that has percent-encoded text.
    pub struct PartName of PARTS.into_iter().map(|part| Named::plain(part.name()));
}

impl PartName {
    fn part(self) -> Option<Part> {
        PARTS.into_iter().find(|part| part.name() == self.name())
    }
}

/// The percent-encode sets of the URL Standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncodeSet {
    /// As `encodeURIComponent` of JavaScript.
    Component,
    /// User name or password.
    Userinfo,
    /// Path.
    Path,
    /// Query of a scheme that is not special.
    Query,
    /// Query of a special scheme.
    SpecialQuery,
    /// Fragment.
    Fragment,
    /// Name or value of a form.
    Form,
    /// Opaque path or opaque host.
    C0,
}

one_of!(EncodeSet {
    Component "component": "As encodeURIComponent of JavaScript",
    Userinfo "userinfo": "User name or password",
    Path "path": "Path",
    Query "query": "Query of a scheme that is not special",
    SpecialQuery "special-query": "Query of http, https, ws, wss, ftp and file",
    Fragment "fragment": "Fragment",
    Form "form": "Name or value of a form, in which a space becomes '+'",
    C0 "c0": "Opaque path or opaque host",
});

impl EncodeSet {
    const fn bytes(self, edition: &napkin_url::Edition) -> ByteSet {
        match self {
            Self::Component => sets::COMPONENT,
            Self::Userinfo => sets::USERINFO,
            Self::Path => edition.path_encode,
            Self::Query => sets::QUERY,
            Self::SpecialQuery => sets::SPECIAL_QUERY,
            Self::Fragment => sets::FRAGMENT,
            Self::Form => sets::FORM,
            Self::C0 => sets::C0_CONTROL,
        }
    }
}

impl Question for Encode {
    const NAME: &'static str = "encode";
    const BETWEEN: &'static [Between] = &[
        Between::Excludes("set", "uri"),
        Between::Excludes("uri", "raw"),
        Between::Excludes("part", "uri"),
    ];
    type Ready = Encoding;

    fn ready(self, standard: Standard) -> Result<Encoding, WrongChoice> {
        if self.set.is_some() {
            choice::only_by_url_standard(standard, "set")?;
        }
        if self.uri {
            choice::option_must_suit(standard, "uri", |_| true)?;
        }
        Ok(Encoding {
            standard,
            keep: self.keep.map_or(ByteSet::EMPTY, |Kept(keep)| keep),
            set: self.set.unwrap_or(EncodeSet::Component),
            uri: self.uri,
            part: self.part.and_then(PartName::part),
            raw: self.raw,
        })
    }
}

/// The settings of an encoding.
pub struct Encoding {
    standard: Standard,
    keep: ByteSet,
    set: EncodeSet,
    uri: bool,
    part: Option<Part>,
    raw: bool,
}

impl Ask for Encoding {
    type Answer<'a> = Encoded<'a>;

    fn standard(&self) -> Option<Standard> {
        Some(self.standard)
    }

    fn takes_uris(&self) -> bool {
        self.uri
    }

    fn ask<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Encoded<'a>, Failure<'a>> {
        // An edition encodes for a part, the URL Standard by one of its sets.
        let Some(edition) = self.standard.syntax() else {
            return Ok(Encoded::Text(self.by_url_standard(input).into()));
        };
        if self.uri {
            let uri = edition.parse_bytes(Start::UriReference, input);
            let encoded = uri.and_then(|uri| uri.with_raw(self.keep));
            return encoded.map(Encoded::Text).map_err(|error| Failure::refused(error, input));
        }
        let octets = match str::from_utf8(input) {
            Ok(text) if !self.raw => {
                edition.escapes.encode(text).map_err(|at| no_octet(edition, at, input))?
            }
            _ => Cow::Borrowed(input),
        };
        Ok(Encoded::Data { octets, edition, keep: self.keep, part: self.part })
    }
}

impl Encoding {
    /// Encodes data by a set of the URL Standard. Octets that are not UTF-8 are encoded one by one.
    fn by_url_standard(&self, input: &[u8]) -> String {
        let bytes = self.set.bytes(url_standard::edition(self.standard)).without(self.keep);
        let mut encoded = String::with_capacity(input.len());
        for chunk in input.utf8_chunks() {
            encoded.push_str(&napkin_url::percent::encode(chunk.valid(), bytes));
            for octet in chunk.invalid() {
                // Writing to memory cannot fail.
                let _ = write!(encoded, "%{octet:02X}");
            }
        }
        if self.set == EncodeSet::Form { encoded.replace("%20", "+") } else { encoded }
    }
}

/// The failure for a character that has no octet.
fn no_octet<'a>(edition: &Edition, at: usize, input: &'a [u8]) -> Failure<'a> {
    let (title, section) = (edition.title, edition.sections.data);
    let message = format!(
        "the character at byte {at} is not one of ISO Latin-1, which percent-encoded octets stand for; --raw encodes \
         its octets ({title} section {section})"
    );
    Failure::new("not-latin1", section, message).at(at, input)
}

/// The result of encoding.
pub enum Encoded<'a> {
    /// The text as a whole.
    Text(Cow<'a, str>),
    /// Octets, and how they are encoded.
    Data {
        /// The octets.
        octets: Cow<'a, [u8]>,
        /// The edition whose unreserved characters stay.
        edition: &'static Edition,
        /// Other characters that stay.
        keep: ByteSet,
        /// The part for which they are encoded.
        part: Option<Part>,
    },
}

impl fmt::Display for Encoded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Data { octets, edition, keep, part } => {
                let encoded = percent::encode(octets).by(edition).keep(*keep);
                part.map_or(encoded, |part| encoded.for_part(part)).fmt(f)
            }
        }
    }
}

/// The keys of an answer.
#[derive(Serialize, JsonSchema)]
struct Keys<'e> {
    /// The encoded text.
    #[serde(serialize_with = "as_text")]
    #[schemars(with = "String")]
    output: &'e Encoded<'e>,
}

fn as_text<S: Serializer>(encoded: &Encoded<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(encoded)
}

impl Encoded<'_> {
    fn keys(&self) -> Keys<'_> {
        Keys { output: self }
    }
}

written_as!(Encoded<'_> as Keys<'_>, Encoded::keys);
