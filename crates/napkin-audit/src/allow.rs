//! Allow-lists: whether a URI may be followed, whichever program reads it.

use std::borrow::Cow;
use std::fmt;

use napkin::{ParseError, Part};

use crate::audit::{Audit, audit};
use crate::features::Features;
use crate::host_list::{Entry, HostList};
use crate::hosts::{Hosts, hosts};
use crate::name::ContactedHost;
use crate::policy::Policy;
use crate::reading::Reading;
use crate::rule::{Finding, Yields};
use crate::severity::Severity;

/// The decision of [`allow()`] and its reasons.
#[derive(Clone, Debug)]
#[must_use]
#[non_exhaustive]
pub struct Verdict {
    /// The hosts that all readers see in the input.
    pub hosts: Hosts,
    /// Why it is refused; `None` if it is allowed.
    pub refusal: Option<Refusal>,
}

/// Why a URI is not allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// It is not a valid URI.
    Invalid(ParseError),
    /// It has no scheme.
    Relative,
    /// Its scheme is not allowed.
    Scheme(String),
    /// It has no authority, or one in which the edition sees no server, so host and port are unknown.
    NoServer,
    /// Readers would contact different hosts.
    Disagreement,
    /// The host is not in the list.
    Host(ContactedHost),
    /// The host is not in the list, which includes every public host; with the reason why it is not public.
    NotPublic(ContactedHost, Cow<'static, str>),
    /// The port is neither the scheme's default nor in the list.
    Port(String),
    /// Another finding makes it dangerous.
    Finding(Box<Finding>),
}

impl Verdict {
    /// Whether it may be followed.
    pub const fn is_allowed(&self) -> bool {
        self.refusal.is_none()
    }
}

/// Decides whether a URI may be followed. It is allowed only if
///
/// - it is a valid URI of the policy's edition, of `http`, `https`, `ws` or `wss`, or of the schemes that the policy
///   allows;
/// - it has a server: the edition finds the host, port and userinfo that the generic syntax finds. An authority
///   that an older edition reads as a whole is refused, whatever it names;
/// - every reader of the [list](crate::READERS) that represents a program and accepts the URI contacts that host,
///   and no other;
/// - the list has the host;
/// - the port is the default one, or in the list beside the host, or in the policy;
/// - an audit by the policy finds nothing else of severity [`Warning`](Severity::Warning) or worse. So a host is an
///   address, or labels of letters, digits, hyphens and underscores; names in other letters are written with `xn--`.
///   Setting the rules `percent-encoded-host` and `host-not-plain` to `off` allows others, as far as readers agree;
///   a percent-encoded host takes [`Policy::ignore_reader`] of `url-parse` too, which ends the host at the percent sign.
///
/// An address or a local name that is listed by itself is intended: findings about where such a host is are then
/// ignored.
///
/// # What the program that fetches has to do
///
/// - **Redirects.** The response may lead elsewhere. Do not let the client follow redirects; resolve each
///   `Location` against the URI that was requested, and call `allow` again.
/// - **DNS.** A name of the list may resolve to any address, and to another one a moment later (DNS rebinding).
///   Resolve it once, refuse addresses that have a [`special_purpose`](crate::special_purpose()), and connect to
///   the checked address. This matters most with [`HostList::public`].
/// - **What is passed on.** Pass the checked URI to the client, best in its normal form
///   ([`napkin::Uri::normalize`]), which leaves programs less to disagree on. A URI that is decoded, joined or
///   completed after the check is another URI.
/// - **The policy.** For URIs that a server fetches take [`Policy::preset`] `ssrf`, for links that people follow `web`.
///
/// ```
/// use napkin_audit::{HostList, Policy, allow};
///
/// let list = HostList::parse("trusted.example\n*.cdn.example")?;
/// let allowed = |uri: &str| allow(uri.as_bytes(), &list, &Policy::default()).is_allowed();
/// assert!(allowed("https://trusted.example/a?b"));
/// assert!(allowed("https://img.cdn.example/"));
/// assert!(!allowed("https://trusted.example@evil.example/"));
/// assert!(!allowed(r"https://evil.example\@trusted.example/"));
/// assert!(!allowed("https://evil.example;.cdn.example/"));
/// assert!(!allowed("https://%74rusted.example/"));
/// assert!(!allowed("https://trusted.example:25/"));
///
/// // Any public host, as a server fetches it.
/// let ssrf = Policy::preset("ssrf").unwrap();
/// let fetched = |uri: &str| allow(uri.as_bytes(), &HostList::public(), &ssrf).is_allowed();
/// assert!(fetched("https://example.com/?next=https://example.org/"));
/// assert!(!fetched("http://redis/") && !fetched("http://169.254.169.254/"));
/// # Ok::<(), napkin_audit::NotAHost>(())
/// ```
///
/// Connects only to the checked address:
///
/// ```no_run
/// use std::net::{TcpStream, ToSocketAddrs};
///
/// use napkin_audit::{HostList, Policy, allow, special_purpose};
///
/// let uri = "http://example.com/";
/// let policy = Policy::preset("ssrf").unwrap();
/// assert!(allow(uri.as_bytes(), &HostList::public(), &policy).is_allowed());
/// let is_public = |address: &std::net::SocketAddr| special_purpose(address.ip()).is_none();
/// let address = ("example.com", 80).to_socket_addrs()?.find(is_public);
/// let connection = address.map(TcpStream::connect);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn allow(input: &[u8], list: &HostList, policy: &Policy) -> Verdict {
    let hosts = hosts(input);
    let refusal = refusal(input, list, policy, &hosts).err();
    Verdict { hosts, refusal }
}

