//! The values of parts of a parsed input: of an edition of the URI syntax, and of the URL Standard.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use napkin::edition::Sections;
use napkin::{Encoded, Level, Part as Component, Reading, visible};
use napkin_domains::List;
use napkin_schemes::secrets::Finder;
use napkin_standards::facts::{self, Fact, Names, Number, Text, TextList};
use napkin_standards::pairs::Pairs;
use napkin_standards::{Octets, Parsed};
use napkin_url::{Attribute, Url};
use serde::{Serialize, Serializer};

use super::file_path::file_path;
use crate::failure::Failure;
use crate::key::Keys;

#[derive(Clone, Debug)]
pub(super) enum PartKind {
    Input,
    Error,
    /// The whole without its secrets.
    Redacted,
    Fact(FactTaken),
    HostPort,
    Port,
    Path,
    Segment(isize),
    Parameters(isize),
    Pairs,
    Keys,
    /// The first value of a key of the query.
    Pair(String),
    /// All values of a key of the query.
    Values(String),
    Normalized(Level),
    FilePath,
    /// An attribute of the URL Standard's class `URL`.
    Attribute(Attribute),
    Key(Arc<Keys>),
}

/// The value of a part.
pub enum PartValue<'a> {
    /// It is undefined.
    Undefined,
    /// A text.
    Text(Cow<'a, str>),
    /// The input.
    Bytes(&'a [u8]),
    /// A path of Windows, whose backslashes are no escapes.
    Path(String),
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

impl Serialize for PartValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Undefined => serializer.serialize_none(),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Bytes(bytes) => serializer.serialize_str(&String::from_utf8_lossy(bytes)),
            Self::Path(path) => serializer.serialize_str(path),
            Self::List(texts) => serializer.collect_seq(texts),
            Self::Pairs { readings, .. } => readings.serialize(serializer),
        }
    }
}

impl<'a> From<Option<Cow<'a, str>>> for PartValue<'a> {
    fn from(text: Option<Cow<'a, str>>) -> Self {
        text.map_or(Self::Undefined, Self::Text)
    }
}

impl PartValue<'_> {
    /// The octets as a row has them: a list with blanks between its texts.
    pub(super) fn cell<'v>(&'v self, undefined: &'v str) -> Cow<'v, [u8]> {
        match self {
            Self::Undefined => undefined.as_bytes().into(),
            Self::Text(text) => text.as_bytes().into(),
            Self::Bytes(bytes) => (*bytes).into(),
            Self::Path(path) => path.as_bytes().into(),
            Self::List(texts) | Self::Pairs { texts, .. } => {
                let texts: Vec<_> = texts.iter().map(|text| item(text)).collect();
                texts.join(" ").into_bytes().into()
            }
        }
    }

    /// The octets as a line has them: as a row, with the backslashes of a text doubled, so that `\n` is an escape and no text.
    pub(super) fn in_line<'v>(&'v self, undefined: &'v str) -> Cow<'v, [u8]> {
        match self {
            Self::Text(text) if text.contains('\\') => {
                text.replace('\\', r"\\").into_bytes().into()
            }
            _ => self.cell(undefined),
        }
    }

    /// Whether there is nothing to print.
    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Self::Undefined) || matches!(self, Self::Text(text) if text.is_empty())
    }
}

/// A text of a list, without the blanks that delimit them and control characters.
fn item(text: &str) -> String {
    if text.is_empty() {
        return r"\u{}".into();
    }
    shown(text.replace('\\', r"\\").as_bytes()).replace(' ', r"\u{20}")
}

/// Octets with escapes of their control characters, and of what is not UTF-8.
pub(super) fn shown(octets: &[u8]) -> String {
    visible(octets).showing(|character| !character.is_control()).to_string()
}

impl PartValue<'_> {
    fn owned(text: Option<impl ToString>) -> Self {
        text.map_or(Self::Undefined, |text| Self::Text(text.to_string().into()))
    }
}

/// A value, or why it cannot be decoded.
pub(super) type Taken<'t> = Result<PartValue<'t>, Failure<'static>>;

/// A fact, as code that was compiled for it.
#[derive(Clone, Copy)]
pub(super) struct FactTaken {
    name: &'static str,
    /// The part whose percent-encoded text it is.
    encoded: Option<Component>,
    take: for<'t> fn(Taking<'_>, Parsed<'_, 't>) -> Taken<'t>,
}

