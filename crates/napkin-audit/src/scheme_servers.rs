//! Schemes whose clients contact the host and the port of the URI, and schemes for which a policy has to say so.
//!
//! In URIs of many schemes the host is a bucket, a container, a name of a service directory or nothing at all, and nobody can
//! list them: anybody writes a client for a new scheme. So the list has the schemes whose clients were watched to contact the
//! host, and a policy names others ([`Limits::host_is_server`](crate::Limits::host_is_server)). Programs agree on the port of
//! a URI without one for these schemes only, and not behind an IPv6 address. So everywhere else the port has to be written.
//! The table has the programs that were watched to contact another port.

use std::fmt;

use napkin::Part;

use crate::limits::Limits;
use crate::readers::{Watched, WatchedBy};
use crate::reading::Reading;

/// The port that a program contacts for the URIs of some schemes. The list is [`SCHEME_SERVERS`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SchemeServer {
    /// The schemes in lowercase.
    pub schemes: &'static [&'static str],
    /// The port that is contacted.
    pub contacts: Contacts,
    /// The program.
    pub watched: Watched,
}

/// The port that a program contacts in place of the one that the URI says.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Contacts {
    /// This port, if none is written.
    Default(u16),
    /// This port, if none is written and the host is an IPv6 address.
    DefaultOfIpv6(u16),
    /// This port, whatever is written.
    Always(u16),
    /// The first port, if the second is written.
    InPlaceOf(u16, u16),
}

const fn watched(
    program: &'static str,
    versions: &'static str,
    schemes: &'static [&'static str],
    contacts: Contacts,
) -> SchemeServer {
    by(WatchedBy::Preload, program, versions, schemes, contacts)
}

const fn by(
    by: WatchedBy,
    program: &'static str,
    versions: &'static str,
    schemes: &'static [&'static str],
    contacts: Contacts,
) -> SchemeServer {
    SchemeServer {
        schemes,
        contacts,
        watched: Watched { program, versions, date: "2026-11-26", by },
    }
}

/// Where programs contact another port than the URI says.
///
/// ```
/// use napkin_audit::{Contacts, SCHEME_SERVERS};
///
/// let w3m = SCHEME_SERVERS.iter().find(|server| server.watched.program == "w3m").unwrap();
/// assert!(w3m.schemes.contains(&"ftp") && matches!(w3m.contacts, Contacts::Always(21)));
/// ```
pub const SCHEME_SERVERS: &[SchemeServer] = &[
    watched("wget", "1.21", &["ftps"], Contacts::Default(21)),
    watched("PHP, file_get_contents", "8.2", &["ftps"], Contacts::Default(21)),
    watched("GStreamer", "1.22", &["rtsps"], Contacts::Default(554)),
    watched("BusyBox wget", "1.35", &["https"], Contacts::DefaultOfIpv6(4433)),
    watched("w3m", "0.5.3", &["ftp"], Contacts::Always(21)),
    watched("libwww-perl", "6.68", &["news", "nntp"], Contacts::Always(119)),
    // It drops a port that is the default of another scheme.
    SchemeServer {
        schemes: &["https"],
        contacts: Contacts::InPlaceOf(443, 80),
        watched: Watched {
            program: "HTTrack",
            versions: "3.49.4",
            date: "2026-11-27",
            by: WatchedBy::Preload,
        },
    },
    // It runs a command.
    by(WatchedBy::Command, "Lynx", "2.9.0dev.12", &["rlogin"], Contacts::Always(513)),
];

/// The schemes whose watched programs contact the host, and agree on the port of a URI without one.
const AGREED: [&str; 5] = ["http", "https", "ws", "wss", "ftp"];

/// Why a URI may lead to another server than the one that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OtherServer {
    /// The host of a URI of this scheme may not be the server, and the policy does not say that it is.
    Scheme(String),
    /// A program contacts this port, whatever is written.
    IgnoredPort {
        /// The scheme in lowercase.
        scheme: String,
        /// The program.
        program: &'static str,
        /// The port.
        port: u16,
    },
    /// A program contacts another port than the one that is written.
    OtherPort {
        /// The scheme in lowercase.
        scheme: String,
        /// The program.
        program: &'static str,
        /// The port that it contacts.
        port: u16,
        /// The port that is written.
        written: u16,
    },
    /// No port is written, and programs may differ in the one that is meant.
    MissingPort {
        /// The default port of the scheme, if it has one.
        port: Option<u16>,
    },
}

impl fmt::Display for OtherServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scheme(scheme) => {
                write!(
                    f,
                    "the host of a URI of the scheme {scheme} may not be the server: if your client contacts the host and the \
                     port, the policy says host-is-server = [\"{scheme}\"]"
                )
            }
            Self::IgnoredPort { scheme, program, port } => {
                write!(
                    f,
                    "{program} contacts port {port} for all {scheme} URIs, whatever port is written"
                )
            }
            Self::OtherPort { scheme, program, port, written } => {
                write!(f, "{program} contacts port {port} for {scheme} URIs with port {written}")
            }
            Self::MissingPort { port } => {
                f.write_str("without a port, programs may contact different ones: write ")?;
                match port {
                    Some(port) => write!(f, ":{port} behind the host"),
                    None => f.write_str("the port behind the host"),
                }
            }
        }
    }
}

/// Whether the port of a URI has to be written, since programs may differ in the one that is meant.
pub(crate) fn needs_port(reading: &Reading<'_>) -> bool {
    !reading.is_scheme(&AGREED) || is_bracketed(reading)
}

/// Whether the host is an address in brackets. Without a port, Python's `http.client` cuts such an address at its last
/// colon, and the wget of `BusyBox` hands it to openssl, which has another default port.
pub(crate) fn is_bracketed(reading: &Reading<'_>) -> bool {
    reading.part(Part::Host).is_some_and(|host| host.starts_with(b"["))
}

/// The port that is missing, if one has to be written.
pub(crate) fn missing_port(reading: &Reading<'_>) -> Option<OtherServer> {
    let is_missing = reading.part(Part::Port).is_none() && needs_port(reading);
    is_missing.then(|| OtherServer::MissingPort { port: reading.default_port() })
}

/// The scheme of a URI, if its host may not be the server.
pub(crate) fn other_scheme(reading: &Reading<'_>, limits: &Limits) -> Option<OtherServer> {
    let scheme = reading.scheme().to_ascii_lowercase();
    let is_known = AGREED.contains(&scheme.as_str()) || limits.host_is_server.contains(&scheme);
    (!is_known).then_some(OtherServer::Scheme(scheme))
}

/// Why a URI may lead to different ports, if so.
pub(crate) fn other_port(reading: &Reading<'_>) -> Option<OtherServer> {
    let scheme = reading.scheme().to_ascii_lowercase();
    let written = reading.port().or(reading.default_port().map(u32::from));
    let of_scheme =
        SCHEME_SERVERS.iter().filter(|server| server.schemes.contains(&scheme.as_str()));
    let mut ignored = of_scheme.filter_map(|server| {
        let program = server.watched.program;
        let scheme = || scheme.clone();
        match (server.contacts, written?) {
            (Contacts::Always(port), written) if written != u32::from(port) => {
                Some(OtherServer::IgnoredPort { scheme: scheme(), program, port })
            }
            (Contacts::InPlaceOf(port, other), written) if written == u32::from(other) => {
                Some(OtherServer::OtherPort { scheme: scheme(), program, port, written: other })
            }
            _ => None,
        }
    });
    ignored.next().or_else(|| missing_port(reading))
}
