//! The parts that `get` can print: components, values derived from them, and results such as the normal form.

use std::borrow::Cow;

use napkin::part::Component;
use napkin::{Edition, Encoded, Level, Path, Reference, Uri};
use napkin_answers::components::{self, components};
use napkin_answers::normalize::Normalizing;
use napkin_answers::octets::Octets;
use napkin_answers::pairs::Pairs;
use napkin_answers::{Failure, Standard};
use napkin_url::Attribute;
use serde::{Serialize, Serializer};

/// One requested part.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Its name as typed.
    pub(crate) name: String,
    /// Its kind.
    pub(crate) kind: Kind,
    /// How it is decoded, if its name says so.
    pub(crate) decoding: Option<Decoding>,
}

/// How percent-encoded text is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decoding {
    /// As written.
    Raw,
    /// Decoded once.
    Decoded,
    /// Decoded once, with `+` in a query decoded to a space.
    Form,
}

/// The kind of a part.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Input,
    Error,
    /// A component by its name in JSON.
    Component(&'static str),
    Userinfo,
    User,
    Password,
    Host,
    Port,
    DefaultPort,
    Origin,
    Path,
    Segments,
    Segment(isize),
    Parameters(isize),
    Query,
    Pairs,
    Keys,
    /// The first value of a key of the query.
    Pair(String),
    /// All values of a key of the query.
    Values(String),
    Fragment,
    Normalized(Level),
    /// An attribute of the URL Standard's class `URL`.
    Attribute(Attribute),
}

/// The parts with a simple name, and their descriptions.
const NAMED: &[(&str, Kind, &str)] = &[
    ("scheme", Kind::Component("scheme"), "the scheme"),
    ("authority", Kind::Component("authority"), "what follows '//', up to the path"),
    ("userinfo", Kind::Userinfo, "the userinfo: the text before the '@' of the authority"),
    ("user", Kind::User, "the userinfo up to its first colon"),
    ("password", Kind::Password, "the userinfo after its first colon"),
    ("host", Kind::Host, "the host"),
    ("host-kind", Kind::Component("host_kind"), "reg-name, ipv4, ipv6 or ipvfuture"),
    ("port", Kind::Port, "the port"),
    ("default-port", Kind::DefaultPort, "the default port of the scheme"),
    ("origin", Kind::Origin, "scheme, host and port in lowercase (RFC 6454)"),
    ("path", Kind::Path, "the path"),
    ("segments", Kind::Segments, "the segments of the path"),
    (
        "params",
        Kind::Parameters(0),
        "the parameters of the first segment, in editions that have them",
    ),
    ("query", Kind::Query, "the query"),
    ("pairs", Kind::Pairs, "the pairs of the query; in JSON raw, decoded and as a form"),
    ("query-keys", Kind::Keys, "the keys of the query"),
    ("fragment", Kind::Fragment, "the fragment"),
    ("kind", Kind::Component("kind"), "uri or relative-ref"),
    (
        "ref-kind",
        Kind::Component("ref_kind"),
        "absolute, network-path, absolute-path or relative-path",
    ),
    ("path-kind", Kind::Component("path_kind"), "the rule of the path (RFC 3986)"),
    ("normalized", Kind::Normalized(Level::Syntax), "the normal form at the level 'syntax'"),
    ("input", Kind::Input, "the input, also where it is invalid"),
    ("error", Kind::Error, "the error of an invalid input"),
];

/// The parts that take a value after a colon, and their descriptions.
const WITH_VALUE: &[(&str, &str)] = &[
    ("segment:N", "a segment, counted from 0, or from the end with -1"),
    ("params:N", "the parameters of that segment"),
    ("query:KEY", "the value of the first pair with that key"),
    ("query-all:KEY", "the values of all pairs with that key"),
    ("normalized:LEVEL", "the normal form at a level of 'normalize'"),
    (
        "raw:PART, decode:PART, form:PART",
        "another part as it is written, decoded, or decoded as a form",
    ),
];

/// The help of all parts.
pub(crate) fn help() -> String {
    let named = NAMED.iter().map(|(name, _, what)| (*name, *what));
    let lines = named.chain(WITH_VALUE.iter().copied());
    let lines = lines.map(|(name, what)| format!("\n  {name}: {what}"));
    let attributes = Attribute::ALL.map(Attribute::name).join(", ");
    let by_url_standard = format!("\n  {attributes}: by the URL Standard, as its API has them");
    lines.chain([by_url_standard]).collect()
}

