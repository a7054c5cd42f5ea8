//! `get`: single parts, for scripts.

use std::borrow::Cow;

use clap::Args;
use napkin::edition::rules::Parameters;
use napkin::part::Component;
use napkin::{Edition, Encoded, Path, Reference, Start};
use napkin_answers::Failure;
use napkin_answers::choice;
use napkin_answers::octets::Octets;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Finished, Run};
use crate::edition::EditionOption;
use crate::options::{Inputs, Options};
use crate::report::{self, Answer, PerInput};
use crate::text::Text;

/// Print single parts
///
/// The parts are printed in one line with tabs between; what is undefined is empty there, or as
/// --undefined says, and null in JSON. Control characters are printed as '\\u{a}', a backslash as
/// '\\\\'. Between segments stand blanks; a blank in a segment is '\\u{20}', and an empty segment is
/// '\\u{}'. An input that is not valid gives an empty line.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Get {
    #[arg(value_name = "PART", help = parts_help(), value_parser = parts)]
    parts: Parts,

    /// Decode percent-encoded text, once
    #[arg(long)]
    decode: bool,

    /// Where there is no port, give the default port of the scheme
    #[arg(long)]
    default_port: bool,

    /// What to print for a part that is undefined; no part is printed as '\\-'
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    undefined: String,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    edition: EditionOption,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  napkin get --decode host,segment:-1,query:q 'http://example.com/a/b%20c?x=1&q=%C3%A9'

prints

  example.com	b c	é";

/// The parts that were asked for, each with its name as typed.
#[derive(Clone)]
struct Parts(Vec<(String, Part)>);

#[derive(Clone)]
enum Part {
    Scheme,
    Authority,
    Userinfo,
    User,
    Password,
    Host,
    HostKind,
    Port,
    Path,
    Segments,
    Segment(isize),
    Parameters(isize),
    Query,
    Pair(String),
    Fragment,
}

impl Part {
    /// The component that it is taken from.
    fn component(&self) -> &'static str {
        use napkin::Part::{Authority, Fragment, Host, Path, Port, Query, Scheme, Userinfo};
        let component = match self {
            Self::Scheme => Scheme,
            Self::Authority => Authority,
            Self::Userinfo | Self::User | Self::Password => Userinfo,
            Self::Host | Self::HostKind => Host,
            Self::Port => Port,
            Self::Path | Self::Segments | Self::Segment(_) | Self::Parameters(_) => Path,
            Self::Query | Self::Pair(_) => Query,
            Self::Fragment => Fragment,
        };
        component.name()
    }
}

/// The parts that a word alone names.
const NAMED: &[(&str, Part)] = &[
    ("scheme", Part::Scheme),
    ("authority", Part::Authority),
    ("userinfo", Part::Userinfo),
    ("user", Part::User),
    ("password", Part::Password),
    ("host", Part::Host),
    ("host_kind", Part::HostKind),
    ("port", Part::Port),
    ("path", Part::Path),
    ("segments", Part::Segments),
    ("params", Part::Parameters(0)),
    ("query", Part::Query),
    ("fragment", Part::Fragment),
];

fn parts_help() -> String {
    let names: Vec<_> = NAMED.iter().map(|(name, _)| *name).collect();
    format!(
        "The parts, with commas between: {}; 'segment:N', counted from 0, or from the end with -1; \
         'params:N', the parameters of that segment, counted likewise, in editions that give segments parameters; 'query:KEY', the \
         value of the first pair with that key",
        names.join(", ")
    )
}

fn parts(text: &str) -> Result<Parts, String> {
    let mut parts: Vec<(String, Part)> = Vec::new();
    for name in text.split(',') {
        if parts.iter().any(|(other, _)| other == name) {
            return Err(format!("'{name}' is asked for twice"));
        }
        parts.push((name.into(), part(name)?));
    }
    Ok(Parts(parts))
}

fn part(name: &str) -> Result<Part, String> {
    let written = name.replace('-', "_");
    if let Some((_, part)) = NAMED.iter().find(|(known, _)| *known == written) {
        return Ok(part.clone());
    }
    match name.split_once(':') {
        Some(("query", key)) => Ok(Part::Pair(key.into())),
        Some(("params", number)) => {
            let segment = number.parse().map(Part::Parameters);
            segment.map_err(|_| format!("'{number}' is not the number of a segment"))
        }
        Some(("segment", number)) => {
            let segment = number.parse().map(Part::Segment);
            segment.map_err(|_| format!("'{number}' is not the number of a segment"))
        }
        _ => Err(format!("'{name}' is not the name of a part")),
    }
}

/// The number of a segment from the start, for one that may be counted from the end.
fn counted(number: isize, path: Path<'_>) -> Option<usize> {
    match usize::try_from(number) {
        Ok(number) => Some(number),
        Err(_) => path.segments().count().checked_sub(number.unsigned_abs()),
    }
}

impl Run for Get {
    fn run(self) -> Finished {
        let edition = Some(self.edition.get());
        if self.parts.0.iter().any(|(_, part)| matches!(part, Part::Parameters(_))) {
            let has = |edition: &Edition| edition.parameters() != Parameters::None;
            choice::must_allow(self.edition.get(), "params", has)?;
        }
        Ok(report::run(&self.options, edition, &self.inputs.texts, &self).exit_code())
    }
}