impl fmt::Debug for FactTaken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl FactTaken {
    const fn new<F: Fact>(take: for<'t> fn(Taking<'_>, Parsed<'_, 't>) -> Taken<'t>) -> Self {
        Self { name: F::NAME, encoded: encoded::<F>(), take }
    }

    pub(super) fn is<F: Fact>(self) -> bool {
        self.name == F::NAME
    }

    pub(super) const fn text<F: Fact<Out = Text>>() -> Self {
        Self::new::<F>(|taking, row| match (F::of(row), encoded::<F>()) {
            (Some(text), Some(part)) if taking.reading != Reading::Raw => {
                Ok(PartValue::Text(taking.text(row, part, text)?))
            }
            (text, _) => Ok(text.into()),
        })
    }

    pub(super) const fn texts<F: Fact<Out = TextList>>() -> Self {
        Self::new::<F>(|taking, row| match F::of(row) {
            Some(texts) => taking.list(row, F::PART, texts.iter()),
            None => Ok(PartValue::Undefined),
        })
    }

    pub(super) const fn number<F: Fact<Out = Number>>() -> Self {
        Self::new::<F>(|_, row| Ok(PartValue::owned(F::of(row))))
    }
}

/// The part whose percent-encoded text a fact is.
const fn encoded<F: Fact>() -> Option<Component> {
    if F::IS_ENCODED { F::PART } else { None }
}

impl PartKind {
    /// The part whose percent-encoded text it is.
    const fn encoded(&self) -> Option<Component> {
        match self {
            Self::Fact(fact) => fact.encoded,
            Self::HostPort => Some(Component::Host),
            Self::Path | Self::Segment(_) | Self::Parameters(_) => Some(Component::Path),
            Self::Pairs | Self::Keys | Self::Pair(_) | Self::Values(_) => Some(Component::Query),
            Self::Input
            | Self::Error
            | Self::Redacted
            | Self::Port
            | Self::FilePath
            | Self::Normalized(_)
            | Self::Attribute(_)
            | Self::Key(_) => None,
        }
    }
}

/// What parts are taken by, beside the reading of encoded text.
pub(super) struct Settings {
    /// Whether the default port replaces an undefined port.
    pub(super) default_port: bool,
    /// Whether files have the paths of Windows.
    pub(super) windows: bool,
    /// The public suffix list by which names are taken apart, if not Mozilla's.
    pub(super) suffix_list: Option<List>,
    pub(super) secrets: Finder,
}

#[derive(Clone, Copy)]
pub(super) struct Taking<'s> {
    /// How encoded text is read.
    pub(super) reading: Reading,
    pub(super) settings: &'s Settings,
}

