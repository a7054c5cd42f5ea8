//! The parts that `get` can print: the facts, by their names with dashes, and what takes a value or is of an input that has no
//! parts. [`taking`] takes them.

pub(crate) mod file_path;
pub(crate) mod taking;
pub(crate) mod format;

use std::sync::Arc;

use napkin::{Edition, Level};
use napkin_answers::Failure;
use napkin_answers::key::{Keys, ProfileName};
use napkin_answers::options::Value as _;
use napkin_schemes::secrets::Finder;
use napkin_standards::facts::{self, EachFact, Fact, Number, Text, TextList};
use napkin_standards::{Parsed, Standard};
use napkin_url::Attribute;

use crate::parts::taking::{Decoding, FactTaken, Kind, Taken, Taking, Value};

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

/// The parts that are no facts, and facts that an option changes, and their descriptions.
const NAMED: &[(&str, Kind, &str)] = &[
    (
        "hostname",
        Kind::Fact(FactTaken::text::<facts::Host>()),
        "The host, by the name that the URL Standard has for it",
    ),
    ("host-port", Kind::HostPort, "The host, and the port behind a colon if there is one"),
    ("port", Kind::Port, "The port; with --default-port, that of the scheme if there is none"),
    ("path", Kind::Path, "The path; decoded only if no segment has an encoded slash"),
    ("pairs", Kind::Pairs, "The pairs of the query; in JSON raw, decoded and as a form"),
    ("query-keys", Kind::Keys, "The keys of the query"),
    ("normalized", Kind::Normalized(Level::Syntax), "The normal form at the level 'syntax'"),
    (
        "redacted",
        Kind::Redacted,
        "The whole, valid or not, with *** in place of passwords, keys and tokens; --hide and --keep name parameters",
    ),
    ("file-path", Kind::FilePath, "The path of a file, decoded; with --windows as Windows has it"),
    ("input", Kind::Input, "The input, also where it is invalid"),
    ("error", Kind::Error, "The error of an invalid input"),
];

/// The parts that take a value after a colon, and their descriptions.
const WITH_VALUE: &[(&str, &str)] = &[
    (
        "segment:N",
        "A segment, counted from 0, or from the end with -1, which is empty behind a final slash",
    ),
    ("params:N", "The parameters of that segment, in editions that have them"),
    ("query:KEY", "The value of the first pair with that key"),
    ("query-all:KEY", "The values of all pairs with that key"),
    ("normalized:LEVEL", "The normal form at a level of 'normalize'"),
    ("key:PROFILE", "The key by a profile of 'key', such as key:surt"),
    (
        "raw:PART, decode:PART, form:PART",
        "Another part as it is written, decoded, or decoded as a form",
    ),
];

/// The parts with a simple name: first the facts.
fn named() -> Vec<(String, Kind, &'static str)> {
    let mut all = All(Vec::new());
    facts::all(&mut all);
    for (name, kind, about) in NAMED {
        match all.0.iter_mut().find(|(known, ..)| known == name) {
            Some(fact) => *fact = ((*name).into(), kind.clone(), about),
            None => all.0.push(((*name).into(), kind.clone(), about)),
        }
    }
    all.0
}

