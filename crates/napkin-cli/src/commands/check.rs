//! `check`: is it valid?

use clap::Args;
use napkin::{Reference, Uri};
use serde::Serialize;

use super::{Finished, Run};
use crate::edition::EditionOption;
use crate::failure::Failure;
use crate::options::{Inputs, Options};
use crate::output::{self, Tally};
use crate::report::{self, Answer, PerInput};
use crate::rule::RuleOption;
use crate::text::{Text, push};

/// Say which inputs are valid, and what is wrong with the others
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Check {
    #[command(flatten)]
    rule: RuleOption,

    /// Ask for what the scheme itself requires too, such as the host of http
    #[arg(long)]
    scheme_rules: bool,

    /// Print nothing; the exit status says whether all inputs are valid
    #[arg(long, conflicts_with = "count")]
    quiet: bool,

    /// Print only how many inputs are valid and how many are not
    #[arg(long)]
    count: bool,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    edition: EditionOption,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  napkin check http://example.com/ 'http://example.com/a b'

prints

  valid	http://example.com/
  invalid	http://example.com/a b
  napkin: argument 2: invalid character ' ' in the path at byte 20 (segment, RFC 3986 section 3.3)
    http://example.com/a b
                        ^ write it as %20";

impl Run for Check {
    fn run(self) -> Finished {
        if self.scheme_rules {
            self.edition.must_be_of_uri_ref("--scheme-rules")?;
        }
        let edition = Some(self.edition.get());
        let tally = report::run(&self.options, edition, &self.inputs.texts, &self);
        if self.count {
            self.print_count(tally);
        }
        Ok(tally.exit_code())
    }
}

impl Check {
    fn print_count(&self, tally: Tally) {
        let Tally { fine: valid, faulty: invalid, .. } = tally;
        let mut out = Vec::new();
        if self.options.json {
            report::push_json(&mut out, &Count { valid, invalid });
        } else {
            push(&mut out, format_args!("{valid} valid, {invalid} invalid\n"));
        }
        output::print(&out);
    }
}

#[derive(Serialize)]
struct Count {
    valid: u64,
    invalid: u64,
}

/// Asks what the scheme requires: first what the core knows of it, then its view.
fn by_scheme<'a>(reference: Reference<'a>, input: &'a [u8]) -> Result<(), Failure<'a>> {
    let checked = Uri::parse_bytes(input).and_then(|uri| uri.check_scheme());
    checked.map_err(|error| Failure::refused(error, input))?;
    let of_scheme = |error| Failure::of_scheme(error, input);
    let description = napkin_schemes::describe(reference).map_err(of_scheme)?;
    description.view().transpose().map_err(of_scheme)?;
    Ok(())
}

impl PerInput for Check {
    type Answer<'a> = Checked<'a>;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        _: &'a mut String,
    ) -> Result<Checked<'a>, Failure<'a>> {
        let parsed = self.rule.parse(self.edition.get(), input);
        let error = match parsed {
            Ok(reference) if self.scheme_rules && !reference.is_relative_ref() => {
                by_scheme(reference, input).err()
            }
            parsed => parsed.err(),
        };
        Ok(Checked { valid: error.is_none(), error, input })
    }

    fn is_silent(&self) -> bool {
        self.quiet || self.count
    }
}

/// Whether an input is valid.
#[derive(Serialize)]
pub(crate) struct Checked<'a> {
    valid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Failure<'a>>,
    #[serde(skip)]
    input: &'a [u8],
}

impl Answer for Checked<'_> {
    fn write(&self, text: &mut Text<'_>) {
        if self.valid {
            text.styled(text.palette.good, "valid");
        } else {
            text.styled(text.palette.bad, "invalid");
        }
        text.push_raw(b"\t");
        text.push_bytes(self.input);
        text.end_line();
    }

    fn is_faulty(&self) -> bool {
        !self.valid
    }

    fn remark(&self) -> Option<&Failure<'_>> {
        self.error.as_ref()
    }
}
