//! `parse`: an input taken apart.

use clap::Args;
use napkin::{Parts, Path, UriRef};
use serde::{Serialize, Serializer};

use super::{Finished, Run};
use crate::failure::Failure;
use crate::octets::Octets;
use crate::options::{Inputs, Options};
use crate::report::{self, Answer, PerInput};
use crate::rule::RuleOption;
use crate::text::Text;

/// Take URIs and relative references apart
///
/// Shows the parts as they are written. What is undefined is left out (null in JSON); what is there
/// without text is empty.
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
        Ok(report::run(&self.options, &self.inputs.texts, &self).exit_code())
    }
}

impl PerInput for Parse {
    type Answer<'a> = Parsed<'a>;

    fn answer<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Parsed<'a>, Failure<'a>> {
        if self.split {
            let text = str::from_utf8(input)
                .map_err(|error| Failure::not_utf8(self.options.edition, error, input))?;
            return Ok(Parsed::Split(Split::new(text)));
        }
        let reference = self.rule.parse(input)?;
        let decoded = self.decode.then(|| Decoded::new(reference));
        Ok(Parsed::Whole(Whole { decoded, ..Whole::new(reference) }))
    }
}

#[derive(Serialize)]
#[serde(untagged)]
// One answer lives at a time, and on the stack: boxing the larger one would only cost.
#[expect(clippy::large_enum_variant)]
pub(crate) enum Parsed<'a> {
    Whole(Whole<'a>),
    Split(Split<'a>),
}

impl Answer for Parsed<'_> {
    fn write(&self, text: &mut Text<'_>) {
        text.gap();
        let mut fields = |fields: &[(&str, Option<&str>)]| {
            for &(name, value) in fields {
                if let Some(value) = value {
                    text.field(name, value.as_bytes());
                }
            }
        };
        match self {
            Self::Split(split) => fields(&[
                ("scheme", split.scheme),
                ("authority", split.authority),
                ("path", Some(split.path)),
                ("query", split.query),
                ("fragment", split.fragment),
            ]),
            Self::Whole(whole) => {
                fields(&[
                    ("kind", Some(whole.kind)),
                    ("scheme", whole.scheme),
                    ("authority", whole.authority),
                    ("userinfo", whole.userinfo),
                    ("user", whole.user),
                    ("password", whole.password),
                    ("host", whole.host),
                    ("host-kind", whole.host_kind),
                    ("port", whole.port),
                    ("path", Some(whole.path)),
                    ("query", whole.query),
                    ("fragment", whole.fragment),
                    ("path-kind", Some(whole.path_kind)),
                    ("ref-kind", Some(whole.ref_kind)),
                ]);
                if let Some(decoded) = &whole.decoded {
                    decoded.write(text);
                }
            }
        }
    }
}

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
}

/// All that a parsed reference says.
#[derive(Serialize)]
pub(crate) struct Whole<'a> {
    kind: &'static str,
    scheme: Option<&'a str>,
    authority: Option<&'a str>,
    userinfo: Option<&'a str>,
    user: Option<&'a str>,
    password: Option<&'a str>,
    host: Option<&'a str>,
    host_kind: Option<&'static str>,
    port: Option<&'a str>,
    path: &'a str,
    #[serde(serialize_with = "segments")]
    segments: Path<'a>,
    query: Option<&'a str>,
    fragment: Option<&'a str>,
    path_kind: &'static str,
    ref_kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    decoded: Option<Decoded<'a>>,
}

impl<'a> Whole<'a> {
    fn new(reference: UriRef<&'a str>) -> Self {
        let authority = reference.authority();
        let userinfo = authority.and_then(|authority| authority.userinfo());
        let host = reference.host();
        let path = reference.path();
        let is_relative_ref = reference.is_relative_ref();
        let ref_kind = match authority {
            _ if !is_relative_ref => "absolute",
            Some(_) => "network-path",
            None if path.is_absolute() => "absolute-path",
            None => "relative-path",
        };
        Self {
            kind: if is_relative_ref { "relative-ref" } else { "uri" },
            scheme: reference.scheme().map(napkin::Scheme::as_str),
            authority: authority.map(|authority| authority.as_str()),
            userinfo: userinfo.map(napkin::Userinfo::as_str),
            user: userinfo.map(|userinfo| userinfo.user().as_str()),
            password: userinfo.and_then(napkin::Userinfo::password).map(napkin::Encoded::as_str),
            host: host.map(napkin::Host::as_str),
            host_kind: host.map(|host| host.kind().name()),
            port: authority.and_then(|a| a.port()).map(napkin::Port::as_str),
            path: path.as_str(),
            segments: path,
            query: reference.query().map(napkin::Query::as_str),
            fragment: reference.fragment().map(napkin::Encoded::as_str),
            path_kind: reference.path_kind().name(),
            ref_kind,
            decoded: None,
        }
    }
}

fn segments<S: Serializer>(path: &Path<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(path.segments().map(napkin::Encoded::as_str))
}

/// The parts that have percent-encoded text, decoded.
#[derive(Serialize)]
pub(crate) struct Decoded<'a> {
    userinfo: Option<Octets<'a>>,
    host: Option<Octets<'a>>,
    segments: Vec<Octets<'a>>,
    query: Option<Octets<'a>>,
    fragment: Option<Octets<'a>>,
}

impl<'a> Decoded<'a> {
    fn new(reference: UriRef<&'a str>) -> Self {
        let userinfo = reference.authority().and_then(|authority| authority.userinfo());
        let segments = reference.path().segments();
        Self {
            userinfo: userinfo.map(|userinfo| userinfo.encoded().decode().into()),
            host: reference.host().map(Octets::from),
            segments: segments.map(|segment| segment.decode().into()).collect(),
            query: reference.query().map(|query| query.encoded().decode().into()),
            fragment: reference.fragment().map(|fragment| fragment.decode().into()),
        }
    }

    fn write(&self, text: &mut Text<'_>) {
        text.styled(text.palette.faint, "decoded");
        text.end_line();
        let mut field = |name: &str, octets: Option<&Octets<'_>>| {
            if let Some(octets) = octets {
                text.field(name, octets.as_bytes());
            }
        };
        field("userinfo", self.userinfo.as_ref());
        field("host", self.host.as_ref());
        for (number, segment) in self.segments.iter().enumerate() {
            field(&format!("segment:{number}"), Some(segment));
        }
        field("query", self.query.as_ref());
        field("fragment", self.fragment.as_ref());
    }
}
