//! The answer of a lookup: a public suffix and its section.

use std::fmt;

/// A section of a public suffix list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::exhaustive_enums, reason = "the format of the list has two sections")]
pub enum Section {
    /// Suffixes of registries: `com`, `co.uk`.
    Icann,
    /// Suffixes under which owners of domains give names to their users: `github.io`.
    Private,
}

/// The sections whose rules count in a lookup.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::exhaustive_enums, reason = "the format of the list has two sections")]
pub enum Sections {
    /// The section of registries only.
    #[default]
    Icann,
    /// Both sections.
    All,
}

impl Sections {
    pub(crate) fn have(self, section: Section) -> bool {
        self == Self::All || section == Section::Icann
    }
}

/// The public suffix of a name. Made by [`List::public_suffix`](crate::List::public_suffix).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Suffix<'n> {
    pub(crate) text: &'n str,
    pub(crate) section: Section,
}

impl<'n> Suffix<'n> {
    /// The suffix, as the name has it: in its case and in its letters, without a dot at the end.
    pub const fn as_str(self) -> &'n str {
        self.text
    }

    /// The section of the rule that decided.
    pub const fn section(self) -> Section {
        self.section
    }
}

impl fmt::Display for Suffix<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text)
    }
}