/// The facts by their names with dashes.
struct All(Vec<(String, Kind, &'static str)>);

impl All {
    fn add<F: Fact>(&mut self, taken: FactTaken) {
        self.0.push((F::NAME.replace('_', "-"), Kind::Fact(taken), F::ABOUT));
    }
}

impl EachFact for All {
    fn text<F: Fact<Out = Text>>(&mut self) {
        self.add::<F>(FactTaken::text::<F>());
    }

    fn texts<F: Fact<Out = TextList>>(&mut self) {
        self.add::<F>(FactTaken::texts::<F>());
    }

    fn number<F: Fact<Out = Number>>(&mut self) {
        self.add::<F>(FactTaken::number::<F>());
    }
}

/// The help of all parts.
pub(crate) fn help() -> String {
    let named = named().into_iter().map(|(name, _, about)| (name, about));
    let others = WITH_VALUE.iter().map(|(name, about)| ((*name).into(), *about));
    let lines = named.chain(others).map(|(name, about)| format!("\n  {name}: {about}"));
    let attributes = Attribute::ALL.into_iter().filter(|attribute| *attribute != Attribute::Host);
    let attributes = attributes.map(Attribute::name).collect::<Vec<_>>().join(", ");
    let by_url_standard = format!("\n  {attributes}: By the URL Standard, as its API has them");
    lines.chain([by_url_standard]).collect()
}

/// The names of all parts in one line.
fn names() -> String {
    let named = named().into_iter().map(|(name, ..)| name);
    let others = WITH_VALUE.iter().map(|(name, _)| (*name).into());
    named.chain(others).collect::<Vec<_>>().join(", ")
}

/// The names of parts, as completions offer them.
pub(crate) fn suggested() -> Vec<(String, &'static str)> {
    named().into_iter().map(|(name, _, about)| (name, about)).collect()
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
        // Of a name that both standards have, the URL Standard's meaning is used; but `host` is the host in each of them,
        // and what the API calls so is `host-port`.
        let attribute = Attribute::by_name(rest)
            .filter(|attribute| standard.is_url() && *attribute != Attribute::Host)
            .map(Kind::Attribute);
        let kind = attribute.map_or_else(|| kind_named(rest), Ok)?;
        Ok(Self { name: name.into(), kind, decoding })
    }

    /// Takes it from a valid input.
    ///
    /// # Errors
    ///
    /// If it cannot be decoded.
    pub(crate) fn take<'t>(
        &self,
        taking: Taking<'_>,
        input: &'t [u8],
        row: Parsed<'_, 't>,
    ) -> Taken<'t> {
        let decoding = self.decoding.unwrap_or(taking.decoding);
        Taking { decoding, ..taking }.take(&self.kind, input, row)
    }

    /// Whether an edition has parameters of segments, or as a component, if this part is those.
    pub(crate) fn editions(&self) -> Option<fn(&Edition) -> bool> {
        match &self.kind {
            Kind::Parameters(_) => Some(Edition::has_parameters),
            Kind::Fact(fact) if fact.is::<facts::Params>() => Some(Edition::splits_parameters),
            _ => None,
        }
    }

    /// Whether a valid input may have no such part.
    pub(crate) const fn may_fail(&self) -> bool {
        matches!(self.kind, Kind::Key(_) | Kind::FilePath)
    }

    /// Whether it hides secrets: then an invalid input is not printed with them either.
    pub(crate) const fn is_redacted(&self) -> bool {
        matches!(self.kind, Kind::Redacted)
    }

    /// Whether JSON shows it outside the result.
    pub(crate) const fn is_input(&self) -> bool {
        matches!(self.kind, Kind::Input)
    }

    /// Its value for an invalid input, whose secrets a finder tells.
    pub(crate) fn of_invalid<'a>(
        &self,
        input: &'a [u8],
        failure: &Failure<'_>,
        secrets: &Finder,
    ) -> Value<'a> {
        match self.kind {
            Kind::Input => Value::Bytes(input),
            Kind::Error => Value::Text(failure.message().to_owned().into()),
            Kind::Redacted => {
                Value::Text(String::from_utf8_lossy(&secrets.redacted(input)).into_owned().into())
            }
            // The programs of most profiles make keys of what no edition accepts.
            Kind::Key(ref keys) => taking::key(keys, input).unwrap_or(Value::Undefined),
            _ => Value::Undefined,
        }
    }
}

/// The kind of the part with a name.
fn kind_named(name: &str) -> Result<Kind, String> {
    let written = name.replace('_', "-");
    if let Some((_, kind, _)) = named().into_iter().find(|(known, ..)| *known == written) {
        return Ok(kind);
    }
    let number = |number: &str| {
        number.parse().map_err(|_| format!("'{number}' is not the number of a segment"))
    };
    match name.split_once(':') {
        Some(("query", key)) => Ok(Kind::Pair(key.into())),
        Some(("query-all" | "query_all", key)) => Ok(Kind::Values(key.into())),
        Some(("params", text)) => number(text).map(Kind::Parameters),
        Some(("segment", text)) => number(text).map(Kind::Segment),
        Some(("normalized", name)) => {
            let level = Level::ALL.into_iter().find(|level| level.name() == name);
            level.map(Kind::Normalized).ok_or_else(|| {
                let levels = Level::ALL.map(Level::name).join(", ");
                format!("'{name}' is not a level; levels: {levels}")
            })
        }
        Some(("key", profile)) => {
            let profile = ProfileName::read(profile.into());
            let keys = profile.map(|profile| Kind::Key(Arc::new(Keys::new(profile, false))));
            keys.map_err(|reason| format!("the profile of '{name}' {reason}"))
        }
        _ if Attribute::by_name(name).is_some() => {
            Err(format!("'{name}' is a part by the URL Standard only: '--edition whatwg'"))
        }
        _ => Err(format!("'{name}' is not a part; parts: {}", names())),
    }
}
