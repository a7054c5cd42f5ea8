//! The smallest edits that make an invalid input valid.

use napkin::Edition;
use napkin_audit::{Candidate, repair};
use serde::Serialize;

/// The settings of a repair.
#[derive(Clone, Copy, Debug)]
pub struct Repairing {
    /// The edition.
    pub edition: &'static Edition,
}

impl Repairing {
    /// Proposes edits, the cheapest first.
    pub fn answer<'a>(&self, input: &'a [u8]) -> Repaired<'a> {
        let candidates = repair(input, self.edition);
        let valid = candidates.iter().any(|candidate| candidate.edits.is_empty());
        Repaired { input, valid, candidates }
    }
}

/// The ways to make one input valid.
#[derive(Serialize)]
pub struct Repaired<'a> {
    /// The input.
    #[serde(skip)]
    pub input: &'a [u8],
    /// Whether it is valid without a repair.
    pub valid: bool,
    /// The proposals.
    pub candidates: Vec<Candidate>,
}
