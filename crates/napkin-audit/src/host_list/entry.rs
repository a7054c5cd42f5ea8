//! One entry of a list of hosts: how it is read, and which hosts and ports it means.

use std::fmt;

use napkin_domains::{List, Sections, is_public_suffix};

use super::not_a_host::{Hint, NotAHost};
use crate::ipv4;
use crate::known_names::NameKind;
use crate::name::{ContactedHost, cannot_be_in_a_name, has_dns_lengths, has_numeric_end};
use crate::nearby::{Nearby, nearby};
use crate::octets::quoted;

/// One line of a [`HostList`](super::HostList).
///
/// ```
/// use napkin_audit::HostList;
///
/// let list = HostList::parse("example.com:8443\n*.example.org")?;
/// let [one, below] = list.entries() else { panic!("two lines") };
/// assert_eq!((one.host().to_string(), one.port(), one.line()), ("example.com".into(), Some(8443), Some(1)));
/// assert!(one.is_exact() && !below.is_exact() && !below.is_site());
/// # Ok::<(), napkin_audit::NotAHost>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    host: ContactedHost,
    reach: Reach,
    ports: Ports,
    /// Its line in the list, if it was read from text.
    line: Option<usize>,
}

/// The names that an entry allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// Its host alone.
    Host,
    /// All names below its name.
    Below,
    /// Its name, which is a registrable domain, and the names below it of the same site.
    Site,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ports {
    /// The scheme's default port and those of the policy.
    Usual,
    /// This port alone.
    One(u16),
    /// Any port in a URI of `http`.
    Any,
}

/// The port of a URI, for which an entry is searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PortOfUri {
    /// The port, as written or by the scheme.
    pub(crate) number: Option<u16>,
    /// Whether it is the scheme's default or one of the policy.
    pub(crate) is_usual: bool,
    /// Whether the scheme is `http`.
    pub(crate) is_of_http: bool,
}

impl Entry {
    /// Whether it names a single host, not all names below a name or of a site.
    pub const fn is_exact(&self) -> bool {
        matches!(self.reach, Reach::Host)
    }

    /// Whether it allows all hosts of [a site](super::HostList::push_site).
    pub const fn is_site(&self) -> bool {
        matches!(self.reach, Reach::Site)
    }

    /// Whether it allows all names below a name, and not the name.
    pub(crate) const fn is_below(&self) -> bool {
        matches!(self.reach, Reach::Below)
    }

    /// Its port, the only one that it allows; `None` if it allows the scheme's default port and those of the policy, or
    /// [any port](Self::allows_any_port).
    pub const fn port(&self) -> Option<u16> {
        match self.ports {
            Ports::One(port) => Some(port),
            Ports::Usual | Ports::Any => None,
        }
    }

    /// Whether it allows any port of a loopback address, as a native app needs that listens at a port of the moment
    /// (RFC 8252 §7.3), in a URI of `http`.
    ///
    /// ```
    /// use napkin_audit::{HostList, Policy, allow};
    ///
    /// let list = HostList::parse("127.0.0.1:*")?;
    /// assert!(list.entries()[0].allows_any_port());
    /// let allowed = |uri: &[u8]| allow(uri, &list, &Policy::default()).is_ok();
    /// assert!(allowed(b"http://127.0.0.1:51004/callback?code=x"));
    /// assert!(!allowed(b"https://127.0.0.1:51004/") && allowed(b"http://127.0.0.1/"));
    /// assert!(HostList::parse("localhost:*").is_err());
    /// # Ok::<(), napkin_audit::NotAHost>(())
    /// ```
    pub const fn allows_any_port(&self) -> bool {
        matches!(self.ports, Ports::Any)
    }

    pub(super) fn allows(&self, port: PortOfUri) -> bool {
        match self.ports {
            Ports::Usual => port.is_usual,
            Ports::One(own) => port.number == Some(own),
            Ports::Any => port.is_of_http && port.number.is_some_and(|port| port > 0),
        }
    }

    /// Its line in the list, counted from 1, if it was read from text.
    pub const fn line(&self) -> Option<usize> {
        self.line
    }

    /// Its host, or the name whose subdomains it allows, or the registrable domain of its site.
    pub const fn host(&self) -> &ContactedHost {
        &self.host
    }

