//! Allow-lists: whether a URI may be followed, whoever reads it.

use std::fmt;

use napkin::{ParseError, Part};

use crate::audit::audit;
use crate::host_list::HostList;
use crate::hosts::{Hosts, hosts};
use crate::name::ContactedHost;
use crate::policy::Policy;
use crate::reading::Reading;
use crate::rule::Finding;
use crate::severity::Severity;

/// What [`allow()`] decides, and on what grounds.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// What every reader makes of the input.
    pub hosts: Hosts,
    /// Why it is refused; nothing if it is allowed.
    pub refusal: Option<Refusal>,
}

/// Why a URI is not allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is no URI.
    Invalid(ParseError),
    /// It has no scheme.
    Relative,
    /// Its scheme is not among those that are allowed.
    Scheme(String),
    /// Not every reader contacts the same host.
    Disagreement,
    /// The host is not in the list.
    Host(ContactedHost),
    /// The port is neither the default one of the scheme nor in the list.
    Port(String),
    /// Something else makes it dangerous.
    Finding(Box<Finding>),
}

impl Verdict {
    /// Whether it may be followed.
    pub const fn is_allowed(&self) -> bool {
        self.refusal.is_none()
    }
}

/// Decides whether a URI may be followed: only if it is a valid URI of `http`, `https`, `ws` or `wss`
/// (or of the schemes that the policy allows), every reader of the [list](crate::READERS) which does
/// not refuse it contacts one and the same host, the list has that host, the port is the default one
/// or in the list or in the policy, and an audit by the policy finds nothing else of severity
/// [`Warning`](Severity::Warning) or worse.
///
/// Who lists an address or a local name itself means it: what the audit says of where such a host is
/// does not count then.
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
/// assert!(!allowed("https://trusted.example:25/"));
/// # Ok::<(), napkin_audit::NotAHost>(())
/// ```
pub fn allow(input: &[u8], list: &HostList, policy: &Policy) -> Verdict {
    let hosts = hosts(input);
    let refusal = refusal(input, list, policy, &hosts).err();
    Verdict { hosts, refusal }
}

const SCHEMES: &[&str] = &["http", "https", "ws", "wss"];

fn refusal(input: &[u8], list: &HostList, policy: &Policy, hosts: &Hosts) -> Result<(), Refusal> {
    let reading = Reading::new(input, policy.edition());
    let audit = audit(input, policy);
    if let Some(fault) = reading.fault() {
        return Err(Refusal::Invalid(*fault));
    }
    if reading.span(Part::Scheme).is_none() {
        return Err(Refusal::Relative);
    }
    let scheme = reading.scheme().to_ascii_lowercase();
    let is_allowed = match &policy.limits().schemes {
        Some(schemes) => schemes.contains(&scheme),
        None => SCHEMES.contains(&scheme.as_str()),
    };
    if !is_allowed {
        return Err(Refusal::Scheme(scheme));
    }
    let host = hosts.agreed().ok_or(Refusal::Disagreement)?;
    let entry = list.find(host).ok_or_else(|| Refusal::Host(host.clone()))?;
    port(&reading, list, policy, host)?;
    let counts = |finding: &&Finding| {
        let of_port = finding.part == Some(Part::Port) && finding.rule.id != "port-out-of-range";
        let of_place = finding.rule.is_of_place && entry.is_exact();
        finding.severity >= Severity::Warning && !of_port && !of_place
    };
    match audit.findings().iter().find(counts) {
        Some(finding) => Err(Refusal::Finding(finding.clone().into())),
        None => Ok(()),
    }
}

/// Refuses a port that is neither the default one nor listed.
fn port(
    reading: &Reading<'_>,
    list: &HostList,
    policy: &Policy,
    host: &ContactedHost,
) -> Result<(), Refusal> {
    let Some(number) = reading.port() else { return Ok(()) };
    let default = napkin::scheme::FACTS.iter().find(|facts| reading.is_scheme(&[facts.scheme]));
    let is_default = default.and_then(|facts| facts.default_port).map(u32::from) == Some(number);
    let port = u16::try_from(number).ok();
    let is_listed = port.is_some_and(|port| {
        let by_policy = policy.limits().ports.as_ref().is_some_and(|ports| ports.contains(&port));
        by_policy || list.allows_port(host, port)
    });
    if is_default || is_listed {
        return Ok(());
    }
    let port = reading.part(Part::Port).unwrap_or_default();
    Err(Refusal::Port(String::from_utf8_lossy(port).into_owned()))
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(fault) => fault.fmt(f),
            Self::Finding(finding) => write!(f, "{}: {}", finding.rule.id, finding.message),
            Self::Relative => f.write_str("a relative reference has no host of its own"),
            Self::Scheme(scheme) => write!(f, "the scheme {scheme} is not allowed"),
            Self::Disagreement => f.write_str("readers do not agree on one host"),
            Self::Host(host) => write!(f, "the host {host} is not in the list"),
            Self::Port(port) => write!(f, "the port {port} is not allowed"),
        }
    }
}