impl Taking<'_> {
    /// Takes one part of an input that is valid.
    ///
    /// # Errors
    ///
    /// If the part cannot be decoded.
    pub(super) fn take<'t>(
        self,
        kind: &PartKind,
        input: &'t [u8],
        row: Parsed<'_, 't>,
    ) -> Taken<'t> {
        self.value(kind, input, row).map_err(|failure| {
            match (kind.encoded(), row.standard().is_url()) {
                (Some(component), false) if failure.part().is_none() => {
                    failure.in_part(component.name()).of(component.name())
                }
                _ => failure,
            }
        })
    }

    fn value<'t>(self, kind: &PartKind, input: &'t [u8], row: Parsed<'_, 't>) -> Taken<'t> {
        match kind {
            PartKind::Input => Ok(PartValue::Bytes(input)),
            PartKind::Error => Ok(PartValue::Undefined),
            PartKind::Redacted => {
                let shown = self.settings.secrets.redacted(row.as_str().as_bytes());
                Ok(PartValue::Text(String::from_utf8_lossy(&shown).into_owned().into()))
            }
            PartKind::Fact(fact) => {
                // Another list than Mozilla's has the facts of names.
                let names = self.settings.suffix_list.as_ref().map(Names::by);
                match names.and_then(|names| names.fact(fact.name, row)) {
                    Some(text) => Ok(text.into()),
                    None => (fact.take)(self, row),
                }
            }
            PartKind::Key(keys) => key(keys, input),
            PartKind::HostPort => match facts::Host::of(row) {
                Some(host) => {
                    let host = self.text(row, Component::Host, host)?;
                    Ok(PartValue::Text(match self.port(row) {
                        PartValue::Text(port) if !port.is_empty() => {
                            format!("{host}:{port}").into()
                        }
                        _ => host,
                    }))
                }
                // The API has an empty text for it.
                None if row.standard().is_url() => Ok(PartValue::Text("".into())),
                None => Ok(PartValue::Undefined),
            },
            PartKind::Port => Ok(self.port(row)),
            PartKind::FilePath => {
                let windows = self.settings.windows;
                let path = file_path(row, windows)?;
                Ok(if windows { PartValue::Path(path) } else { PartValue::Text(path.into()) })
            }
            PartKind::Path => self.path(row),
            PartKind::Segment(number) => {
                let segment = facts::Segments::of(row).and_then(|segments| {
                    segments.iter().nth(counted(*number, || segments.iter().count())?)
                });
                self.one(row, Component::Path, segment)
            }
            // A URL has no parameters of segments, a reference no attributes.
            PartKind::Parameters(number) => match row.reference() {
                Some(reference) => {
                    let segment = reference
                        .path()
                        .and_then(|path| counted(*number, || path.segments().count()));
                    let parameters = segment.into_iter().flat_map(|at| reference.parameters_of(at));
                    self.list(row, Some(Component::Path), parameters.map(Encoded::as_str))
                }
                None => Ok(PartValue::Undefined),
            },
            PartKind::Pairs => self.pairs(row),
            PartKind::Keys => {
                let keys = row.pairs().map(|pairs| pairs.iter().map(|pair| pair.key));
                keys.map_or(Ok(PartValue::Undefined), |keys| {
                    self.list(row, Some(Component::Query), keys)
                })
            }
            PartKind::Pair(key) => {
                let first = self.values(row, key).and_then(|mut values| values.next());
                self.one(row, Component::Query, first)
            }
            PartKind::Values(key) => match self.values(row, key) {
                Some(values) => self.list(row, Some(Component::Query), values),
                None => Ok(PartValue::Undefined),
            },
            PartKind::Normalized(level) => normalized(*level, row),
            PartKind::Attribute(attribute) => match row.url() {
                Some(url) => self.attribute(*attribute, row, url),
                None => Ok(PartValue::Undefined),
            },
        }
    }

    /// An attribute as the URL Standard's API has it.
    fn attribute<'t>(
        self,
        attribute: Attribute,
        row: Parsed<'_, 't>,
        url: &'t Url<Cow<'t, str>>,
    ) -> Taken<'t> {
        let part = match attribute {
            Attribute::Port => {
                return Ok(match self.port(row) {
                    PartValue::Undefined => PartValue::Text("".into()),
                    port => port,
                });
            }
            Attribute::Pathname => return self.path(row),
            Attribute::Href | Attribute::Origin => return Ok(PartValue::Text(url.get(attribute))),
            Attribute::Search => Component::Query,
            _ => Component::Path,
        };
        Ok(PartValue::Text(self.text(row, part, url.get(attribute))?))
    }

    /// The values of the pairs with a key; empty for a key without `=`.
    fn values<'t>(self, row: Parsed<'_, 't>, key: &str) -> Option<impl Iterator<Item = &'t str>> {
        Some(row.pairs()?.values(key, self.reading == Reading::Form))
    }

    fn pairs<'t>(self, row: Parsed<'_, 't>) -> Taken<'t> {
        let Some(pairs) = row.pairs() else { return Ok(PartValue::Undefined) };
        let text = |text: &'t str| self.text(row, Component::Query, text.into());
        let texts = pairs.iter().map(|pair| {
            let key = text(pair.key)?;
            Ok(match pair.value {
                Some(value) => format!("{key}={}", text(value)?).into(),
                None => key,
            })
        });
        let texts = texts.collect::<Result<_, Failure<'static>>>()?;
        Ok(PartValue::Pairs { readings: pairs, texts })
    }

    fn port<'t>(self, row: Parsed<'_, 't>) -> PartValue<'t> {
        let port = facts::Port::of(row);
        let is_wanted = self.settings.default_port && port.as_deref().is_none_or(str::is_empty);
        match is_wanted.then(|| facts::DefaultPort::of(row)).flatten() {
            Some(default) => PartValue::owned(Some(default)),
            None => port.into(),
        }
    }

    /// The path; decoded segment by segment, if its slashes keep their meaning.
    fn path<'t>(self, row: Parsed<'_, 't>) -> Taken<'t> {
        let path = facts::Path::of(row);
        let segments = facts::Segments::of(row).filter(|_| self.reading != Reading::Raw);
        let (Some(path), Some(segments)) = (&path, segments) else {
            return match path {
                Some(path) => Ok(PartValue::Text(self.text(row, Component::Path, path)?)),
                None => Ok(PartValue::Undefined),
            };
        };
        let mut decoded = String::from(if path.starts_with('/') { "/" } else { "" });
        for (number, segment) in segments.iter().enumerate() {
            let segment = self.text(row, Component::Path, segment.into())?;
            if segment.contains('/') {
                let message = format!(
                    "segment {number} of the path has an encoded slash, which decoding the path would \
                     make a delimiter; get 'segments' instead"
                );
                let failure = cited("encoded-slash", message, row, |sections| sections.delimiters);
                return Err(failure.in_part("path"));
            }
            if number > 0 {
                decoded.push('/');
            }
            decoded.push_str(&segment);
        }
        Ok(PartValue::Text(decoded.into()))
    }

    fn list<'t>(
        self,
        row: Parsed<'_, 't>,
        part: Option<Component>,
        texts: impl Iterator<Item = &'t str>,
    ) -> Taken<'t> {
        let texts = texts.map(|text| match part {
            Some(part) => self.text(row, part, text.into()),
            None => Ok(text.into()),
        });
        Ok(PartValue::List(texts.collect::<Result<_, _>>()?))
    }

    fn one<'t>(self, row: Parsed<'_, 't>, part: Component, text: Option<&'t str>) -> Taken<'t> {
        Ok(text.map(|text| self.text(row, part, text.into())).transpose()?.into())
    }

    /// A text of a part, decoded if that is wanted.
    fn text<'t>(
        self,
        row: Parsed<'_, 't>,
        part: Component,
        text: Cow<'t, str>,
    ) -> Result<Cow<'t, str>, Failure<'static>> {
        let decoded = match text {
            text if self.reading == Reading::Raw => return Ok(text),
            Cow::Borrowed(text) => self.octets(row, part, text).into_text(),
            Cow::Owned(text) => {
                self.octets(row, part, &text).into_text().map(|text| text.into_owned().into())
            }
        };
        decoded.map_err(|valid| {
            let message = format!("the decoded text is not UTF-8 from octet {valid} on");
            cited("not-utf8", message, row, |sections| sections.data)
        })
    }

    fn octets<'o>(self, row: Parsed<'_, '_>, part: Component, text: &'o str) -> Octets<'o> {
        match self.reading {
            Reading::Form if part == Component::Query => row.standard().form_decoded(text),
            _ => row.standard().decoded(part, text),
        }
    }
}

