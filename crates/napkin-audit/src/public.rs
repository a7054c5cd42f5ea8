//! Whether a host is on the public Internet, as far as its text shows.

use std::borrow::Cow;
use std::net::IpAddr;

use crate::address::special_purpose;
use crate::name::{ContactedHost, has_numeric_end};
use crate::nearby::{local, of_addresses};

impl ContactedHost {
    /// Why the host is not on the public Internet, as far as its text shows; `None` if it may be.
    ///
    /// Addresses are checked by [`special_purpose`]. A name is not public if it has no dot, ends in a number, is
    /// local to a machine, a network or a cloud (`localhost`, `printer.local`, `db.internal`), or belongs to a
    /// service that resolves to any address (`127.0.0.1.nip.io`). Any other name may still resolve to any address:
    /// check the resolved address.
    ///
    /// ```
    /// use napkin_audit::ContactedHost;
    ///
    /// let not_public = |text: &str| ContactedHost::normal(text.as_bytes()).not_public();
    /// assert_eq!(not_public("example.com"), None);
    /// assert_eq!(not_public("redis").unwrap(), "a name of one label, which is one of this network");
    /// assert_eq!(not_public("10.0.0.1").unwrap(), "private use (RFC 1918)");
    /// ```
    pub fn not_public(&self) -> Option<Cow<'static, str>> {
        match self {
            Self::Address(address) => address_not_public(*address),
            Self::Name(name) => name_not_public(name),
        }
    }
}

fn address_not_public(address: IpAddr) -> Option<Cow<'static, str>> {
    special_purpose(address).map(|special| special.what().into())
}

fn name_not_public(name: &str) -> Option<Cow<'static, str>> {
    let name = name.strip_suffix('.').unwrap_or(name).as_bytes();
    if has_numeric_end(name) {
        return Some("a number, which some readers take for an address".into());
    }
    if is_single_label(name) {
        return Some("a name of one label, which is one of this network".into());
    }
    if let Some(what) = local(name) {
        return Some(what.into());
    }
    let domain = of_addresses(name)?;
    Some(format!("names below {domain} lead to any address").into())
}

/// Whether a name has no dot.
pub(crate) fn is_single_label(name: &[u8]) -> bool {
    !name.is_empty() && !name.contains(&b'.') && !has_numeric_end(name)
}
