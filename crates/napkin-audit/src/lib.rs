#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

// The modules in the order in which data flows: bytes are read as far as possible, rules report findings in them,
// and a policy decides which findings count.

mod severity;
mod span;
mod features;
mod octets;
mod ipv4;
mod ranges;
mod address;
mod punycode;
mod idn;
mod name;
mod known_names;
mod letter_names;
mod nearby;
mod public;
mod scheme_lists;
mod host_list;
mod look;
mod parts;
mod reading;
mod elsewhere;
mod readers;
mod hosts;
mod site;
mod limits;
mod link_text;
mod scheme_servers;
mod rule;
mod rules;
mod policy;
mod audit;
mod server;
mod readings;
mod refusal;
mod target;
mod judge;
mod allow;
mod gate;
mod dead_entries;
mod raw;
mod mends;
pub mod json;
pub mod sarif;
// Documentation only.
#[cfg(any(doc, doctest))]
pub mod guide;

pub use address::special_purpose;
pub use allow::{Allowed, Verdict, allow, allow_reference, reference_verdict, verdict};
pub use audit::{Audit, audit, audit_link, disagreement};
pub use dead_entries::{DeadEntry, dead_entries};
pub use gate::Gate;
pub use host_list::{Entry, HostList, NotAHost};
pub use hosts::{Hosts, contacted_hosts, hosts};
pub use limits::Limits;
pub use link_text::LinkText;
pub use mends::{Diagnosis, FORMS, Form, Identity, Mend, diagnose, mends, ssh_of_scp};
pub use name::ContactedHost;
pub use policy::{PRESETS, Policy, PolicyError, Preset};
pub use ranges::{Purpose, SpecialPurpose};
pub use readers::{Answer, Class, READERS, Reader, Watched, WatchedBy};
pub use readings::Readings;
pub use refusal::Refusal;
pub use rule::{Concern, Finding, Listed, Rule};
pub use rules::RULES;
pub use scheme_lists::meant_port;
pub use scheme_servers::{Contacts, OtherServer, SCHEME_SERVERS, SchemeServer};
pub use severity::{NotASeverity, Severity};
pub use site::{NoSite, same_site};
pub use span::{Edit, Span};
pub use target::JudgedBase;
