//! `compare`: the lowest rung of the comparison ladder at which two URIs are equivalent.

use std::ffi::OsString;

use clap::Args;
use napkin_answers::Failure;
use napkin_answers::base::Base;
use napkin_answers::compare::{Compared, Comparing};

use super::{Finished, Run};
use crate::edition::EditionOption;
use crate::observed::Observed;
use crate::options::Options;
use crate::report::{self, Answer, PerInput};
use crate::text::Text;

/// Compare URIs by the comparison ladder
///
/// Prints the lowest rung at which the two are equivalent, of 'simple', 'case', 'percent', 'path',
/// 'syntax', 'scheme' and 'protocol', or 'different' if there is none; by the URL Standard 'simple' or 'url'. Relative
/// references are compared by their own normal form, which needs no base.
#[derive(Args)]
#[command(override_usage = "napkin compare [OPTIONS] [A B]", after_help = EXAMPLE)]
pub(crate) struct Compare {
    /// Resolve relative references against this first
    #[arg(long, value_name = "URI")]
    base: Option<OsString>,

    /// Ignore fragments, which are not part of a request
    #[arg(long)]
    network: bool,

    #[command(flatten)]
    observed: Observed,

    /// The two references to compare; reads tab-separated pairs from standard input if none are given
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
        let standard = self.edition.get();
        let redirects = self.observed.redirects(standard)?;
        let base = self.base.map(|base| Base::new(base.into_encoded_bytes(), standard));
        let comparing =
            Comparing::new(standard).observed(&redirects).by_base(base).network(self.network);
        let mut pairing = Pairing { comparing, tab: None };
        let mut inputs = Vec::new();
        if let [a, b] = self.pair.as_slice() {
            // The length of the first argument separates the two, however many tabs they contain.
            pairing.tab = Some(a.as_encoded_bytes().len());
            let mut input = a.clone();
            input.push("\t");
            input.push(b);
            inputs.push(input);
        }
        Ok(report::run(&self.options, Some(standard), &inputs, &pairing).exit_code())
    }
}

struct Pairing<'r> {
    comparing: Comparing<'r>,
    /// The offset of the separator, if it is known beforehand.
    tab: Option<usize>,
}

impl Pairing<'_> {
    fn split<'a>(&self, input: &'a [u8]) -> Result<(&'a [u8], &'a [u8]), Failure<'a>> {
        let mut tabs = memchr::memchr_iter(b'\t', input);
        let (first, second) = (tabs.next(), tabs.next());
        let tab = self.tab.or(first.filter(|_| second.is_none()));
        let (a, b) = tab.and_then(|tab| input.split_at_checked(tab)).ok_or_else(|| {
            let what = if second.is_some() { "more than one tab" } else { "no tab" };
            let message = format!("{what} in a line that should be two URIs with a tab between");
            let edition = self.comparing.standard().syntax();
            let section = edition.map_or("4.6", |edition| edition.sections.comparison);
            Failure::new("not-a-pair", section, message).at(second.unwrap_or(input.len()), input)
        })?;
        Ok((a, b.strip_prefix(b"\t").unwrap_or(b)))
    }
}

impl PerInput for Pairing<'_> {
    type Answer<'a>
        = Compared<'a>
    where
        Self: 'a;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        _: &'a mut String,
    ) -> Result<Compared<'a>, Failure<'a>> {
        self.comparing.check_base()?;
        let (a, b) = self.split(input)?;
        self.comparing.answer(a, b)
    }
}

impl Answer for Compared<'_> {
    const IS_LINE: bool = true;

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
}
