//! Why a URI is not allowed.

use std::borrow::Cow;
use std::fmt;

use napkin::{ParseError, Part};

use crate::host_list::Entry;
use crate::name::ContactedHost;
use crate::octets::quoted;
use crate::rule::Finding;
use crate::scheme_servers::OtherServer;

/// Why programs may resolve a relative reference to different hosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Doubt {
    /// It is no relative reference by RFC 3986.
    NoUri,
    /// Its path begins with a segment.
    FirstSegment,
    /// Its path has two slashes at its start, or beside dot segments.
    Slashes,
    /// The base has no path.
    NoPath,
    /// The base has another port than its scheme's.
    Port,
    /// It is a query or a fragment with a colon before a slash.
    Colon,
    /// It contains the name of a header that leads elsewhere.
    Header,
    /// A reader sees a host in it.
    Host,
    /// The edition reads it as the current document.
    CurrentDocument,
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoUri => "it is not valid by RFC 3986, and programs read it differently",
            Self::FirstSegment => {
                "some programs take what is before the first slash of such a reference for a host"
            }
            Self::Slashes => "some programs find a host behind the two slashes of its path",
            Self::NoPath => {
                "some programs append such a reference to the host of a base without a path"
            }
            Self::Port => {
                "some programs drop the port of the base, and some keep it for another host"
            }
            Self::Colon => "some programs look up the text before the ':/' of such a reference",
            Self::Header => {
                "some programs cut a long line, and take the 'Location:' in it for a header"
            }
            Self::Host => "some programs find a host in this reference",
            Self::CurrentDocument => {
                "by this edition it stands for the current document, which has no host here"
            }
        })
    }
}

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
    /// Its host has non-ASCII letters, raw or percent-encoded.
    Letters {
        /// The host, decoded.
        host: String,
        /// Its name in ASCII, if all programs map it to one.
        name: Option<ContactedHost>,
    },
    /// Its host is percent-encoded. Half of the programs decode it, and the others ask for it as it is written.
    EncodedHost {
        /// The host, as it is written.
        host: String,
        /// The decoded name, if all programs agree on it.
        name: Option<String>,
    },
    /// Readers would contact different hosts.
    Disagreement,
    /// `?` or `#` follows the authority without a slash between them. Readers that end the authority only at a slash
    /// find another host or port.
    MissingSlash,
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
    /// A colon with no port behind it, which programs take for the port 0.
    EmptyPort,
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
    /// It has a userinfo, with which the reader `urllib-request` looks the host up.
    Userinfo,
    /// Programs may resolve this relative reference to different hosts, or the edition reads it as the current document.
    Reference {
        /// Why.
        doubt: Doubt,
        /// The whole URI to hand on, which is allowed.
        target: Option<String>,
    },
    /// The target of a relative reference is refused.
    Target {
        /// The target.
        target: String,
        /// The reason.
        refusal: Box<Self>,
    },
    /// The base of a relative reference is refused, since readers do not agree on its host.
    Base(Box<Self>),
    /// Its normal form, which would be handed on, is refused.
    NormalForm(Box<Self>),
}

impl Refusal {
    /// Whether the text cannot be read at all, so that no list and no policy could allow it.
    pub const fn is_of_syntax(&self) -> bool {
        matches!(self, Self::Invalid(_) | Self::NotAUrl(_))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(fault) => fault.fmt(f),
            Self::NotAUrl(failure) => write!(f, "{failure}, by the URL Standard"),
            Self::Finding(finding) => write!(f, "{}: {}", finding.rule.id, finding.message),
            Self::Relative => f.write_str("a relative reference has no host of its own"),
            Self::Scheme(scheme) => write!(f, "the scheme {scheme} is not allowed"),
            Self::NoServer => f.write_str("it names no server: host and port cannot be told"),
            Self::Letters { host, name: Some(name) } => {
                write!(f, "the host '{}' is not ASCII: write {name}", quoted(host.as_bytes()))
            }
            Self::Letters { host, name: None } => write!(
                f,
                "the host '{}' is not ASCII, and programs map it to different names: write the one that is meant with xn--",
                quoted(host.as_bytes())
            ),
            Self::EncodedHost { host, name } => {
                let host = quoted(host.as_bytes());
                write!(f, "the host '{host}' is percent-encoded, and not all programs decode it")?;
                name.as_ref().map_or(Ok(()), |name| write!(f, ": write {name}"))
            }
            Self::Disagreement => f.write_str("readers do not agree on one host"),
            Self::MissingSlash => {
                f.write_str("readers do not agree on one host, unless a slash follows it")
            }
            Self::Host(host) => write!(f, "the host '{host}' is not in the list"),
            Self::NotPublic(host, why) => write!(f, "the host '{host}' is not public: {why}"),
            Self::CutName(host) => {
                write!(f, "the host '{host}' is not in the list itself")?;
                host.cut().map_or(Ok(()), |cut| write!(f, ", and programs cut {cut}"))
            }
            Self::Elsewhere { scheme, part } => {
                write!(f, "the {part} can name another server in a URI of the scheme {scheme}")
            }
            Self::OtherServer(other) => other.fmt(f),
            Self::EmptyPort => f.write_str("the port is empty: leave the colon out"),
            Self::Port(port) => write!(f, "the port {port} is not allowed"),
            Self::OtherPort { port, entry } => {
                let host = entry.without_port();
                match entry.port() {
                    Some(port) => write!(f, "the list has {host} with port {port} only")?,
                    None => write!(f, "the list has {host} for http with a written port only")?,
                }
                if let Some(line) = entry.line() {
                    write!(f, " (line {line})")?;
                }
                write!(f, ": add {host} too")?;
                port.map_or(Ok(()), |port| write!(f, " for port {port}"))
            }
            Self::Userinfo => {
                f.write_str("the reader urllib-request looks the userinfo up with the host")
            }
            Self::Reference { doubt, target: None } => doubt.fmt(f),
            Self::Reference { doubt, target: Some(target) } => {
                write!(f, "{doubt}: hand on {target}")
            }
            Self::Target { target, refusal } => {
                write!(f, "its target {} is refused: {refusal}", quoted(target.as_bytes()))
            }
            Self::Base(refusal) => write!(f, "its base is refused: {refusal}"),
            Self::NormalForm(refusal) => write!(f, "its normal form is refused: {refusal}"),
        }
    }
}
