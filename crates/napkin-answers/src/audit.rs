//! What is wrong or dangerous in an input, where, and why; and which hosts readers would contact.

use std::collections::BTreeMap;

use napkin_audit::{Answer, Audit, Hosts, Policy, audit, disagreement, hosts};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// What is wrong or dangerous in an input.
pub struct Auditing {
    /// Which rules count, and how much.
    pub policy: Policy,
    /// For which inputs the hosts that readers would contact are told too.
    pub hosts: HostsFor,
}

/// The inputs for which the hosts are told that readers would contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "an input is one on which readers disagree, or not")]
pub enum HostsFor {
    /// None.
    None,
    /// Those on which readers disagree. The readers are asked only in doubt, so this takes little more than an audit.
    Disagreements,
    /// All.
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

/// What was found in one input.
pub struct Findings<'a> {
    /// The input.
    pub input: &'a [u8],
    /// What the audit went by.
    pub policy: &'a Policy,
    /// The findings.
    pub audited: Audit<'a>,
    /// The hosts, if they are told for this input.
    pub hosts: Option<HostsOf>,
    /// For which inputs they are told.
    hosts_for: HostsFor,
}

impl Findings<'_> {
    /// Whether a finding is as bad as the policy denies.
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

/// The readers, and which hosts they would contact.
pub struct HostsOf(pub Hosts);

impl HostsOf {
    /// The hosts, each once.
    fn names(&self) -> Vec<String> {
        self.0.contacted().iter().map(ToString::to_string).collect()
    }

    /// What each reader contacts: nothing, where it refuses the input or sees no host.
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

/// How the host of the base is called, which a relative reference has.
pub const BASE: &str = "(base)";
