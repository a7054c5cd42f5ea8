//! The origin of a URI (RFC 6454), and whether a host belongs to a domain.
//!
//! Programs ask both to decide what to allow, so the answer in doubt is no.

#[cfg(feature = "alloc")]
use alloc::string::{String, ToString};
#[cfg(feature = "alloc")]
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt::{self, Write};
use core::hash::{Hash, Hasher};
use core::net::IpAddr;

use crate::components::HostKind;
use crate::identifier::Uri;
use crate::identifier::text::{Lend, Text};
use crate::scheme::{HostFact, Scheme};
use crate::views::authority::Host;
use crate::views::encoded::Encoded;

/// Scheme, host and port of a URI, by which browsers separate documents (RFC 6454 §4). Made by [`Uri::origin`].
///
/// Two origins are equal if their schemes and hosts are, case-insensitively, and their ports are the same number.
/// Hosts that are addresses are compared as addresses.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    scheme: Scheme<'a>,
    host: Host<'a>,
    port: u16,
}

impl<'a> Origin<'a> {
    /// The scheme.
    pub const fn scheme(self) -> Scheme<'a> {
        self.scheme
    }

    /// The host.
    pub const fn host(self) -> Host<'a> {
        self.host
    }

    /// The explicit port, or the scheme's default.
    pub const fn port(self) -> u16 {
        self.port
    }

    /// This origin as a value of its own, which outlives the URI.
    #[cfg(feature = "alloc")]
    pub fn into_owned(self) -> OwnedOrigin {
        OwnedOrigin(self.to_string())
    }

    /// The values that are compared.
    fn key(self) -> (Scheme<'a>, Result<IpAddr, Host<'a>>, u16) {
        (self.scheme, self.host.to_ip().ok_or(self.host), self.port)
    }
}

impl PartialEq for Origin<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Origin<'_> {}

impl PartialOrd for Origin<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Origin<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl Hash for Origin<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl fmt::Display for Origin<'_> {
    /// The serialization of RFC 6454 §6.2: in lowercase, without a default port.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lowercase = |text: &str| {
            text.chars().try_for_each(|character| f.write_char(character.to_ascii_lowercase()))
        };
        lowercase(self.scheme.as_str())?;
        lowercase("://")?;
        match self.host.to_ip() {
            Some(IpAddr::V6(address)) => write!(f, "[{address}]")?,
            _ => lowercase(self.host.as_str())?,
        }
        if self.scheme.default_port() == Some(self.port) {
            return Ok(());
        }
        write!(f, ":{}", self.port)
    }
}

/// An [`Origin`] that owns its text: its serialization (RFC 6454 §6.2), which two origins share if they are equal. It can
/// be a key of a map.
///
/// ```
/// use std::collections::HashMap;
///
/// use napkin::{OwnedOrigin, Uri};
///
/// let mut requests: HashMap<OwnedOrigin, u32> = HashMap::new();
/// for text in ["http://a.example/x", "http://A.example:80/y", "https://a.example/"] {
///     let origin = Uri::parse(text)?.origin().unwrap().into_owned();
///     *requests.entry(origin).or_default() += 1;
/// }
/// assert_eq!(requests.get("http://a.example"), Some(&2));
/// # Ok::<(), napkin::ParseError>(())
/// ```
#[cfg(feature = "alloc")]
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OwnedOrigin(String);

#[cfg(feature = "alloc")]
impl OwnedOrigin {
    /// The serialization: in lowercase, without a default port.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(feature = "alloc")]
impl From<Origin<'_>> for OwnedOrigin {
    fn from(origin: Origin<'_>) -> Self {
        origin.into_owned()
    }
}

#[cfg(feature = "alloc")]
impl fmt::Display for OwnedOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

#[cfg(feature = "alloc")]
impl AsRef<str> for OwnedOrigin {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

#[cfg(feature = "alloc")]
impl Borrow<str> for OwnedOrigin {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl<'i, 'o, T: Lend<'i, 'o>> Uri<T> {
    /// The origin of this URI. `None` if its origin is unique, equal not even to itself: without a host, for a
    /// file, for a scheme without a [known](crate::scheme::FACTS) default port, or with a port above 65535 (RFC
    /// 6454 §4).
    ///
    /// ```
    /// use napkin::uri;
    ///
    /// let origin = uri!("HTTPS://u@Example.com/a").origin();
    /// assert_eq!(origin, uri!("https://example.com:443/b?c").origin());
    /// assert_eq!(origin.unwrap().to_string(), "https://example.com");
    /// assert!(uri!("file:///a").origin().is_none() && uri!("data:,a").origin().is_none());
    /// ```
    pub fn origin(&'i self) -> Option<Origin<'o>> {
        let scheme = self.scheme();
        let facts = scheme.facts()?;
        let host = self.host().filter(|host| !host.is_empty())?;
        facts.default_port.filter(|_| facts.host != HostFact::LocalByDefault)?;
        Some(Origin { scheme, host, port: self.port_or_default()? })
    }

    /// Whether two URIs have the same origin. A URI without an origin has the same origin as no URI, not even
    /// itself.
    ///
    /// ```
    /// use napkin::uri;
    ///
    /// let uri = uri!("http://example.com/a");
    /// assert!(uri.is_same_origin(&uri!("http://EXAMPLE.com:80/b")));
    /// assert!(!uri.is_same_origin(&uri!("https://example.com/a")));
    /// assert!(!uri!("file:///a").is_same_origin(&uri!("file:///a")));
    /// ```
    pub fn is_same_origin(&'i self, other: &Uri<impl Text>) -> bool {
        matches!((self.origin(), other.origin()), (Some(own), Some(other)) if own == other)
    }
}

impl Host<'_> {
    /// Whether the host is this domain or a subdomain, compared label by label and case-insensitively. A final dot
    /// of either is ignored.
    ///
    /// `false` for an address, and for a host with an empty label or with characters other than letters, digits,
    /// hyphens and underscores, since programs disagree about which host that is. Also `false` for a domain of that
    /// kind, such as `*.example`.
    ///
    /// ```
    /// let host = |text| napkin::UriRef::parse(text).unwrap().host().unwrap();
    /// assert!(host("//www.Example.com").is_in_domain("example.com"));
    /// assert!(host("//example.com").is_in_domain("example.com"));
    /// assert!(!host("//evilexample.com").is_in_domain("example.com"));
    /// assert!(!host("//evil.test%2Eexample.com").is_in_domain("example.com"));
    /// assert!(!host("//10.0.0.1").is_in_domain("0.1"));
    /// ```
    pub fn is_in_domain(self, domain: &str) -> bool {
        let Some(name) = self.reg_name().map(Encoded::as_str) else { return false };
        let [name, domain] = [name, domain].map(|name| name.strip_suffix('.').unwrap_or(name));
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        let is_plain =
            |name: &str| name.split('.').all(|label| !label.is_empty() && label.bytes().all(plain));
        // The URL Standard reads a name that ends in a number as an address (`0x7f.1`).
        let last = name.rsplit('.').next().unwrap_or_default();
        let number = last.strip_prefix("0x").or(last.strip_prefix("0X"));
        let is_number = last.bytes().all(|byte| byte.is_ascii_digit())
            || number.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        if self.kind() != HostKind::RegName || is_number || !is_plain(name) || !is_plain(domain) {
            return false;
        }
        let mut labels = name.rsplit('.');
        domain
            .rsplit('.')
            .all(|label| labels.next().is_some_and(|own| own.eq_ignore_ascii_case(label)))
    }
}
