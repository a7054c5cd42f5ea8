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
#[cfg(feature = "alloc")]
use core::str::FromStr;

use crate::components::HostKind;
use crate::identifier::text::Lend;
use crate::identifier::{Iri, Uri};
use crate::scheme::{HostFact, Scheme};
use crate::views::authority::Host;
use crate::views::encoded::Encoded;

/// The origin of a URI, by which browsers separate documents (RFC 6454 §4): scheme, host and port, or an opaque origin.
/// Made by [`Uri::origin`].
///
/// Two origins are equal if their schemes and hosts are, case-insensitively, and their ports are the same number.
/// Hosts that are addresses are compared as addresses. An opaque origin equals only its own copies, so two calls of
/// [`Uri::origin`] never give equal ones, as with the origins of the URL Standard.
///
/// ```
/// use napkin::uri;
///
/// assert_eq!(uri!("http://a/").origin(), uri!("HTTP://A:80/b").origin());
/// assert_ne!(uri!("foo://a/").origin(), uri!("foo://a/").origin());
/// let opaque = uri!("data:,a").origin();
/// assert!(!opaque.is_tuple() && opaque == opaque.clone());
/// assert_eq!(opaque.to_string(), "null");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a>(Kind<'a>);

/// What an origin consists of (RFC 6454 §4).
#[derive(Clone, Copy, Debug)]
enum Kind<'a> {
    Tuple {
        scheme: Scheme<'a>,
        host: Host<'a>,
        port: u16,
    },
    /// A globally unique identifier: the number of this origin in this process, or [`NO_NUMBER`].
    Opaque(usize),
}

/// The number of opaque origins where the machine cannot count them. They equal no origin.
const NO_NUMBER: usize = 0;

/// The number of a new opaque origin.
fn next_number() -> usize {
    #[cfg(target_has_atomic = "ptr")]
    {
        use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

        static NEXT: AtomicUsize = AtomicUsize::new(1);
        let next = |number: usize| number.checked_add(1);
        NEXT.fetch_update(Relaxed, Relaxed, next).unwrap_or(NO_NUMBER)
    }
    #[cfg(not(target_has_atomic = "ptr"))]
    NO_NUMBER
}

impl<'a> Origin<'a> {
    /// The origin of an identifier with a scheme.
    fn of(scheme: Scheme<'a>, host: Option<Host<'a>>, port: Option<u16>) -> Self {
        let tuple = || {
            let facts = scheme.facts()?;
            let host = host.filter(|host| !host.is_empty() && host.is_ascii_name_or_address())?;
            facts.default_port.filter(|_| facts.host != HostFact::LocalByDefault)?;
            Some(Kind::Tuple { scheme, host, port: port? })
        };
        Self(tuple().unwrap_or_else(|| Kind::Opaque(next_number())))
    }

    /// Whether it is a scheme, a host and a port, and not opaque.
    ///
    /// ```
    /// assert!(napkin::uri!("http://h/").origin().is_tuple() && !napkin::uri!("data:,a").origin().is_tuple());
    /// ```
    pub const fn is_tuple(self) -> bool {
        matches!(self.0, Kind::Tuple { .. })
    }

