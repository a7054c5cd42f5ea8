//! Why a text cannot be in a list of hosts.

use std::fmt;
use std::net::Ipv4Addr;

use crate::idn;
use crate::octets::{decoded, quoted};
use crate::span::Span;

/// A text that is no host, or a dangerous one, and cannot be in a [`HostList`](super::HostList).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAHost {
    /// Its line in the list, if it was read from text.
    pub(super) line: Option<usize>,
    pub(super) text: String,
    pub(super) hint: Hint,
}

/// The reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Hint {
    /// It is no host, address or wildcard.
    Unknown,
    /// It ends in a number, and many programs take it for an address, if one is given.
    Number(Option<Ipv4Addr>),
    /// It is a wildcard with an address.
    BelowAddress,
    /// It is longer than the DNS allows.
    Long,
    /// Its port is 0.
    PortZero,
    /// It allows any port of a host that is no loopback address.
    AnyPort,
    /// It is a wildcard below which anybody can register a name.
    PublicSuffix,
    /// Programs map its letters to different names, of which some are given, or some refuse them.
    Letters(Vec<String>),
}

impl Hint {
    /// The reason against a host of which programs make different names.
    pub(super) fn mapped_differently(host: &[u8]) -> Self {
        let data = decoded(host, Span::new(0, host.len()));
        let Ok(name) = str::from_utf8(&data) else { return Self::Unknown };
        let names = idn::names(name);
        if names.is_empty() { Self::Unknown } else { Self::Letters(names.into_iter().collect()) }
    }
}

impl fmt::Display for NotAHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        let text = quoted(self.text.as_bytes());
        match &self.hint {
            Hint::Unknown => write!(f, "not a host, an address or '*.' and a name: {text}"),
            Hint::Number(Some(address)) => {
                write!(
                    f,
                    "{text} matches nothing, as only some readers take it for {address}: write {address}"
                )
            }
            Hint::Number(None) => {
                write!(f, "{text} matches nothing: a name does not end in a number")
            }
            Hint::BelowAddress => {
                write!(f, "{text} matches nothing: no host is below an address")
            }
            Hint::Long => {
                write!(
                    f,
                    "{text} matches nothing: a name has at most 253 characters, and 63 between dots (RFC 1035 section 2.3.4)"
                )
            }
            Hint::PortZero => write!(f, "{text} matches nothing: nobody can connect to port 0"),
            Hint::AnyPort => {
                write!(
                    f,
                    "{text} is dangerous: only a loopback address, such as 127.0.0.1 or [::1], may have any port (RFC 8252 section 7.3)"
                )
            }
            Hint::PublicSuffix => {
                write!(
                    f,
                    "{text} is dangerous: anybody can have a name below this public suffix, so list each host"
                )
            }
            Hint::Letters(names) if names.len() > 1 => {
                let names = names.join(" or ");
                write!(
                    f,
                    "{text} is ambiguous, as programs map it to different names: write {names}"
                )
            }
            Hint::Letters(_) => {
                write!(
                    f,
                    "{text} is ambiguous, as not all programs map it to one name: write it in ASCII"
                )
            }
        }
    }
}

impl std::error::Error for NotAHost {}
