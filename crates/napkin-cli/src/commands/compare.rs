//! `compare`: the lowest rung of the comparison ladder at which two URIs are equivalent.

use std::ffi::OsString;

use clap::Args;
use napkin_answers::Failure;
use napkin_answers::compare::{self, Compared, Comparing};

use super::{Finished, Run};
use crate::input::options::Options;
use crate::run::question::{Asked, about, summary};
use crate::run::report::{self, Answer, PerInput};
use crate::terminal::text::Text;

#[derive(Args)]
#[command(override_usage = "napkin compare [OPTIONS] [A B]", about = summary::<compare::Compare>(),
    long_about = about::<compare::Compare>(),
    after_help = EXAMPLE)]
pub(crate) struct Compare {
    #[command(flatten)]
    asked: Asked<compare::Compare>,

    /// The two references to compare; reads tab-separated pairs from standard input if none are given
    #[arg(id = "inputs", num_args = 2, value_names = ["A", "B"])]
    pair: Vec<OsString>,

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
        let comparing = self.asked.ready()?;
        let standard = comparing.standard();
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

struct Pairing {
    comparing: Comparing,
    /// The offset of the separator, if it is known beforehand.
    tab: Option<usize>,
}

impl Pairing {
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

impl PerInput for Pairing {
    type Answer<'a> = Compared<'a>;

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