    /// The scheme, unless the origin is opaque.
    ///
    /// ```
    /// assert_eq!(napkin::uri!("HTTP://h/").origin().scheme().unwrap(), "http");
    /// ```
    pub const fn scheme(self) -> Option<Scheme<'a>> {
        match self.0 {
            Kind::Tuple { scheme, .. } => Some(scheme),
            Kind::Opaque(_) => None,
        }
    }

    /// The host, unless the origin is opaque.
    ///
    /// ```
    /// assert_eq!(napkin::uri!("http://h:80/").origin().host().unwrap(), "h");
    /// ```
    pub const fn host(self) -> Option<Host<'a>> {
        match self.0 {
            Kind::Tuple { host, .. } => Some(host),
            Kind::Opaque(_) => None,
        }
    }

    /// The explicit port, or the scheme's default; `None` if the origin is opaque.
    ///
    /// ```
    /// let origin = napkin::uri!("wss://example.com/").origin();
    /// assert_eq!((origin.scheme().unwrap().as_str(), origin.port()), ("wss", Some(443)));
    /// assert_eq!(origin.host().unwrap(), "example.com");
    /// assert_eq!(napkin::uri!("urn:a:b").origin().port(), None);
    /// ```
    pub const fn port(self) -> Option<u16> {
        match self.0 {
            Kind::Tuple { port, .. } => Some(port),
            Kind::Opaque(_) => None,
        }
    }

    /// This origin as a value of its own, which outlives the URI and equals this one.
    ///
    /// ```
    /// let origin = napkin::uri!("http://H:80/a").origin().into_owned();
    /// assert_eq!(origin.as_str(), "http://h");
    /// ```
    #[cfg(feature = "alloc")]
    pub fn into_owned(self) -> OwnedOrigin {
        OwnedOrigin(match self.0 {
            Kind::Tuple { .. } => self.to_string(),
            Kind::Opaque(number) => alloc::format!("{NULL}#{number}"),
        })
    }

    /// The values that are compared.
    fn key(self) -> Result<(Scheme<'a>, Result<IpAddr, Host<'a>>, u16), usize> {
        match self.0 {
            Kind::Tuple { scheme, host, port } => Ok((scheme, host.to_ip().ok_or(host), port)),
            Kind::Opaque(number) => Err(number),
        }
    }
}

impl PartialEq for Origin<'_> {
    fn eq(&self, other: &Self) -> bool {
        let key = self.key();
        key != Err(NO_NUMBER) && key == other.key()
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

/// The serialization of an opaque origin (RFC 6454 §6.2).
const NULL: &str = "null";

impl fmt::Display for Origin<'_> {
    /// The serialization of RFC 6454 §6.2: in lowercase, without a default port; `null` for an opaque origin.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Kind::Tuple { scheme, host, port } = self.0 else { return f.write_str(NULL) };
        let mut lowercase = |text: &str| {
            text.chars().try_for_each(|character| f.write_char(character.to_ascii_lowercase()))
        };
        lowercase(scheme.as_str())?;
        lowercase("://")?;
        match host.to_ip() {
            Some(IpAddr::V6(address)) => write!(f, "[{address}]")?,
            _ => lowercase(host.as_str())?,
        }
        if scheme.default_port() == Some(port) {
            return Ok(());
        }
        write!(f, ":{port}")
    }
}

/// An [`Origin`] that owns its text. It compares with an [`Origin`], can be a key of a map, and is read from a
/// configuration ([`FromStr`], and `Deserialize` with the feature `serde`).
///
/// ```
/// use std::collections::HashMap;
///
/// use napkin::{OwnedOrigin, ParseError, Uri};
///
/// let mut requests: HashMap<OwnedOrigin, u32> = HashMap::new();
/// for text in ["http://a.example/x", "http://A.example:80/y", "https://a.example/"] {
///     *requests.entry(Uri::parse(text)?.origin().into_owned()).or_default() += 1;
/// }
/// assert_eq!(requests.get("http://a.example"), Some(&2));
///
/// let allowed: OwnedOrigin = "https://A.example:443".parse().unwrap();
/// assert_eq!(allowed.as_str(), "https://a.example");
/// assert!(allowed == Uri::parse("https://a.example/b")?.origin());
/// assert!("https://a.example/b".parse::<OwnedOrigin>().is_err());
/// # Ok::<(), ParseError>(())
/// ```
#[cfg(feature = "alloc")]
#[derive(Clone, Debug, PartialOrd, Ord)]
pub struct OwnedOrigin(
    /// The serialization; of an opaque origin, followed by `#` and its number, so that text and origin are equal
    /// together.
    String,
);

#[cfg(feature = "alloc")]
impl OwnedOrigin {
    /// The serialization: in lowercase, without a default port; `null` for an opaque origin.
    ///
    /// ```
    /// assert_eq!(napkin::uri!("data:,a").origin().into_owned().as_str(), "null");
    /// ```
    pub fn as_str(&self) -> &str {
        self.0.split_once('#').map_or(&self.0, |(null, _)| null)
    }

    /// Whether it is a scheme, a host and a port, and not opaque.
    ///
    /// ```
    /// let origin: napkin::OwnedOrigin = "https://h".parse()?;
    /// assert!(origin.is_tuple());
    /// # Ok::<(), napkin::NoOrigin>(())
    /// ```
    pub fn is_tuple(&self) -> bool {
        !self.0.contains('#')
    }

