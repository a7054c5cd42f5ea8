//! One change in the rewriting of a text: its rule, and its place.

use std::borrow::Cow;

use napkin::NormalizationStep;
use schemars::JsonSchema;
use serde::Serialize;

/// One rule that changed the text; each begins with the result of the one before.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "change")]
pub struct Step<'a> {
    /// The name of the rule.
    pub rule: &'static str,
    /// The section that states it.
    pub section: &'static str,
    /// The text before.
    pub before: Cow<'a, str>,
    /// The text after.
    pub after: Cow<'a, str>,
    /// The start of the replaced bytes in `before`.
    pub start: usize,
    /// The end of the replaced bytes.
    pub end: usize,
}

impl<'a> Step<'a> {
    pub(crate) fn new(
        rule: &'static str,
        section: &'static str,
        before: Cow<'a, str>,
        after: Cow<'a, str>,
    ) -> Self {
        let same = |(a, b): &(u8, u8)| a == b;
        let mut start = before.bytes().zip(after.bytes()).take_while(same).count();
        // Two different characters may begin with the same bytes.
        while !before.is_char_boundary(start) {
            start -= 1;
        }
        let left = before.len().min(after.len()) - start;
        let behind = before.bytes().rev().zip(after.bytes().rev()).take(left).take_while(same);
        let mut end = before.len() - behind.count();
        while !before.is_char_boundary(end) {
            end += 1;
        }
        Self { rule, section, before, after, start, end }
    }
}

impl From<NormalizationStep> for Step<'_> {
    fn from(step: NormalizationStep) -> Self {
        let NormalizationStep { rule, before, after, .. } = step;
        Self::new(rule.name, rule.section, before.into(), after.into())
    }
}
