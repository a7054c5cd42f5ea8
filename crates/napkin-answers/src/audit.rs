//! The findings in an input, with place and reason; and the hosts that readers would contact.

use std::collections::BTreeMap;

use napkin_audit::{Answer, Hosts, Policy, audit, disagreement, hosts};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::choice::{self, WrongChoice};
use crate::failure::Failure;
use crate::options::{Between, options};
use crate::policy::PolicyOptions;
use crate::question::{Ask, Question, Standards};
use crate::standard::Standard;

options! {
    /// Report what is wrong or dangerous in inputs, where, and why
    ///
    /// Takes anything, valid or not. The places are underlined, each part in its own colour. docs/audit.md describes
    /// every rule.
    pub struct Audit {
        /// Show only inputs on which common readers disagree, and which host each would contact; in JSON the hosts are
        /// null for other inputs
        hosts: bool;
        /// With 'hosts', also show inputs on which all readers agree
        all: bool;
    }
    with policy: PolicyOptions
}

impl Question for Audit {
    const NAME: &'static str = "audit";
    const STANDARDS: Standards = Standards::Syntax;
    const BETWEEN: &'static [Between] =
        &[Between::Requires("all", "hosts"), Between::Excludes("preset", "policy")];
    type Ready = Auditing;

    fn ready(self, standard: Standard) -> Result<Auditing, WrongChoice> {
        let edition = choice::syntax(standard, Self::NAME)?;
        let hosts = match (self.hosts, self.all) {
            (false, _) => HostsFor::None,
            (true, false) => HostsFor::Disagreements,
            (true, true) => HostsFor::All,
        };
        Ok(Auditing { policy: self.policy.policy(edition)?, hosts })
    }
}

/// An audit by a policy.
pub struct Auditing {
    /// Which rules count, and how much.
    pub policy: Policy,
    /// The inputs for which the answer includes the hosts that readers would contact.
    pub hosts: HostsFor,
}

impl Ask for Auditing {
    type Answer<'a> = Findings<'a>;

    fn standard(&self) -> Option<Standard> {
        Some(self.policy.edition().into())
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
        let audited = audit(input, &self.policy);
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
    /// Whether a finding is at least as severe as the policy's limit.
    pub fn is_denied(&self) -> bool {
        !self.audited.passes(self.policy)
    }
}

impl Serialize for Findings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("findings", self.audited.findings())?;
        if self.audited.left_out() > 0 {
            map.serialize_entry("left_out", &self.audited.left_out())?;
        }
        if self.hosts_for != HostsFor::None {
            map.serialize_entry("hosts", &self.hosts.as_ref().map(HostsOf::names))?;
            map.serialize_entry("readers", &self.hosts.as_ref().map(HostsOf::readers))?;
        }
        map.end()
    }
}

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
                Answer::Host(host) => Some(host.to_string()),
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
