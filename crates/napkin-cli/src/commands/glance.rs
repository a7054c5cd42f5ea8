//! `glance`: where inputs lead, and whether that is dangerous, in a sentence each.

use clap::Args;
use napkin_answers::Failure;
use napkin_answers::glance::{self, Safety};
use napkin_answers::look::{Look, Looking};
use napkin_answers::question::Ask;
use napkin_schemes::secrets::masked;
use napkin_standards::Standard;

use super::{Finished, Run};
use crate::input::options::{Inputs, Options};
use crate::output::columns::Column;
use crate::run::question::{Asked, about, summary};
use crate::run::report::{self, Answer, PerInput};
use crate::terminal::text::Text;

// Its help is that of the question.
#[derive(Args)]
#[command(about = summary::<Look>(), long_about = about::<Look>(), after_help = EXAMPLE)]
pub(crate) struct Glance {
    #[command(flatten)]
    asked: Asked<Look>,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  napkin glance http://trusted.example@evil.example/

prints

  Goes to evil.example (http, port 80).
  Dangerous: 'trusted.example' before the @ is a user name, not the host.
  Valid by RFC 3986; browsers agree.";

impl Run for Glance {
    fn run(self) -> Finished {
        report::must_not_be_files(&self.inputs.texts, false)?;
        let looking = self.asked.ready()?;
        let standard = looking.standard();
        let is_one = self.inputs.texts.len() == 1 && !self.options.has_files();
        let glancing = Glancing { looking, is_one };
        Ok(report::run(&self.options, standard, &self.inputs.texts, &glancing).exit_code())
    }
}

/// Glances as they are printed: in text, those of several inputs each below its input.
struct Glancing {
    looking: Looking,
    is_one: bool,
}

impl PerInput for Glancing {
    type Answer<'a> = glance::Glance;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        scratch: &'a mut String,
    ) -> Result<glance::Glance, Failure<'a>> {
        self.looking.ask(input, scratch)
    }

    fn push_json(
        &self,
        out: &mut Vec<u8>,
        _: Option<Standard>,
        input: &[u8],
        answer: &Result<glance::Glance, Failure<'_>>,
    ) {
        self.looking.push_line(out, input, answer);
    }

    fn write(&self, input: &[u8], glance: &glance::Glance, text: &mut Text<'_>) {
        text.gap();
        if !self.is_one {
            text.push_bytes(&masked(input));
            text.end_line();
        }
        glance.write(text);
    }
}

impl Answer for glance::Glance {
    const COLUMNS: &'static [Column] = &[
        ("safety", &["safety"]),
        ("leads_to", &["leads_to"]),
        ("host", &["host"]),
        ("valid", &["valid"]),
        ("danger", &["danger"]),
    ];

    fn write(&self, text: &mut Text<'_>) {
        text.push(&self.lead.sentence.to_string());
        text.end_line();
        let style = match self.danger.safety {
            Safety::Dangerous => text.palette.bad,
            Safety::Careful => text.palette.mark,
            Safety::NoDangerFound => text.palette.good,
        };
        text.styled(style, &self.danger.sentence);
        text.end_line();
        if let Some(signed) = &self.signed {
            text.push(&signed.sentence());
            text.end_line();
        }
        if let Some(meant) = &self.meant {
            text.push("Did you mean ");
            text.push(&meant.uri);
            text.push("? ");
            text.push(&meant.because);
            text.end_line();
        }
        text.push(&self.validity.sentence);
        text.end_line();
        if let Some(repaired) = &self.validity.repaired {
            text.push("Repaired: ");
            text.push(repaired);
            text.push(if self.validity.keeps_meaning { "" } else { " (may mean something else)" });
            text.end_line();
        }
        if let Some(last) = self.inside.last() {
            let which =
                if self.inside.len() > 1 { "The innermost URL in it" } else { "The URL in it" };
            text.push(which);
            text.push(" goes to ");
            text.push(last.host.as_deref().unwrap_or(&last.uri));
            text.push(".");
            text.end_line();
        }
    }

    fn is_faulty(&self) -> bool {
        self.danger.safety == Safety::Dangerous || !self.validity.is_valid
    }
}
