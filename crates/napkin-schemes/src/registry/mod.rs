//! The registry of schemes that IANA keeps (RFC 3986 §3.1, RFC 7595), as a table.
//!
//! `table.rs` is written by `cargo run -p napkin-schemes --example write-registry` from
//! `spec/registry/uri-schemes.csv`.

mod table;

use napkin::edition::Rule;
use napkin::scheme::{FACTS, SchemeFacts};

pub use table::{REGISTRATIONS, UPDATED};

/// One scheme of the registry.
///
/// ```
/// use napkin_schemes::registry::{REGISTRATIONS, find};
///
/// let http = find("http").unwrap();
/// assert_eq!((http.scheme, http.status.name()), ("http", "permanent"));
/// assert!(REGISTRATIONS.len() > 300 && find("no-such-scheme").is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Registration {
    /// The scheme in lowercase.
    pub scheme: &'static str,
    /// The status of the registration.
    pub status: Status,
    /// The description of the registration; the name of the scheme where there is none.
    pub description: &'static str,
    /// The documents, or who registered it, such as `RFC9110, Section 4.2.1`; `; ` stands between
    /// several.
    pub reference: &'static str,
    /// The form that was filled in to register it, where that is kept: a path such as `prov/git`
    /// below `https://www.iana.org/assignments/uri-schemes/`.
    pub template: Option<&'static str>,
}

impl Registration {
    /// The port that is meant when none is given, if the scheme has one.
    ///
    /// ```
    /// use napkin_schemes::registry::find;
    ///
    /// assert_eq!(find("gopher").unwrap().default_port(), Some(70));
    /// assert_eq!(find("coap").unwrap().default_port(), Some(5683));
    /// assert_eq!(find("mailto").unwrap().default_port(), None);
    /// ```
    pub fn default_port(&self) -> Option<u16> {
        port_of(self.scheme)?.default_port
    }
}

/// What the core knows of a scheme with a default port, registered or not, case-insensitively.
///
/// ```
/// use napkin_schemes::registry::port_of;
///
/// let facts = port_of("Redis").unwrap();
/// assert_eq!(facts.default_port, Some(6379));
/// assert_eq!(facts.port_document, Some("by its vendor: the registration, prov/redis"));
/// assert!(port_of("mailto").is_none());
/// ```
pub fn port_of(scheme: &str) -> Option<&'static SchemeFacts> {
    let facts = FACTS.iter().find(|facts| facts.scheme.eq_ignore_ascii_case(scheme))?;
    facts.default_port.map(|_| facts)
}

/// The status of a registration (RFC 7595).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "RFC 7595 §6.1 has no other")]
pub enum Status {
    /// For general use, by review.
    Permanent,
    /// First come, first served.
    Provisional,
    /// No longer in use.
    Historical,
}

impl Status {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Permanent => "permanent",
            Self::Provisional => "provisional",
            Self::Historical => "historical",
        }
    }
}

/// The registration of a scheme, written in any case.
///
/// ```
/// use napkin_schemes::registry::{Status, find};
///
/// assert_eq!(find("MAILTO").unwrap().status, Status::Permanent);
/// assert_eq!(find("x-mine"), None);
/// ```
pub fn find(scheme: &str) -> Option<&'static Registration> {
    let lowercase = || scheme.bytes().map(|byte| byte.to_ascii_lowercase());
    let found =
        REGISTRATIONS.binary_search_by(|registration| registration.scheme.bytes().cmp(lowercase()));
    found.ok().map(|at| &REGISTRATIONS[at])
}

/// Whether a scheme is registered, or known to the core, case-insensitively.
///
/// ```
/// use napkin_schemes::registry::is_known;
///
/// assert!(is_known("Redis") && is_known("jar") && !is_known("localhost"));
/// ```
pub fn is_known(scheme: &str) -> bool {
    let is_it = |facts: &SchemeFacts| facts.scheme.eq_ignore_ascii_case(scheme);
    find(scheme).is_some() || FACTS.iter().any(is_it)
}

const fn row(
    scheme: &'static str,
    status: Status,
    description: &'static str,
    reference: &'static str,
    template: Option<&'static str>,
) -> Registration {
    Registration { scheme, status, description, reference, template }
}

pub(crate) const RULE: Rule = Rule { name: "scheme", section: "RFC 7595 section 3" };

#[cfg(test)]
mod tests {
    use napkin::scheme::FACTS;

    use super::{REGISTRATIONS, Status, UPDATED, find};
    use crate::definition::Definition;

    #[test]
    fn schemes_ascend_and_are_found() {
        assert!(REGISTRATIONS.is_sorted_by(|a, b| a.scheme < b.scheme));
        for registration in REGISTRATIONS {
            assert_eq!(find(registration.scheme), Some(registration));
        }
        assert!(REGISTRATIONS.len() > 400 && UPDATED > "2025");
        assert_eq!(find(""), None);
        assert_eq!(find("zzz"), None);
    }

    #[test]
    fn rows_say_what_the_registry_says() {
        let http = find("http").unwrap();
        assert_eq!(http.status, Status::Permanent);
        assert_eq!(http.description, "Hypertext Transfer Protocol");
        assert_eq!(http.reference, "RFC9110, Section 4.2.1");
        assert_eq!((http.template, http.default_port()), (None, Some(80)));
        let git = find("GIT").unwrap();
        assert_eq!((git.status, git.template), (Status::Provisional, Some("prov/git")));
        assert_eq!(find("rtspu").unwrap().default_port(), Some(554));
    }

    /// A document of its own is named for the port of a scheme without a definition, and for no other.
    #[test]
    fn every_port_has_a_document() {
        for facts in FACTS.iter().filter(|facts| facts.default_port.is_some()) {
            let is_defined = Definition::named(facts.scheme).is_some();
            assert_eq!(facts.port_document.is_none(), is_defined, "{}", facts.scheme);
        }
    }

    /// The core has ports of its own, for normalization; they are the same.
    #[test]
    fn the_core_knows_the_same_ports() {
        for facts in FACTS {
            if let Some(definition) = Definition::named(facts.scheme) {
                assert_eq!(definition.default_port, facts.default_port, "{}", facts.scheme);
            }
        }
    }
}
