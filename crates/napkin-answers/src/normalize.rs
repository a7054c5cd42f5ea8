//! The normal form of URIs at a level of normalization, the steps to it, and keys to group URIs by.

use std::borrow::Cow;

use napkin::edition::RFC3986;
use napkin::{Edition, Level, Normalizer, Redirects, Reference, Scheme, Start};
use napkin_schemes::MappingError;
use napkin_standards::{Base, Standard, UrlStandard, normalizer};
use schemars::JsonSchema;
use serde::Serialize;

use crate::base;
pub use crate::change::Step;
use crate::choice::{self, LevelName, URL_LEVEL, WrongChoice};
use crate::failure::Failure;
use crate::host_sorted::host_sorted;
use crate::options::{Given, Named, Pair, options};
use crate::question::{Ask, Question, Rebase};
use crate::schema::NamedLevel;
use crate::url_standard::{self, Read, Rewriting};

/// Observed redirects, each from one URI to another, normalized once by the rules of an edition.
pub fn redirects<'t>(
    edition: &'static Edition,
    pairs: impl IntoIterator<Item = (&'t str, &'t str)>,
) -> Redirects {
    normalizer(Level::Scheme).redirects(edition, pairs)
}

options! {
    /// Bring URIs into normal form
    ///
    /// What has the same normal form is the same URI. The level says how much is rewritten; what the edition does not
    /// state is left out. The path '/a/./b%7e' of 'HTTP://H:80' becomes '/a/b~' at level 'syntax', and the port is removed
    /// at level 'scheme'. By the URL Standard the normal form is what a browser makes of the input.
    pub struct Normalize {
        /// How far to go; 'syntax' if not given, and 'url' by the URL Standard, which has no other level
        level: Option<LevelName>, "LEVEL";
        /// Resolve relative references against this first
        base: Option<Given>, "URI";
        /// Compose characters first (NFC), by edition rfc3987; no level includes this
        nfc: bool;
        /// A redirect that was observed, for the level 'protocol': it counts as equivalence if the two
        /// differ by a final slash only; may be repeated
        observed: Vec<Pair<String>>, "FROM TO";
        /// Show what each step did; JSON has the steps always
        explain: bool;
    }
}

impl Question for Normalize {
    const NAME: &'static str = "normalize";
    type Ready = Normalizing;

    fn ready(self, standard: Standard) -> Result<Normalizing, WrongChoice> {
        let level = choice::level(standard, self.level.map(LevelName::name))?;
        let redirects = observed(standard, &self.observed)?;
        let base = self.base.map(|base| Base::new(base.0, standard));
        let normalizing = Normalizing::new(standard, level).by_base(base).composed(self.nfc);
        let normalizing = normalizing.explained(self.explain);
        Ok(Normalizing { redirects, ..normalizing })
    }
}

/// The redirects that were observed.
///
/// # Errors
///
/// If one is not a URI of the edition, or the standard has no redirects.
pub(crate) fn observed(
    standard: Standard,
    pairs: &[Pair<String>],
) -> Result<Option<Redirects>, WrongChoice> {
    if pairs.is_empty() {
        return Ok(None);
    }
    choice::option_must_suit(standard, "observed", |_| true)?;
    let edition = choice::syntax(standard, "observed")?;
    for text in pairs.iter().flat_map(|Pair(from, to)| [from, to]) {
        edition.parse_as(Start::Uri, text).map_err(|error| {
            let wrong = WrongChoice::new("observed".into(), "takes two URIs: ".into());
            wrong.of_option().with_lines(error.diagnose(text).to_string())
        })?;
    }
    Ok(Some(redirects(edition, pairs.iter().map(|Pair(from, to)| (&**from, &**to)))))
}

/// Normalization at a level.
pub struct Normalizing {
    level: Level,
    redirects: Option<Redirects>,
    base: Option<Base>,
    standard: Standard,
    explain: bool,
    composes: bool,
}

impl Ask for Normalizing {
    type Answer<'a> = Normalized<'a>;

    fn standard(&self) -> Option<Standard> {
        Some(self.standard)
    }

    fn ask<'a>(
        &'a self,
        input: &'a [u8],
        scratch: &'a mut String,
    ) -> Result<Normalized<'a>, Failure<'a>> {
        self.answer(input, scratch)
    }

    fn for_json(self) -> Self {
        self.explained(true)
    }
}

