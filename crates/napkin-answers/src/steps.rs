//! Resolution step by step, by the document of each edition, with input and output.
//!
//! The library computes the steps; this module limits their number.

use napkin::{Edition, EditionResolver, ResolutionStep};
use schemars::JsonSchema;
use serde::Serialize;

use crate::schema::written_as;

/// The steps from a reference to its target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The section of the edition that states the algorithm.
    pub section: &'static str,
    /// The steps in order.
    pub steps: Vec<ResolutionStep>,
    /// Whether there are further steps beyond the limit.
    pub has_more: bool,
}

/// The maximum number of steps. Each holds its texts.
const MOST: usize = 48;

/// The maximum length of base and reference together.
const LONGEST: usize = 4096;

impl Steps {
    /// The steps by which an edition resolves a reference; `None` if it does not, or if the texts are too long.
    pub fn new(edition: &'static Edition, reference: &str, base: &str) -> Option<Self> {
        Self::of(edition, &edition.resolver(base), reference, base)
    }

    /// The steps of a resolver of an edition with a base.
    pub(crate) fn of(
        edition: &'static Edition,
        resolver: &EditionResolver<'_>,
        reference: &str,
        base: &str,
    ) -> Option<Self> {
        if base.len() + reference.len() > LONGEST {
            return None;
        }
        let way = resolver.steps(reference, MOST).ok()?;
        let section = edition.sections.resolution;
        Some(Self { section, steps: way.steps, has_more: way.end.is_none() })
    }
}

impl Steps {
    fn accounts(&self) -> Vec<Account<'_>> {
        self.steps.iter().map(Account::from).collect()
    }
}

written_as!(Steps as Vec<Account<'_>>, Steps::accounts);

/// One step of a resolution.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "step")]
struct Account<'s> {
    /// The name of the instruction.
    rule: &'static str,
    /// The section that states it.
    section: &'static str,
    /// The instruction, in the words of the document.
    words: &'static str,
    /// The text before.
    input: &'s str,
    /// The piece of it that the step takes.
    taken: &'s str,
    /// The text that the step gives.
    output: &'s str,
    /// The text that is removed.
    #[serde(skip_serializing_if = "str::is_empty")]
    lost: &'s str,
}

impl<'s> From<&'s ResolutionStep> for Account<'s> {
    fn from(step: &'s ResolutionStep) -> Self {
        Self {
            rule: step.rule.name,
            section: step.rule.section,
            words: step.words,
            input: &step.input,
            taken: step.input.get(step.taken.clone()).unwrap_or_default(),
            output: &step.output,
            lost: &step.lost,
        }
    }
}

#[cfg(test)]
mod tests {
    use napkin::edition::EDITIONS;

    use super::{MOST, Steps};

    #[test]
    fn steps_have_a_limit() {
        for edition in EDITIONS.iter().filter(|edition| {
            // RFC 1738 resolves only absolute references; java.net.URI has one instruction.
            edition.resolution_rules().next().is_some()
                && edition.resolves_relative()
                && !edition.holds_components()
        }) {
            let steps = Steps::new(edition, &"a/../".repeat(400), "http://h/").unwrap();
            assert_eq!((steps.steps.len(), steps.has_more), (MOST, true), "{}", edition.name);
            let steps = Steps::new(edition, "a/../b", "http://h/").unwrap();
            assert!(!steps.has_more);
            assert_eq!(Steps::new(edition, &"a/../".repeat(1000), "http://h/"), None);
        }
    }
}
