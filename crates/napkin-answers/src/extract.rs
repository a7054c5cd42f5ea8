//! URIs in running text: one JSON object for each.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{self, Read};
use std::ops::ControlFlow;

use napkin::{Edition, Parts};
use napkin_audit::Mend;
use napkin_context::{
    Context, Disguises, Extractor, Find, GoesOn, LONGEST, LeftOut, Original, Revealing, Schemes,
};
use napkin_schemes::registry::REGISTRATIONS;
use napkin_standards::Standard;
use schemars::JsonSchema;
use serde::Serialize;

use crate::choice::{self, WrongChoice};
use crate::envelope::{Base64, text_and_bytes};
use crate::notes;
use crate::options::{Between, Value, options};
use crate::places::Places;
use crate::question::{AskText, Question, Standards};
use crate::schema::{DelimiterName, EditionName, HeuristicName, Mended};
use crate::set::wildcard::Wildcard;

options! {
    /// Find URIs in text
    pub struct Extract {
        /// Find only URIs with these schemes, such as 'http,https'
        scheme: Vec<SchemeNames>, "NAMES";
        /// Find only URIs with this host, in which '*' is any text, such as '*.example.com'; may be repeated
        host: Vec<String>, "HOST";
        /// Take any word before a colon as a scheme, not only registered ones
        any_scheme: bool;
        /// Also find host names without a scheme, such as 'www.example.com', and mail addresses, and complete them by
        /// guessing
        suffix: bool;
        /// Also find defanged URIs, with 'hxxps' for 'https' and '[.]' for a dot
        defanged: bool;
        /// Also find escaped URIs, as strings of JSON and scripts have them: 'https:\/\/example.com\/'; always on in files whose
        /// name ends with .json, .jsonl, .ndjson, .geojson, .har or .ipynb
        escaped: bool;
        /// Also find URIs that are percent-encoded as a whole, such as 'https%3A%2F%2Fexample.com%2F', but not inside
        /// another URI
        percent_encoded: bool;
        /// Join URIs that go on in the next line without brackets or quotes, as in the text of PDF files; a hyphen before the break
        /// has both readings. Without it, a note tells where one may go on
        wrapped: bool;
        /// The longest URI to look for, in bytes; bounds memory
        longest: Option<usize>, "BYTES" = "1048576";
    }
}

/// Names of schemes, with commas between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemeNames(Vec<String>);

impl Value for SchemeNames {
    fn suggestions() -> Vec<(String, &'static str)> {
        REGISTRATIONS.iter().map(|known| (known.scheme.into(), known.description)).collect()
    }

    fn read(octets: Vec<u8>) -> Result<Self, String> {
        let text = String::read(octets)?;
        match text.split(',').find(|name| !is_scheme(name)) {
            Some(wrong) => Err(format!("'{wrong}' is not a scheme name")),
            None => Ok(Self(text.split(',').map(Into::into).collect())),
        }
    }
}

fn is_scheme(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_alphanumeric())
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

impl Question for Extract {
    const NAME: &'static str = "extract";
    const STANDARDS: Standards = Standards::Text;
    const BETWEEN: &'static [Between] = &[Between::Excludes("scheme", "any-scheme")];
    type Ready = Extracting;

    fn ready(self, standard: Standard) -> Result<Extracting, WrongChoice> {
        let edition = choice::syntax(standard, Self::NAME)?;
        if self.suffix {
            choice::option_must_suit(edition, "suffix", |edition| {
                Context::of(edition).suffixes.is_some()
            })?;
        }
        let names: Vec<_> = self.scheme.into_iter().flat_map(|SchemeNames(names)| names).collect();
        let schemes = match (self.any_scheme, names.as_slice()) {
            (true, _) => Schemes::Any,
            (false, []) => Schemes::default(),
            (false, names) => Schemes::only(names),
        };
        let longest = self.longest.unwrap_or(LONGEST);
        let extractor =
            Extractor::new(edition).schemes(schemes).suffixes(self.suffix).longest(longest);
        let Self { defanged, escaped, percent_encoded, wrapped, .. } = self;
        let disguises = Disguises { defanged, escaped, percent_encoded, wrapped };
        let hosts = self.host.iter().map(|host| Wildcard::new(&host.to_ascii_lowercase()));
        Ok(Extracting { edition, extractor, disguises, hosts: hosts.collect(), longest })
    }
}

