//! The registry of schemes that IANA keeps (RFC 3986 §3.1, RFC 7595), as a table.
//!
//! `table.rs` is written by `cargo run -p napkin-schemes --example write-registry` from
//! `registry/uri-schemes.csv`.

mod table;

use napkin::edition::rules::Rule;

pub use table::REGISTRATIONS;

/// One scheme of the registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Registration {
    /// The scheme in lowercase.
    pub scheme: &'static str,
    /// What it is.
    pub description: &'static str,
    /// How firmly it is registered.
    pub status: Status,
    /// The documents, as the registry writes them, such as `RFC9110 section 4.2.1`.
    pub reference: &'static str,
}

/// How firmly a scheme is registered (RFC 7595).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    let scheme = scheme.to_ascii_lowercase();
    let found = REGISTRATIONS.binary_search_by_key(&&*scheme, |registration| registration.scheme);
    found.ok().map(|at| &REGISTRATIONS[at])
}

pub(crate) const RULE: Rule = Rule { name: "scheme", section: "RFC 7595 section 3" };
