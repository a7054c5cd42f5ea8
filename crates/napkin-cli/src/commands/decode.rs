//! `decode`: percent-encoded text, decoded.

use std::borrow::Cow;

use clap::Args;
use napkin::edition::Escapes;
use napkin::{ByteSet, ErrorKind, Part, percent};
use napkin_answers::envelope::{Base64, text_and_bytes};
use napkin_answers::{Failure, Standard, choice};
use serde::{Serialize, Serializer};

use super::{Finished, Run};
use crate::edition::EditionOption;
use crate::options::{Inputs, Options};
use crate::report::{self, Answer, PerInput};
use crate::text::Text;

/// Decode percent-encoded text
///
/// Takes the text of one part: split a URI before decoding, since what is decoded can look like a
/// delimiter. Control characters are printed as '\u{a}', and a backslash as '\\'.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Decode {
    /// Decode '+' as a space, as in queries of HTML forms and of RFC 1630
    #[arg(long)]
    form: bool,

    /// Decode whole URIs: only triplets that mean the same when raw, and no reserved character
    #[arg(long, conflicts_with_all = ["form", "raw"])]
    uri: bool,

    /// Print the octets as they are, control characters too; on a terminal they are escaped
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
  napkin decode caf%C3%A9 100%25

prints

  café
  100%";

impl Run for Decode {
    fn run(self) -> Finished {
        let standard = self.edition.get();
        if self.uri {
            choice::option_must_suit(standard, "uri", |_| true)?;
        }
        Ok(report::run(&self.options, Some(standard), &self.inputs.texts, &self).exit_code())
    }
}

impl PerInput for Decode {
    type Answer<'a> = Decoded<'a>;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        _: &'a mut String,
    ) -> Result<Decoded<'a>, Failure<'a>> {
        let edition = match self.edition.get() {
            Standard::Syntax(edition) => edition,
            Standard::Url(_) => {
                let octets = by_url_standard(input, self.form);
                return Ok(Decoded { octets, raw: self.raw });
            }
        };
        let text =
            str::from_utf8(input).map_err(|error| Failure::not_utf8(edition, error, input))?;
        if self.uri {
            let uri = edition.parse(text).and_then(|uri| uri.with_raw(ByteSet::range(b'!', b'~')));
            let uri = uri.map_err(|error| Failure::refused(error, input))?;
            let octets = match uri {
                Cow::Borrowed(uri) => Cow::Borrowed(uri.as_bytes()),
                Cow::Owned(uri) => Cow::Owned(uri.into_bytes()),
            };
            return Ok(Decoded { octets, raw: false });
        }
        percent::check(input).map_err(|at| {
            // The part is unknown; the rule applies to all parts.
            let broken = (ErrorKind::InvalidPercentEncoding, Part::Path);
            let what = format!("'%' without two hexadecimal digits at byte {at}");
            Failure::broken(edition, broken, (at, input), &what)
        })?;
        let decoded = percent::decode(text, self.form);
        let octets = match edition.escapes {
            Escapes::Latin1 if !self.raw => Cow::Owned(decoded.to_latin1().into_bytes()),
            _ => decoded.to_bytes(),
        };
        Ok(Decoded { octets, raw: self.raw })
    }

    fn takes_uris(&self) -> bool {
        self.uri
    }
}

/// Percent-decodes by the URL Standard, which keeps a `%` without two hexadecimal digits.
fn by_url_standard(input: &[u8], form: bool) -> Cow<'_, [u8]> {
    if !form || !input.contains(&b'+') {
        return napkin_url::percent::decode(input);
    }
    let spaced: Vec<_> =
        input.iter().map(|byte| if *byte == b'+' { b' ' } else { *byte }).collect();
    Cow::Owned(napkin_url::percent::decode(&spaced).into_owned())
}

/// Decoded octets.
pub(crate) struct Decoded<'a> {
    octets: Cow<'a, [u8]>,
    raw: bool,
}

impl Serialize for Decoded<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Output<'a> {
            output: Cow<'a, str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            output_base64: Option<Base64<'a>>,
        }
        let (output, output_base64) = text_and_bytes(&self.octets);
        Output { output, output_base64 }.serialize(serializer)
    }
}

impl Answer for Decoded<'_> {
    const IS_LINE: bool = true;

    fn write(&self, text: &mut Text<'_>) {
        if self.raw {
            text.push_octets(&self.octets);
        } else {
            text.push_data(&self.octets);
        }
        text.end_line();
    }
}