/// A search for URIs in text.
pub struct Extracting {
    /// The edition.
    pub edition: &'static Edition,
    /// The search for URIs as they are written.
    pub extractor: Extractor,
    /// The disguises that are seen through.
    pub disguises: Disguises,
    /// The hosts to find; all if there are none.
    pub(crate) hosts: Vec<Wildcard>,
    /// The length of the longest URI to look for, in bytes.
    pub longest: usize,
}

/// How many times longer a text can be in its source spelling: an octet takes three characters, and in a JSON
/// string six.
const MOST_ENCODED: usize = 6;

impl Extracting {
    /// Reads a text, and calls a function with each URI that is found, at its place in the text, and with each text that has a
    /// known scheme or `//` and is left out; with `verbose`, also with each other text that begins as a URI does.
    /// `is_json` adds the escapes of JSON to the spellings that are read.
    ///
    /// # Errors
    ///
    /// If reading fails.
    pub fn read(
        &self,
        (verbose, is_json): (bool, bool),
        reader: &mut dyn Read,
        mut each: impl FnMut(Result<Find<'_>, LeftOut<'_>>),
    ) -> io::Result<()> {
        let escaped = self.disguises.escaped || is_json;
        let disguises = Disguises { escaped, ..self.disguises };
        let mut each = |read: Result<Find<'_>, LeftOut<'_>>| {
            if read.as_ref().map_or_else(
                |left_out| self.may_be_meant(left_out),
                |find| self.has_host(&find.uri),
            ) {
                each(read);
            }
        };
        if disguises.is_none() {
            return self.read_plain(verbose, reader, each);
        }
        let original = RefCell::new(Original::keeping(self.kept_in_source()));
        let mut reader = Revealing::new(reader, disguises, &original);
        self.read_plain(verbose, &mut reader, |read| match read {
            Ok(mut find) => {
                let place = original.borrow().range(find.start..find.end);
                let raw = original.borrow().bytes(place.clone());
                if disguises.wrapped && find.alternatives.is_empty() {
                    find.alternatives = self.extractor.without_hyphens(&find.uri, &raw);
                }
                (find.start, find.end, find.raw) = (place.start, place.end, &raw);
                each(Ok(find));
            }
            Err(mut left_out) => {
                let end = left_out.start + left_out.raw.len() as u64;
                left_out.start = original.borrow().range(left_out.start..end).start;
                each(Err(left_out));
            }
        })
    }

    fn read_plain(
        &self,
        verbose: bool,
        reader: &mut dyn Read,
        mut each: impl FnMut(Result<Find<'_>, LeftOut<'_>>),
    ) -> io::Result<()> {
        let each = |read: Result<Find<'_>, LeftOut<'_>>| {
            each(read);
            ControlFlow::Continue(())
        };
        if verbose {
            self.extractor.read_all(reader, each)
        } else {
            self.extractor.read_with_left_out(reader, each)
        }
    }

    /// Whether a URI has one of the hosts to find.
    fn has_host(&self, uri: &str) -> bool {
        self.hosts.is_empty()
            || self.edition.parse(uri).ok().and_then(|uri| uri.host()).is_some_and(|host| {
                let host = host.as_str().to_ascii_lowercase();
                self.hosts.iter().any(|pattern| pattern.matches(host.as_bytes()))
            })
    }

