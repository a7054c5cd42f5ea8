//! A host as a value.

use alloc::string::{String, ToString};
use core::fmt;
use core::net::{Ipv4Addr, Ipv6Addr};

use crate::edition::{Edition, WHATWG};
use crate::error::ParseError;
use crate::host::{HostText, ipv6};
use crate::parts::HostKind;
use crate::validation::Notes;

/// The host of a URL.
///
/// ```
/// use napkin_url::{Host, Url};
///
/// let url = Url::parse("http://0x7F.1/")?;
/// assert_eq!(url.host(), Some(Host::Ipv4([127, 0, 0, 1].into())));
/// assert_eq!(Host::parse("EXAMPLE.com")?.to_string(), "example.com");
/// # Ok::<(), napkin_url::ParseError>(())
/// ```
#[derive(Clone, Debug, Eq, Ord, PartialOrd, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[expect(clippy::exhaustive_enums, reason = "as the crate `url` has it")]
pub enum Host<S = String> {
    /// A domain, or the opaque host of a URL that is not special.
    Domain(S),
    /// An IPv4 address.
    Ipv4(Ipv4Addr),
    /// An IPv6 address.
    Ipv6(Ipv6Addr),
}

impl Host<&str> {
    /// A copy that owns its text.
    pub fn to_owned(&self) -> Host<String> {
        match self {
            Self::Domain(domain) => Host::Domain((*domain).to_string()),
            Self::Ipv4(address) => Host::Ipv4(*address),
            Self::Ipv6(address) => Host::Ipv6(*address),
        }
    }
}

impl Host<String> {
    /// Parses the host of a special URL.
    ///
    /// # Errors
    ///
    /// A failure of the host parser; [`ParseError::EmptyHost`] for an empty text.
    pub fn parse(input: &str) -> Result<Self, ParseError> {
        match input {
            "" => Err(ParseError::EmptyHost),
            _ => Self::parse_by(WHATWG, input, true),
        }
    }

    /// Parses the host of a URL that is not special.
    ///
    /// # Errors
    ///
    /// A failure of the opaque-host parser.
    ///
    /// ```
    /// use napkin_url::Host;
    ///
    /// assert_eq!(Host::parse("127.1")?, Host::<String>::Ipv4([127, 0, 0, 1].into()));
    /// assert_eq!(Host::parse_opaque("127.1")?, Host::Domain("127.1".to_string()));
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn parse_opaque(input: &str) -> Result<Self, ParseError> {
        Self::parse_by(WHATWG, input, false)
    }

    /// Parses the host of a URL by an edition.
    pub(crate) fn parse_by(
        edition: &'static Edition,
        text: &str,
        special: bool,
    ) -> Result<Self, ParseError> {
        let mut out = String::new();
        let kind =
            HostText { text, at: 0, edition, notes: Notes::NONE }.parse(special, &mut out)?;
        Ok(Host::of(kind, &out).map_or_else(|| Self::Domain(String::new()), |host| host.to_owned()))
    }
}

impl<'a> Host<&'a str> {
    /// The value of a serialized host; `None` for an empty one.
    pub(crate) fn of(kind: HostKind, text: &'a str) -> Option<Self> {
        let inner = || text.strip_prefix('[')?.strip_suffix(']');
        match kind {
            HostKind::Empty => None,
            HostKind::Domain | HostKind::Opaque => Some(Self::Domain(text)),
            HostKind::Ipv4 => text.parse().ok().map(Self::Ipv4),
            HostKind::Ipv6 => inner()?.parse().ok().map(Self::Ipv6),
        }
    }
}

impl<S: AsRef<str>> fmt::Display for Host<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Domain(domain) => domain.as_ref().fmt(f),
            Self::Ipv4(address) => address.fmt(f),
            Self::Ipv6(address) => {
                let mut text = String::new();
                ipv6::push(&mut text, address.segments());
                f.write_str(&text)
            }
        }
    }
}

impl<S, T> PartialEq<Host<T>> for Host<S>
where
    S: PartialEq<T>,
{
    fn eq(&self, other: &Host<T>) -> bool {
        match (self, other) {
            (Self::Domain(a), Host::Domain(b)) => a == b,
            (Self::Ipv4(a), Host::Ipv4(b)) => a == b,
            (Self::Ipv6(a), Host::Ipv6(b)) => a == b,
            _ => false,
        }
    }
}