impl Rebase for Normalizing {
    fn rebased(&self, base: &[u8]) -> Self {
        let base = Base::new(base, self.standard);
        Self { redirects: self.redirects.clone(), base: Some(base), ..*self }
    }
}

impl Normalizing {
    /// The normal form at a level, of an edition, with every step to it. The URL Standard has one normal form.
    pub fn new(standard: impl Into<Standard>, level: Level) -> Self {
        let standard = standard.into();
        Self { level, redirects: None, base: None, standard, explain: true, composes: false }
    }

    fn normalizer(&self) -> Normalizer<'_> {
        match &self.redirects {
            Some(redirects) => normalizer(self.level).observed(redirects),
            None => normalizer(self.level),
        }
    }

    /// Resolves relative references against a base before they are normalized.
    #[must_use]
    pub fn by_base(mut self, base: Option<Base>) -> Self {
        self.base = base;
        self
    }

    /// Whether the answer has the steps.
    #[must_use]
    pub fn explained(mut self, explain: bool) -> Self {
        self.explain = explain;
        self
    }

    /// Whether the input's characters are composed first (NFC), which no level does.
    #[must_use]
    pub fn composed(mut self, composes: bool) -> Self {
        self.composes = composes;
        self
    }

    /// Normalizes a URI, or a relative reference (R3986-A9). A target by the base is written into `scratch`.
    ///
    /// # Errors
    ///
    /// If the input is not valid, or by the URL Standard relative without a base.
    pub fn answer<'a>(
        &'a self,
        input: &'a [u8],
        scratch: &'a mut String,
    ) -> Result<Normalized<'a>, Failure<'a>> {
        // The steps of an edition are those of its levels, the steps of the URL Standard those of its parser.
        match self.standard.syntax() {
            Some(edition) => self.by_syntax(edition, input, scratch),
            None => self.by_url_standard(input),
        }
    }

    fn by_url_standard<'a>(&'a self, input: &'a [u8]) -> Result<Normalized<'a>, Failure<'a>> {
        let (edition, base) =
            (url_standard::edition(self.standard), base::url(self.base.as_ref())?);
        if !self.explain {
            let url = url_standard::parse(edition, input, base)?;
            return Ok(Normalized::unexplained(url.into_text().into()));
        }
        let text = url_standard::text(input)?;
        let read = Read::new(edition, input, base).canonical(input)?;
        let level = if read.rewriting.rewritten { URL_LEVEL } else { Level::Simple.name() };
        Ok(Normalized {
            steps: url_standard::steps(&read.url, text, base.is_some()),
            text: read.url.into_text(),
            equivalent_at: Some(level),
            rewriting: Some(read.rewriting),
        })
    }

    fn by_syntax<'a>(
        &'a self,
        edition: &'static Edition,
        input: &'a [u8],
        scratch: &'a mut String,
    ) -> Result<Normalized<'a>, Failure<'a>> {
        let uri = base::to_reference(edition, self.base.as_ref(), input, scratch)?;
        let refused = |error| Failure::refused(error, input);
        if self.composes {
            return self.by_composed(uri, input);
        }
        if !self.explain {
            let text = self.normalizer().normalize_reference(uri).map_err(refused)?;
            return Ok(Normalized::unexplained(text));
        }
        let (text, normalizing) = self.normalizer().explain_reference(uri).map_err(refused)?;
        let resolving = (uri.as_str().as_bytes() != input).then(|| {
            let before = String::from_utf8_lossy(input);
            Step::new("resolve", edition.sections.resolution, before, uri.as_str().into())
        });
        let normal = edition.parse(&text).ok();
        let equivalent_at = normal.and_then(|normal| self.normalizer().equivalent_at(uri, normal));
        let equivalent_at = equivalent_at.map(Level::name);
        let steps = resolving.into_iter().chain(normalizing.into_iter().map(Step::from)).collect();
        Ok(Normalized { text, steps, equivalent_at, rewriting: None })
    }
}