    /// Whether a text that is left out may have one of the hosts to find.
    fn may_be_meant(&self, left_out: &LeftOut<'_>) -> bool {
        let text = String::from_utf8_lossy(left_out.raw).to_ascii_lowercase();
        let authority = Parts::split(&text).authority.unwrap_or_default();
        let host = authority.rsplit('@').next().unwrap_or_default();
        let host = host.rsplit_once(':').map_or(host, |(host, _)| host);
        self.hosts.is_empty() || self.hosts.iter().any(|pattern| pattern.matches(host.as_bytes()))
    }

    /// The length of the tail of a text, as it is written, in which another URI may begin before one that was found, in
    /// bytes.
    pub fn kept_in_source(&self) -> usize {
        let kept = self.longest.saturating_mul(2).saturating_add(1 << 20);
        kept.saturating_mul(MOST_ENCODED)
    }
}

impl AskText for Extracting {
    type Answer<'a> = Found<'a>;

    fn each(&self, text: &[u8], take: &mut dyn FnMut(&Found<'_>)) {
        let places = Places::of(&*String::from_utf8_lossy(text));
        // Reading bytes never fails.
        let _ = self.read((false, false), &mut &*text, |read| {
            let Ok(find) = read else { return };
            let place = usize::try_from(find.start).ok().and_then(|start| places.find(start));
            take(&Found::new("input", self.edition, &find).at(place));
        });
    }
}

/// A URI in text, as JSON.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "found")]
pub struct Found<'f> {
    /// The name of the text.
    source: &'f str,
    /// The edition by which it is valid.
    #[schemars(with = "EditionName")]
    edition: &'static str,
    /// The URI.
    uri: &'f str,
    /// The text from `start` to `end`.
    raw: Cow<'f, str>,
    /// The bytes of `raw`, if they are not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Base64<'f>")]
    raw_base64: Option<Base64<'f>>,
    /// The start in the text, in bytes.
    start: u64,
    /// The end in the text, in bytes.
    end: u64,
    /// The delimiter around it.
    #[schemars(with = "DelimiterName")]
    delimiter: &'static str,
    /// The prefix before it, if there is one.
    prefix: Option<&'static str>,
    /// The other readings of a URI that is broken at hyphens, between brackets or with `wrapped`.
    alternatives: &'f [String],
    /// The guess that completed it.
    #[schemars(with = "Option<HeuristicName>")]
    heuristic: Option<&'static str>,
    /// Why a longer URI may be meant: `next-line`, or the character behind it that no URI has.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    goes_on: Option<Cow<'static, str>>,
    /// The line of its start, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    #[schemars(range(min = 1))]
    line: Option<u64>,
    /// The column of its start, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    #[schemars(range(min = 1))]
    column: Option<u64>,
    /// The ways to mend it, if it has a slip.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<Mended>")]
    mends: Vec<Mend>,
}

impl<'f> Found<'f> {
    /// A find in a named text, by an edition.
    pub fn new(source: &'f str, edition: &'static Edition, find: &'f Find<'_>) -> Self {
        let slip = notes::slip(&find.uri, edition);
        let (raw, raw_base64) = text_and_bytes(find.raw);
        Self {
            source,
            edition: edition.name,
            uri: &find.uri,
            raw,
            raw_base64,
            start: find.start,
            end: find.end,
            delimiter: find.delimiter.name(),
            prefix: find.prefix.map(|_| "URL:"),
            alternatives: &find.alternatives,
            heuristic: find.heuristic.map(napkin_context::Heuristic::name),
            goes_on: find.goes_on.map(|goes_on| match goes_on {
                GoesOn::Behind(character) => character.to_string().into(),
                _ => "next-line".into(),
            }),
            line: None,
            column: None,
            mends: slip.map(|slip| slip.mends().to_vec()).unwrap_or_default(),
        }
    }

    /// This find with its line and column, both counted from 1.
    #[must_use]
    pub fn at(self, place: Option<(u64, u64)>) -> Self {
        Self { line: place.map(|(line, _)| line), column: place.map(|(_, column)| column), ..self }
    }
}
