//! `encode`: data, percent-encoded.

use clap::Args;
use napkin::ByteSet;
use napkin::percent::{self, Encode as Encoding};
use napkin_answers::Failure;
use serde::{Serialize, Serializer};

use super::{Finished, Run};
use crate::edition::EditionOption;
use crate::options::{Inputs, Options};
use crate::report::{self, Answer, PerInput};
use crate::text::Text;

/// Percent-encode data for use in a URI
///
/// Every octet that is not an unreserved character of the edition is encoded, so that the result can
/// stand in any part. Data may be any bytes.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Encode {
    /// Characters to keep as they are, such as '/' in a path
    #[arg(long, value_name = "CHARS", default_value = "", hide_default_value = true, value_parser = keep)]
    keep: ByteSet,

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
        Ok(Encoded { output: percent::encode(input).by(self.edition.get()).keep(self.keep) })
    }
}

#[derive(Serialize)]
pub(crate) struct Encoded<'a> {
    #[serde(serialize_with = "shown")]
    output: Encoding<'a>,
}

fn shown<S: Serializer>(output: &Encoding<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(output)
}

impl Answer for Encoded<'_> {
    const IS_LINE: bool = true;

    fn write(&self, text: &mut Text<'_>) {
        text.push_shown(self.output);
        text.end_line();
    }
}
