//! The differences that are known.

use crate::rivals::{Operation, Question};

/// What someone else answers otherwise, and why napkin does not.
pub struct Difference {
    /// Who.
    pub rival: &'static str,
    /// In what.
    pub operation: Operation,
    /// What is different.
    pub what: &'static str,
    /// The section of RFC 3986 that decides it.
    pub section: &'static str,
    /// How it decides.
    pub decision: &'static str,
    /// A text, and the base to resolve it against, where it shows.
    pub example: [&'static str; 2],
    /// Whether an answer, beside napkin's, is this difference.
    pub is: fn(&Seen<'_>) -> bool,
}

/// Two answers that differ.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// What was asked.
    pub question: Question<'a>,
    /// napkin's answer; nothing if it refuses.
    pub napkin: Option<&'a str>,
    /// The other's.
    pub rival: Option<&'a str>,
}

/// The one list.
pub const DIFFERENCES: &[Difference] = &[];
