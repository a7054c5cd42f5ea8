//! The scheme, and the facts about schemes that the generic syntax needs (RFC 3986 §3.1, §6.2.3).
//!
//! The facts are a table. The crate `napkin-schemes` has the rest of each scheme's meaning.

pub(crate) mod name;
mod secret;

pub(crate) use name::Scheme;

#[doc(hidden)]
pub use self::secret::{Secret, Secrets};
use crate::percent;

/// The facts about one scheme that normalization and the scheme check need.
///
/// ```
/// use napkin::scheme::{HostFact, PathFact};
/// use napkin::uri;
///
/// let facts = uri!("http://h/").scheme().facts().unwrap();
/// assert_eq!((facts.default_port, facts.host), (Some(80), HostFact::Required));
/// assert_eq!(uri!("urn:a:b").scheme().facts().unwrap().path, PathFact::Undecoded);
/// assert!(uri!("unknown:a").scheme().facts().is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[doc(hidden)]
pub struct SchemeFacts {
    /// The scheme in lowercase.
    pub scheme: &'static str,
    /// The port if none is given.
    pub default_port: Option<u16>,
    /// The document that says so, if it is not the one that defines the scheme: an RFC with its section, or `by its
    /// vendor` and the vendor's document.
    pub port_document: Option<&'static str>,
    /// The fact about the host.
    pub host: HostFact,
    /// The fact about the path.
    pub path: PathFact,
    /// The part of its path in which `.` and `..` are dot segments.
    pub hierarchy: Hierarchy,
    /// Whether the path contains a host as an authority does, so that the scheme's document has the brackets of an
    /// IP literal raw there. A path of RFC 3986 has them percent-encoded only (§3.3).
    pub host_in_path: bool,
    /// The secret in its URIs, besides a userinfo password.
    pub secret: Option<Secret>,
}

/// A fact about the host of a scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[doc(hidden)]
pub enum HostFact {
    /// Nothing beyond the generic syntax.
    Generic,
    /// The host must be present and not empty (RFC 3986 §3.2.2, for http).
    Required,
    /// No authority, an empty host and `localhost` are equivalent (§3.2.2, for file).
    LocalByDefault,
    /// The scheme has no authority. A URI that has one is not valid by the scheme, and its host and port are compared
    /// as those of any other scheme (§6.2.2.1, §6.2.3).
    Absent,
    /// The scheme has no authority, and two slashes begin its text: a comment in `javascript:`, the media type and the
    /// octets in `data:`. They hold neither a case-insensitive host nor a port.
    Text,
}

impl HostFact {
    /// Whether the scheme has no authority.
    ///
    /// ```
    /// assert!(napkin::uri!("sip:a@h").scheme().facts().unwrap().host.is_absent());
    /// ```
    pub const fn is_absent(self) -> bool {
        matches!(self, Self::Absent | Self::Text)
    }
}

/// A fact about the path of a scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[doc(hidden)]
pub enum PathFact {
    /// Nothing beyond the generic syntax.
    Generic,
    /// After its last `@` the path has a domain name, which is case-insensitive (§6.2.3, for mailto).
    EndsInDomain,
    /// The path and the parts after it are compared character by character, without decoding (RFC 4151 §2.4, for
    /// tag).
    Verbatim,
    /// The path is compared without decoding: a percent-encoded character and the raw one make two names (RFC 8141
    /// §3.1, for urn).
    Undecoded,
}

