//! `parse`: the parts of an input.

use std::borrow::Cow;
use std::iter;

use clap::Args;
use napkin::Derivation;
use napkin_answers::Failure;
use napkin_answers::parse::{self, Canonical, Decoded, Parsed, Parsing, Split};
use napkin_answers::question::Ask;
use napkin_answers::url_standard::Validation;
use napkin_standards::facts::{self, Component, Value};
use napkin_standards::{Octets, Parsed as Row, Standard};

use super::{Finished, Run};
use crate::input::options::{Inputs, Options};
use crate::output::columns::Field;
use crate::output::components::{self, label_width};
use crate::run::question::{Asked, about, summary};
use crate::run::report::{self, Answer, PerInput};
use crate::terminal::text::Text;

#[derive(Args)]
#[command(
    about = summary::<parse::Parse>(),
    long_about = about::<parse::Parse>(),
    after_help = EXAMPLE,
    mut_args(|arg| {
        let excludes_rows = ["decode", "tree", "pairs", "facts"].contains(&arg.get_id().as_str());
        if excludes_rows { arg.conflicts_with_all(["csv", "tsv"]) } else { arg }
    })
)]
pub(crate) struct Parse {
    #[command(flatten)]
    asked: Asked<parse::Parse>,

    #[command(flatten)]
    inputs: Inputs,

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
        let parsing = self.asked.ready()?;
        let standard = parsing.standard;
        let showing = Showing { parsing };
        Ok(report::run(&self.options, Some(standard), &self.inputs.texts, &showing).exit_code())
    }
}

/// How parsed inputs are shown.
struct Showing {
    parsing: Parsing,
}

/// The components that are a single text, each with its name; `None` for an undefined one.
fn texts<'p>(parsed: &'p Parsed<'_>) -> Vec<(&'static str, Option<Cow<'p, str>>)> {
    match parsed {
        Parsed::Whole(whole) => texts_of(facts::list((&whole.reference).into())).collect(),
        Parsed::Canonical(canonical) => {
            let rewriting = &canonical.rewriting;
            let rewritten = if rewriting.rewritten { "true" } else { "false" };
            let added = [
                ("href", rewriting.href.as_str()),
                ("rewritten", rewritten),
                ("origin", &rewriting.origin),
            ];
            let added = added.map(|(name, text)| (name, Some(text.into())));
            texts_of(facts::list((&canonical.url).into())).chain(added).collect()
        }
        Parsed::Split(split) => {
            split.components().map(|(name, text)| (name, text.map(Cow::Borrowed))).into()
        }
    }
}

fn texts_of<'c>(
    components: impl IntoIterator<Item = Component<'c>>,
) -> impl Iterator<Item = (&'static str, Option<Cow<'c, str>>)> {
    let texts = components.into_iter().filter_map(|component| match component.value? {
        Value::Undefined => Some((component.name, None)),
        Value::Text(text) => Some((component.name, Some(text))),
        // The path contains them.
        Value::Texts(_) => None,
    });
    texts.filter(|(name, _)| *name != "segments")
}

impl PerInput for Showing {
    type Answer<'a> = Parsed<'a>;

    fn answer<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Parsed<'a>, Failure<'a>> {
        self.parsing.answer(input)
    }

    fn push_json(
        &self,
        out: &mut Vec<u8>,
        _: Option<Standard>,
        input: &[u8],
        answer: &Result<Parsed<'_>, Failure<'_>>,
    ) {
        self.parsing.push_line(out, input, answer);
    }

    /// The names of the columns: `input`, the edition's components that are texts, and `error`.
    fn columns(&self) -> Vec<String> {
        let sample = self.parsing.answer(b"a:b").ok();
        let components = sample.iter().flat_map(texts).map(|(name, _)| name);
        iter::once("input").chain(components).chain(["error"]).map(str::to_owned).collect()
    }

    fn rows<'f>(
        &'f self,
        input: &'f [u8],
        parsed: &'f Result<Parsed<'_>, Failure<'_>>,
        _: bool,
    ) -> Vec<Vec<Field<'f>>> {
        let (texts, error) = match parsed {
            Ok(parsed) => (texts(parsed), ""),
            Err(failure) => {
                let between = self.columns().len() - 2;
                (iter::repeat_n(("", None), between).collect(), failure.message())
            }
        };
        let fields = texts.into_iter().map(|(_, text)| match text.unwrap_or_default() {
            Cow::Borrowed(text) => text.as_bytes().into(),
            Cow::Owned(text) => text.into_bytes().into(),
        });
        vec![iter::once(input.into()).chain(fields).chain([error.as_bytes().into()]).collect()]
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
                if whole.pairs.is_some() {
                    let pairs = whole.reference.query().into_iter().flat_map(|query| {
                        query.encoded().as_str().split('&').filter(|pair| !pair.is_empty())
                    });
                    for (number, pair) in pairs.enumerate() {
                        text.field(
                            &format!("pair:{number}"),
                            label_width(whole.reference.edition()),
                            pair.as_bytes(),
                        );
                    }
                }
                if whole.facts {
                    write_facts((&whole.reference).into(), text);
                }
                if let Some(derivation) = &whole.derivation {
                    write_tree(derivation, whole.reference.as_str(), text);
                }
            }
            Self::Split(split) => write_split(split, text),
            Self::Canonical(canonical) => write_url(canonical, text),
        }
    }

    fn remark(&self) -> Option<&Failure<'_>> {
        match self {
            Self::Whole(whole) => whole.note.as_ref(),
            Self::Split(_) | Self::Canonical(_) => None,
        }
    }
}

/// Writes the parts of a URL, its serialization if it was rewritten, and each validation error.
fn write_url(canonical: &Canonical, text: &mut Text<'_>) {
    let Canonical { url, rewriting, .. } = canonical;
    components::write_all(&facts::list(url.into()), None, SPLIT_WIDTH, text);
    text.field("origin", SPLIT_WIDTH, rewriting.origin.as_bytes());
    if rewriting.rewritten {
        text.field("href", SPLIT_WIDTH, rewriting.href.as_bytes());
    }
    for Validation { name, offset } in &rewriting.validation {
        text.field("validation", SPLIT_WIDTH, format!("{name} at byte {offset}").as_bytes());
    }
    if let Some(decoded) = canonical.decoded() {
        write_decoded(&decoded, SPLIT_WIDTH, text);
    }
    if canonical.pairs {
        let pairs = url.query().into_iter().flat_map(|query| query.split('&'));
        for (number, pair) in pairs.filter(|pair| !pair.is_empty()).enumerate() {
            text.field(&format!("pair:{number}"), SPLIT_WIDTH, pair.as_bytes());
        }
    }
    if canonical.facts {
        write_facts(url.into(), text);
    }
}

fn write_facts(row: Row<'_, '_>, text: &mut Text<'_>) {
    let facts = facts::list_derived(row);
    let width = facts.iter().map(|fact| fact.name.len()).max().unwrap_or_default();
    text.styled(text.palette.faint, "facts");
    text.end_line();
    components::write_all(&facts, None, width, text);
}

/// The width of names if no edition is used.
const SPLIT_WIDTH: usize = 11;

fn write_split(split: &Split<'_>, text: &mut Text<'_>) {
    for (name, value) in split.components() {
        if let Some(value) = value {
            text.field(name, SPLIT_WIDTH, value.as_bytes());
        }
    }
}

/// Writes each rule on a line, indented by its depth, with the text that it derives.
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