/// The index of a segment from the start, for a number that may count from the end.
fn counted(number: isize, count: impl FnOnce() -> usize) -> Option<usize> {
    match usize::try_from(number) {
        Ok(number) => Some(number),
        Err(_) => count().checked_sub(number.unsigned_abs()),
    }
}

/// A failure to decode, by a section of the edition.
fn cited(
    kind: &'static str,
    message: String,
    row: Parsed<'_, '_>,
    section: impl FnOnce(&Sections) -> &'static str,
) -> Failure<'static> {
    match row.reference() {
        Some(reference) => {
            let edition = reference.edition();
            let section = section(&edition.sections);
            let message = format!("{message} ({} section {section})", edition.title);
            Failure::new(kind, section, message)
        }
        None => Failure::new(kind, "1.3", message),
    }
}

pub(super) fn key<'t>(keys: &Keys, input: &[u8]) -> Taken<'t> {
    let mut scratch = String::new();
    match keys.key(input, &mut scratch) {
        Ok(key) => Ok(PartValue::Text(key.into_owned().into())),
        Err(failure) => Err(failure.without_place()),
    }
}

/// The normal form; of a URL its canonical text.
fn normalized<'t>(level: Level, row: Parsed<'_, 't>) -> Taken<'t> {
    match row.normalized(level) {
        Ok(normalized) => Ok(PartValue::Text(normalized)),
        Err(error) => Err(Failure::refused(error, row.as_str().as_bytes()).without_place()),
    }
}
