//! `encode`: data, percent-encoded.

use std::borrow::Cow;
use std::fmt::{self, Write};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use napkin::{ByteSet, Edition, Part, Start, percent};
use napkin_answers::standard::UrlStandard;
use napkin_answers::{Failure, Standard, choice};
use napkin_url::edition::sets;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Finished, Run};
use crate::edition::EditionOption;
use crate::options::{Inputs, Options};
use crate::report::{self, Answer, PerInput};
use crate::text::Text;

/// Percent-encode data for use in a URI
///
/// Every octet that is not an unreserved character of the edition is encoded, so that the result can
/// stand in any part. Data may be any bytes; by RFC 1630 text is encoded as ISO Latin-1. With --uri a whole URI is
/// written with as few raw characters as you want, and means the same; 'decode --uri' is the way back. By the URL
/// Standard what is encoded are the characters of one of its sets, which --set chooses.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Encode {
    /// Characters to keep as they are, such as '/' in a path
    #[arg(long, value_name = "CHARS", default_value = "", hide_default_value = true, value_parser = keep)]
    keep: ByteSet,

    /// The percent-encode set of the URL Standard, by which text is encoded; 'component' if not given
    #[arg(long, value_name = "SET", conflicts_with_all = ["uri"])]
    set: Option<EncodeSet>,

    /// Encode whole URIs: every character that may be encoded without changing the meaning, except letters, digits, the
    /// host and the characters of --keep
    #[arg(long, conflicts_with = "raw")]
    uri: bool,

    /// Encode for one part: by RFC 3987 each has its own characters beyond ASCII
    #[arg(long, value_name = "PART", value_parser = part(), conflicts_with = "uri")]
    part: Option<Part>,

    /// Encode the octets as they are, without converting them to the character set of the edition
    #[arg(long)]
    raw: bool,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    edition: EditionOption,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  napkin encode --keep / 'over/there & back'

prints

  over/there%20%26%20back";

fn keep(characters: &str) -> Result<ByteSet, &'static str> {
    if characters.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'%') {
        Ok(ByteSet::of(characters.as_bytes()))
    } else {
        Err("only visible ASCII characters can be kept, and '%' cannot")
    }
}

/// Reads the name of a part that has percent-encoded text.
fn part() -> impl TypedValueParser<Value = Part> {
    const PARTS: [Part; 5] = [Part::Userinfo, Part::Host, Part::Path, Part::Query, Part::Fragment];
    PossibleValuesParser::new(PARTS.map(Part::name))
        .try_map(|name| PARTS.into_iter().find(|part| part.name() == name).ok_or("not a part"))
}

/// The percent-encode sets of the URL Standard.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum EncodeSet {
    /// As encodeURIComponent of JavaScript
    Component,
    /// User name or password
    Userinfo,
    /// Path
    Path,
    /// Query of a scheme that is not special
    Query,
    /// Query of http, https, ws, wss, ftp and file
    SpecialQuery,
    /// Fragment
    Fragment,
    /// Name or value of a form, in which a space becomes '+'
    Form,
    /// Opaque path or opaque host
    C0,
}

impl EncodeSet {
    /// The bytes that are encoded.
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

impl Run for Encode {
    fn run(self) -> Finished {
        let standard = self.edition.get();
        if self.set.is_some() {
            choice::only_by_url_standard(standard, "set")?;
        }
        if self.uri {
            choice::option_must_suit(standard, "uri", |_| true)?;
        }
        Ok(report::run(&self.options, Some(standard), &self.inputs.texts, &self).exit_code())
    }
}

impl Encode {
    /// Encodes data by a set of the URL Standard. Octets that are not UTF-8 are encoded one by one.
    fn by_url_standard(&self, standard: UrlStandard, input: &[u8]) -> String {
        let set = self.set.unwrap_or(EncodeSet::Component);
        let bytes = set.bytes(standard.edition).without(self.keep);
        let mut encoded = String::with_capacity(input.len());
        for chunk in input.utf8_chunks() {
            encoded.push_str(&napkin_url::percent::encode(chunk.valid(), bytes));
            for octet in chunk.invalid() {
                // Writing to memory cannot fail.
                let _ = write!(encoded, "%{octet:02X}");
            }
        }
        if set == EncodeSet::Form { encoded.replace("%20", "+") } else { encoded }
    }
}

impl PerInput for Encode {
    type Answer<'a> = Encoded<'a>;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        _: &'a mut String,
    ) -> Result<Encoded<'a>, Failure<'a>> {
        let edition = match self.edition.get() {
            Standard::Syntax(edition) => edition,
            Standard::Url(standard) => {
                return Ok(Encoded::Text(self.by_url_standard(standard, input).into()));
            }
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

    fn takes_uris(&self) -> bool {
        self.uri
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
pub(crate) enum Encoded<'a> {
    /// The text as a whole.
    Text(Cow<'a, str>),
    /// Octets, and how they are encoded.
    Data { octets: Cow<'a, [u8]>, edition: &'static Edition, keep: ByteSet, part: Option<Part> },
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

impl Serialize for Encoded<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry("output", &format_args!("{self}"))?;
        map.end()
    }
}

impl Answer for Encoded<'_> {
    const IS_LINE: bool = true;

    fn write(&self, text: &mut Text<'_>) {
        text.push_octets(self.to_string().as_bytes());
        text.end_line();
    }
}
