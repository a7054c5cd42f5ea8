//! The lowest level of the comparison ladder at which two URIs are equivalent.

use napkin::edition::RFC3986;
use napkin::{Edition, Level, Normalizer, Part, Redirects, Reference, Start};
use napkin_standards::{Base, Standard, comparer};
use schemars::JsonSchema;
use serde::Serialize;

use crate::base;
use crate::choice::{self, LevelName, URL_LEVEL, WrongChoice};
use crate::failure::Failure;
use crate::look_alike::LookAlike;
use crate::normalize::observed;
use crate::options::{Given, Pair, options};
use crate::question::{AskPair, Question, Yes};
use crate::schema::NamedLevel;
use crate::unlike::{self, UnlikePart};
use crate::url_standard;

options! {
    /// Say whether two URIs are equivalent, and in which parts they differ
    ///
    /// The answer is the lowest level of normalization at which the two are equal: 'simple' if they are the same text, else 'case',
    /// 'percent', 'path', 'syntax', 'scheme' or 'protocol' (RFC 3986 section 6.2); by the URL Standard 'simple' or 'url'. If
    /// there is none, or none up to 'level', prints the parts in which their normal forms differ. Relative references are compared by their own
    /// normal form, which needs no base.
    pub struct Compare {
        /// Resolve relative references against this first
        base: Option<Given>, "URI";
        /// Compare up to this level: what is equal at a higher one counts as different. 'simple' compares the texts as they are,
        /// as OAuth compares redirect URIs
        level: Option<LevelName>, "LEVEL";
        /// Let the port of an http URI with the host 127.0.0.1 or [::1] be any, as in a redirect to a native app (RFC 8252 section
        /// 7.3)
        loopback_port: bool;
        /// Ignore fragments, which are not part of a request
        network: bool;
        /// A redirect that was observed, for the level 'protocol': it counts as equivalence if the two
        /// differ by a final slash only; may be repeated
        observed: Vec<Pair<String>>, "FROM TO";
    }
}

impl Question for Compare {
    const NAME: &'static str = "compare";
    const YES: Option<Yes> =
        Some(Yes { keys: &["equivalent_at"], about: "the two are equivalent at a level" });
    type Ready = Comparing;

    fn ready(self, standard: Standard) -> Result<Comparing, WrongChoice> {
        let redirects = observed(standard, &self.observed)?;
        let base = self.base.map(|base| Base::new(base.0, standard));
        let level = level(standard, self.level)?;
        let loopback_port = self.loopback_port;
        let comparing = Comparing::new(standard).by_base(base).network(self.network);
        Ok(Comparing { level, loopback_port, redirects, ..comparing })
    }
}

/// The highest level of a comparison. The URL Standard has two.
fn level(standard: Standard, name: Option<LevelName>) -> Result<Level, WrongChoice> {
    let Some(name) = name.map(LevelName::name) else { return Ok(Level::Protocol) };
    if !standard.is_url() {
        return choice::level(standard, Some(name));
    }
    match name {
        URL_LEVEL => Ok(Level::Protocol),
        _ if name == Level::Simple.name() => Ok(Level::Simple),
        _ => {
            let reason = format!(
                "is not allowed by edition {}; levels: {}, {URL_LEVEL}",
                standard.name(),
                Level::Simple.name()
            );
            Err(WrongChoice::new(format!("level {name}"), reason).of_option())
        }
    }
}

/// A comparison by a standard.
pub struct Comparing {
    standard: Standard,
    /// The highest level.
    level: Level,
    /// Whether the port of a loopback address is left out.
    loopback_port: bool,
    base: Option<Base>,
    network: bool,
    redirects: Option<Redirects>,
}

impl AskPair for Comparing {
    type Answer<'a> = Compared<'a>;

    fn standard(&self) -> Option<Standard> {
        Some(self.standard)
    }

    fn ask<'a>(&'a self, a: &'a [u8], b: &'a [u8]) -> Result<Compared<'a>, Failure<'a>> {
        self.answer(a, b)
    }
}

impl Comparing {
    /// Compares on all levels of a standard.
    pub fn new(standard: impl Into<Standard>) -> Self {
        Self {
            standard: standard.into(),
            level: Level::Protocol,
            loopback_port: false,
            base: None,
            network: false,
            redirects: None,
        }
    }