    /// Whether it allows a host. A wildcard and a site allow no name that programs cut: its first characters may be the name of
    /// a host of another domain.
    pub(super) fn matches(&self, host: &ContactedHost) -> bool {
        self.covers(host) && (self.is_exact() || host.cut().is_none())
    }

    /// Whether it is the entry of a host, also of one whose name programs cut.
    pub(super) fn covers(&self, host: &ContactedHost) -> bool {
        match (self.reach, host, &self.host) {
            (Reach::Host, host, listed) => host == listed,
            (Reach::Below, ContactedHost::Name(name), ContactedHost::Name(suffix)) => {
                let above = name.strip_suffix(suffix.as_str());
                above
                    .and_then(|above| above.strip_suffix('.'))
                    .is_some_and(|above| !above.is_empty())
            }
            // A name with a dot at its end is another text to programs.
            (Reach::Site, ContactedHost::Name(name), ContactedHost::Name(domain)) => {
                !name.ends_with('.') && *domain == List::mozilla().site(name)
            }
            (Reach::Below | Reach::Site, ..) => false,
        }
    }

    /// Whether it allows the names below a name that an operator has in a domain of private networks, such as `*.corp.internal` or
    /// `*.default.svc.cluster.local`: hosts of a network that were written into the list on purpose.
    ///
    /// ```
    /// use napkin_audit::HostList;
    ///
    /// let list = HostList::parse("*.corp.internal\n*.internal\n*.example.org")?;
    /// let local: Vec<_> = list.entries().iter().map(|entry| entry.is_of_own_network()).collect();
    /// assert_eq!(local, [true, false, false]);
    /// # Ok::<(), napkin_audit::NotAHost>(())
    /// ```
    pub fn is_of_own_network(&self) -> bool {
        let ContactedHost::Name(name) = &self.host else { return false };
        let Some(Nearby::Known(known)) = nearby(name.as_bytes()) else { return false };
        self.is_below() && known.kind == NameKind::Private && known.name != name
    }

    /// Whether the findings about where a host is yield to it: it names the host itself, or the operator's own network, and no
    /// metadata service, name of this machine, or name that answers with any address is there.
    pub(crate) fn intends(&self, host: &ContactedHost) -> bool {
        let is_own = |name: &str| {
            let found = nearby(name.strip_suffix('.').unwrap_or(name).as_bytes());
            matches!(found, Some(Nearby::Known(known)) if known.kind == NameKind::Private)
        };
        match host {
            _ if self.is_exact() => true,
            ContactedHost::Name(name) => self.is_of_own_network() && is_own(name),
            ContactedHost::Address(_) => false,
        }
    }

    /// Whether anybody can have a name that it allows: it is a wildcard above names that a company gives away, such as
    /// `*.github.io` or `*.amazonaws.com`, by the private section of the public suffix list. One above a suffix of a
    /// registry, such as `*.com`, is no entry at all.
    ///
    /// ```
    /// use napkin_audit::HostList;
    ///
    /// let list = HostList::parse("*.github.io\n*.amazonaws.com\nme.github.io\n*.example.org")?;
    /// assert!(list.entries()[0].is_open_to_all() && list.entries()[1].is_open_to_all());
    /// assert!(!list.entries()[2].is_open_to_all() && !list.entries()[3].is_open_to_all());
    /// assert!(HostList::parse("*.co.uk").is_err());
    /// # Ok::<(), napkin_audit::NotAHost>(())
    /// ```
    pub fn is_open_to_all(&self) -> bool {
        let name = match &self.host {
            ContactedHost::Name(name) if self.is_below() => name,
            _ => return false,
        };
        is_above_suffixes(name, Sections::All)
            || List::mozilla().has_suffix_below(name, Sections::All)
    }

    pub(crate) fn without_port(&self) -> Self {
        Self { ports: Ports::Usual, ..self.clone() }
    }

    /// The entry of all hosts of the site of a host; of that host alone, if it has no registrable domain.
    pub(crate) fn of_site(host: &ContactedHost) -> Result<Self, NotAHost> {
        let entry = Self::of(&host.to_string())?;
        let domain = match &entry.host {
            ContactedHost::Name(name) => {
                List::mozilla().registrable_domain(name, Sections::All).map(str::to_owned)
            }
            ContactedHost::Address(_) => None,
        };
        Ok(match domain {
            Some(domain) => Self { host: ContactedHost::Name(domain), reach: Reach::Site, ..entry },
            None => entry,
        })
    }

