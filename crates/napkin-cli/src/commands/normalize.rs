//! `normalize`: the normal form of URIs at a level of the comparison ladder, and the steps to it.

use std::borrow::Cow;
use std::ffi::OsString;

use clap::Args;
use napkin_answers::Failure;
use napkin_answers::base::Base;
use napkin_answers::choice;
use napkin_answers::normalize::{Normalized, Normalizing};

use super::{Finished, Run};
use crate::edition::{self, EditionOption};
use crate::observed::Observed;
use crate::options::{Inputs, Options};
use crate::report::{self, Answer, PerInput};
use crate::text::Text;

/// Bring URIs into normal form
///
/// The levels: 'simple' changes nothing; 'case', 'percent' and 'path' do one thing each; 'syntax'
/// does the three; 'scheme' adds the rules of the scheme, such as its default port; 'protocol'
/// adds observed redirects. Steps that the edition does not state are left out. By the URL Standard the normal
/// form is the serialization of the parsed input.
#[derive(Args)]
#[command(after_help = EXAMPLE, mut_arg("explain", |explain| explain.help(EXPLAIN)))]
pub(crate) struct Normalize {
    /// How far to go; 'syntax' if not given, and 'url' by the URL Standard, which has no other level
    #[arg(long, value_parser = edition::level())]
    level: Option<String>,

    /// Resolve relative references against this first
    #[arg(long, value_name = "URI")]
    base: Option<OsString>,

    /// Compose characters first (NFC), by edition rfc3987; no level includes this
    #[arg(long)]
    nfc: bool,

    #[command(flatten)]
    observed: Observed,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    edition: EditionOption,

    #[command(flatten)]
    options: Options,
}

/// The help of the shared option in this command.
const EXPLAIN: &str =
    "Show what each step did, and explain every invalid input, not only the first five";

const EXAMPLE: &str = "\
Example:
  napkin normalize --level scheme --explain HTTP://example.com:80/%7Esmith

prints

  http://example.com/~smith
    decode-unreserved (section 6.2.2.2, bytes 22 to 25): HTTP://example.com:80/~smith
    lowercase-scheme (section 6.2.2.1, bytes 0 to 4): http://example.com:80/~smith
    drop-default-port (section 6.2.3, bytes 18 to 21): http://example.com/~smith
    equivalent at scheme";

impl Run for Normalize {
    fn run(self) -> Finished {
        let standard = self.edition.get();
        let level = choice::level(standard, self.level.as_deref())?;
        let redirects = self.observed.redirects(standard)?;
        let base = self.base.map(|base| Base::new(base.into_encoded_bytes(), standard));
        let normalizing = Normalizing::new(standard, level)
            .observed(&redirects)
            .by_base(base)
            .composed(self.nfc)
            .explained(self.options.explain || self.options.json);
        let texts = &self.inputs.texts;
        Ok(report::run(&self.options, Some(standard), texts, &normalizing).exit_code())
    }
}

impl PerInput for Normalizing<'_> {
    type Answer<'a>
        = Normalized<'a>
    where
        Self: 'a;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        scratch: &'a mut String,
    ) -> Result<Normalized<'a>, Failure<'a>> {
        Normalizing::answer(self, input, scratch)
    }
}

/// A section in words. Rules of a scheme include their document.
fn place(section: &str) -> Cow<'_, str> {
    let of_edition = section.starts_with(|first: char| first.is_ascii_digit());
    if of_edition { format!("section {section}").into() } else { section.into() }
}

impl Answer for Normalized<'_> {
    const IS_LINE: bool = true;

    fn write(&self, text: &mut Text<'_>) {
        text.push_result(self.text.as_bytes());
        text.end_line();
        for step in &self.steps {
            text.push_raw(b"  ");
            text.styled(text.palette.name, step.rule);
            let bytes = format!("bytes {} to {}", step.start, step.end);
            text.styled(text.palette.faint, &format!(" ({}, {bytes})", place(step.section)));
            text.push_raw(b": ");
            text.push(&step.after);
            text.end_line();
        }
        if let Some(rung) = self.equivalent_at {
            text.push_raw(b"  ");
            text.styled(text.palette.good, "equivalent");
            text.push(&format!(" at {rung}"));
            text.end_line();
        }
    }
}