const SCHEMES: &[&str] = &["http", "https", "ws", "wss"];

fn refusal(input: &[u8], list: &HostList, policy: &Policy, hosts: &Hosts) -> Result<(), Refusal> {
    let reading = Reading::new(input, policy.edition());
    if let Some(fault) = reading.fault() {
        return Err(Refusal::Invalid(*fault));
    }
    if reading.span(Part::Scheme).is_none() {
        return Err(Refusal::Relative);
    }
    let scheme = reading.scheme().to_ascii_lowercase();
    if !schemes(policy).any(|allowed| allowed == scheme) {
        return Err(Refusal::Scheme(scheme));
    }
    let heard = policy.limits().heard(hosts);
    if heard.disagree() {
        return Err(Refusal::Disagreement);
    }
    if !reading.has_server() {
        return Err(Refusal::NoServer);
    }
    let host = heard.agreed().ok_or(Refusal::Disagreement)?;
    let written = reading.part(Part::Host).map(ContactedHost::normal);
    if written.as_ref() != Some(host) {
        return Err(Refusal::Disagreement);
    }
    let entry = list.find(host);
    if !list.allows(host) {
        let why = host.not_public().filter(|_| list.has_public());
        return Err(match why {
            Some(why) => Refusal::NotPublic(host.clone(), why),
            None => Refusal::Host(host.clone()),
        });
    }
    port(&reading, list, policy, host)?;
    findings(&audit(input, policy), entry)
}

/// The schemes that a policy allows.
fn schemes(policy: &Policy) -> impl Iterator<Item = &str> {
    let own = policy.limits().schemes.as_deref();
    let usual = SCHEMES.iter().copied().filter(move |_| own.is_none());
    own.unwrap_or_default().iter().map(String::as_str).chain(usual)
}

/// Refuses a port that is neither the default nor listed, or not a number.
fn port(
    reading: &Reading<'_>,
    list: &HostList,
    policy: &Policy,
    host: &ContactedHost,
) -> Result<(), Refusal> {
    let Some(text) = reading.part(Part::Port).filter(|port| !port.is_empty()) else {
        return Ok(());
    };
    let number = reading.port();
    let default = napkin::scheme::FACTS.iter().find(|facts| reading.is_scheme(&[facts.scheme]));
    let default = default.and_then(|facts| facts.default_port).map(u32::from);
    let is_default = number.is_some() && number == default;
    let port = number.and_then(|number| u16::try_from(number).ok());
    let is_listed = port.is_some_and(|port| {
        let by_policy = policy.limits().ports.as_ref().is_some_and(|ports| ports.contains(&port));
        by_policy || list.allows_port(host, port)
    });
    if is_default || is_listed {
        return Ok(());
    }
    Err(Refusal::Port(String::from_utf8_lossy(text).into_owned()))
}