    /// Whether it equals no origin, not even itself.
    fn has_no_number(&self) -> bool {
        self.0.strip_prefix(NULL) == Some("#0")
    }
}

#[cfg(feature = "alloc")]
impl PartialEq for OwnedOrigin {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 && !self.has_no_number()
    }
}

#[cfg(feature = "alloc")]
impl Eq for OwnedOrigin {}

#[cfg(feature = "alloc")]
impl Hash for OwnedOrigin {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

#[cfg(feature = "alloc")]
impl PartialEq<Origin<'_>> for OwnedOrigin {
    fn eq(&self, other: &Origin<'_>) -> bool {
        *self == other.into_owned()
    }
}

#[cfg(feature = "alloc")]
impl PartialEq<OwnedOrigin> for Origin<'_> {
    fn eq(&self, other: &OwnedOrigin) -> bool {
        *other == *self
    }
}

#[cfg(feature = "alloc")]
impl From<Origin<'_>> for OwnedOrigin {
    fn from(origin: Origin<'_>) -> Self {
        origin.into_owned()
    }
}

/// Why a text is not an origin.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct NoOrigin;

#[cfg(feature = "alloc")]
impl fmt::Display for NoOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an origin is scheme://host or scheme://host:port, such as https://example.com")
    }
}

#[cfg(feature = "alloc")]
impl core::error::Error for NoOrigin {}

/// Reads a serialization (RFC 6454 §6.2), also one with capitals or with a default port. `null` is a new opaque origin.
#[cfg(feature = "alloc")]
impl FromStr for OwnedOrigin {
    type Err = NoOrigin;

    fn from_str(text: &str) -> Result<Self, NoOrigin> {
        if text == NULL {
            return Ok(Origin(Kind::Opaque(next_number())).into_owned());
        }
        let uri = Uri::parse(text).map_err(|_| NoOrigin)?;
        let is_whole = uri.userinfo().is_none()
            && uri.path().is_empty()
            && uri.query().is_none()
            && uri.fragment().is_none();
        Some(uri.origin())
            .filter(|origin| is_whole && origin.is_tuple())
            .map(Self::from)
            .ok_or(NoOrigin)
    }
}

#[cfg(feature = "alloc")]
impl fmt::Display for OwnedOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(feature = "alloc")]
impl AsRef<str> for OwnedOrigin {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

/// For a look-up in a map by the serialization. No text is that of an opaque origin.
#[cfg(feature = "alloc")]
impl Borrow<str> for OwnedOrigin {
    fn borrow(&self) -> &str {
        &self.0
    }
}

macro_rules! with_origin {
    ($type:ident $example:literal) => {
        impl<'i, 'o, T: Lend<'i, 'o>> $type<T> {
            /// The origin of this identifier. It is opaque, which equals no other, without a host, for a file, for a
            /// scheme without a [known](crate::scheme::FACTS) default port, or with a port above 65535 (RFC 6454 §4).
            ///
            /// It is also opaque for a host with percent-encoded or non-ASCII letters: an origin has the ASCII name of a
            /// domain (`xn--`), and the core has no tables for it. Write that name first, with `Mapping::idna` of
            /// `napkin-schemes` or `Url` of `napkin-url`.
            ///
            /// ```
            /// use napkin::uri;
            ///
            /// let origin = uri!("HTTPS://u@Example.com/a").origin();
            /// assert_eq!(origin, uri!("https://example.com:443/b?c").origin());
            /// assert_eq!(origin.to_string(), "https://example.com");
            /// // Opaque origins are not equal, even of the same URI.
            /// assert_ne!(uri!("file:///a").origin(), uri!("file:///a").origin());
            #[doc = concat!("assert!(!", $example, ".origin().is_tuple());")]
            /// ```
            pub fn origin(&'i self) -> Origin<'o> {
                Origin::of(self.scheme(), self.host(), self.port_or_default())
            }
        }
    };
}

with_origin! { Uri "uri!(\"http://%C3%A9.example/\")" }
with_origin! { Iri "napkin::iri!(\"http://é.example/\")" }

impl Host<'_> {
    /// Whether the host is an address or a name without percent-encoded octets and non-ASCII characters.
    fn is_ascii_name_or_address(self) -> bool {
        self.text.is_ascii() && !self.text.contains('%')
    }

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
