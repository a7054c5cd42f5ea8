//! `map`: IRIs to URIs, URIs to IRIs, and the ASCII form of java.net.URI.

use napkin_answers::map;

use crate::output::columns::Column;
use crate::run::question::{One, Shown};
use crate::run::report::Answer;
use crate::terminal::text::Text;

pub(crate) type Map = One<map::Map>;

impl Shown for map::Map {
    const EXAMPLE: &'static str = "\
Example:
  napkin map http://bücher.example/ü

prints

  http://xn--bcher-kva.example/%C3%BC";
}

impl Answer for map::Answer<'_> {
    const IS_LINE: bool = true;

    const COLUMNS: &'static [Column] = &[("mapped", &["uri", "iri", "ascii"])];

    fn write(&self, text: &mut Text<'_>) {
        text.push_result(self.as_str().as_bytes());
        text.end_line();
    }
}
