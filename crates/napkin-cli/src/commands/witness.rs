//! `witness`: the shortest strings that two editions read differently.

use clap::{Args, ColorChoice};
use napkin_answers::push_json;
use napkin_answers::question::AskAlone;
use napkin_answers::witness::{self, Found};

use super::{Finished, Run};
use crate::output;
use crate::run::question::{Asked, about, summary};
use crate::terminal::exit::ExitCode;
use crate::terminal::text::{Palette, Text, grouped};

// Its help is that of the question.
#[derive(Args)]
#[command(
    about = summary::<witness::Witness>(),
    long_about = about::<witness::Witness>(),
    after_help = EXAMPLE
)]
pub(crate) struct Witness {
    #[command(flatten)]
    asked: Asked<witness::Witness>,

    /// Write JSON Lines: one object for every witness
    #[arg(long)]
    json: bool,

    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
}

const EXAMPLE: &str = "\
Example:
  napkin witness draft2003 rfc3986 --length 3

prints

  the target differs       (empty)
  the host differs         //
  only draft2003 accepts   a:[  a:]  g:[  g:]
  the port differs         //:
  the userinfo differs     //@
  tried every string of up to 3 bytes: 8,421 strings";

impl Run for Witness {
    fn run(self) -> Finished {
        let search = self.asked.ready()?;
        let mut out = Vec::new();
        if self.json {
            search.each(&mut |witness| push_json(&mut out, witness));
        } else {
            let palette = Palette::chosen(self.color, &std::io::stdout());
            write(&search.find(), &mut Text::new(&mut out, palette, true));
        }
        output::print(&out);
        Ok(ExitCode::Well)
    }
}

fn write(found: &Found, text: &mut Text<'_>) {
    let kinds = found.kinds();
    let width = kinds.iter().map(|kind| kind.len()).max().unwrap_or_default() + 2;
    for kind in kinds {
        let strings: Vec<_> = found
            .of_kind(kind)
            .map(|witness| if witness.text.is_empty() { "(empty)" } else { &witness.text })
            .collect();
        text.label(kind, width);
        text.push(&strings.join("  "));
        text.end_line();
    }
    let end = format!("tried {}: {} {}", found.reach, grouped(found.tried), found.noun);
    text.styled(text.palette.faint, &end);
    text.end_line();
}
