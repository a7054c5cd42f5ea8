//! The server of a URI: what has to be one, whoever reads it.

use std::fmt;

use crate::name::ContactedHost;
use crate::octets::quoted;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Server {
    /// In lowercase.
    pub(crate) scheme: String,
    pub(crate) host: ContactedHost,
    /// The port, as written or by the scheme; `None` if there is neither.
    pub(crate) port: Option<u32>,
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, quoted(self.host.to_string().as_bytes()))?;
        self.port.map_or(Ok(()), |port| write!(f, ":{port}"))
    }
}
