//! The normal form of URIs at a level of the comparison ladder, and the steps to it.

use std::borrow::Cow;

use napkin::{Edition, Level, NormalizationStep, Normalizer};
use serde::Serialize;

use crate::base::{self, Base};
use crate::failure::Failure;

/// What the normal form of a URI is.
pub struct Normalizing<'r> {
    normalizer: Normalizer<'r>,
    base: Option<Base>,
    edition: &'static Edition,
    explain: bool,
}

impl<'r> Normalizing<'r> {
    /// The normal form at a level, of an edition, with every step to it.
    pub fn new(edition: &'static Edition, level: Level) -> Self {
        let normalizer = Normalizer::new(level).with_schemes(napkin_schemes::normalize);
        Self { normalizer, base: None, edition, explain: true }
    }

    /// The same for relative references too, which a base resolves first.
    #[must_use]
    pub fn by_base(mut self, base: Option<Base>) -> Self {
        self.base = base.map(Base::judged);
        self
    }

    /// The same with redirects that were observed, each from one URI to another.
    #[must_use]
    pub fn observed(mut self, redirects: &'r [(&'r str, &'r str)]) -> Self {
        self.normalizer = self.normalizer.observed(redirects);
        self
    }

    /// The same with the steps or without them.
    #[must_use]
    pub fn explained(mut self, explain: bool) -> Self {
        self.explain = explain;
        self
    }

    /// Normalizes a URI. What a base had to give is put into `scratch`.
    ///
    /// # Errors
    ///
    /// If the input is not valid, or relative without a base.
    pub fn answer<'a>(
        &'a self,
        input: &'a [u8],
        scratch: &'a mut String,
    ) -> Result<Normalized<'a>, Failure<'a>> {
        let uri = base::to_uri(self.edition, self.base.as_ref(), input, scratch)?;
        let Some(uri) = uri else {
            let what = "a relative reference has no normal form; resolve it with --base";
            return Err(Failure::relative_reference(self.edition, what));
        };
        let refused = |error| Failure::refused(error, input);
        if !self.explain {
            let text = self.normalizer.normalize_reference(uri).map_err(refused)?;
            return Ok(Normalized { text, steps: Vec::new(), equivalent_at: None });
        }
        let (text, normalizing) = self.normalizer.explain_reference(uri).map_err(refused)?;
        let resolving = (uri.as_str().as_bytes() != input).then(|| {
            let before = String::from_utf8_lossy(input);
            Step::new("resolve", self.edition.sections.resolution, before, uri.as_str().into())
        });
        let normal = self.edition.parse(&text).ok();
        let equivalent_at = normal.and_then(|normal| self.normalizer.equivalent_at(uri, normal));
        let equivalent_at = equivalent_at.map(Level::name);
        let steps = resolving.into_iter().chain(normalizing.into_iter().map(Step::from)).collect();
        Ok(Normalized { text, steps, equivalent_at })
    }
}

/// The normal form of a URI.
#[derive(Serialize)]
pub struct Normalized<'a> {
    /// Its text.
    #[serde(rename = "normalized")]
    pub text: Cow<'a, str>,
    /// The steps to it; none unless they are told.
    pub steps: Vec<Step<'a>>,
    /// The lowest rung at which the URI and its normal form are the same.
    pub equivalent_at: Option<&'static str>,
}

/// One rule that changed the text; each begins where the one before ended.
#[derive(Serialize)]
pub struct Step<'a> {
    /// The name of the rule.
    pub rule: &'static str,
    /// The section that states it.
    pub section: &'static str,
    /// The text before.
    pub before: Cow<'a, str>,
    /// The text behind.
    pub after: Cow<'a, str>,
    /// The first byte of `before` that makes place for others.
    pub start: usize,
    /// The end of those.
    pub end: usize,
}

impl<'a> Step<'a> {
    fn new(
        rule: &'static str,
        section: &'static str,
        before: Cow<'a, str>,
        after: Cow<'a, str>,
    ) -> Self {
        let same = |(a, b): &(u8, u8)| a == b;
        let start = before.bytes().zip(after.bytes()).take_while(same).count();
        let left = before.len().min(after.len()) - start;
        let behind = before.bytes().rev().zip(after.bytes().rev()).take(left).take_while(same);
        let end = before.len() - behind.count();
        Self { rule, section, before, after, start, end }
    }
}

impl From<NormalizationStep> for Step<'_> {
    fn from(step: NormalizationStep) -> Self {
        let NormalizationStep { rule, before, after, .. } = step;
        Self::new(rule.name, rule.section, before.into(), after.into())
    }
}