impl Normalizing {
    /// Normalizes an IRI after its characters are brought to Normalization Form C (RFC 3987 §5.3.2.2).
    fn by_composed<'a>(
        &self,
        uri: Reference<'_>,
        input: &'a [u8],
    ) -> Result<Normalized<'a>, Failure<'a>> {
        let refused = |error| Failure::refused(error, input);
        let composed = napkin_schemes::nfc(uri).map_err(|error| match error {
            MappingError::Invalid(error) => refused(error),
            error => Failure::new(error.name(), error.section(), error.to_string()),
        })?;
        let edition = uri.edition();
        let whole = edition.parse(&composed).map_err(refused)?;
        if !self.explain {
            let text = self.normalizer().normalize_reference(whole).map_err(refused)?;
            return Ok(Normalized::unexplained(text.into_owned().into()));
        }
        let (text, normalizing) = self.normalizer().explain_reference(whole).map_err(refused)?;
        let before = String::from_utf8_lossy(input);
        let given = uri.as_str().to_owned();
        let resolving = (given != before).then(|| {
            Step::new("resolve", edition.sections.resolution, before, given.clone().into())
        });
        let composing = (given != composed).then(|| {
            Step::new("nfc", "5.3.2.2", given.into(), composed.clone().into_owned().into())
        });
        let normal = edition.parse(&text).ok();
        let equivalent_at = normal.and_then(|normal| self.normalizer().equivalent_at(uri, normal));
        let steps = resolving.into_iter().chain(composing);
        Ok(Normalized {
            steps: steps.chain(normalizing.into_iter().map(Step::from)).collect(),
            equivalent_at: equivalent_at.map(Level::name),
            text: text.into_owned().into(),
            rewriting: None,
        })
    }
}

/// The normal form of a URI.
#[derive(Serialize, JsonSchema)]
pub struct Normalized<'a> {
    /// Its text.
    #[serde(rename = "normalized")]
    pub text: Cow<'a, str>,
    /// The steps to it; empty unless requested.
    pub steps: Vec<Step<'a>>,
    /// The lowest level at which the URI and its normal form are equal.
    #[schemars(with = "Option<NamedLevel>")]
    pub equivalent_at: Option<&'static str>,
    /// The changes by the URL Standard.
    #[serde(flatten)]
    pub rewriting: Option<Rewriting>,
}

impl<'a> Normalized<'a> {
    const fn unexplained(text: Cow<'a, str>) -> Self {
        Self { text, steps: Vec::new(), equivalent_at: None, rewriting: None }
    }
}

/// The equivalence of URIs that a key stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// Equal normal forms at a level.
    Level(Level),
    /// Equal normal forms at level `scheme`, without the fragment.
    Resource,
    /// As `Resource`, with the labels of the host in reverse, so that keys sort by host.
    HostSorted,
    /// Equal URLs by the newest URL Standard.
    Url,
}

impl Profile {
    /// All of them: the levels, the lowest first, and the others.
    pub fn all() -> impl Iterator<Item = Self> {
        Level::ALL.into_iter().map(Self::Level).chain([Self::Resource, Self::Url, Self::HostSorted])
    }

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Level(level) => level.name(),
            Self::Resource => "resource",
            Self::HostSorted => "host-sorted",
            Self::Url => URL_LEVEL,
        }
    }

    /// What the key is.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Level(level) => choice::about(level),
            Self::Resource => {
                "The normal form of level 'scheme' without the fragment, of what RFC 3986 accepts"
            }
            Self::HostSorted => {
                "As 'resource', with the labels of the host in reverse, so that keys sort by host"
            }
            Self::Url => choice::ABOUT_URL,
        }
    }

    /// The name, and what the key is.
    pub(crate) const fn named(self) -> Named {
        Named { name: self.name(), about: self.about() }
    }
}

/// The schemes of the web. `napkin-schemes` has no rule for the normal form of their URIs, if the host is not percent-encoded.
const WITHOUT_RULES: [&str; 2] = ["http", "https"];

/// The settings of keys: URIs are the same by a profile if their keys are the same text.
pub struct Keying {
    normalizing: Normalizing,
    profile: Profile,
    standard: Standard,
}

impl Keying {
    /// Keys by a profile, of URIs of an edition. By the URL Standard, the key is the canonical text at every level.
    pub fn new(standard: Standard, profile: Profile) -> Self {
        let (by, level) = match (standard, profile) {
            (standard, Profile::Url) if !standard.is_url() => {
                (UrlStandard::NEWEST.into(), Level::Simple)
            }
            (_, Profile::Level(level)) => (standard, level),
            _ => (standard, Level::Scheme),
        };
        let normalizing = Normalizing::new(by, level).explained(false);
        Self { normalizing, profile, standard }
    }

    /// Whether an answer has its steps.
    #[must_use]
    pub fn explained(mut self, explain: bool) -> Self {
        self.normalizing = self.normalizing.explained(explain);
        self
    }

