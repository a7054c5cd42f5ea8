//! What a policy leaves to URIs: schemes, ports, hosts; and whose reading counts.

use crate::host_list::HostList;
use crate::hosts::Hosts;

/// What is allowed; nothing where anything is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Schemes, in lowercase.
    pub schemes: Option<Vec<String>>,
    /// Ports, beside the default one of the scheme.
    pub ports: Option<Vec<u16>>,
    /// Hosts.
    pub hosts: Option<HostList>,
    /// Readers, by name, whose reading does not count.
    pub ignored_readers: Vec<&'static str>,
}

impl Limits {
    /// The hosts by the readers that count: a program stands for them, and they are not ignored.
    pub fn heard(&self, hosts: &Hosts) -> Hosts {
        hosts.among(|reader| reader.in_use && !self.ignored_readers.contains(&reader.name))
    }
}
