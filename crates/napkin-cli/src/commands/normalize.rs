//! `normalize`: the normal form of URIs at a level of the comparison ladder, and the steps to it.

use std::borrow::Cow;
use std::ffi::OsString;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use napkin::{Edition, Level, NormalizationStep, Normalizer};
use serde::Serialize;

use super::{Finished, Run};
use crate::base::{self, Base};
use crate::edition::EditionOption;
use crate::failure::Failure;
use crate::observed::Observed;
use crate::options::{Inputs, Options};
use crate::report::{self, Answer, PerInput};
use crate::text::Text;

/// Bring URIs into normal form
///
/// The levels: 'simple' changes nothing; 'case', 'percent' and 'path' do one thing each; 'syntax'
/// does the three; 'scheme' adds what is known of the scheme, such as its default port; 'protocol'
/// adds observed redirects. What an edition does not state is not done.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Normalize {
    /// How far to go
    #[arg(long, default_value = Level::Syntax.name(), value_parser = level())]
    level: Level,

    /// Resolve relative references against this first
    #[arg(long, value_name = "URI")]
    base: Option<OsString>,

    #[command(flatten)]
    observed: Observed,

    /// Show what each step did
    #[arg(long)]
    explain: bool,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    edition: EditionOption,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  napkin normalize --level scheme --explain HTTP://example.com:80/%7Esmith

prints

  http://example.com/~smith
    decode-unreserved (section 6.2.2.2, bytes 22 to 25): HTTP://example.com:80/~smith
    lowercase-scheme (section 6.2.2.1, bytes 0 to 4): http://example.com:80/~smith
    drop-default-port (section 6.2.3, bytes 18 to 21): http://example.com/~smith
    equivalent at scheme";

fn level() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::name)).try_map(|name| {
        Level::ALL.into_iter().find(|level| level.name() == name).ok_or("not a level")
    })
}

impl Run for Normalize {
    fn run(self) -> Finished {
        let edition = self.edition.get();
        let redirects = self.observed.redirects(edition)?;
        let normalization = Normalization {
            normalizer: Normalizer::new(self.level)
                .observed(&redirects)
                .with_schemes(napkin_schemes::normalize),
            base: self.base.map(|base| Base::new(base, edition).judged()),
            edition,
            explain: self.explain || self.options.json,
        };
        let texts = &self.inputs.texts;
        Ok(report::run(&self.options, Some(edition), texts, &normalization).exit_code())
    }
}

struct Normalization<'r> {
    normalizer: Normalizer<'r>,
    base: Option<Base>,
    edition: &'static Edition,
    /// Whether the steps are told, as JSON always does.
    explain: bool,
}

impl PerInput for Normalization<'_> {
    type Answer<'a>
        = Normalized<'a>
    where
        Self: 'a;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        scratch: &'a mut String,
    ) -> Result<Normalized<'a>, Failure<'a>> {
        let uri = base::to_uri(self.edition, self.base.as_ref(), input, scratch)?;
        let Some(uri) = uri else {
            let what = "a relative reference has no normal form; resolve it with --base";
            return Err(Failure::relative_reference(self.edition, what));
        };
        let refused = |error| Failure::refused(error, input);
        if !self.explain {
            let text = self.normalizer.normalize_reference(uri).map_err(refused)?;
            return Ok(Normalized { text, steps: Vec::new(), equivalent_at: None });
        }
        let (text, normalizing) = self.normalizer.explain_reference(uri).map_err(refused)?;
        let resolving = (uri.as_str().as_bytes() != input).then(|| {
            let before = String::from_utf8_lossy(input);
            Step::new("resolve", self.edition.sections.resolution, before, uri.as_str().into())
        });
        let normal = self.edition.parse(&text).ok();
        let equivalent_at = normal.and_then(|normal| self.normalizer.equivalent_at(uri, normal));
        let equivalent_at = equivalent_at.map(Level::name);
        let steps = resolving.into_iter().chain(normalizing.into_iter().map(Step::from)).collect();
        Ok(Normalized { text, steps, equivalent_at })
    }
}

#[derive(Serialize)]
pub(crate) struct Normalized<'a> {
    #[serde(rename = "normalized")]
    text: Cow<'a, str>,
    /// None unless they are told.
    steps: Vec<Step<'a>>,
    /// The lowest rung at which the URI and its normal form are the same.
    equivalent_at: Option<&'static str>,
}

/// One rule that changed the text; each begins where the one before ended.
#[derive(Serialize)]
pub(crate) struct Step<'a> {
    rule: &'static str,
    section: &'static str,
    before: Cow<'a, str>,
    after: Cow<'a, str>,
    /// Which bytes of `before` make place for others.
    start: usize,
    end: usize,
}

impl<'a> Step<'a> {
    fn new(
        rule: &'static str,
        section: &'static str,
        before: Cow<'a, str>,
        after: Cow<'a, str>,
    ) -> Self {
        let same = |(a, b): &(u8, u8)| a == b;
        let start = before.bytes().zip(after.bytes()).take_while(same).count();
        let left = before.len().min(after.len()) - start;
        let behind = before.bytes().rev().zip(after.bytes().rev()).take(left).take_while(same);
        let end = before.len() - behind.count();
        Self { rule, section, before, after, start, end }
    }
}

impl From<NormalizationStep> for Step<'_> {
    fn from(step: NormalizationStep) -> Self {
        let NormalizationStep { rule, before, after } = step;
        Self::new(rule.name, rule.section, before.into(), after.into())
    }
}

/// A section in words. Rules of a scheme name their document.
fn place(section: &str) -> Cow<'_, str> {
    let of_edition = section.starts_with(|first: char| first.is_ascii_digit());
    if of_edition { format!("section {section}").into() } else { section.into() }
}

impl Answer for Normalized<'_> {
    fn write(&self, text: &mut Text<'_>) {
        text.push(&self.text);
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
