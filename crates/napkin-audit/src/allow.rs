//! Allow-lists: which URI to hand on for an input, or why none.

use std::borrow::Cow;
use std::fmt;

use napkin::edition::RFC3986;

use crate::host_list::HostList;
use crate::hosts::{Hosts, hosts};
use crate::judge::{is_allowed, judge};
use crate::policy::Policy;
use crate::refusal::Refusal;
use crate::target::{JudgedBase, target};

/// An allowed input: the URI to hand on in its place. Made by [`allow()`] and [`allow_reference`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Allowed {
    /// The URI to hand on in place of the input, which all readers take alike.
    pub uri: String,
    /// Whether the input is this URI, byte for byte, so that it may be handed on itself.
    pub as_is: bool,
}

impl fmt::Display for Allowed {
    /// The URI to hand on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.uri)
    }
}

/// A decision, with the answers of the readers that it rests on. Made by [`verdict`] and [`reference_verdict`].
#[derive(Clone, Debug)]
#[must_use]
#[non_exhaustive]
pub struct Verdict {
    /// The answers of the readers for the URI to hand on. Without one, their answers for the input.
    pub hosts: Hosts,
    /// The decision.
    pub decision: Result<Allowed, Refusal>,
}

impl Verdict {
    /// Whether there is a URI to hand on. The input itself may be handed on only if it [is that](Self::as_is).
    pub const fn is_allowed(&self) -> bool {
        self.decision.is_ok()
    }

    /// The URI to hand on, if the input is allowed.
    pub fn uri(&self) -> Option<&str> {
        self.decision.as_ref().ok().map(|allowed| allowed.uri.as_str())
    }

    /// Whether the input is allowed, and is the URI to hand on, byte for byte.
    pub fn as_is(&self) -> bool {
        self.decision.as_ref().is_ok_and(|allowed| allowed.as_is)
    }

    /// Why the input is refused, if it is.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.decision.as_ref().err()
    }
}

/// Reads an input once, makes the URI that all programs read alike, and decides whether that one may be followed. Hand on
/// [`Allowed::uri`], never the input, unless the input [is that](Allowed::as_is).
///
/// # Errors
///
/// Why the input may not be followed.
///
/// # Which URI
///
/// Blanks and controls at the ends are taken off. RFC 3986 reads the input, with the characters percent-encoded that it excludes,
/// and so does the newest URL Standard. If both have a target, both have to name one server; if one has, it is that one's. An
/// edition that the policy [has chosen](Policy::by) reads alone. The input is refused whatever it names if it has a userinfo, even an
/// empty one, or a host that is percent-encoded or in letters that programs map to different names.
///
/// The URI has the scheme and the host in lowercase ASCII (letters as `xn--`, addresses as in RFC 5952), the port as a number,
/// only where it is needed, no dot segments, and a slash behind the authority. Behind that every byte of the target stays, but for
/// characters that RFC 3986 excludes. It is a fixed point: given as input, it is handed on as it is.
///
/// # Whether it may be followed
///
/// - Its scheme is `http` or `https`, or one that the policy allows, such as `ws`. Of any other, the policy has to say that
///   clients contact the host ([`Limits::host_is_server`](crate::Limits::host_is_server)), and no other part may name a server.
/// - The list has its host with the port: an entry with a port allows that port alone, one without a port the scheme's default port
///   and those of the policy. A name that common programs cut (of more than 127 characters, or with a character other than letters,
///   digits, hyphens, dots and underscores) has to be listed itself.
/// - Every reader of the [list](crate::READERS) that is asked ([`Class::is_asked`](crate::Class::is_asked)) and accepts it contacts that
///   host, and that port where the reader tells one.
/// - An audit by the policy finds nothing of severity [`Warning`](crate::Severity::Warning) or worse about scheme, host and port.
///   Findings about path, query and fragment, and about how a name looks, count where the preset, the policy or
///   [`Policy::set`] sets their rule; encoded controls count in any case.
///
/// An address or a local name that is listed by itself is intended, and so are the names below one of a private network
/// ([`Entry::is_of_own_network`](crate::Entry::is_of_own_network)): findings about where such a host is are ignored.
///
/// # What the program that fetches has to do
///
/// - **Redirects.** The response may lead elsewhere. Do not let the client follow redirects; judge each `Location` by
///   [`allow_reference`](crate::allow_reference()), with the URI that was requested as base.
/// - **DNS.** A name of the list may resolve to any address, and to another one a moment later (DNS rebinding).
///   Resolve it once, refuse addresses that have a [`special_purpose`](crate::special_purpose()), and connect to
///   the checked address. This matters most with [`HostList::public`].
/// - **What is passed on.** Pass [`Allowed::uri`] to the client, never the input: all readers take it alike.
///   A URI that is decoded, joined or completed after the check is another URI.
/// - **The policy.** For URIs that a server fetches take [`Policy::preset`] `ssrf`, for links that people follow `web`.
///
/// ```
/// use napkin_audit::{HostList, Policy, allow};
///
/// let list = HostList::parse("trusted.example\n*.cdn.example")?;
/// let allowed = |uri: &str| allow(uri, &list, &Policy::default()).is_ok();
/// assert!(allowed("https://trusted.example/a?b"));
/// assert!(allowed("https://img.cdn.example/"));
/// assert!(!allowed("https://trusted.example@evil.example/"));
/// assert!(!allowed(r"https://evil.example\@trusted.example/"));
/// assert!(!allowed("https://evil.example;.cdn.example/"));
/// assert!(!allowed("https://%74rusted.example/"));
/// assert!(!allowed("https://trusted.example:25/"));
///
/// let allowed = allow("https://Trusted.example", &list, &Policy::default())?;
/// assert_eq!(allowed.uri, "https://trusted.example/");
/// assert!(!allowed.as_is);
///
/// // Any public host, as a server fetches it.
/// let ssrf = Policy::preset("ssrf").unwrap();
/// let fetched = |uri: &str| allow(uri, &HostList::public(), &ssrf).is_ok();
/// assert!(fetched("https://example.com/?next=https://example.org/"));
/// assert!(!fetched("http://redis/") && !fetched("http://169.254.169.254/"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Connects only to the checked address:
///
/// ```no_run
/// use std::net::{TcpStream, ToSocketAddrs};
///
/// use napkin_audit::{HostList, Policy, allow, special_purpose};
///
/// let policy = Policy::preset("ssrf").unwrap();
/// // This is what is requested.
/// let uri = allow("http://example.com", &HostList::public(), &policy)?.uri;
/// let is_public = |address: &std::net::SocketAddr| special_purpose(address.ip()).is_none();
/// let address = ("example.com", 80).to_socket_addrs()?.find(is_public);
/// let connection = address.map(TcpStream::connect);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn allow(
    input: impl AsRef<[u8]>,
    list: &HostList,
    policy: &Policy,
) -> Result<Allowed, Refusal> {
    decide(input.as_ref(), None, list, policy).decision
}

