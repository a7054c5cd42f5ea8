//! URIs in running text: one JSON object for each.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{self, Read};
use std::ops::ControlFlow;

use napkin::Edition;
use napkin_context::{
    Context, Disguises, Extractor, Find, LONGEST, LeftOut, Original, Revealing, Schemes,
};
use napkin_schemes::registry::REGISTRATIONS;
use schemars::JsonSchema;
use serde::Serialize;

use crate::choice::{self, WrongChoice};
use crate::envelope::{Base64, text_and_bytes};
use crate::options::{Between, Value, options};
use crate::places::Places;
use crate::question::{AskText, Question, Standards};
use crate::schema::{DelimiterName, EditionName, HeuristicName};
use crate::standard::Standard;

options! {
    /// Find URIs in text
    pub struct Extract {
        /// Find only URIs with these schemes, such as 'http,https'
        scheme: Vec<SchemeNames>, "NAMES";
        /// Take any word before a colon as a scheme, not only registered ones
        any_scheme: bool;
        /// Also find host names without a scheme, such as 'www.example.com', and mail addresses, and complete them by
        /// guessing
        suffix: bool;
        /// Also find defanged URIs, with 'hxxps' for 'https' and '[.]' for a dot
        defanged: bool;
        /// Also find escaped URIs, as strings of JSON and scripts have them: 'https:\/\/example.com\/'
        escaped: bool;
        /// Also find URIs that are percent-encoded as a whole, such as 'https%3A%2F%2Fexample.com%2F', but not inside
        /// another URI
        percent_encoded: bool;
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
        let Self { defanged, escaped, percent_encoded, .. } = self;
        let disguises = Disguises { defanged, escaped, percent_encoded };
        Ok(Extracting { edition, extractor, disguises, longest })
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
    /// The length of the longest URI to look for, in bytes.
    pub longest: usize,
}

/// How many times longer a text can be in its source spelling: an octet takes three characters, and in a JSON
/// string six.
const MOST_ENCODED: usize = 6;

impl Extracting {
    /// Reads a text, and calls a function with each URI that is found, at its place in the text. With `verbose`, also with
    /// each text that begins as a URI does and is left out.
    ///
    /// # Errors
    ///
    /// If reading fails.
    pub fn read(
        &self,
        verbose: bool,
        reader: &mut dyn Read,
        mut each: impl FnMut(Result<Find<'_>, LeftOut<'_>>),
    ) -> io::Result<()> {
        if self.disguises.is_none() {
            return self.read_plain(verbose, reader, each);
        }
        let original = RefCell::new(Original::keeping(self.kept_in_source()));
        let mut reader = Revealing::new(reader, self.disguises, &original);
        self.read_plain(verbose, &mut reader, |read| match read {
            Ok(mut find) => {
                let place = original.borrow().range(find.start..find.end);
                let raw = original.borrow().bytes(place.clone());
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
        let mut each = |read: Result<Find<'_>, LeftOut<'_>>| {
            each(read);
            ControlFlow::Continue(())
        };
        if verbose {
            self.extractor.read_all(reader, each)
        } else {
            self.extractor.read(reader, |find| each(Ok(find)))
        }
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
        let places = Places::of(&String::from_utf8_lossy(text));
        // Reading bytes never fails.
        let _ = self.read(false, &mut &*text, |read| {
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
    /// The other readings of a URI that is broken at hyphens.
    alternatives: &'f [String],
    /// The guess that completed it.
    #[schemars(with = "Option<HeuristicName>")]
    heuristic: Option<&'static str>,
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
}

impl<'f> Found<'f> {
    /// A find in a named text, by an edition.
    pub fn new(source: &'f str, edition: &Edition, find: &'f Find<'_>) -> Self {
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
            line: None,
            column: None,
        }
    }

    /// This find with its line and column, both counted from 1.
    #[must_use]
    pub fn at(self, place: Option<(u64, u64)>) -> Self {
        Self { line: place.map(|(line, _)| line), column: place.map(|(_, column)| column), ..self }
    }
}