/// The names of all parts in one line.
fn names() -> String {
    let named = NAMED.iter().map(|(name, ..)| *name);
    let others = WITH_VALUE.iter().map(|(name, _)| *name);
    named.chain(others).collect::<Vec<_>>().join(", ")
}

/// The names of parts, as completions offer them.
pub(crate) fn suggested() -> Vec<(String, &'static str)> {
    NAMED.iter().map(|(name, _, what)| ((*name).into(), *what)).collect()
}

/// Parses a comma-separated list of parts.
///
/// # Errors
///
/// The error, and the list of existing parts.
pub(crate) fn list(text: &str, standard: Standard) -> Result<Vec<Part>, String> {
    let mut parts: Vec<Part> = Vec::new();
    for name in text.split(',') {
        if parts.iter().any(|other| other.name == name) {
            return Err(format!("'{name}' is asked for twice"));
        }
        parts.push(Part::named(name, standard)?);
    }
    Ok(parts)
}

impl Part {
    /// Reads the name of a part.
    ///
    /// # Errors
    ///
    /// The error, and the list of existing parts.
    pub(crate) fn named(name: &str, standard: Standard) -> Result<Self, String> {
        let (decoding, rest) = match name.split_once(':') {
            Some(("raw", rest)) => (Some(Decoding::Raw), rest),
            Some(("decode", rest)) => (Some(Decoding::Decoded), rest),
            Some(("form", rest)) => (Some(Decoding::Form), rest),
            _ => (None, name),
        };
        let attribute = match standard {
            Standard::Syntax(_) => None,
            // Of a name that both standards have, the URL Standard's meaning is used.
            Standard::Url(_) => Attribute::by_name(rest).map(Kind::Attribute),
        };
        let kind = attribute.map_or_else(|| Kind::named(rest), Ok)?;
        Ok(Self { name: name.into(), kind, decoding })
    }

    /// Whether it is the parameters of a segment, which few editions have.
    pub(crate) const fn is_parameters(&self) -> bool {
        matches!(self.kind, Kind::Parameters(_))
    }

    /// Whether JSON shows it outside the result.
    pub(crate) const fn is_input(&self) -> bool {
        matches!(self.kind, Kind::Input)
    }

    /// Its value for an invalid input.
    pub(crate) fn of_invalid<'a>(&self, input: &'a [u8], failure: &Failure<'_>) -> Value<'a> {
        match self.kind {
            Kind::Input => Value::Bytes(input),
            Kind::Error => Value::Text(failure.message().to_owned().into()),
            _ => Value::Undefined,
        }
    }
}

impl Kind {
    fn named(name: &str) -> Result<Self, String> {
        let written = name.replace('_', "-");
        if let Some((_, kind, _)) = NAMED.iter().find(|(known, ..)| *known == written) {
            return Ok(kind.clone());
        }
        let number = |number: &str| {
            number.parse().map_err(|_| format!("'{number}' is not the number of a segment"))
        };
        match name.split_once(':') {
            Some(("query", key)) => Ok(Self::Pair(key.into())),
            Some(("query-all" | "query_all", key)) => Ok(Self::Values(key.into())),
            Some(("params", text)) => number(text).map(Self::Parameters),
            Some(("segment", text)) => number(text).map(Self::Segment),
            Some(("normalized", name)) => {
                let level = Level::ALL.into_iter().find(|level| level.name() == name);
                level.map(Self::Normalized).ok_or_else(|| {
                    let levels = Level::ALL.map(Level::name).join(", ");
                    format!("'{name}' is not a level; levels: {levels}")
                })
            }
            _ if Attribute::by_name(name).is_some() => {
                Err(format!("'{name}' is a part by the URL Standard only: '--edition whatwg'"))
            }
            _ => Err(format!("'{name}' is not the name of a part; parts: {}", names())),
        }
    }

    /// The component that it is taken from.
    fn component(&self) -> Option<&'static str> {
        use napkin::Part::{Fragment, Host, Path, Port, Query, Userinfo};
        let component = match self {
            Self::Userinfo | Self::User | Self::Password => Userinfo,
            Self::Host => Host,
            Self::Port => Port,
            Self::Path | Self::Segments | Self::Segment(_) | Self::Parameters(_) => Path,
            Self::Query | Self::Pairs | Self::Keys | Self::Pair(_) | Self::Values(_) => Query,
            Self::Fragment => Fragment,
            _ => return None,
        };
        Some(component.name())
    }
}

/// The index of a segment from the start, for a number that may count from the end.
fn counted(number: isize, path: Path<'_>) -> Option<usize> {
    match usize::try_from(number) {
        Ok(number) => Some(number),
        Err(_) => path.segments().count().checked_sub(number.unsigned_abs()),
    }
}

