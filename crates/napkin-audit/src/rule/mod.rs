//! A rule: its name, its source, and its check.

mod context;
mod finding;

use std::borrow::Cow;
use std::fmt;

use napkin::Edition;

use crate::features::Features;
use crate::severity::Severity;

pub(crate) use context::{Context, Reported};
pub use finding::Finding;

/// One kind of error or danger in a URI.
///
/// ```
/// let rule = napkin_audit::Rule::named("rare-ipv4").unwrap();
/// assert_eq!(rule.basis, "RFC 3986 section 7.4");
/// assert_eq!(rule.section(napkin::edition::DRAFT2003), "7.3");
/// ```
pub struct Rule {
    /// The name in JSON, in policies and in SARIF.
    pub id: &'static str,
    /// The finding, in a few words.
    pub title: &'static str,
    /// Its severity, unless a policy sets another.
    pub severity: Severity,
    /// Whether it is on by default.
    pub is_on: bool,
    /// Why it matters, and what to do.
    pub why: &'static str,
    /// The document and section of its source.
    pub basis: &'static str,
    /// The editions whose documents say it, each with its section.
    pub listed: &'static [Listed],
    /// Whether its finding is a slip, and the fix of the finding what was meant: [`mends`](crate::mends()) has it.
    pub mends: bool,
    /// Inputs in which it finds something.
    pub fires: &'static [&'static str],
    /// Similar inputs in which it finds nothing.
    pub silent: &'static [&'static str],
    /// The list entry that silences it: a listed host or port is intended.
    pub(crate) yields_to: Option<Yields>,
    /// The features of which one has to occur before it can find anything.
    pub(crate) when: Features,
    pub(crate) check: fn(&mut Context<'_>),
}

/// The list entries that silence a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Yields {
    /// A host listed by its name or address: the rule is about where the host is.
    ToHost,
    /// A port: the rule is about the port's number.
    ToPort,
}

/// The source of a rule in an edition.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Listed {
    /// The edition.
    pub edition: &'static Edition,
    /// The section of the edition.
    pub section: &'static str,
    /// The subject of the section: security, good practice, or the syntax.
    pub concern: Concern,
}

/// The subject of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Concern {
    /// Security.
    Security,
    /// Good practice.
    Practice,
    /// The syntax: the section says what a URI is, and the rule finds what that excludes or makes needless.
    Syntax,
}

impl Listed {
    pub(crate) const fn security(edition: &'static Edition, section: &'static str) -> Self {
        Self { edition, section, concern: Concern::Security }
    }

    pub(crate) const fn practice(edition: &'static Edition, section: &'static str) -> Self {
        Self { edition, section, concern: Concern::Practice }
    }

    pub(crate) const fn syntax(edition: &'static Edition, section: &'static str) -> Self {
        Self { edition, section, concern: Concern::Syntax }
    }
}

impl Rule {
    /// The default values for rules.
    pub(crate) const BLANK: Self = Self {
        id: "",
        title: "",
        severity: Severity::Warning,
        is_on: true,
        why: "",
        basis: "",
        listed: &[],
        mends: false,
        fires: &[],
        silent: &[],
        yields_to: None,
        when: Features::ASKED,
        check: |_| {},
    };

    /// The section that the rule cites: the edition's own, if the edition has the rule, otherwise a section with
    /// its document.
    pub fn section(&self, edition: &Edition) -> &'static str {
        let own = self.listed.iter().find(|listed| listed.edition == edition.unamended());
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
