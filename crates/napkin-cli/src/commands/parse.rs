//! `parse`: an input taken apart.

use clap::Args;
use napkin::Derivation;
use napkin_answers::Failure;
use napkin_answers::octets::Octets;
use napkin_answers::parse::{Decoded, Parsed, Parsing, Split};

use super::{Finished, Run};
use crate::components::{self, label_width};
use crate::edition::EditionOption;
use crate::options::{Inputs, Options};
use crate::report::{self, Answer, PerInput};
use crate::rule::RuleOption;
use crate::text::Text;

/// Take URIs and relative references apart
///
/// Shows the parts as they are written. What is undefined is left out (null in JSON); what is there
/// without text is empty. Where the edition has its own name of a part, it stands behind.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Parse {
    #[command(flatten)]
    rule: RuleOption,

    /// Show the parts decoded too: each once, after splitting
    #[arg(long)]
    decode: bool,

    /// Only split at the delimiters (Appendix B); takes any text and judges nothing
    #[arg(long, conflicts_with_all = ["rule", "decode"])]
    split: bool,

    /// Show the derivation too: the rules of the grammar, from the whole down to each character
    #[arg(long, conflicts_with = "split")]
    tree: bool,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    edition: EditionOption,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  napkin parse 'http://example.com:8042/over/there?name=ferret#nose'

prints

  kind        uri
  scheme      http
  authority   example.com:8042
  host        example.com
  host-kind   reg-name
  port        8042
  path        /over/there
  query       name=ferret
  fragment    nose
  path-kind   path-abempty
  ref-kind    absolute";

impl Run for Parse {
    fn run(self) -> Finished {
        let edition = self.edition.get();
        let start = self.rule.start();
        let Self { decode, split, tree, .. } = self;
        let parsing = Parsing { edition, start, decode, split, tree };
        parsing.check()?;
        Ok(report::run(&self.options, Some(edition), &self.inputs.texts, &parsing).exit_code())
    }
}

impl PerInput for Parsing {
    type Answer<'a> = Parsed<'a>;

    fn answer<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Parsed<'a>, Failure<'a>> {
        Parsing::answer(self, input)
    }
}

impl Answer for Parsed<'_> {
    fn write(&self, text: &mut Text<'_>) {
        text.gap();
        match self {
            Self::Whole(whole) => {
                components::write(&whole.reference, text);
                if let Some(decoded) = &whole.decoded {
                    write_decoded(decoded, label_width(whole.reference.edition()), text);
                }
                if let Some(derivation) = &whole.derivation {
                    write_tree(derivation, whole.reference.as_str(), text);
                }
            }
            Self::Split(split) => write_split(split, text),
        }
    }

    fn remark(&self) -> Option<&Failure<'_>> {
        match self {
            Self::Whole(whole) => whole.note.as_ref(),
            Self::Split(_) => None,
        }
    }
}

/// How wide names are where no edition has a say.
const SPLIT_WIDTH: usize = 11;

fn write_split(split: &Split<'_>, text: &mut Text<'_>) {
    for (name, value) in split.components() {
        if let Some(value) = value {
            text.field(name, SPLIT_WIDTH, value.as_bytes());
        }
    }
}

/// Writes each rule in a line, set in as deep as it stands, with what it derives.
fn write_tree(derivation: &Derivation, whole: &str, text: &mut Text<'_>) {
    for node in derivation.nodes() {
        text.pad(2 * node.depth as usize);
        text.styled(text.palette.name, node.rule.name);
        text.styled(text.palette.faint, &format!(" ({})", node.rule.section));
        let part = whole.get(node.start as usize..node.end as usize).unwrap_or_default();
        if !part.is_empty() {
            text.pad(1);
            text.push(part);
        }
        text.end_line();
    }
}

fn write_decoded(decoded: &Decoded<'_>, width: usize, text: &mut Text<'_>) {
    text.styled(text.palette.faint, "decoded");
    text.end_line();
    let mut field = |name: &str, octets: Option<&Octets<'_>>| {
        if let Some(octets) = octets {
            text.field(name, width, octets.as_bytes());
        }
    };
    field("userinfo", decoded.userinfo.as_ref());
    field("host", decoded.host.as_ref());
    for (number, segment) in decoded.segments.iter().flatten().enumerate() {
        field(&format!("segment:{number}"), Some(segment));
    }
    field("params", decoded.params.as_ref());
    field("query", decoded.query.as_ref());
    field("fragment", decoded.fragment.as_ref());
}
