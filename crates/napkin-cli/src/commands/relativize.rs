//! `relativize`: the shortest reference that means a URI.

use std::ffi::OsString;

use clap::Args;
use napkin::UriRef;
use serde::Serialize;

use super::{Finished, Run};
use crate::base::Base;
use crate::edition::EditionOption;
use crate::failure::Failure;
use crate::options::{Inputs, Options};
use crate::report::{self, Answer, PerInput};
use crate::text::Text;

/// Find the shortest reference that resolves to a URI
///
/// Each reference is proven by resolving it. Where none is shorter, it is the URI itself.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Relativize {
    /// The base URI; its fragment is dropped
    #[arg(long, value_name = "URI")]
    base: OsString,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    edition: EditionOption,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  napkin relativize --base http://a/b/c/d http://a/b/g http://a/b/c/d?y

prints

  ../g
  ?y";

impl Run for Relativize {
    fn run(self) -> Finished {
        self.edition.must_be_of_uri_ref("relativize")?;
        let edition = self.edition.get();
        let relativization = Relativization { base: Base::new(self.base, edition) };
        let texts = &self.inputs.texts;
        Ok(report::run(&self.options, Some(edition), texts, &relativization).exit_code())
    }
}

struct Relativization {
    base: Base,
}

impl PerInput for Relativization {
    type Answer<'a> = Relativized<'a>;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        _: &'a mut String,
    ) -> Result<Relativized<'a>, Failure<'a>> {
        let base = self.base.to_uri()?;
        let parsed = UriRef::parse_bytes(input).map_err(|error| Failure::refused(error, input))?;
        let Ok(target) = parsed.to_uri() else {
            let what = "a relative reference is already relative; resolve it first";
            return Err(Failure::relative_reference(self.base.edition(), what));
        };
        Ok(Relativized { base: base.as_str(), reference: target.relativize(base).into_text() })
    }
}

#[derive(Serialize)]
struct Relativized<'a> {
    base: &'a str,
    reference: String,
}

impl Answer for Relativized<'_> {
    fn write(&self, text: &mut Text<'_>) {
        text.push(&self.reference);
        text.end_line();
    }
}
