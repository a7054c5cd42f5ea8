//! Who is asked: host and port, user and password, of the schemes that have an authority.

use std::borrow::Cow;

use napkin::edition::{RFC3986, Rule};
use napkin::{ByteSet, HostKind, percent};

use crate::error::{ErrorKind, SchemeError};
use crate::octets::Octets;
use crate::spelling::{lowercase, unescape};
use crate::value::{Fields, Value};

/// Host and port as they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "views are filled in by users")]
pub struct Server<'a> {
    /// The host: a name, an address, or an address in brackets.
    pub host: Cow<'a, str>,
    /// The digits after the colon; the default port of the scheme is meant if there are none.
    pub port: Option<Cow<'a, str>>,
}

impl<'a> Server<'a> {
    /// A host on the default port.
    pub fn new(host: impl Into<Cow<'a, str>>) -> Self {
        Self { host: host.into(), port: None }
    }

    /// The same host on another port.
    #[must_use]
    pub fn on_port(mut self, port: u16) -> Self {
        self.port = Some(port.to_string().into());
        self
    }

    /// The port that is meant.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::OutOfRange`] above 65535, and [`ErrorKind::Missing`] where none is given and the
    /// scheme has no default.
    pub fn effective_port(&self, default: Option<u16>) -> Result<u16, SchemeError> {
        match self.port.as_deref() {
            None | Some("") => default.ok_or(SchemeError::new(ErrorKind::Missing, "port", PORT)),
            Some(digits) => {
                digits.parse().map_err(|_| SchemeError::new(ErrorKind::OutOfRange, "port", PORT))
            }
        }
    }

    /// The server, where there has to be one.
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

    /// The same server by the name that DNS knows: characters beyond ASCII as A-labels (RFC 3986 §3.2.2).
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidValue`], if octets beyond ASCII are not UTF-8, or no name of IDNA.
    pub(crate) fn mapped(&self) -> Result<Server<'static>, SchemeError> {
        let port = self.port.as_deref().map(|port| Cow::Owned(port.to_owned()));
        let octets = self.host_name().to_bytes().into_owned();
        if octets.is_ascii() {
            return Ok(Server { host: self.host.clone().into_owned().into(), port });
        }
        let invalid = SchemeError::new(ErrorKind::InvalidValue, "host", HOST);
        let name = a_labels(&octets).ok_or(invalid)?;
        Ok(Server { host: name.into(), port })
    }

    pub(crate) fn fields(&self, default: Option<u16>) -> Fields {
        let port = match (self.effective_port(default), &self.port) {
            (Ok(port), _) => port.into(),
            (Err(_), Some(written)) => written.into(),
            (Err(_), None) => Value::Undefined,
        };
        Fields::new().with("host", &self.host).with("port", port)
    }
}

/// User and password. A password needs a user, which may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "views are filled in by users")]
pub struct Login<'a> {
    /// Who; empty is not the same as undefined.
    pub user: Option<Octets<'a>>,
    /// The password; empty is not the same as undefined.
    pub password: Option<Octets<'a>>,
}

impl Login<'_> {
    pub(crate) fn fields(&self) -> Fields {
        Fields::new().with("user", self.user.as_ref()).with("password", self.password.as_ref())
    }
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

/// A host of a path in the spelling in which it is compared: the name that DNS knows, in lowercase.
pub(crate) fn compared_name(host: &str) -> String {
    Server::new(host).mapped().map_or_else(|_| lowercase(host), |server| lowercase(&server.host))
}

/// An IP literal with its brackets, from a host in which they may be escaped, as a path has them; nothing if it is
/// none (RFC 3986 §3.2.2).
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

/// A host as a path has it: the brackets of an IP literal are escaped there.
pub(crate) fn in_path(host: &str) -> Cow<'_, str> {
    match literal(host) {
        Some(literal) => literal.replace('[', "%5B").replace(']', "%5D").into(),
        None => host.into(),
    }
}

/// A name with its labels beyond ASCII as A-labels (RFC 5890, UTS #46); nothing if it has no such label, or one that
/// is mapped to none.
///
/// What IDNA maps to ASCII alone keeps its spelling: a reader that maps nothing would find another host, an address, or
/// none at all.
pub(crate) fn a_labels(name: &[u8]) -> Option<String> {
    if name.is_ascii() {
        return None;
    }
    let mapped = idna::domain_to_ascii_cow(name, idna::AsciiDenyList::URL).ok()?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let has_a_label = mapped.split('.').any(|label| label.starts_with("xn--"));
    (has_a_label && mapped.bytes().all(is_plain)).then(|| mapped.into_owned())
}

const HOST: Rule = Rule { name: "reg-name", section: "RFC 3986 section 3.2.2" };
const PORT: Rule = Rule { name: "port", section: "RFC 1738 section 3.1" };