/// The part of a scheme's path in which `.` and `..` are dot segments, which normalization removes (RFC 3986
/// §6.2.2.3).
///
/// Elsewhere they are ordinary segments: two paths that differ by them name two things, and no level of the ladder
/// makes them equal. Resolution ignores this type and applies the algorithm of §5.2.4 literally.
///
/// ```
/// use napkin::{Level, uri};
///
/// assert_eq!(uri!("did:example:alice/../key").normalize(Level::Path)?, "did:example:alice/key");
/// assert_eq!(uri!("data:,a/../b").normalize(Level::Path)?, "data:,a/../b");
/// # Ok::<(), napkin::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[doc(hidden)]
pub enum Hierarchy {
    /// The whole path. The default for a scheme that is not in the table.
    Whole,
    /// Nowhere: the path is a name, an address or data.
    Nowhere,
    /// Behind the first segment, which is the identifier of a DID (W3C DID Core §3.2).
    BehindFirst,
    /// Behind the drive letter, or the host and the share of a UNC string (RFC 8089 §E.2, §E.3.2).
    BehindDrive,
    /// Behind a first segment that is empty or begins with an encoded slash, which is a directory of FTP outside
    /// the login directory (RFC 1738 §3.2.2). A `..` that would leave it stays.
    BehindDirectory,
    /// Behind a first segment `~`, the directory of the user in `sftp`. A `..` that would leave it stays.
    BehindHome,
    /// Behind an empty first segment, which makes a path of `nfs` begin at the server's root (RFC 2224 §6.1).
    /// Nowhere in a path without a slash, which is relative to the location of the link.
    BehindEmpty,
    /// Behind the last `!/`, where the names inside an archive begin; nowhere without one.
    BehindArchive,
}

impl Hierarchy {
    /// The offset at which the dot segments of a path begin; `..` removes nothing before it. `None` if the path has
    /// no dot segments.
    ///
    /// ```
    /// use napkin::scheme::Hierarchy;
    ///
    /// assert_eq!(Hierarchy::BehindDrive.root_of("/c:/a/../b"), Some("/c:".len()));
    /// assert_eq!(Hierarchy::BehindArchive.root_of("file:/a.jar!/b/../c"), Some("file:/a.jar!".len()));
    /// assert_eq!(Hierarchy::Nowhere.root_of("a/../b"), None);
    /// ```
    pub fn root_of(self, path: &str) -> Option<usize> {
        let slashes = path.bytes().take_while(|&byte| byte == b'/').count();
        let lead = slashes.min(1);
        let first = path.get(lead..).unwrap_or_default().split('/').next().unwrap_or_default();
        let behind_first = lead + first.len();
        let if_first = |is_root: bool| Some(if is_root { behind_first } else { 0 });
        match self {
            Self::Whole => Some(0),
            Self::Nowhere => None,
            Self::BehindFirst => Some(behind_first),
            Self::BehindDrive if slashes > 1 => Some(behind_share(path, slashes)),
            Self::BehindDrive => if_first(is_drive(first)),
            Self::BehindDirectory => if_first(slashes > 1 || begins_with_slash(first)),
            Self::BehindHome => if_first(percent::decode(first, false).eq([b'~'])),
            Self::BehindEmpty if slashes == 0 => None,
            Self::BehindEmpty => if_first(slashes > 1),
            Self::BehindArchive => Some(path.rfind("!/")? + 1),
        }
    }

    /// Whether a `..` that would remove the root stays, instead of being dropped.
    #[cfg(feature = "alloc")]
    pub(crate) const fn keeps_excess(self) -> bool {
        matches!(self, Self::BehindDirectory | Self::BehindHome)
    }
}

/// Whether a segment is a letter and a colon, or the bar that older URIs have in its place (RFC 8089 §E.2.2); raw
/// or encoded.
pub(crate) fn is_drive(segment: &str) -> bool {
    let mut octets = percent::decode(segment, false);
    octets.next().is_some_and(|letter| letter.is_ascii_alphabetic())
        && matches!(octets.next(), Some(b':' | b'|'))
        && octets.next().is_none()
}

fn begins_with_slash(segment: &str) -> bool {
    segment.starts_with('%') && percent::decode(segment, false).next() == Some(b'/')
}

/// The end of the two segments after `slashes` slashes.
fn behind_share(path: &str, slashes: usize) -> usize {
    let names = path.get(slashes..).unwrap_or_default();
    let share = names.match_indices('/').nth(1).map_or(names.len(), |(slash, _)| slash);
    slashes + share
}

