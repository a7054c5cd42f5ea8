//! The shortest strings that two editions read differently.

use std::num::NonZeroUsize;

use napkin::witness::{self as of_syntax, BASE, COMPLETE_UP_TO};
use napkin::{Edition, Part};
use napkin_standards::differences::Reading;
use napkin_standards::{Standard, UrlStandard};
use napkin_url::Attribute;
use napkin_url::witness as of_urls;
use schemars::JsonSchema;
use serde::Serialize;

use crate::choice::WrongChoice;
use crate::editions::{ByName, by_name};
use crate::options::{Named, Value, names, not_one_of, options};
use crate::question::{AskAlone, Question, Standards};

options! {
    /// Find the shortest strings on which two editions differ
    ///
    /// For each way in which they differ (which one accepts a string, what they read as each part, what it
    /// means against the base of the standards' examples) the shortest strings that show it. The search
    /// tries every string up to the length, over one character of each kind that the two tell apart, and
    /// says how far it went. Two editions of the URI syntax can be compared, or two of the URL Standard.
    pub struct Witness {
        /// One edition
        first: ChosenEdition, "EDITION";
        /// The other, of the same kind
        second: ChosenEdition, "EDITION";
        /// Look only for strings in which this part differs
        part: Option<PartName>, "PART";
        /// The longest strings to try: in bytes, 5 if not given; by the URL Standard in pieces behind the scheme, 4 if not
        /// given; a server tries 4 and 3
        length: Option<Length>, "N";
        /// How many to show of each kind
        limit: Option<Limit>, "N" = "4";
    }
}

names! {
    /// The name of a part.
    pub struct PartName of Part::ALL.iter().map(|part| Named::plain(part.name()));
}

/// A standard by its name.
#[derive(Clone, Copy, Debug)]
pub struct ChosenEdition(pub Standard);

impl Default for ChosenEdition {
    fn default() -> Self {
        Self(Standards::Own.default().into())
    }
}

impl Value for ChosenEdition {
    fn suggestions() -> Vec<(String, &'static str)> {
        Standard::all().map(|standard| (standard.name().into(), "")).collect()
    }

    fn read(octets: Vec<u8>) -> Result<Self, String> {
        let name = String::read(octets)?;
        let named = Standard::named(&name).map(Self);
        named.ok_or_else(|| not_one_of(Standard::all().map(Standard::name)))
    }
}

/// A length of strings.
#[derive(Clone, Copy, Debug)]
pub struct Length(usize);

impl Value for Length {
    fn read(octets: Vec<u8>) -> Result<Self, String> {
        let length = usize::read(octets).ok().filter(|length| *length <= COMPLETE_UP_TO);
        length.map(Self).ok_or_else(|| format!("is not a number of bytes up to {COMPLETE_UP_TO}"))
    }
}

/// A number of witnesses.
#[derive(Clone, Copy, Debug)]
pub struct Limit(NonZeroUsize);

impl Value for Limit {
    fn read(octets: Vec<u8>) -> Result<Self, String> {
        let limit = usize::read(octets).ok().and_then(NonZeroUsize::new);
        limit.map(Self).ok_or_else(|| "is not a number above 0".into())
    }
}

/// The longest strings by default, and for strangers.
const BYTES: [usize; 2] = [5, 4];

/// The most pieces after the scheme by default, and for strangers.
const PIECES: [usize; 2] = [4, 3];

impl Question for Witness {
    const NAME: &'static str = "witness";
    const STANDARDS: Standards = Standards::Own;
    const ARGUMENTS: &'static [&'static str] = &["first", "second"];
    type Ready = Search;

    fn ready(self, _: Standard) -> Result<Search, WrongChoice> {
        let (ChosenEdition(first), ChosenEdition(second)) = (self.first, self.second);
        let syntax = first.syntax().zip(second.syntax());
        let urls = first.url_standard().zip(second.url_standard());
        let between = match (syntax, urls) {
            (Some((first, second)), _) => Between::Syntax(first, second),
            (_, Some((first, second))) => Between::Urls(first, second),
            _ => {
                let reason = format!(
                    "and '{}' have no witnesses: an edition of the URI syntax says what a text is, and one \
                     of the URL Standard brings any text to a URL; choose two of the same kind",
                    second.name()
                );
                return Err(WrongChoice::new(first.name().into(), reason));
            }
        };
        let length = self.length.map(|Length(length)| length);
        let most = of_urls::COMPLETE_UP_TO;
        if matches!(between, Between::Urls(..)) && length.is_some_and(|length| length > most) {
            return Err(up_to(most, " by the URL Standard"));
        }
        let part = self.part.map(PartName::name);
        let part = Part::ALL.iter().copied().find(|known| Some(known.name()) == part);
        let limit = self.limit.map_or(NonZeroUsize::MAX, |Limit(limit)| limit);
        Ok(Search { between, part, length, limit })
    }
}

fn up_to(most: usize, by_whom: &str) -> WrongChoice {
    WrongChoice::of_option_named("length").because(format!("is up to {most}{by_whom}"))
}

/// The two standards.
#[derive(Clone, Copy)]
enum Between {
    Syntax(&'static Edition, &'static Edition),
    Urls(UrlStandard, UrlStandard),
}

/// A search.
pub struct Search {
    between: Between,
    part: Option<Part>,
    /// The longest strings, if given: bytes, or by the URL Standard pieces.
    length: Option<usize>,
    limit: NonZeroUsize,
}

/// The result of a search.
pub struct Found {
    witnesses: Vec<One>,
    limit: NonZeroUsize,
    /// How far the search went, in words.
    pub reach: String,
    /// The number of strings that were tried.
    pub tried: u64,
    /// What they are called.
    pub noun: &'static str,
}