/// The value of a part.
pub(crate) enum Value<'a> {
    /// It is undefined.
    Undefined,
    /// A text.
    Text(Cow<'a, str>),
    /// The input.
    Bytes(&'a [u8]),
    /// Several texts.
    List(Vec<Cow<'a, str>>),
    /// Pairs: JSON shows all their readings, text shows one.
    Pairs {
        /// The readings.
        readings: Pairs<'a>,
        /// The texts.
        texts: Vec<Cow<'a, str>>,
    },
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Undefined => serializer.serialize_none(),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Bytes(bytes) => serializer.serialize_str(&String::from_utf8_lossy(bytes)),
            Self::List(texts) => serializer.collect_seq(texts),
            Self::Pairs { readings, .. } => readings.serialize(serializer),
        }
    }
}

impl<'a> From<Option<Cow<'a, str>>> for Value<'a> {
    fn from(text: Option<Cow<'a, str>>) -> Self {
        text.map_or(Self::Undefined, Self::Text)
    }
}

/// The settings for taking parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taking {
    /// The edition.
    pub(crate) edition: &'static Edition,
    /// How text is decoded if a part does not say.
    pub(crate) decoding: Decoding,
    /// Whether the default port replaces an undefined port.
    pub(crate) default_port: bool,
}

impl Taking {
    /// Takes one part of a reference.
    ///
    /// # Errors
    ///
    /// If the part cannot be decoded.
    pub(crate) fn take<'a>(
        self,
        part: &Part,
        from: &Reference<'a>,
    ) -> Result<Value<'a>, Failure<'a>> {
        let decoding = part.decoding.unwrap_or(self.decoding);
        Self { decoding, ..self }.value(&part.kind, from).map_err(|failure| {
            match part.kind.component().filter(|_| failure.part().is_none()) {
                Some(component) => failure.in_part(component).of(component),
                None => failure,
            }
        })
    }

    fn value<'a>(self, kind: &Kind, from: &Reference<'a>) -> Result<Value<'a>, Failure<'a>> {
        let userinfo = from.userinfo();
        match kind {
            Kind::Input => Ok(Value::Bytes(from.as_str().as_bytes())),
            // References have no attributes.
            Kind::Error | Kind::Attribute(_) => Ok(Value::Undefined),
            Kind::Component(name) => Ok(component(name, from)),
            Kind::Userinfo => self.one(userinfo.map(napkin::Userinfo::encoded)),
            Kind::User => self.one(userinfo.map(napkin::Userinfo::user)),
            Kind::Password => self.one(userinfo.and_then(napkin::Userinfo::password)),
            Kind::Host => match from.host() {
                Some(host) if self.decoding != Decoding::Raw => {
                    Ok(Value::Text(self.text(Octets::of_host(self.edition, host))?))
                }
                host => Ok(host.map(|host| host.as_str().into()).into()),
            },
            Kind::Port => Ok(self.port(from).into()),
            Kind::DefaultPort => Ok(default_port(from).into()),
            Kind::Origin => {
                let origin = Uri::parse(from.as_str()).ok();
                let origin = origin.and_then(|uri| Some(uri.origin()?.to_string().into()));
                Ok(origin.into())
            }
            Kind::Path => match from.path() {
                Some(path) if self.decoding != Decoding::Raw => self.decoded_path(path),
                path => Ok(path.map(|path| path.as_str().into()).into()),
            },
            Kind::Segments => match from.path() {
                Some(path) => self.list(path.segments()),
                None => Ok(Value::Undefined),
            },
            Kind::Segment(number) => {
                self.one(from.path().and_then(|path| path.segments().nth(counted(*number, path)?)))
            }
            Kind::Parameters(number) => {
                let segment = from.path().and_then(|path| counted(*number, path));
                self.list(segment.into_iter().flat_map(|segment| from.parameters_of(segment)))
            }
            Kind::Query => self.one(from.query().map(napkin::Query::encoded)),
            Kind::Pairs => self.pairs(from),
            Kind::Keys => match from.query() {
                Some(query) => self.list(query.pairs().map(|(key, _)| key)),
                None => Ok(Value::Undefined),
            },
            Kind::Pair(key) => {
                let first = from.query().and_then(|query| self.values(query, key).next());
                Ok(first.transpose()?.into())
            }
            Kind::Values(key) => match from.query() {
                Some(query) => Ok(Value::List(self.values(query, key).collect::<Result<_, _>>()?)),
                None => Ok(Value::Undefined),
            },
            Kind::Fragment => self.one(from.fragment()),
            Kind::Normalized(level) => normalized(self.edition, *level, from),
        }
    }

    /// The values of the pairs with a key; empty for a key without `=`.
    fn values<'a>(
        self,
        query: napkin::Query<'a>,
        key: &str,
    ) -> impl Iterator<Item = Result<Cow<'a, str>, Failure<'a>>> {
        let asked = query.pairs().filter(move |(own, _)| match self.decoding {
            Decoding::Form => own.decode_form() == key,
            Decoding::Raw | Decoding::Decoded => own.decode() == key,
        });
        asked.map(move |(_, value)| value.map_or(Ok("".into()), |value| self.encoded(value)))
    }

    fn pairs<'a>(self, from: &Reference<'a>) -> Result<Value<'a>, Failure<'a>> {
        let Some(query) = from.query() else { return Ok(Value::Undefined) };
        let texts = query.pairs().map(|(key, value)| {
            let key = self.encoded(key)?;
            Ok(match value {
                Some(value) => format!("{key}={}", self.encoded(value)?).into(),
                None => key,
            })
        });
        let texts = texts.collect::<Result<_, Failure<'a>>>()?;
        Ok(Value::Pairs { readings: Pairs::new(self.edition, Some(query)), texts })
    }

    fn port<'a>(self, from: &Reference<'a>) -> Option<Cow<'a, str>> {
        let port = from.port();
        if self.default_port && port.is_none_or(|port| port.as_str().is_empty()) {
            let default = default_port(from);
            if default.is_some() {
                return default;
            }
        }
        port.map(|port| port.as_str().into())
    }

    /// The path decoded segment by segment, if its slashes keep their meaning.
    fn decoded_path(self, path: Path<'_>) -> Result<Value<'_>, Failure<'_>> {
        let mut decoded = String::from(if path.is_absolute() { "/" } else { "" });
        for (number, segment) in path.segments().enumerate() {
            let segment = self.encoded(segment)?;
            if segment.contains('/') {
                let (title, section) = (self.edition.title, self.edition.sections.delimiters);
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

    fn list<'a, P: Component>(
        self,
        texts: impl Iterator<Item = Encoded<'a, P>>,
    ) -> Result<Value<'a>, Failure<'a>> {
        Ok(Value::List(texts.map(|text| self.encoded(text)).collect::<Result<_, _>>()?))
    }

    fn one<P: Component>(self, text: Option<Encoded<'_, P>>) -> Result<Value<'_>, Failure<'_>> {
        Ok(text.map(|text| self.encoded(text)).transpose()?.into())
    }

    fn encoded<P: Component>(self, text: Encoded<'_, P>) -> Result<Cow<'_, str>, Failure<'_>> {
        match self.decoding {
            Decoding::Raw => Ok(text.as_str().into()),
            Decoding::Form if P::PART == napkin::Part::Query => {
                self.text(Octets::of_form(self.edition, text.as_str()))
            }
            _ => self.text(Octets::of(self.edition, P::PART, text.as_str())),
        }
    }

    fn text(self, octets: Octets<'_>) -> Result<Cow<'_, str>, Failure<'_>> {
        octets.into_text().map_err(|valid| {
            let (title, section) = (self.edition.title, self.edition.sections.data);
            let message = format!(
                "the decoded text is not UTF-8 from octet {valid} on ({title} section {section})"
            );
            Failure::new("not-utf8", section, message)
        })
    }
}

/// A component by its name in JSON.
fn component<'a>(name: &str, from: &Reference<'a>) -> Value<'a> {
    let found = components(from).into_iter().find(|component| component.name == name);
    match found.and_then(|component| component.value) {
        Some(components::Value::Text(text)) => Value::Text(text),
        _ => Value::Undefined,
    }
}

fn default_port<'a>(from: &Reference<'_>) -> Option<Cow<'a, str>> {
    let default = from.scheme().and_then(napkin::Scheme::default_port)?;
    Some(default.to_string().into())
}

/// The normal form.
fn normalized<'a>(
    edition: &'static Edition,
    level: Level,
    from: &Reference<'a>,
) -> Result<Value<'a>, Failure<'a>> {
    let normalizing = Normalizing::new(edition, level).explained(false);
    let mut scratch = String::new();
    let normalized = normalizing.answer(from.as_str().as_bytes(), &mut scratch);
    match normalized {
        Ok(normalized) => Ok(Value::Text(normalized.text.into_owned().into())),
        Err(failure) => {
            Err(Failure::new(failure.kind(), failure.section(), failure.message().into()))
        }
    }
}
