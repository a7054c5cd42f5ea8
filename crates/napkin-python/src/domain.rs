//! Registrable domains of references and URLs.

use std::borrow::Cow;

use napkin::{HostKind, Part, Reference};
use napkin_answers::octets::Octets;
use napkin_domains::{Sections, registrable_domain};
use napkin_url::Url;

/// The sections of the public suffix list that count: with `private`, both.
pub(crate) fn sections(private: bool) -> Sections {
    if private { Sections::All } else { Sections::Icann }
}

/// The registrable domain of the host of a reference; nothing if that is an address. What is percent-encoded is decoded.
pub(crate) fn of_reference(reference: Reference<'_>, sections: Sections) -> Option<Cow<'_, str>> {
    let host = reference.host().filter(|host| host.kind() == HostKind::RegName)?.as_str();
    if !host.as_bytes().contains(&b'%') {
        return registrable_domain(host, sections).map(Cow::Borrowed);
    }
    let octets = Octets::of(reference.edition(), Part::Host, host);
    Some(registrable_domain(str::from_utf8(octets.as_bytes()).ok()?, sections)?.to_owned().into())
}

/// The registrable domain of the host of a URL; nothing if that is an address.
pub(crate) fn of_url<T: AsRef<str>>(url: &Url<T>, sections: Sections) -> Option<&str> {
    match url.host_kind()? {
        napkin_url::HostKind::Domain => registrable_domain(url.host_str()?, sections),
        _ => None,
    }
}