/// A string that two editions read differently.
pub struct One {
    /// The string.
    pub text: String,
    /// The kind of difference in words.
    pub kind: String,
    /// Its name.
    what: &'static str,
    /// The part that differs.
    part: Option<&'static str>,
}

impl Found {
    /// The kinds of difference that have witnesses, the shortest first.
    pub fn kinds(&self) -> Vec<&str> {
        let mut kinds = Vec::new();
        for witness in &self.witnesses {
            if !kinds.contains(&witness.kind.as_str()) {
                kinds.push(witness.kind.as_str());
            }
        }
        kinds
    }

    /// The witnesses of a kind, up to the limit.
    pub fn of_kind<'f>(&'f self, kind: &'f str) -> impl Iterator<Item = &'f One> {
        self.witnesses.iter().filter(move |witness| witness.kind == kind).take(self.limit.get())
    }

    /// The witnesses, up to the limit for each kind.
    fn shown(&self) -> impl Iterator<Item = &One> {
        self.kinds().into_iter().flat_map(|kind| self.of_kind(kind))
    }
}

impl Search {
    /// Searches.
    pub fn find(&self) -> Found {
        match self.between {
            Between::Syntax(first, second) => self.of_syntax(first, second),
            Between::Urls(first, second) => self.of_urls(first, second),
        }
    }

    fn of_syntax(&self, first: &'static Edition, second: &'static Edition) -> Found {
        let length = self.length.unwrap_or(BYTES[0]);
        let found = of_syntax::search(first, second, length, self.part);
        let of_syntax::Found { witnesses, tried, complete_up_to, .. } = found;
        let one = |witness: of_syntax::Witness| {
            use of_syntax::Difference;
            let (kind, part) = match witness.difference {
                Difference::Validity(edition) => (format!("only {edition} accepts"), None),
                Difference::Part(part) => (format!("the {part} differs"), Some(part.name())),
                Difference::Target => ("the target differs".into(), None),
            };
            One { text: witness.text, kind, what: witness.difference.name(), part }
        };
        Found {
            witnesses: witnesses.into_iter().map(one).collect(),
            limit: self.limit,
            reach: format!("every string of up to {complete_up_to} bytes"),
            noun: "strings",
            tried,
        }
    }

    fn of_urls(&self, first: UrlStandard, second: UrlStandard) -> Found {
        let length = self.length.unwrap_or(PIECES[0]);
        let attribute = self.part.map(attribute);
        let found = of_urls::search(first.edition, second.edition, length, attribute);
        let of_urls::Found { witnesses, tried, complete_up_to, schemes, .. } = found;
        let one = |witness: of_urls::Witness| {
            use of_urls::Difference;
            let (kind, part) = match witness.difference {
                Difference::Validity(key) if key == first.edition.key => {
                    (format!("only {} accepts", first.name), None)
                }
                Difference::Validity(_) => (format!("only {} accepts", second.name), None),
                Difference::Attribute(attribute) => {
                    let name = attribute.name();
                    (format!("the {name} differs"), Some(name))
                }
                Difference::Target => ("the target differs".into(), None),
            };
            One { text: witness.text, kind, what: witness.difference.name(), part }
        };
        let words: Vec<_> = of_urls::WORDS.iter().map(|word| format!("'{word}'")).collect();
        Found {
            witnesses: witnesses.into_iter().map(one).collect(),
            limit: self.limit,
            reach: format!(
                "every text of up to {complete_up_to} characters or {}, after {} or nothing",
                words.join(", "),
                schemes.join(", "),
            ),
            noun: "texts",
            tried,
        }
    }

    /// A witness with its readings.
    fn read<'w>(&self, witness: &'w One) -> Line<'w> {
        let standards = match self.between {
            Between::Syntax(first, second) => [first, second].map(Standard::from),
            Between::Urls(first, second) => [first, second].map(Standard::from),
        };
        let text = witness.text.as_str();
        let read = |standard| Reading::new(standard, text.as_bytes(), Some(BASE));
        let editions = standards.map(read);
        Line { witness: text, what: witness.what, part: witness.part, editions }
    }
}

impl AskAlone for Search {
    type Answer<'a> = Line<'a>;

    fn each(&self, take: &mut dyn FnMut(&Line<'_>)) {
        self.find().shown().for_each(|witness| take(&self.read(witness)));
    }

    fn bounded(self) -> Result<Self, WrongChoice> {
        let most = match self.between {
            Between::Syntax(..) => BYTES[1],
            Between::Urls(..) => PIECES[1],
        };
        let length = self.length.unwrap_or(most);
        if length > most {
            return Err(up_to(most, " here, since each more takes many times longer"));
        }
        Ok(Self { length: Some(length), ..self })
    }
}

const fn attribute(part: Part) -> Attribute {
    match part {
        Part::Scheme => Attribute::Protocol,
        Part::Authority => Attribute::Host,
        Part::Userinfo => Attribute::Username,
        Part::Host => Attribute::Hostname,
        Part::Port => Attribute::Port,
        Part::Path => Attribute::Pathname,
        Part::Query => Attribute::Search,
        Part::Fragment => Attribute::Hash,
        _ => Attribute::Href,
    }
}

/// A witness, and its readings by the two editions.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "witness-line")]
pub struct Line<'a> {
    /// The string.
    witness: &'a str,
    /// The kind of difference.
    what: &'static str,
    /// The part, or the attribute of the URL Standard, that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "&'static str")]
    part: Option<&'static str>,
    /// The readings, by the names of their editions.
    #[serde(serialize_with = "by_name")]
    #[schemars(with = "ByName<'a>")]
    editions: [Reading<'a>; 2],
}
