//! The findings in an input, with place and reason; and the hosts that readers would contact.

use std::collections::BTreeMap;

use napkin::Part;
use napkin_audit::{
    Answer, Finding, Hosts, LinkText, Policy, RULES, audit, audit_link, disagreement, hosts,
};
use napkin_standards::Standard;
use schemars::JsonSchema;
use serde::Serialize;

use crate::choice::WrongChoice;
use crate::failure::{Failure, FixedBy};
use crate::options::{Between, Value, options};
use crate::policy::PolicyOptions;
use crate::question::{Ask, Question};
use crate::schema::{OrNull, ReaderName, RuleName, SeverityName, written_as};

options! {
    /// Report what is wrong or dangerous in inputs, where, and why
    ///
    /// Takes anything, valid or not. The places are underlined, each part in its own colour. docs/audit.md describes
    /// every rule.
    pub struct Audit {
        /// Show only inputs on which common readers disagree, and which host each would contact: whatwg is what browsers do,
        /// libcurl what curl does, and 'napkin glance' says it in a sentence; in JSON the hosts are
        /// null for other inputs
        hosts: bool;
        /// With 'hosts', also show inputs on which all readers agree
        all: bool;
        /// Report only what this rule finds, such as 'text-names-other-host'; may be repeated
        only: Vec<OneRule>, "RULE";
    }
    with policy: PolicyOptions
}

/// The name of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OneRule(&'static str);

impl Value for OneRule {
    fn suggestions() -> Vec<(String, &'static str)> {
        RULES.iter().map(|rule| (rule.id.into(), rule.title)).collect()
    }

    fn read(octets: Vec<u8>) -> Result<Self, String> {
        let found = RULES.iter().find(|rule| rule.id.as_bytes() == octets);
        let reason = "is no rule; 'napkin audit --list-rules' lists them";
        found.map(|rule| Self(rule.id)).ok_or_else(|| reason.into())
    }
}

impl Question for Audit {
    const NAME: &'static str = "audit";
    const BETWEEN: &'static [Between] =
        &[Between::Requires("all", "hosts"), Between::Excludes("preset", "policy")];
    type Ready = Auditing;

    fn ready(self, standard: Standard) -> Result<Auditing, WrongChoice> {
        let hosts = match (self.hosts, self.all) {
            (false, _) => HostsFor::None,
            (true, false) => HostsFor::Disagreements,
            (true, true) => HostsFor::All,
        };
        let mut policy = self.policy.policy()?.by(standard);
        if !self.only.is_empty() {
            policy.keep_only(self.only.iter().map(|rule| rule.0));
        }
        Ok(Auditing { policy, standard, hosts })
    }
}

/// An audit by a policy.
pub struct Auditing {
    /// Which rules count, and how much.
    pub policy: Policy,
    /// The standard by which an input is valid, that of the policy.
    pub standard: Standard,
    /// The inputs for which the answer includes the hosts that readers would contact.
    pub hosts: HostsFor,
}

impl Ask for Auditing {
    type Answer<'a> = Findings<'a>;

    fn standard(&self) -> Option<Standard> {
        Some(self.standard)
    }

    fn ask<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Findings<'a>, Failure<'a>> {
        Ok(self.answer(input))
    }
}

/// The inputs for which the answer includes the hosts that readers would contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "an input is one on which readers disagree, or not")]
pub enum HostsFor {
    /// None.
    None,
    /// Inputs on which readers disagree. The readers run only in doubt, so this takes little more than an audit.
    Disagreements,
    /// All inputs.
    All,
}

impl Auditing {
    /// Audits an input, valid or not.
    pub fn answer<'a>(&'a self, input: &'a [u8]) -> Findings<'a> {
        self.found(input, audit(input, &self.policy))
    }

    /// Audits a link, valid or not, and the text that a document shows for it.
    pub fn answer_link<'a>(&'a self, input: &'a [u8], link: LinkText<'_>) -> Findings<'a> {
        self.found(input, audit_link(input, link, &self.policy))
    }

    fn found<'a>(&'a self, input: &'a [u8], audited: napkin_audit::Audit<'a>) -> Findings<'a> {
        let hosts = match self.hosts {
            HostsFor::None => None,
            HostsFor::Disagreements => disagreement(input),
            HostsFor::All => Some(hosts(input)),
        };
        let hosts = hosts.map(HostsOf);
        Findings { input, policy: &self.policy, audited, hosts, hosts_for: self.hosts }
    }
}

/// The findings in one input.
pub struct Findings<'a> {
    /// The input.
    pub input: &'a [u8],
    /// The policy of the audit.
    pub policy: &'a Policy,
    /// The findings.
    pub audited: napkin_audit::Audit<'a>,
    /// The hosts, if included for this input.
    pub hosts: Option<HostsOf>,
    /// The inputs for which hosts are included.
    hosts_for: HostsFor,
}

impl Findings<'_> {
    /// The findings for people, each fault once. A finding of the parser, of a label that is not a valid DNS label, or of
    /// non-ASCII text is left out where another rule says more of the place and is as severe.
    pub fn told(&self) -> impl Iterator<Item = &Finding> {
        let all = self.audited.findings();
        all.iter().filter(|&finding| !all.iter().any(|other| says_more(other, finding)))
    }

    /// Whether a finding is at least as severe as the policy's limit.
    pub fn is_denied(&self) -> bool {
        !self.audited.passes(self.policy)
    }
}

