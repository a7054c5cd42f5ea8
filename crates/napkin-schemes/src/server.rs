//! Host and port, user and password, of the schemes that have an authority.

use std::borrow::Cow;

use napkin::edition::{RFC3986, Rule};
use napkin::{ByteSet, HostKind, percent};

use crate::citation::{PORT, REG_NAME};
use crate::domain_name::{dns_name, is_ace, letters_of};
use crate::error::{ErrorKind, SchemeError};
use crate::octets::Octets;
use crate::spelling::{lowercase, unescape};
use crate::value::Value;

/// Host and port as written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "views are filled in by users")]
pub struct Server<'a> {
    /// The host: a name, an address, or an address in brackets.
    pub host: Cow<'a, str>,
    /// The digits after the colon; without digits, the scheme's default port applies.
    pub port: Option<Cow<'a, str>>,
}

impl<'a> Server<'a> {
    /// A host on the default port.
    pub fn new(host: impl Into<Cow<'a, str>>) -> Self {
        Self { host: host.into(), port: None }
    }

    /// This host on another port.
    #[must_use]
    pub fn on_port(mut self, port: u16) -> Self {
        self.port = Some(port.to_string().into());
        self
    }

    /// Checks that a port is one of TCP or UDP.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::OutOfRange`] above 65535.
    pub(crate) fn check_port(&self) -> Result<(), SchemeError> {
        match self.effective_port(Some(0)) {
            Ok(_) => Ok(()),
            Err(_) => Err(SchemeError::new(ErrorKind::OutOfRange, "port", RANGE)),
        }
    }

    /// The port to connect to.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::OutOfRange`] above 65535, and [`ErrorKind::Missing`] if none is given and the scheme has no
    /// default.
    ///
    /// ```
    /// use napkin_schemes::Server;
    ///
    /// assert_eq!(Server::new("h").effective_port(Some(80))?, 80);
    /// assert_eq!(Server::new("h").on_port(8080).effective_port(Some(80))?, 8080);
    /// assert!(Server::new("h").effective_port(None).is_err());
    /// # Ok::<(), napkin_schemes::SchemeError>(())
    /// ```
    pub fn effective_port(&self, default: Option<u16>) -> Result<u16, SchemeError> {
        match self.port.as_deref() {
            None | Some("") => default.ok_or(SchemeError::new(ErrorKind::Missing, "port", PORT)),
            Some(digits) => {
                digits.parse().map_err(|_| SchemeError::new(ErrorKind::OutOfRange, "port", PORT))
            }
        }
    }

    /// The server, if a host is required.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Empty`], if the host is empty.
    pub(crate) fn required(&self, rule: Rule) -> Result<&Self, SchemeError> {
        if self.host.is_empty() {
            return Err(SchemeError::new(ErrorKind::Empty, "host", rule));
        }
        Ok(self)
    }

    /// The host to look up: decoded, without brackets.
    pub(crate) fn host_name(&self) -> Octets<'static> {
        let host = self.host.as_ref();
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        Octets::from(percent::decode(bare, false).to_bytes().into_owned())
    }

    /// This server with its host as a DNS name: non-ASCII characters as A-labels (RFC 3986 §3.2.2).
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidValue`], if non-ASCII octets are not UTF-8, or not a valid IDNA name.
    pub(crate) fn mapped(&self) -> Result<Server<'static>, SchemeError> {
        let port = self.port.as_deref().map(|port| Cow::Owned(port.to_owned()));
        let octets = self.host_name().to_bytes().into_owned();
        if octets.is_ascii() {
            return Ok(Server { host: self.host.clone().into_owned().into(), port });
        }
        let invalid = SchemeError::new(ErrorKind::InvalidValue, "host", REG_NAME);
        let name = a_labels(&octets).ok_or(invalid)?;
        Ok(Server { host: name.into(), port })
    }

    /// This server as a message names it: the host as a DNS name, an address without its zone, which only the sender
    /// knows (RFC 6874 §4).
    ///
    /// # Errors
    ///
    /// The errors of [`Self::mapped`].
    pub(crate) fn sent(&self) -> Result<Server<'static>, SchemeError> {
        let server = self.mapped()?;
        Ok(Server { host: without_zone(&server.host).into_owned().into(), port: server.port })
    }

    /// The port, as text, since a URI can have any digits there.
    pub(crate) fn shown_port(&self, default: Option<u16>) -> Value {
        match (self.effective_port(default), &self.port) {
            (Ok(port), _) => port.to_string().into(),
            (Err(_), Some(written)) => written.into(),
            (Err(_), None) => Value::Undefined,
        }
    }
}

/// User and password. A password needs a user, which may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "views are filled in by users")]
pub struct Login<'a> {
    /// The user; empty differs from undefined.
    pub user: Option<Octets<'a>>,
    /// The password; empty differs from undefined.
    pub password: Option<Octets<'a>>,
}

/// Whether a text is a `hostname` of RFC 2396 §3.2.2: labels of letters, digits and inner hyphens, the
/// last of which begins with a letter.
pub(crate) fn is_hostname(text: &str) -> bool {
    let name = text.strip_suffix('.').unwrap_or(text);
    let last = name.rsplit('.').next().unwrap_or_default();
    last.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.split('.').all(|label| {
            label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
                && !label.is_empty()
                && !label.starts_with('-')
                && !label.ends_with('-')
        })
}

/// A host in a path in its form for comparison: the DNS name, in lowercase.
pub(crate) fn compared_name(host: &str) -> String {
    Server::new(host).mapped().map_or_else(|_| lowercase(host), |server| lowercase(&server.host))
}

/// An IP literal with its brackets, from a host in which they may be escaped, as in a path; `None` if it is not one
/// (RFC 3986 §3.2.2).
pub(crate) fn literal(written: &str) -> Option<String> {
    if !written.starts_with(['[', '%']) {
        return None;
    }
    let bare = unescape(written, ByteSet::of(b"[]"));
    let authority = ["//", &bare].concat();
    let host = RFC3986.parse(&authority).ok()?.host()?;
    let is_literal = matches!(host.kind(), HostKind::Ipv6 | HostKind::IpvFuture);
    (is_literal && host.as_str() == bare).then_some(bare)
}

/// A host without the zone of an address, `%25` and what follows it in the brackets (RFC 6874 §2).
pub(crate) fn without_zone(host: &str) -> Cow<'_, str> {
    match host.strip_prefix('[').and_then(|address| address.split_once('%')) {
        Some((address, _)) => ["[", address, "]"].concat().into(),
        None => host.into(),
    }
}

/// A host as written in a path: the brackets of an IP literal are escaped.
pub(crate) fn in_path(host: &str) -> Cow<'_, str> {
    match literal(host) {
        Some(literal) => literal.replace('[', "%5B").replace(']', "%5D").into(),
        None => host.into(),
    }
}

/// The DNS name of a non-ASCII name; `None` if it has none, no A-label, or an invalid one.
///
/// A label that IDNA maps to ASCII keeps its spelling: a reader without mapping would find another host, an
/// address, or none.
pub(crate) fn a_labels(name: &[u8]) -> Option<String> {
    let name = std::str::from_utf8(name).ok().filter(|name| !name.is_ascii())?;
    let name = dns_name(name)?;
    // A label that only looks like an A-label is in no DNS name.
    let is_valid = |label: &str| !is_ace(label) || letters_of(label).is_some();
    (name.split('.').any(is_ace) && name.split('.').all(is_valid)).then_some(name)
}

pub(crate) const RANGE: Rule = Rule { name: "port", section: "RFC 6335 section 6" };
