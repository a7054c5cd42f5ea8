//! Why a URI is not allowed.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use napkin::{ParseError, Part};

use crate::host_list::Entry;
use crate::limits::{ON_REQUEST, USUAL_SCHEMES};
use crate::name::ContactedHost;
use crate::octets::quoted;
use crate::readings::Readings;
use crate::rule::Finding;
use crate::scheme_servers::OtherServer;

/// Why a URI is not allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// It is not a valid URI.
    Invalid(ParseError),
    /// It is no URL by the URL Standard.
    NotAUrl(napkin_url::Failure),
    /// It has no scheme.
    Relative,
    /// Its scheme is not allowed.
    Scheme(String),
    /// It has no authority, or one in which the edition sees no server, so host and port are unknown.
    NoServer,
    /// Its host has non-ASCII letters, which programs map to different names.
    Letters {
        /// The host, decoded.
        host: String,
    },
    /// Its host is percent-encoded. Half of the programs decode it, and the others ask for it as it is written.
    EncodedHost {
        /// The host, as it is written.
        host: String,
        /// The decoded name, if all programs agree on it.
        name: Option<String>,
    },
    /// The host has a character that is in no name.
    HostCharacter(char),
    /// RFC 3986 and the URL Standard read different servers in the input.
    Readings(Box<Readings>),
    /// A reader contacts another server than the host and the port of the URI to hand on.
    Disagreement {
        /// The name of the reader.
        reader: &'static str,
        /// The host that it contacts; `None` if it finds none.
        host: Option<ContactedHost>,
        /// The port that it contacts, if that is what differs.
        port: Option<u16>,
    },
    /// The host is not in the list.
    Host(ContactedHost),
    /// The host is not in the list, which includes every public host; with the reason why it is not public.
    NotPublic(ContactedHost, Cow<'static, str>),
    /// The host is a name that programs cut, and the list does not have it itself: it has more than 63 characters, or one that is no
    /// letter, digit, hyphen or dot. Programs look up the text before the cut, which may be the name of a host outside a wildcard,
    /// or of a private one.
    CutName(ContactedHost),
    /// A part can name another host or port, or a proxy, in URIs of this scheme.
    Elsewhere {
        /// The scheme, in lowercase.
        scheme: String,
        /// The part: the query, the fragment, the path, the userinfo or the host.
        part: Part,
    },
    /// Programs contact another server than the host, or different ports.
    OtherServer(OtherServer),
    /// The port is neither the scheme's default nor in the list.
    Port(String),
    /// The port is a usual one, and the list has the host with another one alone.
    OtherPort {
        /// The port of the URI; `None` if it has none and its scheme neither.
        port: Option<u16>,
        /// An entry with the host.
        entry: Entry,
    },
    /// Another finding makes it dangerous.
    Finding(Box<Finding>),
    /// It has a userinfo, with which some programs look the host up.
    Userinfo,
    /// The edition reads the reference as the current document, which has no server here.
    CurrentDocument,
    /// It is allowed, but not as it is written: this URI has to be handed on in its place. For callers that hand on their input.
    Rewritten(String),
}

impl Refusal {
    /// Whether the text cannot be read at all, so that no list and no policy could allow it.
    pub const fn is_of_syntax(&self) -> bool {
        matches!(self, Self::Invalid(_) | Self::NotAUrl(_) | Self::HostCharacter(_))
    }

    /// The targets by RFC 3986 and by the URL Standard, if the input is refused since they name different servers.
    ///
    /// ```
    /// use napkin_audit::{HostList, Policy, allow};
    ///
    /// let list = HostList::parse("good.example")?;
    /// let refusal = allow(r"http://good.example\@evil.example/", &list, &Policy::default()).unwrap_err();
    /// let readings = refusal.readings().unwrap();
    /// assert_eq!(readings.uri, "http://good.example%5C@evil.example/");
    /// assert_eq!(readings.url, "http://good.example/@evil.example/");
    /// # Ok::<(), napkin_audit::NotAHost>(())
    /// ```
    pub fn readings(&self) -> Option<&Readings> {
        match self {
            Self::Readings(readings) => Some(readings),
            _ => None,
        }
    }
}

impl Error for Refusal {}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(fault) => fault.fmt(f),
            Self::NotAUrl(failure) => write!(f, "{failure}, by the URL Standard"),
            Self::Finding(finding) => write!(f, "{}: {}", finding.rule.id, finding.message),
            Self::Relative => {
                f.write_str("a relative reference has the server of its page: give the page as 'base'")
            }
            Self::Scheme(scheme) => {
                write!(f, "the scheme {scheme} is not allowed")?;
                let is_usual =
                    [USUAL_SCHEMES, ON_REQUEST].iter().any(|known| known.contains(&scheme.as_str()));
                f.write_str(if is_usual { ": 'scheme' or a policy allows it" } else { "" })
            }
            Self::NoServer => f.write_str("it names no server: host and port cannot be told"),
            Self::Letters { host } => write!(
                f,
                "programs map the letters of the host '{}' to different names: write the one that is meant with xn--",
                quoted(host.as_bytes())
            ),
            Self::EncodedHost { host, name } => {
                let host = quoted(host.as_bytes());
                write!(f, "the host '{host}' is percent-encoded, and not all programs decode it")?;
                name.as_ref().map_or(Ok(()), |name| write!(f, ": write {name}"))
            }
            Self::HostCharacter(character) => {
                write!(f, "the host has '{}', which is in no name", quoted(character.to_string().as_bytes()))
            }
            Self::Readings(readings) => readings.fmt(f),
            Self::Disagreement { reader, host: None, .. } => {
                write!(f, "the reader {reader} finds no host in it")
            }
            Self::Disagreement { reader, host: Some(host), port } => {
                write!(f, "the reader {reader} contacts '{}'", quoted(host.to_string().as_bytes()))?;
                port.map_or(Ok(()), |port| write!(f, " at port {port}"))
            }
            Self::Host(host) => write!(f, "the host '{host}' is not in the list"),
            Self::NotPublic(host, why) => write!(f, "the host '{host}' is not public: {why}"),
            Self::CutName(host) => {
                write!(f, "the host '{host}' is not in the list itself")?;
                let cut = host.cut().or(host.cut_by_rare());
                cut.map_or(Ok(()), |cut| write!(f, ", and programs cut {cut}"))
            }
            Self::Elsewhere { scheme, part } => {
                write!(f, "the {part} can name another server in a URI of the scheme {scheme}")
            }
            Self::OtherServer(other) => other.fmt(f),
            Self::Port(port) => {
                write!(f, "the port {port} is not allowed")?;
                let can_be = port.parse::<u16>().is_ok_and(|port| port > 0);
                let way_out = ": an entry with it, or 'ports' of a policy, allows it";
                f.write_str(if can_be { way_out } else { "" })
            }
            Self::OtherPort { port, entry } => {
                let host = entry.without_port();
                match entry.port() {
                    Some(port) => write!(f, "the list has {host} with port {port} only")?,
                    None => write!(f, "the list has {host} for http only")?,
                }
                if let Some(line) = entry.line() {
                    write!(f, " (line {line})")?;
                }
                write!(f, ": add {host} too")?;
                port.map_or(Ok(()), |port| write!(f, " for port {port}"))
            }
            Self::Userinfo => f.write_str(
                "it has a userinfo, the text before '@', with which some programs look the host up: leave it out",
            ),
            Self::CurrentDocument => f.write_str(
                "by this edition the reference stands for the current document, which has no server here",
            ),
            Self::Rewritten(uri) => write!(f, "programs may read it differently: hand on {uri}"),
        }
    }
}
