//! Whether a host is on the public Internet, as far as its text shows.

use std::borrow::Cow;
use std::net::IpAddr;

use napkin_domains::{LIST_DATE, List, Sections, is_public_suffix};

use crate::address::special_purpose;
use crate::known_names::NameKind;
use crate::name::{ContactedHost, cannot_be_in_a_name, has_dns_lengths, has_numeric_end};
use crate::nearby::{Nearby, nearby, spelled_address};

impl ContactedHost {
    /// Why the host is not on the public Internet, as far as its text shows; `None` if it may be.
    ///
    /// A public address is unicast, assigned and global, and so is the IPv4 address inside it ([`special_purpose`]). A
    /// public name stands below a public suffix of registries in Mozilla's list, and is not known to lead elsewhere, as
    /// names of the machine, the network or the cloud do (`localhost`, `printer.local`, `metadata.goog`), names of
    /// protocols (IANA's registry of special-use domain names), names of special addresses (`10.in-addr.arpa`), and
    /// names of services that resolve to any address (`127.0.0.1.nip.io`), and names that spell an address of no public host
    /// (`10-0-0-1.example.com`). Any other name may still resolve to any
    /// address: check the resolved address.
    ///
    /// ```
    /// use napkin_audit::ContactedHost;
    ///
    /// let not_public = |text: &str| ContactedHost::normal(text.as_bytes()).not_public();
    /// assert_eq!(not_public("example.com"), None);
    /// assert_eq!(not_public("redis").unwrap(), "a name of one label, which is one of this network");
    /// assert_eq!(not_public("10.0.0.1").unwrap(), "private use (RFC 1918)");
    /// assert_eq!(not_public("co.uk").unwrap(), "a public suffix, below which names are registered");
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

/// Why a name in lowercase is not public.
pub(crate) fn name_not_public(name: &str) -> Option<Cow<'static, str>> {
    let name = name.strip_suffix('.').unwrap_or(name);
    if !is_in_the_dns(name) {
        return Some("no name of the DNS".into());
    }
    if has_numeric_end(name.as_bytes()) {
        return Some("a number, which some readers take for an address".into());
    }
    match nearby(name.as_bytes()) {
        Some(Nearby::Known(known)) if known.kind == NameKind::AnyAddress => {
            return Some(format!("names below {} {}", known.name, known.what).into());
        }
        Some(Nearby::Known(known)) => return Some(known.what.into()),
        Some(Nearby::AddressesOf(block, purpose)) => {
            return Some(format!("names of {block}, {purpose}").into());
        }
        None => {}
    }
    if is_single_label(name.as_bytes()) {
        return Some("a name of one label, which is one of this network".into());
    }
    if let Some((address, purpose)) = spelled_address(name) {
        return Some(format!("its name spells {address}, {}", purpose.what()).into());
    }
    if List::mozilla().registrable_domain(name, Sections::Icann).is_some() {
        return None;
    }
    Some(if is_public_suffix(name, Sections::Icann) {
        "a public suffix, below which names are registered".into()
    } else {
        format!("below no public suffix of the list of {LIST_DATE}").into()
    })
}

/// Whether the DNS can have a name: ASCII, of labels with 1 to 63 octets, 253 in all (RFC 1035 §2.3.4).
fn is_in_the_dns(name: &str) -> bool {
    name.is_ascii()
        && has_dns_lengths(name)
        && !name.split('.').any(str::is_empty)
        && !name.bytes().any(cannot_be_in_a_name)
}

/// Whether a name has no dot.
pub(crate) fn is_single_label(name: &[u8]) -> bool {
    !name.is_empty() && !name.contains(&b'.') && !has_numeric_end(name)
}
