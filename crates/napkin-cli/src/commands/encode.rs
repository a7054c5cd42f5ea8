//! `encode`: data, percent-encoded.

use napkin_answers::encode::{self, Encoded};

use crate::output::columns::Column;
use crate::run::question::{One, Shown};
use crate::run::report::Answer;
use crate::terminal::text::Text;

pub(crate) type Encode = One<encode::Encode>;

impl Shown for encode::Encode {
    const EXAMPLE: &'static str = "\
Example:
  napkin encode --keep / 'over/there & back'

prints

  over/there%20%26%20back";
}

impl Answer for Encoded<'_> {
    const IS_LINE: bool = true;

    const COLUMNS: &'static [Column] = &[("output", &["output"])];

    fn write(&self, text: &mut Text<'_>) {
        text.push_octets(self.to_string().as_bytes());
        text.end_line();
    }
}
