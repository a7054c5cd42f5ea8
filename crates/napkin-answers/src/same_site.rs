//! The options 'same-site' and 'other-site' of links, and 'same-site' of allow-lists: a site by a URI, and which links lead to it.

use std::borrow::Cow;

use napkin::Target;
use napkin_audit::HostList;
use napkin_context::{Base, Document, Link, NoTarget};
use napkin_standards::Standard;
use napkin_standards::facts::Names;

use crate::documents::{lacks_base, no_target};
use crate::options::Value;

/// A URI that stands for its site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteOf {
    /// The URI, as it was given.
    pub uri: Vec<u8>,
    /// The registrable domain of its host, or the host.
    site: String,
}

impl Value for SiteOf {
    fn read(octets: Vec<u8>) -> Result<Self, String> {
        let mut list = HostList::default();
        list.push_site(&octets).map_err(|error| format!("is wrong: {error}"))?;
        let site = list.entries().iter().map(|entry| entry.host().to_string()).collect();
        Ok(Self { uri: octets, site })
    }
}

/// Which links are kept, by the site of their targets.
#[derive(Clone, Debug)]
pub struct BySite {
    /// The URI whose site counts; without one, that of the document does.
    pub of: Option<SiteOf>,
    /// Whether links to other sites are kept, rather than those to the site.
    pub is_other: bool,
}

impl BySite {
    /// Whether a link is kept: its target is of the site, or of another one; or it has no target because the link is broken, which
    /// is an error in any case. A URI without a host is of no site. Where the site is not known, each host is of another one.
    pub fn has(
        &self,
        document: &Document<'_>,
        link: &Link<'_>,
        target: &Result<Target, NoTarget>,
    ) -> bool {
        match target {
            Ok(Target::Uri(uri)) => {
                let target = site(link.base, uri);
                let is_of_it = target == self.wanted(document.base, link.base);
                target.is_some() && is_of_it != self.is_other
            }
            Ok(Target::CurrentDocument { .. }) => self.has_document(document.base, link.base),
            Err(_) if lacks_base(link, target) => {
                self.of.is_none() && has_host(link.reference) == self.is_other
            }
            Err(_) => no_target(link, target).is_some(),
        }
    }

    /// The site that a target has, or does not have.
    fn wanted<'b>(&'b self, document: &'b Base, inside: &'b Base) -> Option<Cow<'b, str>> {
        match &self.of {
            Some(wanted) => Some(wanted.site.as_str().into()),
            None => own(document, inside),
        }
    }

    /// Whether the document itself is of the site, or of another one.
    fn has_document(&self, document: &Base, inside: &Base) -> bool {
        match &self.of {
            None => !self.is_other,
            Some(wanted) => {
                own(document, inside).is_some_and(|own| (own == *wanted.site) != self.is_other)
            }
        }
    }
}

/// The site of a document: that of the URI by which it was retrieved, since its content can set any base; without one, that of the
/// base.
fn own<'b>(document: &'b Base, inside: &'b Base) -> Option<Cow<'b, str>> {
    site(inside, inside.document().or(document.uri())?)
}

/// The site of a URI, by the standard of a base.
fn site<'u>(base: &Base, uri: &'u str) -> Option<Cow<'u, str>> {
    let standard = Standard::named(base.standard())?;
    standard.parse(uri, |parsed| Some(Names::mozilla().site(parsed.ok()?)?.into_owned().into()))
}

/// Whether a relative reference has a host: it begins with two slashes, which may be backslashes in a URL.
fn has_host(reference: &str) -> bool {
    let slashes = reference.bytes().take_while(|byte| matches!(byte, b'/' | b'\\'));
    slashes.count() > 1
}
