//! What a policy leaves to URIs: schemes, ports, hosts.

use crate::features::Features;
use crate::host_list::HostList;

/// What is allowed; nothing where anything is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Schemes, in lowercase.
    pub schemes: Option<Vec<String>>,
    /// Ports, beside the default one of the scheme.
    pub ports: Option<Vec<u16>>,
    /// Hosts.
    pub hosts: Option<HostList>,
}

impl Limits {
    /// What an audit has to look at for them.
    pub(crate) const fn features(&self) -> Features {
        if self.schemes.is_some() || self.ports.is_some() || self.hosts.is_some() {
            Features::LIMITED
        } else {
            Features::NONE
        }
    }
}
