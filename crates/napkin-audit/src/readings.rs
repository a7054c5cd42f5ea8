//! Two readings of one input that name different servers.

use std::fmt;

use crate::octets::quoted;
use crate::server::Server;

/// The targets of an input by RFC 3986 and by the URL Standard, which name different servers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Readings {
    /// The target by RFC 3986.
    pub uri: String,
    /// The target by the newest edition of the URL Standard.
    pub url: String,
    pub(crate) servers: [Option<Server>; 2],
}

impl fmt::Display for Readings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [by_rfc, by_url] = &self.servers;
        // The part in which they differ.
        let host = |server: &Server| quoted(server.host.to_string().as_bytes());
        let both = by_rfc.as_ref().zip(by_url.as_ref());
        let is_host = both.is_none_or(|(rfc, url)| rfc.host != url.host);
        let shown = |server: &Option<Server>| match server {
            None => "no host".to_owned(),
            Some(server) if is_host => host(server),
            Some(server) => server.to_string(),
        };
        write!(
            f,
            "programs go to different servers: {} by RFC 3986, {} by the URL Standard",
            shown(by_rfc),
            shown(by_url)
        )
    }
}
