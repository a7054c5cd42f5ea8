//! What a rule found.

use std::borrow::Cow;
use std::net::IpAddr;

use napkin::{Edition, Part};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::Rule;
use crate::severity::Severity;
use crate::span::{Edit, Span};

/// Something wrong or dangerous: what, where, and what to do about it.
///
/// Serialized, it has the keys `rule`, `severity`, `part`, `start`, `end`, `message`, `section`, and
/// where there is one `fix` and `address`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule that found it.
    pub rule: &'static Rule,
    /// How bad it is, by the rule or by the policy.
    pub severity: Severity,
    /// The part that it is in; nothing if it is about the input as a whole.
    pub part: Option<Part>,
    /// Where it is.
    pub span: Span,
    /// What is wrong, for people. What it quotes of the input is safe to show.
    pub message: Cow<'static, str>,
    /// The section that says so: of the edition, or with its document.
    pub section: &'static str,
    /// A change after which it is found no more.
    pub fix: Option<Edit>,
    /// The address that the host means.
    pub address: Option<IpAddr>,
}

impl Finding {
    /// The section in words, with its document; `edition` is the one that the audit went by.
    ///
    /// ```
    /// use napkin_audit::{Policy, audit};
    ///
    /// let policy = Policy::default();
    /// let found = audit(b"http://0/", &policy);
    /// let rare = found.findings().iter().find(|f| f.rule.id == "rare-ipv4").unwrap();
    /// assert_eq!(rare.citation(policy.edition()), "RFC 3986 section 7.4");
    /// ```
    pub fn citation(&self, edition: &Edition) -> Cow<'static, str> {
        cited(self.section, edition)
    }
}

/// A section in words: one of the edition is a number and gets its document.
pub(super) fn cited(section: &'static str, edition: &Edition) -> Cow<'static, str> {
    if section.starts_with(|first: char| first.is_ascii_digit()) {
        format!("{} section {section}", edition.title).into()
    } else {
        section.into()
    }
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("rule", self.rule.id)?;
        map.serialize_entry("severity", self.severity.name())?;
        map.serialize_entry("part", &self.part.map(Part::name))?;
        map.serialize_entry("start", &self.span.start)?;
        map.serialize_entry("end", &self.span.end)?;
        map.serialize_entry("message", &self.message)?;
        map.serialize_entry("section", self.section)?;
        if let Some(fix) = &self.fix {
            map.serialize_entry("fix", fix)?;
        }
        if let Some(address) = self.address {
            map.serialize_entry("address", &address.to_string())?;
        }
        map.end()
    }
}
