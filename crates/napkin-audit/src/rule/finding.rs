//! What a rule found.

use std::borrow::Cow;
use std::net::IpAddr;

use napkin::{Edition, Part};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::Rule;
use crate::severity::Severity;
use crate::span::{Edit, Span};

/// An error or danger: the rule, the place, and a fix.
///
/// Serialized, it has the keys `rule`, `severity`, `part`, `start`, `end`, `message`, `section`, and, if present,
/// `fix` and `address`.
///
/// ```
/// use napkin_audit::{Edit, Policy, audit};
///
/// let input = b"http://user@example.com/";
/// let found = audit(input, &Policy::default());
/// let finding = &found.findings()[0];
/// assert_eq!((finding.rule.id, finding.span.of(input)), ("userinfo-present", &b"user"[..]));
/// assert!(finding.message.contains("user"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule that found it.
    pub rule: &'static Rule,
    /// Its severity, by the rule or the policy.
    pub severity: Severity,
    /// The part that contains it; `None` if it concerns the whole input.
    pub part: Option<Part>,
    /// Its place.
    pub span: Span,
    /// The message for people. Quoted input in it is safe to show.
    pub message: Cow<'static, str>,
    /// The section that it cites: of the edition, or with its document.
    pub section: &'static str,
    /// A change that removes the finding.
    pub fix: Option<Edit>,
    /// The address that the host resolves to.
    pub address: Option<IpAddr>,
}

impl Finding {
    /// The section in words, with its document; `edition` is that of the audit.
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

/// A section in words: a bare number is a section of the edition, whose document is added.
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
