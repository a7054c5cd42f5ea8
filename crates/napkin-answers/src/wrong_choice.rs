//! The error for a choice that cannot be: of an option, of its value, or of a question by an edition.

use std::fmt;

/// A choice that the edition does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongChoice {
    /// The choice: a question or one of its options.
    pub what: String,
    /// Whether the choice is an option.
    pub is_option: bool,
    reason: String,
    lines: String,
}

impl WrongChoice {
    /// The choice, and the reason why it is not available.
    pub(crate) const fn new(what: String, reason: String) -> Self {
        Self { what, is_option: false, reason, lines: String::new() }
    }

    /// An error of what a file has: its shown path is the name.
    #[must_use]
    pub fn of_file(what: String) -> Self {
        Self::new(what, String::new())
    }

    /// An error of an option, without its reason.
    #[must_use]
    pub fn of_option_named(name: &str) -> Self {
        Self::new(name.into(), String::new()).of_option()
    }

    #[must_use]
    pub(crate) fn because(self, reason: String) -> Self {
        Self { reason, ..self }
    }

    /// This error with another reason, made of its own.
    #[must_use]
    pub fn map_reason(self, map: impl FnOnce(&str) -> String) -> Self {
        Self { reason: map(&self.reason), ..self }
    }

    /// Adds lines behind the reason: a text, and what is wrong where.
    #[must_use]
    pub(crate) fn with_lines(self, lines: String) -> Self {
        Self { lines, ..self }
    }

    /// Adds a sentence to the reason.
    #[must_use]
    pub fn and(self, more: &str) -> Self {
        Self { reason: format!("{}; {more}", self.reason), ..self }
    }

    #[must_use]
    pub(crate) fn of_option(self) -> Self {
        Self { is_option: true, ..self }
    }

    /// The reason, which follows the quoted name of the choice.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// The lines behind the reason: a text, and what is wrong where; empty for most.
    pub fn lines(&self) -> &str {
        &self.lines
    }
}

impl fmt::Display for WrongChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' {}{}", self.what, self.reason, self.lines)
    }
}

impl std::error::Error for WrongChoice {}
