//! The limits of a policy: schemes, ports, hosts, and ignored readers.

use crate::host_list::HostList;
use crate::hosts::Hosts;
use crate::readers::Reader;

/// The allowed values; `None` allows any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Schemes, in lowercase.
    pub schemes: Option<Vec<String>>,
    /// Schemes, in lowercase, beyond `http`, `https`, `ws`, `wss` and `ftp`, whose clients contact the host and the port of the
    /// URI. [`allow()`](crate::allow()) refuses URIs of any other scheme.
    pub host_is_server: Vec<String>,
    /// Ports, besides the scheme's default.
    pub ports: Option<Vec<u16>>,
    /// Hosts.
    pub hosts: Option<HostList>,
    /// Names of readers whose answers are ignored.
    pub ignored_readers: Vec<&'static str>,
    /// Whether [`allow()`](crate::allow()) asks every reader, those of rare programs too. The URI to hand on then has no `@` and no
    /// `://` behind the host: they are percent-encoded, since some of these programs look for a host there.
    pub all_readers: bool,
}

/// The schemes of URIs that [`allow()`](crate::allow()) allows, if a policy has none of its own.
pub(crate) const USUAL_SCHEMES: &[&str] = &["http", "https"];

/// The schemes of URIs that [`allow()`](crate::allow()) allows where somebody asks for them, if a policy has none of its own.
pub(crate) const ON_REQUEST: &[&str] = &["ws", "wss"];

impl Limits {
    /// The schemes of URIs that [`allow()`](crate::allow()) allows.
    pub(crate) fn allowed_schemes(&self) -> impl Iterator<Item = &str> {
        let own = self.schemes.as_deref();
        let usual = USUAL_SCHEMES.iter().copied().filter(move |_| own.is_none());
        own.unwrap_or_default().iter().map(String::as_str).chain(usual)
    }

    /// The schemes that may be asked for: the policy's, or by default those of the web.
    pub(crate) fn on_request(&self) -> impl Iterator<Item = &str> {
        let on_request = ON_REQUEST.iter().copied().filter(|_| self.schemes.is_none());
        self.allowed_schemes().chain(on_request)
    }

    /// The answers of the readers that count: readers that represent a program and are not ignored.
    ///
    /// ```
    /// use napkin_audit::{Policy, hosts};
    ///
    /// let hosts = hosts(b"http://good.example#@evil.example/");
    /// assert!(Policy::default().limits().heard(&hosts).disagree());
    /// ```
    pub fn heard(&self, hosts: &Hosts) -> Hosts {
        hosts.among(|reader| self.counts(reader))
    }

    /// Whether the answer of a reader counts: it represents a program of today and is not ignored.
    fn counts(&self, reader: &Reader) -> bool {
        reader.in_use && !self.ignored_readers.contains(&reader.name)
    }

    /// Whether [`allow()`](crate::allow()) asks a reader about URIs of a scheme, in lowercase.
    pub(crate) fn asks(&self, reader: &Reader, scheme: &str) -> bool {
        let knows = reader.schemes.is_none_or(|known| known.contains(&scheme));
        self.counts(reader) && knows && (self.all_readers || reader.class.is_asked())
    }
}
