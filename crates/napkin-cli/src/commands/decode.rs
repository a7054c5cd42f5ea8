//! `decode`: percent-encoded text, decoded.

use napkin_answers::decode::{self, Decoded};

use crate::output::columns::Column;
use crate::run::question::{One, Shown};
use crate::run::report::Answer;
use crate::terminal::text::Text;

pub(crate) type Decode = One<decode::Decode>;

impl Shown for decode::Decode {
    const EXAMPLE: &'static str = "\
Example:
  napkin decode caf%C3%A9 100%25

prints

  café
  100%";
}

impl Answer for Decoded<'_> {
    const IS_LINE: bool = true;

    const COLUMNS: &'static [Column] =
        &[("output", &["output"]), ("output_base64", &["output_base64"])];

    fn write(&self, text: &mut Text<'_>) {
        if self.raw {
            text.push_octets(&self.octets);
        } else {
            text.push_data(&self.octets);
        }
        text.end_line();
    }
}
