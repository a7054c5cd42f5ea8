//! The scheme, and the facts about schemes that the generic syntax needs (RFC 3986 §3.1, §6.2.3).
//!
//! The facts are a table. What the schemes mean beyond it lives in a crate of its own.

use core::fmt;

use crate::authority::{shown_as_text, without_case};

/// The scheme of a URI, compared without regard to case (RFC 3986 §3.1): also in order and hash, as a
/// [`Host`](crate::Host) is. Compare [`as_str`](Self::as_str) where the case matters.
///
/// ```
/// let uri = napkin::Uri::parse("HTTP://example.com/")?;
/// assert_eq!(uri.scheme(), "http");
/// assert_eq!(uri.scheme().as_str(), "HTTP");
/// assert_eq!(uri.scheme().default_port(), Some(80));
/// # Ok::<(), napkin::ParseError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Scheme<'a>(&'a str);

impl<'a> Scheme<'a> {
    pub(crate) const fn cut(text: &'a str) -> Self {
        Self(text)
    }

    /// The scheme as it is written.
    pub const fn as_str(self) -> &'a str {
        self.0
    }

    /// What is known of the scheme, if it is in the [table](FACTS).
    pub fn facts(self) -> Option<&'static SchemeFacts> {
        FACTS.iter().find(|facts| self == *facts.scheme)
    }

    /// The port that is meant when none is given, if the scheme is known to have one.
    pub fn default_port(self) -> Option<u16> {
        self.facts()?.default_port
    }
}

/// What normalization and the scheme check need to know of one scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchemeFacts {
    /// The scheme in lowercase.
    pub scheme: &'static str,
    /// The port that is meant when none is given.
    pub default_port: Option<u16>,
    /// What the scheme says about its host.
    pub host: HostFact,
    /// What the scheme says about its path.
    pub path: PathFact,
}

/// What a scheme says about its host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HostFact {
    /// Nothing beyond the generic syntax.
    Generic,
    /// It must be there and not be empty (RFC 3986 §3.2.2, for http).
    Required,
    /// No authority, an empty host and `localhost` are the same (§3.2.2, for file).
    LocalByDefault,
}

/// What a scheme says about its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathFact {
    /// Nothing beyond the generic syntax.
    Generic,
    /// After its last `@` stands a domain name, whose case makes no difference (§6.2.3, for mailto).
    EndsInDomain,
}

/// The one table of scheme facts.
pub const FACTS: &[SchemeFacts] = &[
    facts("http", Some(80), HostFact::Required, PathFact::Generic),
    facts("https", Some(443), HostFact::Required, PathFact::Generic),
    facts("file", None, HostFact::LocalByDefault, PathFact::Generic),
    facts("mailto", None, HostFact::Generic, PathFact::EndsInDomain),
    facts("ftp", Some(21), HostFact::Generic, PathFact::Generic),
    facts("gopher", Some(70), HostFact::Generic, PathFact::Generic),
    facts("telnet", Some(23), HostFact::Generic, PathFact::Generic),
    facts("nntp", Some(119), HostFact::Generic, PathFact::Generic),
    facts("wais", Some(210), HostFact::Generic, PathFact::Generic),
    facts("prospero", Some(1525), HostFact::Generic, PathFact::Generic),
    facts("ldap", Some(389), HostFact::Generic, PathFact::Generic),
    facts("ldaps", Some(636), HostFact::Generic, PathFact::Generic),
    facts("ws", Some(80), HostFact::Required, PathFact::Generic),
    facts("wss", Some(443), HostFact::Required, PathFact::Generic),
    facts("imap", Some(143), HostFact::Generic, PathFact::Generic),
    facts("pop", Some(110), HostFact::Generic, PathFact::Generic),
    facts("ssh", Some(22), HostFact::Generic, PathFact::Generic),
    facts("sftp", Some(22), HostFact::Generic, PathFact::Generic),
    facts("nfs", Some(2049), HostFact::Generic, PathFact::Generic),
    facts("rlogin", Some(513), HostFact::Generic, PathFact::Generic),
    facts("irc", Some(6667), HostFact::Generic, PathFact::Generic),
    facts("ircs", Some(6697), HostFact::Generic, PathFact::Generic),
    facts("z39.50", Some(210), HostFact::Generic, PathFact::Generic),
    facts("z39.50r", Some(210), HostFact::Generic, PathFact::Generic),
    facts("z39.50s", Some(210), HostFact::Generic, PathFact::Generic),
    facts("tn3270", Some(23), HostFact::Generic, PathFact::Generic),
];

const fn facts(
    scheme: &'static str,
    default_port: Option<u16>,
    host: HostFact,
    path: PathFact,
) -> SchemeFacts {
    SchemeFacts { scheme, default_port, host, path }
}

shown_as_text! { Scheme }
without_case! { Scheme }