    /// The key of a URI.
    ///
    /// # Errors
    ///
    /// If the input is not valid by the edition, is relative, or with the profile `url` is not parsed to a URL.
    pub fn answer<'a>(
        &'a self,
        input: &'a [u8],
        scratch: &'a mut String,
    ) -> Result<Cow<'a, str>, Failure<'a>> {
        if let Some(key) = self.written(input) {
            return Ok(key.into());
        }
        self.answer_with_steps(input, scratch).map(|(key, _)| key)
    }

    /// The key where it is the input, or its start, as of most URIs of the web: a scan shows that they are in normal form.
    fn written<'a>(&self, input: &'a [u8]) -> Option<&'a str> {
        let is_of_texts = matches!(self.profile, Profile::Level(_) | Profile::Resource);
        if !is_of_texts || self.standard != RFC3986.into() {
            return None;
        }
        let reference = RFC3986.parse(str::from_utf8(input).ok()?).ok()?;
        let has_no_rules = |scheme: Scheme<'_>| WITHOUT_RULES.contains(&scheme.as_str());
        if !reference.scheme().is_some_and(has_no_rules) || !reference.is_surely_normal() {
            return None;
        }
        let is_resource = self.profile == Profile::Resource;
        Some(if is_resource { reference.without_fragment() } else { reference }.as_str())
    }

    /// The key of a URI, and the steps to it if they are asked for.
    ///
    /// # Errors
    ///
    /// As [`answer`](Self::answer).
    pub(crate) fn answer_with_steps<'a>(
        &'a self,
        input: &'a [u8],
        scratch: &'a mut String,
    ) -> Result<(Cow<'a, str>, Vec<Step<'a>>), Failure<'a>> {
        // The URL Standard parses texts that the edition refuses.
        if self.profile == Profile::Url {
            self.standard.check(true, input).map_err(|error| Failure::refused(error, input))?;
        }
        let Normalized { text: key, mut steps, .. } = self.normalizing.answer(input, scratch)?;
        if !matches!(self.profile, Profile::Resource | Profile::HostSorted) {
            return Ok((key, steps));
        }
        let explain = self.normalizing.explain;
        let key = match key.find('#') {
            None => key,
            Some(end) => {
                let without = cut(key.clone(), end);
                if explain {
                    let after = without.clone().into_owned();
                    steps.push(Step::new("remove-fragment", "3.5", key, after.into()));
                }
                without
            }
        };
        if self.profile == Profile::Resource {
            return Ok((key, steps));
        }
        let Some(sorted) = host_sorted(self.normalizing.standard, &key) else {
            return Ok((key, steps));
        };
        if explain {
            steps.push(Step::new("sort-by-host", "", key, sorted.clone().into()));
        }
        Ok((sorted.into(), steps))
    }
}

/// The start of a text.
fn cut(text: Cow<'_, str>, end: usize) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.get(..end).unwrap_or(text)),
        Cow::Owned(mut text) => {
            text.truncate(end);
            Cow::Owned(text)
        }
    }
}

#[cfg(test)]
mod tests {
    use napkin::edition::{EDITIONS, RFC3986};

    use super::{Keying, Profile};

    #[test]
    fn a_written_key_is_the_computed_one() {
        let schemes = ["http", "https", "HTTP", "ftp", "urn", "ws"];
        let authorities =
            ["h", "H", "h:80", "h:8080", "u@h", "", "[::1]", "10.0.0.1", "%41", "h.", "localhost"];
        let behind =
            ["", "/", "/a/b?c#d", "/a/../b", "/.a", "/%7e", "/A?B#", "?q", "#f", "/a@b", "//x"];
        let mut written = 0;
        for edition in EDITIONS {
            for profile in Profile::all() {
                let keying = Keying::new((*edition).into(), profile);
                for scheme in schemes {
                    for authority in authorities {
                        for behind in behind {
                            let text = format!("{scheme}://{authority}{behind}");
                            let mut scratch = String::new();
                            let computed = keying.answer_with_steps(text.as_bytes(), &mut scratch);
                            let Some(key) = keying.written(text.as_bytes()) else { continue };
                            assert_eq!(Some(key), computed.ok().as_ref().map(|(key, _)| &**key));
                            assert_eq!(*edition, RFC3986);
                            written += 1;
                        }
                    }
                }
            }
        }
        assert!(written > 50, "{written}");
    }
}
