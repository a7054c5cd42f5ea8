//! The lowest level of the comparison ladder at which two URIs are equivalent.

use napkin::{Edition, Level, Normalizer, Redirects, Reference};
use schemars::JsonSchema;
use serde::Serialize;

use crate::base::{self, Base};
use crate::choice::{URL_LEVEL, WrongChoice};
use crate::failure::Failure;
use crate::normalize::observed;
use crate::options::{Given, Pair, options};
use crate::question::{AskPair, Question, Yes};
use crate::schema::NamedLevel;
use crate::standard::{Standard, UrlStandard};
use crate::unlike::{self, UnlikePart};
use crate::url_standard;

options! {
    /// Say whether two URIs are equivalent, and in which parts they differ
    ///
    /// The answer is the lowest level of normalization at which the two are equal: 'simple' if they are the same text, else 'case',
    /// 'percent', 'path', 'syntax', 'scheme' or 'protocol' (RFC 3986 section 6.2); by the URL Standard 'simple' or 'url'. If
    /// there is none, prints the parts in which their normal forms differ. Relative references are compared by their own
    /// normal form, which needs no base.
    pub struct Compare {
        /// Resolve relative references against this first
        base: Option<Given>, "URI";
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
        let comparing = Comparing::new(standard).by_base(base).network(self.network);
        Ok(Comparing { redirects, ..comparing })
    }
}

/// A comparison by a standard.
pub struct Comparing {
    standard: Standard,
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
        Self { standard: standard.into(), base: None, network: false, redirects: None }
    }

    /// The normalizer of all levels.
    fn normalizer(&self) -> Normalizer<'_> {
        let normalizer = Normalizer::new(Level::Protocol)
            .with_schemes(napkin_schemes::normalize)
            .with_equivalence(napkin_schemes::equivalent);
        match &self.redirects {
            Some(redirects) => normalizer.observed(redirects),
            None => normalizer,
        }
    }

    /// Compares relative references too, after resolving them against a base.
    #[must_use]
    pub fn by_base(mut self, base: Option<Base>) -> Self {
        self.base = base.map(Base::judged);
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
        self.base.as_ref().map(Base::check).transpose()?;
        Ok(())
    }

    /// The reference by which one of the two is compared.
    fn reference<'i: 's, 's>(
        &'i self,
        edition: &'static Edition,
        text: &'i [u8],
        scratch: &'s mut String,
        of: &'static str,
    ) -> Result<Reference<'s>, Failure<'i>> {
        let base = self.base.as_ref().and_then(Base::syntax);
        let reference = base::to_reference(edition, base, text, scratch);
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
        match self.standard {
            Standard::Syntax(edition) => self.by_syntax(edition, a, b),
            Standard::Url(standard) => self.by_url_standard(standard, a, b),
        }
    }

    fn by_url_standard<'a>(
        &'a self,
        standard: UrlStandard,
        a: &'a [u8],
        b: &'a [u8],
    ) -> Result<Compared<'a>, Failure<'a>> {
        let base = self.base.as_ref().map(Base::url).transpose()?.flatten();
        let parse = |text, of| {
            url_standard::parse(standard.edition, text, base).map_err(|failure| failure.of(of))
        };
        let (url_a, url_b) = (parse(a, "a")?, parse(b, "b")?);
        // The first `#` begins the fragment, wherever it is.
        let before_fragment =
            |text: &'a [u8]| text.split(|byte| *byte == b'#').next().unwrap_or_default();
        let (same_text, equals) = if self.network {
            (before_fragment(a) == before_fragment(b), url_a.equals_without_fragment(&url_b))
        } else {
            (a == b, url_a.as_str() == url_b.as_str())
        };
        let simple = same_text.then_some(Level::Simple.name());
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
        Ok(Compared { a: text(a), b: text(b), equivalent_at, differences, order: None })
    }

    fn by_syntax<'a>(
        &'a self,
        edition: &'static Edition,
        a: &'a [u8],
        b: &'a [u8],
    ) -> Result<Compared<'a>, Failure<'a>> {
        let (mut scratch_a, mut scratch_b) = (String::new(), String::new());
        let one = self.reference(edition, a, &mut scratch_a, "a")?;
        let other = self.reference(edition, b, &mut scratch_b, "b")?;
        let normalizer = self.normalizer();
        let equivalent_at = normalizer.equivalent_at(one, other).map(Level::name);
        let normal = |reference| normalizer.normalize_reference(reference);
        let differences = match (equivalent_at, normal(one), normal(other)) {
            (None, Ok(one), Ok(other)) => self.unlike(&one, &other),
            _ => Vec::new(),
        };
        let order = one.component_order(&other).map(|order| order as i8);
        Ok(Compared { a: text(a), b: text(b), equivalent_at, differences, order })
    }

    /// The parts in which two normal forms differ.
    fn unlike(&self, a: &str, b: &str) -> Vec<UnlikePart> {
        let parts = self
            .standard
            .parse(a, |a| self.standard.parse(b, |b| Some(unlike::parts(a.ok()?, b.ok()?))));
        parts.unwrap_or_default()
    }
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
    /// The parts in which the normal forms differ; empty if the two are equivalent.
    pub differences: Vec<UnlikePart>,
    /// -1 if the first comes before the second, 1 if after it, by an edition that has an order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "i8")]
    #[schemars(range(min = -1, max = 1))]
    pub order: Option<i8>,
}
