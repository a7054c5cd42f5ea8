//! `check`: is it valid?

use clap::Args;
use napkin::{LineCount, Lines};
use napkin_answers::check::{Checked, Checking};
use napkin_answers::{Failure, push_json};
use serde::Serialize;

use super::{Finished, Run};
use crate::edition::EditionOption;
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
        let checking = Checking {
            edition: self.edition.get(),
            start: self.rule.start(),
            scheme_rules: self.scheme_rules,
        };
        let edition = Some(checking.edition);
        let judging = Judging { checking, is_silent: self.quiet || self.count };
        let tally = report::run(&self.options, edition, &self.inputs.texts, &judging);
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
            push_json(&mut out, &Count { valid, invalid });
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

struct Judging {
    checking: Checking,
    is_silent: bool,
}

impl PerInput for Judging {
    type Answer<'a> = Checked<'a>;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        _: &'a mut String,
    ) -> Result<Checked<'a>, Failure<'a>> {
        self.checking.answer(input)
    }

    fn is_silent(&self) -> bool {
        self.is_silent
    }

    fn count(&self, lines: Lines<'_>) -> Option<LineCount> {
        let Checking { edition, start, scheme_rules } = self.checking;
        if scheme_rules {
            return None;
        }
        let mut count = lines.by(edition, start).count();
        // A blank line is an input like any other.
        let blank = core::mem::take(&mut count.blank);
        if edition.accepts(start, "") {
            count.valid += blank;
        } else {
            count.invalid += blank;
        }
        Some(count)
    }
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
        self.error.as_ref().or(self.note.as_ref())
    }
}