/// Decides as [`allow()`] does, and has the answers of the readers too, also about a refused input.
///
/// ```
/// use napkin_audit::{HostList, Policy, verdict};
///
/// let verdict = verdict("http://evil.example/", &HostList::default(), &Policy::default());
/// assert_eq!(verdict.hosts.agreed().unwrap().to_string(), "evil.example");
/// assert!(verdict.refusal().is_some());
/// ```
pub fn verdict(input: impl AsRef<[u8]>, list: &HostList, policy: &Policy) -> Verdict {
    decide(input.as_ref(), None, list, policy)
}

/// Decides as [`allow_reference`] does, and has the answers of the readers too, also about a refused reference.
pub fn reference_verdict(
    base: &JudgedBase,
    reference: impl AsRef<[u8]>,
    list: &HostList,
    policy: &Policy,
) -> Verdict {
    decide(reference.as_ref(), Some(base), list, policy)
}

/// Decides as [`allow()`] does about a reference, such as the `Location` of a redirect, against the URI that was requested. The
/// [base](JudgedBase) is read once.
///
/// # Errors
///
/// Why the target may not be followed.
///
/// ```
/// use napkin_audit::{HostList, JudgedBase, Policy, allow_reference};
///
/// let (list, policy) = (HostList::parse("trusted.example")?, Policy::default());
/// let base = JudgedBase::new("https://trusted.example/a/b", &policy)?;
/// let judged = |location: &str| allow_reference(&base, location, &list, &policy);
/// assert_eq!(judged("/c?d")?.uri, "https://trusted.example/c?d");
/// assert_eq!(judged("//trusted.example")?.uri, "https://trusted.example/");
/// assert_eq!(judged("c//evil.example/")?.uri, "https://trusted.example/a/c//evil.example/");
/// assert!(judged("//evil.example/").is_err());
/// assert!(judged(r"/\evil.example/").is_err());
/// assert!(judged("https:evil.example").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn allow_reference(
    base: &JudgedBase,
    reference: impl AsRef<[u8]>,
    list: &HostList,
    policy: &Policy,
) -> Result<Allowed, Refusal> {
    decide(reference.as_ref(), Some(base), list, policy).decision
}

fn decide(input: &[u8], base: Option<&JudgedBase>, list: &HostList, policy: &Policy) -> Verdict {
    let refused = |hosts: Hosts, refusal| Verdict { hosts, decision: Err(refusal) };
    let target = match target(input, base, policy.reads_by()) {
        Ok(target) => target,
        Err(refusal) => return refused(hosts(input), refusal),
    };
    let scheme = target.uri.split(':').next().unwrap_or_default();
    if let Err(refusal) = is_allowed(scheme, policy) {
        return refused(hosts(input), refusal);
    }
    // That the host cannot be told is why a list does not have it; a userinfo is refused before any host.
    let (of_host, userinfo) = match target.flaw.clone() {
        Some(Refusal::Userinfo) => (None, Some(Refusal::Userinfo)),
        flaw => (flaw, None),
    };
    let uri = match (of_host, target.to_uri(policy.limits().all_readers)) {
        (Some(flaw), _) => return refused(hosts(input), flaw),
        (None, None) => return refused(hosts(input), Refusal::NoServer),
        (None, Some(uri)) => uri,
    };
    // The URI is one of RFC 3986, whose sections the findings cite.
    let strict = if policy.edition() == RFC3986 {
        Cow::Borrowed(policy)
    } else {
        Cow::Owned(policy.clone().by(RFC3986))
    };
    let (hosts, judged) = judge(&uri, list, &strict);
    if let Some(refusal) = judged.err().or(userinfo) {
        return refused(hosts, refusal);
    }
    let as_is = uri.as_bytes() == input;
    Verdict { hosts, decision: Ok(Allowed { uri, as_is }) }
}
