//! The site of a URI in a list of hosts: the host that programs contact for it, and the hosts below the same registrable domain.

use std::borrow::Cow;
use std::fmt;

use napkin::{Host, Text, Uri};
use napkin_domains::{Sections, registrable_domain};

use crate::host_list::{Entry, HostList, NotAHost};
use crate::hosts::hosts;

/// Why the site of a URI cannot be in a [`HostList`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoSite {
    /// It has no host: it is a relative reference, or a URI such as `mailto:`.
    NoHost,
    /// Programs contact different hosts for it, or some none.
    Disagreement,
    /// The host cannot be in a list.
    Host(NotAHost),
}

impl fmt::Display for NoSite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoHost => {
                f.write_str("it has no host, so it is of no site: write https://example.com/")
            }
            Self::Disagreement => f.write_str("programs do not agree on its host"),
            Self::Host(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NoSite {}

impl HostList {
    /// Adds the hosts of the same site as a URI: those with the same registrable domain by both sections of the public suffix
    /// list, so that `a.github.io` and `b.github.io` are two sites. An address, a name of one label, a public suffix, and a name
    /// without one are sites of one host. The scheme and the port of the URI do not count: each host is allowed at the ports at
    /// which an entry without a port is.
    ///
    /// # Errors
    ///
    /// If the URI has no host, or programs of today do not all contact the same one for it, or it [cannot be in a
    /// list](Self::push).
    ///
    /// ```
    /// use napkin_audit::{HostList, Policy, allow};
    ///
    /// let mut list = HostList::default();
    /// list.push_site("https://www.example.co.uk/a")?;
    /// list.push_site("https://me.github.io/")?;
    /// let allowed = |uri: &[u8]| allow(uri, &list, &Policy::default()).is_ok();
    /// assert!(allowed(b"https://example.co.uk/") && allowed(b"https://a.b.example.co.uk/"));
    /// assert!(allowed(b"https://me.github.io/b") && !allowed(b"https://you.github.io/"));
    /// assert!(!allowed(b"https://other.co.uk/") && !allowed(b"https://evilexample.co.uk/"));
    /// assert!(list.push_site("mailto:a@example.com").is_err());
    /// assert!(list.push_site(r"https://a.example\@b.example/").is_err());
    /// # Ok::<(), napkin_audit::NoSite>(())
    /// ```
    pub fn push_site(&mut self, uri: impl AsRef<[u8]>) -> Result<(), NoSite> {
        let hosts = hosts(uri.as_ref()).among(|reader| reader.in_use);
        let Some(host) = hosts.agreed() else {
            let contacts = !hosts.contacted().is_empty();
            return Err(if contacts { NoSite::Disagreement } else { NoSite::NoHost });
        };
        self.add(Entry::of_site(host).map_err(NoSite::Host)?);
        Ok(())
    }
}

/// Whether two URIs are of one site, as HTML has it: the same scheme and registrable domain, also below a private suffix such
/// as `github.io`; of hosts without one, the same host. `false` for any URI with an opaque origin, such as a `data:` URI or one
/// whose host is in letters or percent-encoded, since programs do not agree on that.
///
/// ```
/// use napkin::uri;
/// use napkin_audit::same_site;
///
/// assert!(same_site(&uri!("https://a.BBC.co.uk/"), &uri!("https://bbc.co.uk:8443/")));
/// assert!(!same_site(&uri!("https://a.github.io/"), &uri!("https://b.github.io/")));
/// assert!(!same_site(&uri!("https://bbc.co.uk/"), &uri!("http://bbc.co.uk/")));
/// assert!(!same_site(&uri!("data:,a"), &uri!("data:,a")));
/// ```
pub fn same_site<T: Text, U: Text>(one: &Uri<T>, other: &Uri<U>) -> bool {
    let (one, other) = (one.origin(), other.origin());
    let (Some(own), Some(host)) = (one.host(), other.host()) else { return false };
    let domain = |host: Host<'_>| {
        let name = host.reg_name()?.as_str().to_owned();
        registrable_domain(&name, Sections::All).map(Cow::into_owned)
    };
    one.scheme() == other.scheme()
        && match (domain(own), domain(host)) {
            (Some(own), Some(domain)) => own == domain,
            (None, None) => own.to_ip().ok_or(own) == host.to_ip().ok_or(host),
            _ => false,
        }
}
