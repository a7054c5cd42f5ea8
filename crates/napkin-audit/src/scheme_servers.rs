//! Schemes for which programs contact another server or port than the URI says.
//!
//! Programs agree on the port of a URI without one for a few schemes only, and not behind an IPv6 address. So everywhere
//! else the port has to be written. The table has the programs that were watched to differ, also where a port is
//! written, and the schemes whose documents say that the host is not the server.

use std::fmt;

use napkin::Part;

use crate::readers::{Watched, WatchedBy};
use crate::reading::Reading;

/// What programs contact for the URIs of some schemes. The list is [`SCHEME_SERVERS`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SchemeServer {
    /// The schemes in lowercase. One that begins with `+` stands for all that end so, one that ends with `+` for all that
    /// begin so.
    pub schemes: &'static [&'static str],
    /// What is contacted.
    pub contacts: Contacts,
    /// Who says so.
    pub evidence: Evidence,
}

impl SchemeServer {
    /// Whether a scheme in lowercase is one of these.
    fn has(&self, scheme: &str) -> bool {
        let is = |one: &&str| {
            *one == scheme
                || one.starts_with('+') && scheme.ends_with(one)
                || one.ends_with('+') && scheme.starts_with(one)
        };
        self.schemes.iter().any(is)
    }
}

/// What a program contacts in place of what the URI says.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Contacts {
    /// This port, if none is written.
    Default(u16),
    /// This port, if none is written and the host is an IPv6 address.
    DefaultOfIpv6(u16),
    /// This port, whatever is written.
    Always(u16),
    /// Another port, where one below this is written: it is the number of a display.
    DisplayBelow(u16),
    /// Another server than the host: this one.
    Other(&'static str),
}

/// Who says what is contacted.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Evidence {
    /// A program that was watched.
    Watched(Watched),
    /// A document.
    Document(&'static str),
}

const fn watched(
    program: &'static str,
    versions: &'static str,
    schemes: &'static [&'static str],
    contacts: Contacts,
) -> SchemeServer {
    let by = WatchedBy::Preload;
    let watched = Watched { program, versions, date: "2026-11-26", by };
    SchemeServer { schemes, contacts, evidence: Evidence::Watched(watched) }
}

/// A program that runs a command for these schemes.
const fn by_command(
    program: &'static str,
    versions: &'static str,
    schemes: &'static [&'static str],
    contacts: Contacts,
) -> SchemeServer {
    let by = WatchedBy::Command;
    let watched = Watched { program, versions, date: "2026-11-26", by };
    SchemeServer { schemes, contacts, evidence: Evidence::Watched(watched) }
}

const fn document(
    schemes: &'static [&'static str],
    other: &'static str,
    document: &'static str,
) -> SchemeServer {
    let contacts = Contacts::Other(other);
    SchemeServer { schemes, contacts, evidence: Evidence::Document(document) }
}

