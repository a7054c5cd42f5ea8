//! `compare`: the lowest rung of the comparison ladder at which two URIs are equivalent.

use std::ffi::OsString;

use clap::Args;
use napkin::{Edition, Level, Normalizer, Reference};
use serde::Serialize;

use super::{Finished, Run};
use crate::base::{self, Base};
use crate::edition::EditionOption;
use crate::failure::Failure;
use crate::observed::Observed;
use crate::options::Options;
use crate::report::{self, Answer, PerInput};
use crate::text::Text;

/// Compare URIs by the comparison ladder
///
/// Prints the lowest rung at which the two are equivalent, of 'simple', 'case', 'percent', 'path',
/// 'syntax', 'scheme' and 'protocol', or 'different' if there is none. Relative references are not
/// compared unless a base resolves them first.
#[derive(Args)]
#[command(override_usage = "napkin compare [OPTIONS] [A B]", after_help = EXAMPLE)]
pub(crate) struct Compare {
    /// Resolve relative references against this first
    #[arg(long, value_name = "URI")]
    base: Option<OsString>,

    /// Leave fragments out, as when both would be fetched
    #[arg(long)]
    network: bool,

    #[command(flatten)]
    observed: Observed,

    /// The two to compare; without them, lines of two with a tab between
    #[arg(id = "inputs", num_args = 2, value_names = ["A", "B"])]
    pair: Vec<OsString>,

    #[command(flatten)]
    edition: EditionOption,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  napkin compare http://example.com http://EXAMPLE.com:80/

prints

  scheme";

impl Run for Compare {
    fn run(self) -> Finished {
        let edition = self.edition.get();
        let redirects = self.observed.redirects(edition)?;
        let mut comparison = Comparison {
            edition,
            base: self.base.map(|base| Base::new(base, edition).judged()),
            network: self.network,
            normalizer: Normalizer::new(Level::Protocol)
                .observed(&redirects)
                .with_schemes(napkin_schemes::normalize),
            tab: None,
        };
        let mut inputs = Vec::new();
        if let [a, b] = self.pair.as_slice() {
            // Arguments are told apart however many tabs they have.
            comparison.tab = Some(a.as_encoded_bytes().len());
            let mut input = a.clone();
            input.push("\t");
            input.push(b);
            inputs.push(input);
        }
        Ok(report::run(&self.options, Some(edition), &inputs, &comparison).exit_code())
    }
}

struct Comparison<'r> {
    edition: &'static Edition,
    base: Option<Base>,
    network: bool,
    normalizer: Normalizer<'r>,
    /// Where the first ends, if that is known beforehand.
    tab: Option<usize>,
}

impl Comparison<'_> {
    fn split<'a>(&self, input: &'a [u8]) -> Result<(&'a [u8], &'a [u8]), Failure<'a>> {
        let mut tabs = memchr::memchr_iter(b'\t', input);
        let (first, second) = (tabs.next(), tabs.next());
        let tab = self.tab.or(first.filter(|_| second.is_none()));
        let (a, b) = tab.and_then(|tab| input.split_at_checked(tab)).ok_or_else(|| {
            let what = if second.is_some() { "more than one tab" } else { "no tab" };
            let message = format!("{what} in a line that should be two URIs with a tab between");
            let section = self.edition.sections.comparison;
            Failure::new("not-a-pair", section, message).at(second.unwrap_or(input.len()), input)
        })?;
        Ok((a, b.strip_prefix(b"\t").unwrap_or(b)))
    }

    /// The URI that one of the two is compared as; nothing for a relative one without a base.
    fn uri<'i: 's, 's>(
        &'i self,
        text: &'i [u8],
        scratch: &'s mut String,
        of: &'static str,
    ) -> Result<Option<Reference<'s>>, Failure<'i>> {
        let uri = base::to_uri(self.edition, self.base.as_ref(), text, scratch);
        let uri = uri.map_err(|failure| failure.of(of))?;
        Ok(if self.network { uri.map(|uri| uri.without_fragment()) } else { uri })
    }
}

impl PerInput for Comparison<'_> {
    type Answer<'a>
        = Compared<'a>
    where
        Self: 'a;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        _: &'a mut String,
    ) -> Result<Compared<'a>, Failure<'a>> {
        self.base.as_ref().map(Base::resolver).transpose()?;
        let (a, b) = self.split(input)?;
        let (mut scratch_a, mut scratch_b) = (String::new(), String::new());
        let uris = self.uri(a, &mut scratch_a, "a")?.zip(self.uri(b, &mut scratch_b, "b")?);
        let equivalent_at = uris.and_then(|(a, b)| self.normalizer.equivalent_at(a, b));
        let remark = uris.is_none().then(|| {
            let what = "a relative reference is not compared; resolve it with --base";
            Failure::relative_reference(self.edition, what)
        });
        // Only what is valid gets here, and that is ASCII.
        let text = |bytes| str::from_utf8(bytes).unwrap_or_default();
        Ok(Compared {
            a: text(a),
            b: text(b),
            equivalent_at: equivalent_at.map(Level::name),
            remark,
        })
    }
}

#[derive(Serialize)]
pub(crate) struct Compared<'a> {
    a: &'a str,
    b: &'a str,
    equivalent_at: Option<&'static str>,
    #[serde(skip)]
    remark: Option<Failure<'a>>,
}

impl Answer for Compared<'_> {
    fn write(&self, text: &mut Text<'_>) {
        match self.equivalent_at {
            Some(rung) => text.styled(text.palette.good, rung),
            None => text.styled(text.palette.bad, "different"),
        }
        text.end_line();
    }

    fn is_faulty(&self) -> bool {
        self.equivalent_at.is_none()
    }

    fn remark(&self) -> Option<&Failure<'_>> {
        self.remark.as_ref()
    }
}
