//! Why a text is not a public suffix list, and in which line.

use std::fmt;

/// An error in a public suffix list. Made by [`List::parse`](crate::List::parse).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListError {
    kind: ListErrorKind,
    line: Option<usize>,
}

/// What is wrong with a public suffix list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ListErrorKind {
    /// The list has no rule.
    NoRules,
    /// A rule has two dots in a row, or a dot at an end.
    EmptyLabel,
    /// A rule has `*` elsewhere than as its first label of several.
    Wildcard,
    /// A rule that begins with `!` has one label.
    Exception,
    /// The list has more than 16 MB of rules.
    TooLong,
    /// IDNA maps the rule to no name of the DNS: a character is not allowed, or the name is too long.
    Label,
}

impl ListError {
    pub(crate) const NO_RULES: Self = Self { kind: ListErrorKind::NoRules, line: None };

    pub(crate) const TOO_LONG: Self = Self { kind: ListErrorKind::TooLong, line: None };

    pub(crate) const fn new(kind: ListErrorKind, line: usize) -> Self {
        Self { kind, line: Some(line) }
    }

    /// What is wrong.
    pub const fn kind(self) -> ListErrorKind {
        self.kind
    }

    /// The line of the rule, counted from 1; `None` if the list has no rule or too many.
    pub const fn line(self) -> Option<usize> {
        self.line
    }
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        f.write_str(match self.kind {
            ListErrorKind::NoRules => "the list has no rule",
            ListErrorKind::TooLong => "the list has more than 16 MB of rules",
            ListErrorKind::EmptyLabel => "the rule has an empty label",
            ListErrorKind::Wildcard => "`*` has to be the first label, before at least one other",
            ListErrorKind::Exception => "a rule that begins with `!` needs at least two labels",
            ListErrorKind::Label => "the rule is no name of the DNS",
        })
    }
}

impl std::error::Error for ListError {}
