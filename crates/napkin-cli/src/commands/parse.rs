//! `parse`: an input taken apart.

use clap::Args;
use napkin::{Edition, Parts, Path, Reference, percent};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Finished, Run};
use crate::components::{self, label_width};
use crate::edition::EditionOption;
use crate::failure::Failure;
use crate::octets::Octets;
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
        if self.split {
            // The others split by the forms of schemes, or before they look at characters.
            let splits = |edition: &Edition| edition.generic().is_some_and(|g| !g.parameters);
            self.edition.must_allow("--split", splits)?;
        }
        let edition = Some(self.edition.get());
        Ok(report::run(&self.options, edition, &self.inputs.texts, &self).exit_code())
    }
}

impl PerInput for Parse {
    type Answer<'a> = Parsed<'a>;

    fn answer<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Parsed<'a>, Failure<'a>> {
        if self.split {
            let text = str::from_utf8(input)
                .map_err(|error| Failure::not_utf8(self.edition.get(), error, input))?;
            return Ok(Parsed::Split(Split::new(text)));
        }
        let reference = self.rule.parse(self.edition.get(), input)?;
        let decoded = self.decode.then(|| Decoded::new(&reference));
        Ok(Parsed::Whole(Whole { reference, decoded }))
    }
}

pub(crate) enum Parsed<'a> {
    Whole(Whole<'a>),
    Split(Split<'a>),
}

impl Serialize for Parsed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Whole(whole) => whole.serialize(serializer),
            Self::Split(split) => split.serialize(serializer),
        }
    }
}

impl Answer for Parsed<'_> {
    fn write(&self, text: &mut Text<'_>) {
        text.gap();
        match self {
            Self::Whole(whole) => whole.write(text),
            Self::Split(split) => split.write(text),
        }
    }
}

/// How wide names are where no edition has a say.
const SPLIT_WIDTH: usize = 11;

/// The components of Appendix B.
#[derive(Serialize)]
pub(crate) struct Split<'a> {
    scheme: Option<&'a str>,
    authority: Option<&'a str>,
    path: &'a str,
    query: Option<&'a str>,
    fragment: Option<&'a str>,
}

impl<'a> Split<'a> {
    fn new(text: &'a str) -> Self {
        let Parts { scheme, authority, path, query, fragment } = Parts::split(text);
        Self { scheme, authority, path, query, fragment }
    }

    fn write(&self, text: &mut Text<'_>) {
        for (name, value) in [
            ("scheme", self.scheme),
            ("authority", self.authority),
            ("path", Some(self.path)),
            ("query", self.query),
            ("fragment", self.fragment),
        ] {
            if let Some(value) = value {
                text.field(name, SPLIT_WIDTH, value.as_bytes());
            }
        }
    }
}

/// All that a parsed reference says.
pub(crate) struct Whole<'a> {
    reference: Reference<'a>,
    decoded: Option<Decoded<'a>>,
}

impl Whole<'_> {
    fn write(&self, text: &mut Text<'_>) {
        components::write(&self.reference, text);
        if let Some(decoded) = &self.decoded {
            decoded.write(label_width(self.reference.edition()), text);
        }
    }
}

impl Serialize for Whole<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        components::serialize(&self.reference, &mut map)?;
        if let Some(decoded) = &self.decoded {
            map.serialize_entry("decoded", decoded)?;
        }
        map.end()
    }
}

/// The parts that have percent-encoded text, decoded.
#[derive(Serialize)]
pub(crate) struct Decoded<'a> {
    userinfo: Option<Octets<'a>>,
    host: Option<Octets<'a>>,
    /// None where the path is undefined.
    segments: Option<Vec<Octets<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    params: Option<Octets<'a>>,
    query: Option<Octets<'a>>,
    fragment: Option<Octets<'a>>,
}

impl<'a> Decoded<'a> {
    fn new(reference: &Reference<'a>) -> Self {
        let decoded = |path: Path<'a>| path.segments().map(|s| s.decode().into()).collect();
        Self {
            userinfo: reference.userinfo().map(|userinfo| userinfo.encoded().decode().into()),
            host: reference.host().map(Octets::from),
            segments: reference.path().map(decoded),
            params: reference.parameters().map(|text| percent::decode(text, false).into()),
            query: reference.query().map(|query| query.encoded().decode().into()),
            fragment: reference.fragment().map(|fragment| fragment.decode().into()),
        }
    }

    fn write(&self, width: usize, text: &mut Text<'_>) {
        text.styled(text.palette.faint, "decoded");
        text.end_line();
        let mut field = |name: &str, octets: Option<&Octets<'_>>| {
            if let Some(octets) = octets {
                text.field(name, width, octets.as_bytes());
            }
        };
        field("userinfo", self.userinfo.as_ref());
        field("host", self.host.as_ref());
        for (number, segment) in self.segments.iter().flatten().enumerate() {
            field(&format!("segment:{number}"), Some(segment));
        }
        field("params", self.params.as_ref());
        field("query", self.query.as_ref());
        field("fragment", self.fragment.as_ref());
    }
}