    /// The normalizer of all levels that are compared.
    fn normalizer(&self) -> Normalizer<'_> {
        match &self.redirects {
            Some(redirects) => comparer(self.level).observed(redirects),
            None => comparer(self.level),
        }
    }

    /// Compares relative references too, after resolving them against a base.
    #[must_use]
    pub fn by_base(mut self, base: Option<Base>) -> Self {
        self.base = base;
        self
    }

    /// Compares without fragments, which are not part of a request.
    #[must_use]
    pub fn network(mut self, network: bool) -> Self {
        self.network = network;
        self
    }

    /// The standard.
    pub const fn standard(&self) -> Standard {
        self.standard
    }

    /// Fails if the base is invalid.
    ///
    /// # Errors
    ///
    /// The error of the base.
    pub fn check_base(&self) -> Result<(), Failure<'_>> {
        self.base.as_ref().map_or(Ok(()), base::check)
    }

    /// The reference by which one of the two is compared.
    fn reference<'i: 's, 's>(
        &'i self,
        edition: &'static Edition,
        text: &'i [u8],
        scratch: &'s mut String,
        of: &'static str,
    ) -> Result<Reference<'s>, Failure<'i>> {
        let reference = base::to_reference(edition, self.base.as_ref(), text, scratch);
        let reference = reference.map_err(|failure| failure.of(of))?;
        Ok(if self.network { reference.without_fragment() } else { reference })
    }

    /// Compares two.
    ///
    /// # Errors
    ///
    /// If the base or one of the two is invalid.
    pub fn answer<'a>(&'a self, a: &'a [u8], b: &'a [u8]) -> Result<Compared<'a>, Failure<'a>> {
        self.check_base()?;
        // References are compared by a ladder of levels, with redirects and an order; URLs by their text.
        match self.standard.syntax() {
            Some(edition) => self.by_syntax(edition, a, b),
            None => self.by_url_standard(a, b),
        }
    }

    fn by_url_standard<'a>(
        &'a self,
        a: &'a [u8],
        b: &'a [u8],
    ) -> Result<Compared<'a>, Failure<'a>> {
        let (edition, base) =
            (url_standard::edition(self.standard), base::url(self.base.as_ref())?);
        let parse =
            |text, of| url_standard::parse(edition, text, base).map_err(|failure| failure.of(of));
        let (mut url_a, mut url_b) = (parse(a, "a")?, parse(b, "b")?);
        let (bare_a, bare_b) = (self.without_loopback_port(a), self.without_loopback_port(b));
        let (written_a, written_b) = (text(a), text(b));
        for (bare, url) in [(&bare_a, &mut url_a), (&bare_b, &mut url_b)] {
            if let Some(bare) = bare
                && let Ok(read) = url_standard::parse(edition, bare.as_bytes(), base)
            {
                *url = read;
            }
        }
        let a = bare_a.as_deref().map_or(a, str::as_bytes);
        let b = bare_b.as_deref().map_or(b, str::as_bytes);
        // The first `#` begins the fragment, wherever it is.
        let before_fragment =
            |text| <[u8]>::split(text, |byte| *byte == b'#').next().unwrap_or_default();
        let (same_text, equals) = if self.network {
            (before_fragment(a) == before_fragment(b), url_a.equals_without_fragment(&url_b))
        } else {
            (a == b, url_a.as_str() == url_b.as_str())
        };
        let simple = same_text.then_some(Level::Simple.name());
        let equals = equals && self.level > Level::Simple;
        let equivalent_at = simple.or(equals.then_some(URL_LEVEL));
        let without_fragment = |url: &str| {
            let end = url.find('#').filter(|_| self.network).unwrap_or(url.len());
            url.get(..end).unwrap_or_default().to_owned()
        };
        let differences = match equivalent_at {
            Some(_) => Vec::new(),
            None => {
                self.unlike(&without_fragment(url_a.as_str()), &without_fragment(url_b.as_str()))
            }
        };
        let (a, b) = (written_a, written_b);
        Ok(Compared { a, b, equivalent_at, encoded: Vec::new(), differences, order: None })
    }

    fn by_syntax<'a>(
        &'a self,
        edition: &'static Edition,
        a: &'a [u8],
        b: &'a [u8],
    ) -> Result<Compared<'a>, Failure<'a>> {
        let (mut scratch_a, mut scratch_b) = (String::new(), String::new());
        let one = self.reference(edition, a, &mut scratch_a, "a");
        let one = one.map_err(|failure| or_look_alike(failure, a, (a, b)))?;
        let other = self.reference(edition, b, &mut scratch_b, "b");
        let other = other.map_err(|failure| or_look_alike(failure, b, (a, b)))?;
        let bare =
            |reference: Reference<'_>| self.without_loopback_port(reference.as_str().as_bytes());
        let (bare_one, bare_other) = (bare(one), bare(other));
        let one = bare_one.as_deref().and_then(|bare| edition.parse(bare).ok()).unwrap_or(one);
        let other =
            bare_other.as_deref().and_then(|bare| edition.parse(bare).ok()).unwrap_or(other);
        let normalizer = self.normalizer();
        let equivalent_at = normalizer.equivalent_at(one, other).map(Level::name);
        let normal = |reference| normalizer.normalize_reference(reference);
        let differences = match (equivalent_at, normal(one), normal(other)) {
            (None, Ok(one), Ok(other)) => self.unlike(&one, &other),
            _ => Vec::new(),
        };
        let order = one.component_order(&other).map(|order| order as i8);
        let encoded = match equivalent_at {
            Some(level) if level == Level::Percent.name() => {
                spellings(one.as_str(), other.as_str())
            }
            _ => Vec::new(),
        };
        Ok(Compared { a: text(a), b: text(b), equivalent_at, encoded, differences, order })
    }

    /// A text without its port, if ports of loopback addresses are left out and its host is one.
    fn without_loopback_port(&self, text: &[u8]) -> Option<String> {
        if !self.loopback_port {
            return None;
        }
        let reference = RFC3986.parse_bytes(Start::Uri, text).ok()?;
        let is_http = reference.scheme()?.as_str().eq_ignore_ascii_case("http");
        let is_loopback = is_http && LOOPBACK.contains(&reference.host()?.as_str());
        reference.with_part(Part::Port, None).ok().filter(|_| is_loopback)
    }

    /// The parts in which two normal forms differ.
    fn unlike(&self, a: &str, b: &str) -> Vec<UnlikePart> {
        let parts = self
            .standard
            .parse(a, |a| self.standard.parse(b, |b| Some(unlike::parts(a.ok()?, b.ok()?))));
        parts.unwrap_or_default()
    }
}