impl Get {
    fn value<'a>(&self, part: &Part, from: &Reference<'a>) -> Result<Value<'a>, Failure<'a>> {
        let userinfo = from.userinfo();
        let plain = |text: Option<&'a str>| Ok(Value::from(text.map(Cow::Borrowed)));
        match part {
            Part::Scheme => Ok(from.reported_scheme().into()),
            Part::Authority => plain(from.authority()),
            Part::Userinfo => self.one(userinfo.map(napkin::Userinfo::encoded)),
            Part::User => self.one(userinfo.map(napkin::Userinfo::user)),
            Part::Password => self.one(userinfo.and_then(napkin::Userinfo::password)),
            Part::Host => match from.host() {
                Some(host) if self.decode => {
                    Ok(Value::Text(self.text(Octets::of_host(self.edition.get(), host))?))
                }
                host => plain(host.map(napkin::Host::as_str)),
            },
            Part::HostKind => plain(from.host().map(|host| host.kind().name())),
            Part::Port => Ok(self.port(from).into()),
            Part::Path => match from.path() {
                Some(path) if self.decode => self.decoded_path(path),
                path => plain(path.map(Path::as_str)),
            },
            Part::Segments => {
                let Some(path) = from.path() else { return Ok(Value::Undefined) };
                let segments = path.segments().map(|segment| self.encoded(segment));
                Ok(Value::List(segments.collect::<Result<_, _>>()?))
            }
            Part::Segment(number) => {
                self.one(from.path().and_then(|path| path.segments().nth(counted(*number, path)?)))
            }
            Part::Parameters(number) => {
                let segment = from.path().and_then(|path| counted(*number, path));
                let parameters =
                    segment.into_iter().flat_map(|segment| from.parameters_of(segment));
                let parameters = parameters.map(|text| self.encoded(text));
                Ok(Value::List(parameters.collect::<Result<_, _>>()?))
            }
            Part::Query => self.one(from.query().map(napkin::Query::encoded)),
            Part::Pair(key) => self.one(from.query().and_then(|query| query.value(key))),
            Part::Fragment => self.one(from.fragment()),
        }
    }

    fn port<'a>(&self, from: &Reference<'a>) -> Option<Cow<'a, str>> {
        let port = from.port();
        if self.default_port && port.is_none_or(|port| port.as_str().is_empty()) {
            let default = from.scheme().and_then(napkin::Scheme::default_port);
            if let Some(default) = default {
                return Some(default.to_string().into());
            }
        }
        port.map(|port| port.as_str().into())
    }

    /// The path decoded segment by segment, if its slashes still mean what they meant.
    fn decoded_path<'a>(&self, path: Path<'a>) -> Result<Value<'a>, Failure<'a>> {
        let mut decoded = String::from(if path.is_absolute() { "/" } else { "" });
        for (number, segment) in path.segments().enumerate() {
            let segment = self.encoded(segment)?;
            if segment.contains('/') {
                let edition = self.edition.get();
                let (title, section) = (edition.title, edition.sections.delimiters);
                let message = format!(
                    "segment {number} of the path has an encoded slash, which decoding the path would \
                     make a delimiter; get 'segments' instead ({title} section {section})"
                );
                return Err(Failure::new("encoded-slash", section, message).in_part("path"));
            }
            if number > 0 {
                decoded.push('/');
            }
            decoded.push_str(&segment);
        }
        Ok(Value::Text(decoded.into()))
    }

    fn one<'a, P: Component>(
        &self,
        text: Option<Encoded<'a, P>>,
    ) -> Result<Value<'a>, Failure<'a>> {
        Ok(text.map(|text| self.encoded(text)).transpose()?.into())
    }

    fn encoded<'a, P: Component>(&self, text: Encoded<'a, P>) -> Result<Cow<'a, str>, Failure<'a>> {
        if !self.decode {
            return Ok(text.as_str().into());
        }
        self.text(Octets::of(self.edition.get(), P::PART, text.as_str()))
    }

    fn text<'a>(&self, octets: Octets<'a>) -> Result<Cow<'a, str>, Failure<'a>> {
        octets.into_text().map_err(|valid| {
            let edition = self.edition.get();
            let (title, section) = (edition.title, edition.sections.data);
            let message = format!(
                "what is decoded is not UTF-8 from octet {valid} on ({title} section {section})"
            );
            Failure::new("not-utf8", section, message)
        })
    }
}

impl PerInput for Get {
    type Answer<'a> = Got<'a>;

    fn answer<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Got<'a>, Failure<'a>> {
        let from = self.edition.get().parse_bytes(Start::UriReference, input);
        let from = from.map_err(|error| Failure::refused(error, input))?;
        let values = self.parts.0.iter().map(|(name, part)| {
            let value = self.value(part, &from).map_err(|failure| match failure.part() {
                Some(_) => failure,
                None => failure.in_part(part.component()).of(part.component()),
            })?;
            Ok((name.as_str(), value))
        });
        let values = values.collect::<Result<_, Failure<'a>>>()?;
        Ok(Got { values, undefined: &self.undefined })
    }
}

/// The parts that were asked for, by their names.
pub(crate) struct Got<'a> {
    values: Vec<(&'a str, Value<'a>)>,
    undefined: &'a str,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Value<'a> {
    Undefined,
    Text(Cow<'a, str>),
    List(Vec<Cow<'a, str>>),
}

impl<'a> From<Option<Cow<'a, str>>> for Value<'a> {
    fn from(text: Option<Cow<'a, str>>) -> Self {
        text.map_or(Self::Undefined, Self::Text)
    }
}

impl Serialize for Got<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.values.len()))?;
        for (name, value) in &self.values {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl Answer for Got<'_> {
    const IS_LINE: bool = true;

    fn write(&self, text: &mut Text<'_>) {
        for (number, (_, value)) in self.values.iter().enumerate() {
            if number > 0 {
                text.push_raw(b"\t");
            }
            match value {
                Value::Undefined => text.push(self.undefined),
                Value::Text(value) => text.push_data(value.as_bytes()),
                Value::List(values) => text.push_list(values.iter().map(|value| value.as_bytes())),
            }
        }
        text.end_line();
    }
}