/// The one table of scheme facts.
///
/// ```
/// assert!(napkin::scheme::FACTS.iter().any(|facts| facts.default_port == Some(443)));
/// ```
#[doc(hidden)]
pub const FACTS: &[SchemeFacts] = &[
    on("http", 80).needs_host().below(Hierarchy::Whole),
    on("https", 443).needs_host().below(Hierarchy::Whole),
    of("file").at(HostFact::LocalByDefault).below(Hierarchy::BehindDrive),
    name("mailto").with(PathFact::EndsInDomain),
    on("ftp", 21).below(Hierarchy::BehindDirectory),
    on("gopher", 70),
    on("telnet", 23),
    on("nntp", 119),
    on("wais", 210),
    on("prospero", 1525),
    on("ldap", 389),
    on("ldaps", 636),
    on("ws", 80).needs_host().below(Hierarchy::Whole),
    on("wss", 443).needs_host().below(Hierarchy::Whole),
    on("imap", 143).holds(Secret::Token(";URLAUTH=")),
    on("pop", 110),
    on("ssh", 22),
    on("sftp", 22).below(Hierarchy::BehindHome),
    on("nfs", 2049).below(Hierarchy::BehindEmpty),
    on("rlogin", 513),
    on("irc", 6667).holds(Secret::Parameters(&["key"])),
    on("ircs", 6697).holds(Secret::Parameters(&["key"])),
    on("z39.50", 210),
    on("z39.50r", 210),
    on("z39.50s", 210),
    on("tn3270", 23),
    of("afs").below(Hierarchy::Whole),
    of("news"),
    name("urn").with(PathFact::Undecoded),
    name("did").below(Hierarchy::BehindFirst),
    name("jar").below(Hierarchy::BehindArchive),
    name("data").at(HostFact::Text),
    name("tel"),
    name("geo"),
    name("mid"),
    name("cid"),
    name("about"),
    name("blob"),
    name("javascript").at(HostFact::Text),
    name("magnet"),
    name("mailserver"),
    name("sip").on(5060).with_host_in_path().holds(Secret::Password),
    name("sips").on(5061).with_host_in_path().holds(Secret::Password),
    of("xmpp").with_host_in_path(),
    name("sms"),
    on("coap", 5683).needs_host().below(Hierarchy::Whole),
    on("coaps", 5684).needs_host().below(Hierarchy::Whole),
    name("stun").on(3478).with_host_in_path(),
    name("stuns").on(5349).with_host_in_path(),
    name("turn").on(3478).with_host_in_path(),
    name("turns").on(5349).with_host_in_path(),
    on("rtsp", 554).needs_host().below(Hierarchy::Whole),
    on("rtsps", 322).needs_host().below(Hierarchy::Whole),
    on("rtspu", 554).needs_host().below(Hierarchy::Whole),
    of("ni"),
    name("nih"),
    name("tag").with(PathFact::Verbatim),
    of("otpauth").needs_host().holds(Secret::Parameters(&["secret"])),
    name("acct").with(PathFact::EndsInDomain).with_host_in_path(),
    name("info"),
    name("secret-token").holds(Secret::Whole),
    service("aaa", 3868, "RFC 6733 section 4.3.1"),
    service("aaas", 5658, "RFC 6733 section 4.3.1"),
    service("acap", 674, "RFC 2244 section 3.2"),
    service("amqp", 5672, "by its vendor: RabbitMQ URI Specification"),
    service("amqps", 5671, "by its vendor: RabbitMQ URI Specification"),
    service("cap", 1026, "RFC 4324 section 3.3.1"),
    service("coap+tcp", 5683, "RFC 8323 section 8.1"),
    service("coap+ws", 80, "RFC 8323 section 8.3"),
    service("coaps+tcp", 5684, "RFC 8323 section 8.2"),
    service("coaps+ws", 443, "RFC 8323 section 8.4"),
    service("dict", 2628, "RFC 2229 section 5"),
    service("finger", 79, "RFC 1288 section 2.1"),
    service("ftps", 990, "the service name ftps, IANA"),
    service("git", 9418, "by its vendor: git daemon, DESCRIPTION"),
    service("go", 1096, "RFC 3368 section 3.3.3"),
    service("iax", 4569, "RFC 5456 section 5.2"),
    service("icap", 1344, "RFC 3507 section 4.2"),
    service("icaps", 11344, "by its vendor: Squid, icap_service"),
    service("ipp", 631, "RFC 3510 section 4.5"),
    service("ipps", 631, "RFC 7472 section 4.2"),
    service("kafka", 9092, "by its vendor: Apache Kafka, listeners"),
    service("mms", 1755, "by its vendor: MS-MMSP"),
    service("mongodb", 27017, "by its vendor: MongoDB, Connection Strings"),
    service("mqtt", 1883, "by its vendor: MQTT 5.0 section 4.2"),
    service("mqtts", 8883, "by its vendor: MQTT 5.0 section 4.2"),
    service("msrp", 2855, "RFC 4975 section 15.4"),
    service("msrps", 2855, "RFC 4975 section 15.4"),
    service("mtqp", 1038, "RFC 3887 section 2"),
    service("mupdate", 3905, "RFC 3656 section 2"),
    service("mysql", 3306, "by its vendor: MySQL, Connecting Using URI-Like Strings"),
    service("nats", 4222, "by its vendor: NATS, Connecting to a Specific Server"),
    service("nntps", 563, "RFC 4642 section 1"),
    service("postgres", 5432, "by its vendor: PostgreSQL, Connection URIs"),
    service("postgresql", 5432, "by its vendor: PostgreSQL, Connection URIs"),
    service("redis", 6379, "by its vendor: the registration, prov/redis"),
    service("rediss", 6379, "by its vendor: the registration, prov/rediss"),
    service("rsync", 873, "RFC 5781 section 2"),
    service("rtmfp", 1935, "RFC 7425 section 6.1"),
    service("scp", 22, "by its vendor: OpenSSH, scp"),
    service("sieve", 4190, "RFC 5804 section 1.8"),
    service("smb", 445, "by its vendor: MS-SMB2 section 2.1"),
    service("smtp", 25, "the registration, prov/smtp"),
    service("snews", 563, "RFC 5538 section 8"),
    service("snmp", 161, "RFC 4088 section 3"),
    service("soap.beep", 605, "RFC 4227 section 8.4"),
    service("soap.beeps", 605, "RFC 4227 section 8.4"),
    service("submit", 587, "the registration, prov/submit"),
    service("svn", 3690, "by its vendor: Apache Subversion, svnserve"),
    service("tftp", 69, "RFC 1350 section 4"),
    service("tip", 3372, "RFC 2371 section 7"),
    service("vemmi", 575, "RFC 2122 section 3"),
    service("vnc", 5900, "RFC 7869 section 2.1.1"),
    service("xmlrpc.beep", 602, "RFC 3529 section 5.1.1"),
    service("xmlrpc.beeps", 602, "RFC 3529 section 5.1.1"),
];

