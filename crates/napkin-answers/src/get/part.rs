//! The parts that can be asked for: the facts, by their names with dashes, and what takes a value or is of an input that has no
//! parts. Their grammar is in `docs/parts.md`.

use std::sync::Arc;

use napkin::{Edition, Level, Reading};
use napkin_schemes::secrets::Finder;
use napkin_standards::facts::{self, EachFact, Fact, Number, Text, TextList};
use napkin_standards::{Parsed, Standard};
use napkin_url::Attribute;

use super::value::{self, FactTaken, PartKind, PartValue, Settings, Taken, Taking};
use crate::failure::Failure;
use crate::key::{Keys, ProfileName};
use crate::options::Value as _;

#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Its name as typed.
    pub(super) name: String,
    kind: PartKind,
    /// How it is read, if its name says so.
    reading: Option<Reading>,
}

/// The parts that are no facts, and facts that an option changes, and their descriptions.
const NAMED: &[(&str, PartKind, &str)] = &[
    (
        "hostname",
        PartKind::Fact(FactTaken::text::<facts::Host>()),
        "The host, by the name that the URL Standard has for it",
    ),
    ("host-port", PartKind::HostPort, "The host, and the port behind a colon if there is one"),
    ("port", PartKind::Port, "The port; with --default-port, that of the scheme if there is none"),
    ("path", PartKind::Path, "The path; decoded only if no segment has an encoded slash"),
    ("pairs", PartKind::Pairs, "The pairs of the query; in JSON raw, decoded and as a form"),
    ("query-keys", PartKind::Keys, "The keys of the query"),
    ("normalized", PartKind::Normalized(Level::Syntax), "The normal form at the level 'syntax'"),
    (
        "redacted",
        PartKind::Redacted,
        "The whole, valid or not, with *** in place of passwords, keys and tokens; --hide and --keep name parameters",
    ),
    (
        "file-path",
        PartKind::FilePath,
        "The path of a file, decoded; with --windows as Windows has it",
    ),
    ("input", PartKind::Input, "The input, also where it is invalid"),
    ("error", PartKind::Error, "The error of an invalid input"),
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
fn named() -> Vec<(String, PartKind, &'static str)> {
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
struct All(Vec<(String, PartKind, &'static str)>);

impl All {
    fn add<F: Fact>(&mut self, taken: FactTaken) {
        self.0.push((F::NAME.replace('_', "-"), PartKind::Fact(taken), F::ABOUT));
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
pub fn help() -> String {
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
pub fn suggested() -> Vec<(String, &'static str)> {
    named().into_iter().map(|(name, _, about)| (name, about)).collect()
}

/// Finds the reason why a text is no list of parts.
///
/// # Errors
///
/// The reason.
pub fn check(list: &str, standard: Standard) -> Result<(), String> {
    self::list(list, standard).map(drop)
}

/// Parses a comma-separated list of parts.
///
/// # Errors
///
/// The error, and the list of existing parts.
pub(super) fn list(text: &str, standard: Standard) -> Result<Vec<Part>, String> {
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
    pub(super) fn named(name: &str, standard: Standard) -> Result<Self, String> {
        let (reading, rest) = match name.split_once(':') {
            Some(("raw", rest)) => (Some(Reading::Raw), rest),
            Some(("decode", rest)) => (Some(Reading::Decoded), rest),
            Some(("form", rest)) => (Some(Reading::Form), rest),
            _ => (None, name),
        };
        // Of a name that both standards have, the URL Standard's meaning is used; but `host` is the host in each of them,
        // and what the API calls so is `host-port`.
        let attribute = Attribute::by_name(rest)
            .filter(|attribute| standard.is_url() && *attribute != Attribute::Host)
            .map(PartKind::Attribute);
        let kind = attribute.map_or_else(|| kind_named(rest), Ok)?;
        Ok(Self { name: name.into(), kind, reading })
    }

    /// Takes it from a valid input; `reading` is that of encoded text if the name says none.
    ///
    /// # Errors
    ///
    /// If it cannot be decoded.
    pub(super) fn take<'t>(
        &self,
        reading: Reading,
        settings: &Settings,
        input: &'t [u8],
        row: Parsed<'_, 't>,
    ) -> Taken<'t> {
        let reading = self.reading.unwrap_or(reading);
        Taking { reading, settings }.take(&self.kind, input, row)
    }

    /// Whether an edition has parameters of segments, or as a component, if this part is those.
    pub(super) fn editions(&self) -> Option<fn(&Edition) -> bool> {
        match &self.kind {
            PartKind::Parameters(_) => Some(Edition::has_parameters),
            PartKind::Fact(fact) if fact.is::<facts::Params>() => Some(Edition::splits_parameters),
            _ => None,
        }
    }

    /// Whether a valid input may have no such part, or one that cannot be decoded.
    pub(super) fn may_fail(&self, reading: Reading) -> bool {
        matches!(self.kind, PartKind::Key(_) | PartKind::FilePath)
            || self.reading.unwrap_or(reading) != Reading::Raw
    }

    /// Whether it hides secrets: then an invalid input is not printed with them either.
    pub(super) const fn is_redacted(&self) -> bool {
        matches!(self.kind, PartKind::Redacted)
    }

    /// Whether JSON shows it outside the result.
    pub(super) const fn is_input(&self) -> bool {
        matches!(self.kind, PartKind::Input)
    }

    /// Its value for an invalid input, whose secrets a finder tells.
    pub(super) fn of_invalid<'a>(
        &self,
        input: &'a [u8],
        failure: &Failure<'_>,
        secrets: &Finder,
    ) -> PartValue<'a> {
        match self.kind {
            PartKind::Input => PartValue::Bytes(input),
            PartKind::Error => PartValue::Text(failure.message().to_owned().into()),
            PartKind::Redacted => PartValue::Text(
                String::from_utf8_lossy(&secrets.redacted(input)).into_owned().into(),
            ),
            // The programs of most profiles make keys of what no edition accepts.
            PartKind::Key(ref keys) => value::key(keys, input).unwrap_or(PartValue::Undefined),
            _ => PartValue::Undefined,
        }
    }
}

fn kind_named(name: &str) -> Result<PartKind, String> {
    let written = name.replace('_', "-");
    if let Some((_, kind, _)) = named().into_iter().find(|(known, ..)| *known == written) {
        return Ok(kind);
    }
    let number = |number: &str| {
        number.parse().map_err(|_| format!("'{number}' is not the number of a segment"))
    };
    match name.split_once(':') {
        Some(("query", key)) => Ok(PartKind::Pair(key.into())),
        Some(("query-all" | "query_all", key)) => Ok(PartKind::Values(key.into())),
        Some(("params", text)) => number(text).map(PartKind::Parameters),
        Some(("segment", text)) => number(text).map(PartKind::Segment),
        Some(("normalized", name)) => {
            let level = Level::ALL.into_iter().find(|level| level.name() == name);
            level.map(PartKind::Normalized).ok_or_else(|| {
                let levels = Level::ALL.map(Level::name).join(", ");
                format!("'{name}' is not a level; levels: {levels}")
            })
        }
        Some(("key", profile)) => {
            let profile = ProfileName::read(profile.into());
            let keys = profile.map(|profile| PartKind::Key(Arc::new(Keys::new(profile, false))));
            keys.map_err(|reason| format!("the profile of '{name}' {reason}"))
        }
        _ if Attribute::by_name(name).is_some() => {
            Err(format!("'{name}' is a part by the URL Standard only: '--edition whatwg'"))
        }
        _ => Err(format!("'{name}' is not a part; parts: {}", names())),
    }
}