    /// Parses an entry that has no line in a list.
    pub(crate) fn of(text: &str) -> Result<Self, NotAHost> {
        Self::parse(text, None)
    }

    pub(super) fn parse(text: &str, line: Option<usize>) -> Result<Self, NotAHost> {
        Self::read(text).map(|entry| Self { line, ..entry }).map_err(|hint| NotAHost {
            line,
            text: text.into(),
            hint,
        })
    }

    fn read(text: &str) -> Result<Self, Hint> {
        let (below, server) = match text.strip_prefix("*.") {
            Some(suffix) => (true, suffix),
            None => (false, text),
        };
        let (host, port) = split(server);
        let ports = match port.map(|port| (port, port_number(port))) {
            None => Ports::Usual,
            Some(("*", _)) => Ports::Any,
            Some((_, Some(0))) => return Err(Hint::PortZero),
            Some((_, Some(port))) => Ports::One(port),
            Some((_, None)) => return Err(Hint::Unknown),
        };
        let host = host_of(host)?;
        match &host {
            ContactedHost::Address(_) if below => Err(Hint::BelowAddress),
            // Readers disagree about every such name.
            ContactedHost::Name(name) if has_numeric_end(name.as_bytes()) => {
                Err(Hint::Number(ipv4::any_form(name.as_bytes()).filter(|_| !below)))
            }
            ContactedHost::Name(name) if below && is_above_suffixes(name, Sections::Icann) => {
                Err(Hint::PublicSuffix)
            }
            ContactedHost::Name(name) if !has_dns_lengths(name) => Err(Hint::Long),
            // A name may resolve to any address, and at another one strangers may listen (RFC 8252 §8.3).
            _ if ports == Ports::Any && !is_loopback(&host) => Err(Hint::AnyPort),
            _ => {
                let reach = if below { Reach::Below } else { Reach::Host };
                Ok(Self { host, reach, ports, line: None })
            }
        }
    }
}

fn is_loopback(host: &ContactedHost) -> bool {
    matches!(host, ContactedHost::Address(address) if address.is_loopback())
}

/// Whether anybody can have a name below a name: it is a public suffix, or all names below it are.
fn is_above_suffixes(name: &str, sections: Sections) -> bool {
    is_public_suffix(name, sections) || is_public_suffix(&format!("a.{name}"), sections)
}

/// A host and the text of its port. Colons inside brackets, or of an address without brackets, begin no port.
fn split(server: &str) -> (&str, Option<&str>) {
    let behind = server.rfind(']').map_or(0, |at| at + 1);
    let colons = server.bytes().filter(|&byte| byte == b':').count();
    let colon = server.get(behind..).and_then(|rest| rest.find(':')).map(|at| behind + at);
    let parts =
        colon.filter(|_| behind > 0 || colons == 1).and_then(|at| server.split_at_checked(at));
    parts.map_or((server, None), |(host, port)| (host, port.get(1..)))
}

fn port_number(digits: &str) -> Option<u16> {
    digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The host of an entry. A name may end in a dot, which the DNS does not tell from the name without it; an address may not.
fn host_of(written: &str) -> Result<ContactedHost, Hint> {
    if let Ok(address) = written.parse() {
        return Ok(ContactedHost::Address(address));
    }
    let name = written.strip_suffix('.').filter(|name| !name.ends_with(']'));
    let text = name.unwrap_or(written);
    if let Ok(address) = text.parse() {
        return Err(Hint::Number(Some(address)));
    }
    let host = ContactedHost::agreed(text.as_bytes())
        .ok_or_else(|| Hint::mapped_differently(text.as_bytes()))?;
    if let ContactedHost::Name(name) = &host {
        let dots = name.starts_with('.') || name.ends_with('.') || name.contains("..");
        if name.is_empty() || dots || name.bytes().any(|b| cannot_be_in_a_name(b) || b == b'*') {
            return Err(Hint::Unknown);
        }
    }
    Ok(host)
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reach = match self.reach {
            Reach::Host => "",
            Reach::Below => "*.",
            Reach::Site => "the site ",
        };
        write!(f, "{reach}{}", quoted(self.host.to_string().as_bytes()))?;
        match self.ports {
            Ports::Usual => Ok(()),
            Ports::One(port) => write!(f, ":{port}"),
            Ports::Any => f.write_str(":*"),
        }
    }
}