/// A scheme of which only the default port is known, by this document.
const fn service(scheme: &'static str, port: u16, document: &'static str) -> SchemeFacts {
    let mut facts = on(scheme, port).below(Hierarchy::Whole);
    facts.port_document = Some(document);
    facts
}

/// A scheme with an authority and a path that is not hierarchical.
const fn of(scheme: &'static str) -> SchemeFacts {
    SchemeFacts {
        scheme,
        default_port: None,
        port_document: None,
        host: HostFact::Generic,
        path: PathFact::Generic,
        hierarchy: Hierarchy::Nowhere,
        host_in_path: false,
        secret: None,
    }
}

/// A scheme as by [`of`], with a default port.
const fn on(scheme: &'static str, port: u16) -> SchemeFacts {
    of(scheme).on(port)
}

/// A scheme without an authority.
const fn name(scheme: &'static str) -> SchemeFacts {
    of(scheme).at(HostFact::Absent)
}

impl SchemeFacts {
    const fn on(mut self, port: u16) -> Self {
        self.default_port = Some(port);
        self
    }

    const fn needs_host(self) -> Self {
        self.at(HostFact::Required)
    }

    const fn at(mut self, host: HostFact) -> Self {
        self.host = host;
        self
    }

    const fn with(mut self, path: PathFact) -> Self {
        self.path = path;
        self
    }

    const fn below(mut self, hierarchy: Hierarchy) -> Self {
        self.hierarchy = hierarchy;
        self
    }

    const fn with_host_in_path(mut self) -> Self {
        self.host_in_path = true;
        self
    }

    const fn holds(mut self, secret: Secret) -> Self {
        self.secret = Some(secret);
        self
    }
}
