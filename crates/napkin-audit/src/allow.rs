//! Allow-lists: whether a URI, a URL or a relative reference may be followed, whichever program reads it.

use napkin::ResolveError;

use crate::by_url::{by_url, reference_by_url};
use crate::host_list::HostList;
use crate::judge::{Verdict, by_syntax};
use crate::policy::Policy;
use crate::reference::reference_by_syntax;

/// Decides whether a URI may be followed. It is allowed only if
///
/// - it is a valid URI of the policy's edition, of `http`, `https`, `ws` or `wss`, or of the schemes that the policy
///   allows;
/// - a slash follows its authority, or nothing;
/// - its host is ASCII: a name in other letters is written with `xn--`, since programs map it by different standards;
/// - its host is not percent-encoded, whatever the policy says: half of the programs ask for `%74rusted.example`;
/// - it has a server: the edition finds the host, port and userinfo that the generic syntax finds. An authority
///   that an older edition reads as a whole is refused, whatever it names;
/// - every reader of the [list](crate::READERS) that represents a program and accepts the URI contacts that host,
///   and no other. [Some](crate::Reader::in_input) are asked about the URI to hand on alone;
/// - the list has the host with the port: an entry with a port allows that port alone, one without a port the scheme's
///   default port and those of the policy, one with any port of a loopback address each that a URI of `http` writes.
///   A name of more than 63 characters, or with an underscore, is listed itself: programs cut it (RFC 1123 §2.1), so a wildcard
///   and [`HostList::public`] do not allow it;
/// - no other part can name a server. `http`, `https`, `ws`, `wss`, `ftp` and some more have it in the authority alone; of
///   a scheme that a policy adds and that is not known for it, such as `postgresql` (`?host=evil.example`), only a path of
///   letters, digits, hyphens, dots, underscores and tildes is allowed;
/// - its scheme is `http`, `https`, `ws`, `wss` or `ftp`, or the policy says that clients contact the host of URIs of the
///   scheme ([`Limits::host_is_server`](crate::Limits::host_is_server));
/// - programs agree on the port: the [list](crate::SCHEME_SERVERS) has no program that ignores it, and a port is written,
///   unless the scheme is one of these five and the host no IPv6 address;
/// - an audit by the policy finds nothing else of severity [`Warning`](crate::Severity::Warning) or worse. So a host is an
///   address, or labels of letters, digits, hyphens and underscores. Setting the rule `host-not-plain` to `off` allows
///   other ASCII characters, as far as readers agree;
/// - it has no userinfo, not even an empty one. One takes the rule `userinfo-present` as `note` or `off`, and
///   [`Policy::ignore_reader`] of `urllib-request`, which looks it up with the host;
/// - its normal form is allowed too, and leads to the same host and port.
///
/// By an edition of the URL Standard ([`Policy::by_url_standard`]) an input is allowed if it is a URL, and the URL is allowed by RFC
/// 3986 with what a URI excludes percent-encoded, and so is the input; all three lead to one server, and readers
/// agree on it for the input. `http://h/?a[]=1` is such a URL. It is judged as a browser reads it, and refused where another program
/// reads it otherwise, as `http:\\\\h` and `http://h?@evil.example`.
///
/// An address or a local name that is listed by itself is intended: findings about where such a host is are then
/// ignored.
///
/// # What the program that fetches has to do
///
/// - **Redirects.** The response may lead elsewhere. Do not let the client follow redirects; judge each `Location` by
///   [`allow_reference`](crate::allow_reference()), with the URI that was requested as base.
/// - **DNS.** A name of the list may resolve to any address, and to another one a moment later (DNS rebinding).
///   Resolve it once, refuse addresses that have a [`special_purpose`](crate::special_purpose()), and connect to
///   the checked address. This matters most with [`HostList::public`].
/// - **What is passed on.** Pass [`Verdict::normal_form`] to the client, never the input: all readers take it alike.
///   A URI that is decoded, joined or completed after the check is another URI.
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
/// let verdict = allow(b"https://Trusted.example", &list, &Policy::default());
/// assert_eq!(verdict.normal_form.as_deref(), Some("https://trusted.example/"));
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
/// let policy = Policy::preset("ssrf").unwrap();
/// let verdict = allow(b"http://example.com", &HostList::public(), &policy);
/// // This is what is requested.
/// let uri = verdict.normal_form.unwrap();
/// let is_public = |address: &std::net::SocketAddr| special_purpose(address.ip()).is_none();
/// let address = ("example.com", 80).to_socket_addrs()?.find(is_public);
/// let connection = address.map(TcpStream::connect);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn allow(input: &[u8], list: &HostList, policy: &Policy) -> Verdict {
    match policy.url_edition() {
        Some(edition) => by_url(edition, input, list, policy),
        None => by_syntax(input, list, policy),
    }
}

/// Decides whether a reference may be followed from a base, such as the `Location` of a redirect from the URI that was
/// requested. A URI is judged as [`allow()`] does, whatever the base. A relative reference is allowed only if
///
/// - it is valid by the policy's edition and by RFC 3986: it has no white space, no backslash and no non-ASCII character;
/// - its target, by the edition's resolution, is allowed;
/// - if it begins with `//`, it is allowed behind the scheme of the base as it is written, and so is the base, whose server PHP
///   and axel ask for such a path;
/// - else no reader sees a host in it, and its path gives no other one to programs that decode or normalize it first, or
///   append it to the base: it does not begin with `//` and has no `//` beside dot segments, raw or percent-encoded. It
///   begins with `/`, or is empty where the base has a path: siege and the wget of `BusyBox` take a segment at the
///   beginning for a host, `NetSurf` for a scheme, and minreq appends it to the host of the base;
/// - readers agree on the host of the base.
///
/// [`Verdict::normal_form`] is the normal form of the target: pass that on, never the reference.
///
/// # Errors
///
/// `InvalidBase` or `BaseNotAbsolute`, if the base is no URI of the policy's edition.
///
/// ```
/// use napkin_audit::{HostList, Policy, allow_reference};
///
/// let list = HostList::parse("trusted.example")?;
/// let base = "https://trusted.example/a/b";
/// let judged = |location: &str| {
///     allow_reference(base, location.as_bytes(), &list, &Policy::default()).unwrap().normal_form
/// };
/// assert_eq!(judged("/c?d").as_deref(), Some("https://trusted.example/c?d"));
/// assert_eq!(judged("//trusted.example").as_deref(), Some("https://trusted.example/"));
/// assert_eq!(judged("c//evil.example/"), None);
/// assert_eq!(judged("//evil.example/"), None);
/// assert_eq!(judged(r"/\evil.example/"), None);
/// assert_eq!(judged("/.//evil.example/"), None);
/// assert!(allow_reference("/a/b", b"c", &list, &Policy::default()).is_err());
/// # Ok::<(), napkin_audit::NotAHost>(())
/// ```
pub fn allow_reference(
    base: &str,
    reference: &[u8],
    list: &HostList,
    policy: &Policy,
) -> Result<Verdict, ResolveError> {
    match policy.url_edition() {
        Some(edition) => reference_by_url(edition, base, reference, list, policy),
        None => reference_by_syntax(base, reference, list, policy),
    }
}
