//! `witness`: the shortest strings that tell two editions apart.

use std::num::NonZeroUsize;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ColorChoice};
use napkin::witness::{self, BASE, COMPLETE_UP_TO, Difference, Found};
use napkin::{Edition, Part};
use napkin_answers::differences::{ByEdition, Reading};
use napkin_answers::push_json;
use serde::{Serialize, Serializer};

use super::{Finished, Run};
use crate::edition;
use crate::exit::ExitCode;
use crate::output;
use crate::text::{Palette, Text};

/// Find the shortest strings that tell two editions apart
///
/// For each way in which they differ (which one accepts a string, what they read as each part, what it
/// means against the base of the standards' examples) the shortest strings that show it. The search
/// tries every string up to the length, over one character of each kind that the two tell apart, and
/// says how far it went.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Witness {
    /// One edition
    #[arg(value_name = "EDITION", value_parser = edition::named())]
    first: &'static Edition,

    /// The other
    #[arg(value_name = "EDITION", value_parser = edition::named())]
    second: &'static Edition,

    /// Look only for strings in which this part differs
    #[arg(long, value_parser = part())]
    part: Option<Part>,

    /// The longest strings to try, in bytes
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = length)]
    length: usize,

    /// How many to show of each kind
    #[arg(long, value_name = "N", default_value = "4")]
    limit: NonZeroUsize,

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
  all of up to 3 bytes were tried: 8421 strings";

fn part() -> impl TypedValueParser<Value = Part> {
    PossibleValuesParser::new(Part::ALL.iter().map(|part| part.name())).try_map(|name| {
        Part::ALL.iter().copied().find(|part| part.name() == name).ok_or("not a part")
    })
}

fn length(text: &str) -> Result<usize, String> {
    let length = text.parse().ok().filter(|&length| length <= COMPLETE_UP_TO);
    length.ok_or_else(|| format!("not a number of bytes up to {COMPLETE_UP_TO}"))
}

impl Run for Witness {
    fn run(self) -> Finished {
        let Self { first, second, part, length, .. } = self;
        let found = witness::search(first, second, length, part);
        let mut out = Vec::new();
        if self.json {
            for witness in self.shown(&found) {
                push_json(&mut out, &self.told(witness));
            }
        } else {
            let palette = Palette::chosen(self.color, &std::io::stdout());
            self.write(&found, &mut Text::new(&mut out, palette, true));
        }
        output::print(&out);
        Ok(ExitCode::Well)
    }
}

impl Witness {
    /// The witnesses, up to the limit of each kind.
    fn shown<'f>(&self, found: &'f Found) -> impl Iterator<Item = &'f witness::Witness> {
        let limit = self.limit.get();
        kinds(found).into_iter().flat_map(move |kind| of_kind(found, kind).take(limit))
    }

    fn told<'w>(&self, witness: &'w witness::Witness) -> Told<'w> {
        let text = witness.text.as_str();
        let editions = [self.first, self.second]
            .map(|edition| Reading::new(edition, text.as_bytes(), Some(BASE)));
        let part = match witness.difference {
            Difference::Part(part) => Some(part.name()),
            _ => None,
        };
        Told { witness: text, what: witness.difference.name(), part, editions }
    }

    fn write(&self, found: &Found, text: &mut Text<'_>) {
        let kinds = kinds(found);
        let width = kinds.iter().map(|kind| in_words(*kind).len()).max().unwrap_or_default() + 2;
        for kind in kinds {
            let strings: Vec<_> = of_kind(found, kind)
                .take(self.limit.get())
                .map(|witness| if witness.text.is_empty() { "(empty)" } else { &witness.text })
                .collect();
            text.label(&in_words(kind), width);
            text.push(&strings.join("  "));
            text.end_line();
        }
        let Found { tried, complete_up_to, .. } = found;
        let end = format!("all of up to {complete_up_to} bytes were tried: {tried} strings");
        text.styled(text.palette.faint, &end);
        text.end_line();
    }
}

/// The kinds of difference that have witnesses, the shortest first.
fn kinds(found: &Found) -> Vec<Difference> {
    let mut kinds = Vec::new();
    for witness in &found.witnesses {
        if !kinds.contains(&witness.difference) {
            kinds.push(witness.difference);
        }
    }
    kinds
}

fn of_kind(found: &Found, kind: Difference) -> impl Iterator<Item = &witness::Witness> {
    found.witnesses.iter().filter(move |witness| witness.difference == kind)
}

fn in_words(difference: Difference) -> String {
    match difference {
        Difference::Validity(edition) => format!("only {edition} accepts"),
        Difference::Part(part) => format!("the {part} differs"),
        Difference::Target => "the target differs".into(),
    }
}

/// A witness, and what the two editions make of it.
#[derive(Serialize)]
struct Told<'a> {
    witness: &'a str,
    what: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<&'static str>,
    #[serde(serialize_with = "by_edition")]
    editions: [Reading<'a>; 2],
}

fn by_edition<S: Serializer>(
    readings: &[Reading<'_>; 2],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    ByEdition(readings).serialize(serializer)
}