/// Rules that see any fault of a kind, each after those that say more.
const GENERAL: [&str; 3] = ["invalid-reference", "non-ascii-character", "host-not-dns"];

/// Rules that say what is wrong with a character or a label.
const PARTICULAR: [&str; 10] = [
    "whitespace",
    "control-character",
    "backslash",
    "malformed-escape",
    "mixed-scripts",
    "confusable-host",
    "invisible-character",
    "bidi-control",
    "space-lookalike",
    "delimiter-lookalike",
];

/// Whether a finding says more than another one of the same place, and is as severe.
fn says_more(more: &Finding, less: &Finding) -> bool {
    let rank = |finding: &Finding| GENERAL.iter().position(|general| *general == finding.rule.id);
    let Some(general) = rank(less) else { return false };
    let is_particular = PARTICULAR.contains(&more.rule.id);
    let is_first = is_particular || rank(more).is_some_and(|other| other < general);
    let overlap = more.span.start < less.span.end && less.span.start < more.span.end;
    is_first && overlap && more.severity >= less.severity
}

/// The keys of an answer.
#[derive(Serialize, JsonSchema)]
struct Keys<'a> {
    /// The findings, by their places.
    findings: Vec<FindingKeys<'a>>,
    /// The number of further findings, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "usize")]
    left_out: Option<usize>,
    /// The hosts that readers would contact; null for an input that is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "OrNull<Vec<String>>")]
    hosts: Option<OrNull<Vec<String>>>,
    /// The host that each reader would contact, null if it sees none; null for an input that is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "OrNull<BTreeMap<ReaderName, Option<String>>>")]
    readers: Option<OrNull<BTreeMap<&'static str, Option<String>>>>,
}

/// An error or danger.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "finding")]
struct FindingKeys<'a> {
    /// The rule that found it.
    #[schemars(with = "RuleName")]
    rule: &'static str,
    /// Its severity, by the rule or the policy.
    #[schemars(with = "SeverityName")]
    severity: &'static str,
    /// The part that contains it; null if it concerns the whole input.
    part: Option<&'static str>,
    /// The start of its place, in bytes.
    start: usize,
    /// The end of its place.
    end: usize,
    /// The message.
    message: &'a str,
    /// The section that it cites: of the edition, or with its document.
    section: &'static str,
    /// An edit that removes the finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "FixedBy<'a>")]
    fix: Option<FixedBy<'a>>,
    /// The address that the host resolves to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    address: Option<String>,
}

impl<'a> From<&'a Finding> for FindingKeys<'a> {
    fn from(finding: &'a Finding) -> Self {
        Self {
            rule: finding.rule.id,
            severity: finding.severity.name(),
            part: finding.part.map(Part::name),
            start: finding.span.start,
            end: finding.span.end,
            message: &finding.message,
            section: finding.section,
            fix: finding.fix.as_ref().map(FixedBy::from),
            address: finding.address.map(|address| address.to_string()),
        }
    }
}

impl Findings<'_> {
    fn keys(&self) -> Keys<'_> {
        let hosts = (self.hosts_for != HostsFor::None).then_some(self.hosts.as_ref());
        let left_out = self.audited.left_out();
        Keys {
            findings: self.audited.findings().iter().map(FindingKeys::from).collect(),
            left_out: (left_out > 0).then_some(left_out),
            hosts: hosts.map(|hosts| OrNull(hosts.map(HostsOf::names))),
            readers: hosts.map(|hosts| OrNull(hosts.map(HostsOf::readers))),
        }
    }
}

written_as!(Findings<'_> as Keys<'_>, Findings::keys);

/// The readers, with the hosts that they would contact.
pub struct HostsOf(pub Hosts);

impl HostsOf {
    /// The hosts, without duplicates.
    fn names(&self) -> Vec<String> {
        self.0.contacted().iter().map(ToString::to_string).collect()
    }

    /// The host that each reader contacts; `None` if it rejects the input or sees no host.
    fn readers(&self) -> BTreeMap<&'static str, Option<String>> {
        let answers = self.0.answers().map(|(reader, answer)| {
            let host = match answer {
                Answer::Host(host) | Answer::Server(host, _) => Some(host.to_string()),
                Answer::Base => Some(BASE.into()),
                Answer::NoHost | Answer::Refused => None,
            };
            (reader.name, host)
        });
        answers.collect()
    }
}

/// The name for the host of the base, which a relative reference has.
pub const BASE: &str = "(base)";

#[cfg(test)]
mod tests {
    use napkin_audit::{Policy, audit, json};

    use super::FindingKeys;

    #[test]
    fn a_finding_has_the_keys_that_the_library_gives_it() {
        let policy = Policy::default();
        for input in ["http://0/", "http:/h/", "http://h:80/", "a b", "http://\u{430}pple.example/"]
        {
            for finding in audit(input.as_bytes(), &policy).findings() {
                let keys = FindingKeys::from(finding);
                assert_eq!(json::to_string(&keys), json::to_string(finding), "{input}");
            }
        }
    }
}
