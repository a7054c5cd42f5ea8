//! `encode`: data, percent-encoded.

use std::borrow::Cow;
use std::fmt;

use clap::Args;
use napkin::{ByteSet, Edition, Start, percent};
use napkin_answers::Failure;
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
/// written with as few raw characters as you want, and means the same; 'decode --uri' is the way back.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Encode {
    /// Characters to keep as they are, such as '/' in a path
    #[arg(long, value_name = "CHARS", default_value = "", hide_default_value = true, value_parser = keep)]
    keep: ByteSet,

    /// Take whole URIs: encode what means the same encoded, but letters, digits, the host and what is kept
    #[arg(long, conflicts_with = "raw")]
    uri: bool,

    /// Take the octets as they are, whatever the edition says that they stand for
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

impl Run for Encode {
    fn run(self) -> Finished {
        let edition = Some(self.edition.get());
        Ok(report::run(&self.options, edition, &self.inputs.texts, &self).exit_code())
    }
}

impl PerInput for Encode {
    type Answer<'a> = Encoded<'a>;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        _: &'a mut String,
    ) -> Result<Encoded<'a>, Failure<'a>> {
        let edition = self.edition.get();
        if self.uri {
            let uri = edition.parse_bytes(Start::UriReference, input);
            let encoded = uri.and_then(|uri| uri.with_raw(self.keep));
            return encoded.map(Encoded::Uri).map_err(|error| Failure::refused(error, input));
        }
        let octets = match str::from_utf8(input) {
            Ok(text) if !self.raw => {
                edition.escapes.encode(text).map_err(|at| no_octet(edition, at, input))?
            }
            _ => Cow::Borrowed(input),
        };
        Ok(Encoded::Data { octets, edition, keep: self.keep })
    }
}

/// A character that no octet stands for.
fn no_octet<'a>(edition: &Edition, at: usize, input: &'a [u8]) -> Failure<'a> {
    let (title, section) = (edition.title, edition.sections.data);
    let message = format!(
        "the character at byte {at} is not one of ISO Latin-1, which percent-encoded octets stand for; --raw encodes \
         its octets ({title} section {section})"
    );
    Failure::new("not-latin1", section, message).at(at, input)
}

/// What is encoded.
pub(crate) enum Encoded<'a> {
    /// A whole URI.
    Uri(Cow<'a, str>),
    /// Octets with how they are encoded.
    Data { octets: Cow<'a, [u8]>, edition: &'static Edition, keep: ByteSet },
}

impl fmt::Display for Encoded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uri(uri) => f.write_str(uri),
            Self::Data { octets, edition, keep } => {
                percent::encode(octets).by(edition).keep(*keep).fmt(f)
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
        text.push_shown(self);
        text.end_line();
    }
}