/// Refuses a URI with findings, except findings that the listed host or port makes irrelevant. The port was already
/// checked against the list.
fn findings(audit: &Audit<'_>, entry: Option<&Entry>) -> Result<(), Refusal> {
    let is_exact = entry.is_some_and(Entry::is_exact);
    let yields = |finding: &Finding| match finding.rule.yields_to {
        Some(Yields::ToPort) => true,
        Some(Yields::ToHost) => is_exact,
        None => false,
    };
    let counts = |finding: &&Finding| finding.severity >= Severity::Warning && !yields(finding);
    match audit.findings().iter().find(counts) {
        Some(finding) => Err(Refusal::Finding(finding.clone().into())),
        None => Ok(()),
    }
}

/// A list entry that allows no URI. Made by [`dead_entries()`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DeadEntry<'l> {
    /// The entry.
    pub entry: &'l Entry,
    /// Why a minimal URI with a host of the entry is refused.
    pub refusal: Refusal,
}

/// The entries of a list that allow no URI under a policy, each with the reason. Examples: `a$b`, on which readers
/// do not agree; `*.localhost`, since an audit warns of every name below it; `*.example.org`, if the policy has
/// hosts of its own without this one.
///
/// Each entry is tried with a minimal URI (scheme, host and port) for each allowed scheme.
///
/// ```
/// use napkin_audit::{HostList, Policy, dead_entries};
///
/// let list = HostList::parse("example.com\n*.localhost\nlocalhost")?;
/// let dead = dead_entries(&list, &Policy::default());
/// assert_eq!(dead.len(), 1);
/// assert_eq!(dead[0].entry.to_string(), "*.localhost");
/// assert_eq!(dead[0].entry.line(), Some(2));
/// # Ok::<(), napkin_audit::NotAHost>(())
/// ```
pub fn dead_entries<'l>(list: &'l HostList, policy: &Policy) -> Vec<DeadEntry<'l>> {
    let dead = |entry: &'l Entry| {
        let refusal = refused_by_all_schemes(entry, policy)?;
        Some(DeadEntry { entry, refusal })
    };
    list.entries().iter().filter_map(dead).collect()
}

/// Why an entry allows no URI, if so: the reason for the first scheme.
fn refused_by_all_schemes(entry: &Entry, policy: &Policy) -> Option<Refusal> {
    // A list of one entry, so that no other entry matches and a long list does not slow this down.
    let list = HostList::from(entry.clone());
    let label = if entry.is_exact() { "" } else { "a." };
    let port = entry.port().map(|port| format!(":{port}")).unwrap_or_default();
    let mut first = None;
    for scheme in schemes(policy) {
        let uri = format!("{scheme}://{label}{}{port}/", entry.host());
        let reading = Reading::new(uri.as_bytes(), policy.edition());
        let is_plain = (reading.features() | policy.features()) == Features::NONE;
        if is_plain && reading.has_server() {
            return None;
        }
        let refusal = refusal(uri.as_bytes(), &list, policy, &hosts(uri.as_bytes())).err()?;
        first.get_or_insert(refusal);
    }
    first
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(fault) => fault.fmt(f),
            Self::Finding(finding) => write!(f, "{}: {}", finding.rule.id, finding.message),
            Self::Relative => f.write_str("a relative reference has no host of its own"),
            Self::Scheme(scheme) => write!(f, "the scheme {scheme} is not allowed"),
            Self::NoServer => f.write_str("it names no server: host and port cannot be told"),
            Self::Disagreement => f.write_str("readers do not agree on one host"),
            Self::Host(host) => write!(f, "the host {host} is not in the list"),
            Self::NotPublic(host, why) => write!(f, "the host {host} is not public: {why}"),
            Self::Port(port) => write!(f, "the port {port} is not allowed"),
        }
    }
}
