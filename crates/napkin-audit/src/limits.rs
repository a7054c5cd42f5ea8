//! What a policy leaves to URIs: schemes, ports, hosts.

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