/// A failure of one of two texts; of texts that look alike, with the letters in which they differ.
fn or_look_alike<'a>(
    failure: Failure<'a>,
    input: &'a [u8],
    (a, b): (&'a [u8], &'a [u8]),
) -> Failure<'a> {
    let offset = failure.offset().filter(|_| failure.kind() == "invalid-character");
    match (offset, LookAlike::of("", text(a), text(b))) {
        (Some(offset), Some(LookAlike { a, b })) => failure
            .and(&format!("the two look alike: {a} in the first, {b} in the second"))
            .at(offset, input),
        _ => failure,
    }
}

/// The addresses of RFC 8252 section 7.3. The name `localhost` is another matter (section 8.3).
const LOOPBACK: [&str; 2] = ["127.0.0.1", "[::1]"];

/// An octet that is percent-encoded in one of two texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "spelling")]
pub struct Spelling {
    /// The text of the octet in the first.
    pub a: String,
    /// The text of the octet in the second.
    pub b: String,
}

/// The different spellings of octets in two texts, each once; none if the texts are not the same octets.
fn spellings(a: &str, b: &str) -> Vec<Spelling> {
    let (a, b) = (octets(a), octets(b));
    let mut found = Vec::new();
    if a.len() != b.len() {
        return found;
    }
    for ((_, a), (_, b)) in a.into_iter().zip(b).filter(|((a, _), (b, _))| a == b) {
        let spelling = Spelling { a: a.to_owned(), b: b.to_owned() };
        if a.len() != b.len() && !found.contains(&spelling) {
            found.push(spelling);
        }
    }
    found
}

/// The octets of a text, each with the text that spells it. Only unreserved characters, which are ASCII, are spelled in two ways
/// by level `percent`.
fn octets(text: &str) -> Vec<(u8, &str)> {
    let mut octets = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let triplet = rest.get(..3).filter(|_| first == '%');
        let octet = triplet.and_then(|triplet| u8::from_str_radix(&triplet[1..], 16).ok());
        let len = if octet.is_some() { 3 } else { first.len_utf8() };
        let (spelled, behind) = rest.split_at(len);
        octets.push((octet.or(spelled.bytes().next()).unwrap_or_default(), spelled));
        rest = behind;
    }
    octets
}

/// The text of a valid input.
fn text(input: &[u8]) -> &str {
    str::from_utf8(input).unwrap_or_default()
}

/// The result of a comparison.
#[derive(Serialize, JsonSchema)]
pub struct Compared<'a> {
    /// The first input.
    a: &'a str,
    /// The second input.
    b: &'a str,
    /// The lowest level at which they are equivalent, if there is one.
    #[schemars(with = "Option<NamedLevel>")]
    pub equivalent_at: Option<&'static str>,
    /// The octets that only one of the two percent-encodes, if that is how they differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub encoded: Vec<Spelling>,
    /// The parts in which the normal forms differ; empty if the two are equivalent.
    pub differences: Vec<UnlikePart>,
    /// -1 if the first comes before the second, 1 if after it, by an edition that has an order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "i8")]
    #[schemars(range(min = -1, max = 1))]
    pub order: Option<i8>,
}
