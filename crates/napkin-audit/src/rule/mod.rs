//! A rule: what it is called, what says so, and how it is checked.

mod context;
mod finding;

use std::borrow::Cow;
use std::fmt;

use napkin::Edition;

use crate::features::Features;
use crate::severity::Severity;

pub(crate) use context::Context;
pub use finding::Finding;

/// One thing that is wrong or dangerous in a URI.
///
/// ```
/// let rule = napkin_audit::Rule::named("rare-ipv4").unwrap();
/// assert_eq!(rule.basis, "RFC 3986 section 7.4");
/// assert_eq!(rule.section(napkin::edition::DRAFT2003), "7.3");
/// ```
pub struct Rule {
    /// The name in JSON, in policies and in SARIF.
    pub id: &'static str,
    /// What a finding of it is, in a few words.
    pub title: &'static str,
    /// How bad it is, unless a policy says otherwise.
    pub severity: Severity,
    /// Whether it is checked, unless a policy says otherwise.
    pub is_on: bool,
    /// Why it matters, and what to do.
    pub why: &'static str,
    /// The document and section that it comes from.
    pub basis: &'static str,
    /// The editions that have it among their own rules.
    pub listed: &'static [Listed],
    /// Inputs in which it finds something.
    pub fires: &'static [&'static str],
    /// Inputs close to those, in which it finds nothing.
    pub silent: &'static [&'static str],
    /// What of a list it yields to: one who lists that means it.
    pub(crate) yields_to: Option<Yields>,
    /// What has to occur before it can find anything.
    pub(crate) when: Features,
    pub(crate) check: fn(&mut Context<'_>),
}

/// What may be listed so that a rule does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Yields {
    /// A host by its name or address: the rule is about where it is.
    ToHost,
    /// A port: the rule is about which it is.
    ToPort,
}

/// That an edition has a rule among its own.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Listed {
    /// The edition.
    pub edition: &'static Edition,
    /// Where the edition says so.
    pub section: &'static str,
    /// Whether it says so of security or of good practice.
    pub concern: Concern,
}

/// What a section of an edition is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Concern {
    /// Security.
    Security,
    /// Good practice.
    Practice,
}

impl Listed {
    pub(crate) const fn security(edition: &'static Edition, section: &'static str) -> Self {
        Self { edition, section, concern: Concern::Security }
    }

    pub(crate) const fn practice(edition: &'static Edition, section: &'static str) -> Self {
        Self { edition, section, concern: Concern::Practice }
    }
}

impl Rule {
    /// What the others are filled up from.
    pub(crate) const BLANK: Self = Self {
        id: "",
        title: "",
        severity: Severity::Warning,
        is_on: true,
        why: "",
        basis: "",
        listed: &[],
        fires: &[],
        silent: &[],
        yields_to: None,
        when: Features::ASKED,
        check: |_| {},
    };

    /// The section that says so: that of the edition alone, if the edition has the rule, and otherwise
    /// with its document.
    pub fn section(&self, edition: &Edition) -> &'static str {
        let own = self.listed.iter().find(|listed| listed.edition == edition);
        own.map_or(self.basis, |listed| listed.section)
    }

    /// The section in words, with its document.
    pub fn citation(&self, edition: &Edition) -> Cow<'static, str> {
        finding::cited(self.section(edition), edition)
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Rule {}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}