/// Where programs contact another server or port than the URI says.
pub const SCHEME_SERVERS: &[SchemeServer] = &[
    watched("wget", "1.21", &["ftps"], Contacts::Default(21)),
    watched("PHP, file_get_contents", "8.2", &["ftps"], Contacts::Default(21)),
    watched("GStreamer", "1.22", &["rtsps"], Contacts::Default(554)),
    watched("BusyBox wget", "1.35", &["https"], Contacts::DefaultOfIpv6(4433)),
    watched("w3m", "0.5.3", &["ftp"], Contacts::Always(21)),
    watched("libwww-perl", "6.68", &["news", "nntp"], Contacts::Always(119)),
    by_command("Lynx", "2.9.0dev.12", &["rlogin"], Contacts::Always(513)),
    watched("libwww-perl", "6.68", &["cpan"], Contacts::Other("a mirror of CPAN")),
    watched("Lynx", "2.9.0dev.12", &["bibp"], Contacts::Other("bibhost or usin.org")),
    watched(
        "Subversion",
        "1.14",
        &["svn+"],
        Contacts::Other("the name that host and port make together"),
    ),
    document(
        &["s3", "s3a", "s3n"],
        "a storage service; the host is a bucket",
        "AWS CLI, s3; Apache Hadoop, S3A",
    ),
    document(
        &["gs", "gcs", "oss", "cos", "cosn", "obs", "tos", "b2", "r2", "swift"],
        "a storage service; the host is a bucket",
        "manuals of the services",
    ),
    document(
        &["az", "azure", "abfs", "abfss", "wasb", "wasbs", "adl"],
        "a storage service; the host is a container or an account",
        "Apache Hadoop, hadoop-azure; AzCopy",
    ),
    document(
        &["viewfs", "har"],
        "a server of the configuration or of another URI",
        "Apache Hadoop, ViewFs and Archives",
    ),
    document(
        &["ipfs", "ipns"],
        "a gateway of the configuration",
        "curl, docs/IPFS.md; FFmpeg Protocols",
    ),
    document(
        &["ar", "at", "dat", "hyper", "web3"],
        "a gateway or a directory; the host is a name there",
        "the registrations with IANA; ERC-4804",
    ),
    document(
        &["+srv"],
        "hosts and ports of SRV records",
        "MongoDB, Connection Strings; MySQL Shell, URI-like strings",
    ),
    document(
        &["xmpp"],
        "the server of an account, or of a name in the path",
        "RFC 5122 section 2.2",
    ),
    document(
        &["sentinel", "+sentinel", "redis-sentinel", "rediss-sentinel"],
        "a server that the host names",
        "Redis Sentinel; Lettuce, Connecting Redis",
    ),
    document(
        &[
            "unix", "unix+", "+unix", "httpunix", "ldapi", "ipc", "net.pipe", "npipe", "vsock",
            "fd", "pipe",
        ],
        "a socket or a pipe of the machine",
        "manuals of the programs: OpenLDAP, requests-unixsocket, ZeroMQ, Docker",
    ),
    document(
        &["compress.bzip2", "compress.zlib", "zlib", "rar", "ogg"],
        "a file, or the server of another URI",
        "PHP, Supported Protocols and Wrappers",
    ),
    document(&["lynxcgi", "lynxexec", "lynxprog"], "a program of the machine", "Lynx, lynx.cfg"),
    document(&["+file"], "a file of the machine", "pip, VCS Support"),
    document(
        &[
            "chrome",
            "chrome-extension",
            "containers-storage",
            "content",
            "docker-daemon",
            "moz-extension",
            "view-source",
        ],
        "a part of the program or of the machine, or the server of another URI",
        "manuals of the programs: Chromium, Firefox, Android, Skopeo",
    ),
    document(
        &["async", "cache", "concat", "concatf", "crypto", "subfile", "tee"],
        "a file, or the server of another URI",
        "FFmpeg Protocols",
    ),
    document(
        &["codecommit", "ext", "keybase"],
        "what a command for the scheme contacts",
        "git, gitremote-helpers and git-remote-ext",
    ),
    document(
        &["bitbucket", "gist", "github", "gitlab", "hf", "npm", "pypi"],
        "the service that the scheme names",
        "manuals of the services",
    ),
    document(
        &["dns", "google-c2p", "grpc", "ipv4", "ipv6", "passthrough", "xds"],
        "what the path names",
        "gRPC Name Resolution",
    ),
    document(
        &["rtp", "srtp"],
        "the port above the one that is written too",
        "FFmpeg Protocols, rtp",
    ),
    SchemeServer {
        schemes: &["vnc"],
        contacts: Contacts::DisplayBelow(1024),
        evidence: Evidence::Document("Remmina, VNC plugin"),
    },
    document(
        &[
            "discord",
            "gmail+smtp",
            "mailgun",
            "msteams",
            "pbul",
            "pover",
            "sendgrid",
            "ses",
            "slack",
            "sns",
            "sparkpost",
            "tgram",
            "twilio",
        ],
        "the service that the scheme names",
        "Apprise, Notifications; Symfony Mailer",
    ),
    document(
        &["azureservicebus", "azurestoragequeues", "sqs"],
        "a service; the host is a namespace, or nothing",
        "Kombu, transports",
    ),
    document(&["library", "shub"], "a service of the configuration", "Apptainer, pull"),
    document(
        &["docker-container", "kube-pod", "nerdctl-container", "podman-container"],
        "a container, which the host names",
        "BuildKit, connection helpers",
    ),
    document(&["+sd"], "a server that DNS service discovery finds", "GVfs, dav+sd"),
    document(
        &["o3fs", "ofs"],
        "the end of the host, or a service of the configuration",
        "Apache Ozone, o3fs and ofs",
    ),
    document(&["+pyodbc"], "a data source of the configuration", "SQLAlchemy, pyodbc"),
    document(
        &["consul", "discovery", "dnssd", "etcd", "lb", "nacos", "zk", "zookeeper"],
        "a server of a directory",
        "CUPS, dnssd; Spring Cloud LoadBalancer; Apache ZooKeeper",
    ),
];

/// The schemes for which the watched programs agree on the port of a URI without one.
const AGREED: [&str; 5] = ["http", "https", "ws", "wss", "ftp"];

/// Why a URI leads to different servers, or to one that it does not name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OtherServer {
    /// The host is not the server, in all URIs of the scheme.
    Host {
        /// The scheme in lowercase.
        scheme: String,
        /// The server.
        server: &'static str,
    },
    /// A program contacts this port, whatever is written.
    IgnoredPort {
        /// The scheme in lowercase.
        scheme: String,
        /// The program.
        program: &'static str,
        /// The port.
        port: u16,
    },
    /// A port that a program takes for the number of a display.
    Display {
        /// The scheme in lowercase.
        scheme: String,
        /// The least port that no program takes so.
        least: u16,
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
            Self::Host { scheme, server } => {
                write!(
                    f,
                    "programs for {scheme} URIs contact another server than the host: {server}"
                )
            }
            Self::IgnoredPort { scheme, program, port } => {
                write!(
                    f,
                    "{program} contacts port {port} for all {scheme} URIs, whatever port is written"
                )
            }
            Self::Display { scheme, least } => {
                write!(
                    f,
                    "a port below {least} in {scheme} URIs may be the number of a display, at another port"
                )
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

/// Why a URI leads to different servers, or to one that it does not name, if so.
pub(crate) fn other_server(reading: &Reading<'_>) -> Option<OtherServer> {
    let scheme = reading.scheme().to_ascii_lowercase();
    let written = reading.port().or(reading.default_port().map(u32::from));
    let is_ignored = |always: u16| written.is_some_and(|port| port != u32::from(always));
    let of_scheme = SCHEME_SERVERS.iter().filter(|server| server.has(&scheme));
    let mut doubts = of_scheme.filter_map(|server| match (server.contacts, server.evidence) {
        (Contacts::Other(server), _) => Some(OtherServer::Host { scheme: scheme.clone(), server }),
        (Contacts::Always(port), Evidence::Watched(watched)) if is_ignored(port) => {
            let program = watched.program;
            Some(OtherServer::IgnoredPort { scheme: scheme.clone(), program, port })
        }
        (Contacts::DisplayBelow(least), _) if written.is_some_and(|port| port < least.into()) => {
            Some(OtherServer::Display { scheme: scheme.clone(), least })
        }
        _ => None,
    });
    doubts.next().or_else(|| missing_port(reading))
}
