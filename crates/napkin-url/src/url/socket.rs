//! Addresses of the host.

use std::io;
use std::net::{SocketAddr, ToSocketAddrs};

use alloc::vec::Vec;

use super::Url;
use crate::host_value::Host;

impl Url {
    /// The socket addresses of host and port. A domain is looked up, which may block.
    ///
    /// `default_port` is called if there is neither a port nor a default port of the scheme.
    ///
    /// # Errors
    ///
    /// If there is no host or no port, or the domain cannot be looked up.
    ///
    /// ```
    /// # use napkin_url::Url;
    /// let url = Url::parse("https://127.0.0.1/")?;
    /// assert_eq!(url.socket_addrs(|| None)?, ["127.0.0.1:443".parse()?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn socket_addrs(
        &self,
        default_port: impl Fn() -> Option<u16>,
    ) -> io::Result<Vec<SocketAddr>> {
        let missing = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what);
        let host = self.host().ok_or_else(|| missing("No host name in the URL"))?;
        let port = self
            .port_or_known_default()
            .or_else(default_port)
            .ok_or_else(|| missing("No port number in the URL"))?;
        Ok(match host {
            Host::Domain(domain) => (domain, port).to_socket_addrs()?.collect(),
            Host::Ipv4(address) => alloc::vec![(address, port).into()],
            Host::Ipv6(address) => alloc::vec![(address, port).into()],
        })
    }
}
