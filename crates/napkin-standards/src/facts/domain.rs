//! Facts of the host as a name of the DNS, by Mozilla's public suffix list or another.

use std::borrow::Cow;

use napkin::Part;
use napkin_domains::{List, Section, Sections, Suffix};
use napkin_url::HostKind;

use super::fact::{Fact, Text, fact};
use crate::octets::Octets;
use crate::parsed::Parsed;

fact! {
    /// The domain that somebody has registered, in lowercase: the public suffix of the host, and one more label
    RegistrableDomain "registrable_domain": Text, of Host;
    |reference| Names::mozilla().registrable_domain(Parsed::Reference(reference), Sections::Icann);
    |url| Names::mozilla().registrable_domain(Parsed::Url(url), Sections::Icann);
}

fact! {
    /// The public suffix of the host, under which a registry registers domains, such as co.uk
    PublicSuffix "public_suffix": Text, of Host;
    |reference| Names::mozilla().public_suffix(Parsed::Reference(reference));
    |url| Names::mozilla().public_suffix(Parsed::Url(url));
}

fact! {
    /// The suffix of the host under which the owner of a domain gives names to users, such as github.io
    PrivateSuffix "private_suffix": Text, of Host;
    |reference| Names::mozilla().private_suffix(Parsed::Reference(reference));
    |url| Names::mozilla().private_suffix(Parsed::Url(url));
}

fact! {
    /// The labels of the host before its registrable domain; empty if the host is the domain
    Subdomain "subdomain": Text, of Host;
    |reference| Names::mozilla().subdomain(Parsed::Reference(reference));
    |url| Names::mozilla().subdomain(Parsed::Url(url));
}

fact! {
    /// The site of the host, to group by: its registrable domain, below a private suffix the domain of each user, else the host; in lowercase ASCII
    Site "site": Text, of Host;
    |reference| Names::mozilla().site(Parsed::Reference(reference));
    |url| Names::mozilla().site(Parsed::Url(url));
}

/// The facts of names by a public suffix list. An address has only a site; neither has a name without a suffix another one.
/// Percent-encoded octets are decoded.
#[derive(Clone, Copy, Debug)]
pub struct Names<'l>(&'l List);

impl Names<'static> {
    /// By Mozilla's list.
    pub fn mozilla() -> Self {
        Self(List::mozilla())
    }
}

impl<'l> Names<'l> {
    /// By another list.
    pub const fn by(list: &'l List) -> Self {
        Self(list)
    }

    /// The registrable domain of the host by sections of the list.
    pub fn registrable_domain<'t>(
        self,
        row: Parsed<'_, 't>,
        sections: Sections,
    ) -> Option<Cow<'t, str>> {
        name(row)?.piece(|name| self.0.registrable_domain(name, sections))
    }

    /// The suffix of a registry.
    pub fn public_suffix<'t>(self, row: Parsed<'_, 't>) -> Option<Cow<'t, str>> {
        name(row)?.piece(|name| Some(self.0.public_suffix(name, Sections::Icann)?.as_str()))
    }

    /// The suffix of the private section.
    pub fn private_suffix<'t>(self, row: Parsed<'_, 't>) -> Option<Cow<'t, str>> {
        let is_private = |suffix: &Suffix<'_>| suffix.section() == Section::Private;
        name(row)?.piece(|name| {
            let suffix = self.0.public_suffix(name, Sections::All).filter(is_private)?;
            Some(suffix.as_str())
        })
    }

    /// The labels before the registrable domain, without the dot between them.
    pub fn subdomain<'t>(self, row: Parsed<'_, 't>) -> Option<Cow<'t, str>> {
        name(row)?.piece(|name| self.0.subdomain(name, Sections::Icann))
    }

    /// The value of the fact with a name, if it is a fact of names.
    pub fn fact<'t>(self, fact: &str, row: Parsed<'_, 't>) -> Option<Option<Cow<'t, str>>> {
        Some(match fact {
            RegistrableDomain::NAME => self.registrable_domain(row, Sections::Icann),
            PublicSuffix::NAME => self.public_suffix(row),
            PrivateSuffix::NAME => self.private_suffix(row),
            Subdomain::NAME => self.subdomain(row),
            Site::NAME => self.site(row),
            _ => return None,
        })
    }

    /// The text by which hosts are grouped: [`List::site`] of a name; of an address, the address.
    pub fn site<'t>(self, row: Parsed<'_, 't>) -> Option<Cow<'t, str>> {
        if let Some(name) = name(row) {
            return match name.0 {
                Cow::Borrowed(name) => Some(self.0.site(name)).filter(|site| !site.is_empty()),
                Cow::Owned(name) => Some(self.0.site(&name).into_owned().into()),
            };
        }
        match row {
            Parsed::Url(url) => {
                let host = url.host_str().filter(|host| !host.is_empty())?;
                Some(host.to_ascii_lowercase().into())
            }
            Parsed::Reference(reference) => {
                let host = reference.host()?;
                Some(match host.to_ip() {
                    Some(std::net::IpAddr::V6(address)) => format!("[{address}]").into(),
                    _ => host.as_str().to_ascii_lowercase().into(),
                })
            }
        }
    }
}

/// The host as a name.
struct Name<'t>(Cow<'t, str>);

impl<'t> Name<'t> {
    /// A piece of it in lowercase: names that differ in case are one (RFC 1034 §3.1), and facts are counted and joined.
    fn piece(self, piece: impl Fn(&str) -> Option<&str>) -> Option<Cow<'t, str>> {
        let is_lower = |text: &str| !text.bytes().any(|byte| byte.is_ascii_uppercase());
        match self.0 {
            Cow::Borrowed(name) => Some(match piece(name)? {
                piece if is_lower(piece) => piece.into(),
                piece => piece.to_ascii_lowercase().into(),
            }),
            Cow::Owned(name) => piece(&name).map(|piece| piece.to_ascii_lowercase().into()),
        }
    }
}

/// The host, if it is a name.
fn name<'t>(row: Parsed<'_, 't>) -> Option<Name<'t>> {
    let host = match row {
        Parsed::Reference(reference) => {
            let host = reference.host().filter(|host| host.reg_name().is_some())?.as_str();
            if host.as_bytes().contains(&b'%') {
                let octets = Octets::of(reference.edition(), Part::Host, host);
                return Some(Name(octets.into_text().ok()?.into_owned().into()));
            }
            host
        }
        Parsed::Url(url) => match url.host_kind()? {
            HostKind::Domain => url.host_str()?,
            _ => return None,
        },
    };
    Some(Name(host.into()))
}
