//! Editions of the URI syntax, as data.
//!
//! An [`Edition`] is a constant: byte sets made by set algebra, rule choices, and the names and sections that
//! errors quote. The engine reads it; no code outside this folder asks which edition it has. An edition is one file
//! and one line in [`EDITIONS`].

pub(crate) mod beyond_ascii;
pub(crate) mod rules;
pub(crate) mod plain;
pub(crate) mod definition;
mod properties;

#[cfg(feature = "editions")]
pub(crate) mod rfc1630;
#[cfg(feature = "editions")]
pub(crate) mod rfc1738;
#[cfg(feature = "editions")]
pub(crate) mod rfc1808;
#[cfg(feature = "editions")]
pub(crate) mod draft1997;
#[cfg(feature = "editions")]
pub(crate) mod rfc2396;
#[cfg(feature = "editions")]
pub(crate) mod draft2003;
pub(crate) mod rfc3986;
pub(crate) mod rfc3987;
#[cfg(feature = "editions")]
pub(crate) mod java;
#[cfg(feature = "editions")]
pub(crate) mod amended;

pub(crate) use napkin_scan::{ALPHA, ALPHANUM, DIGIT, HEXDIG};

use crate::fault::{ErrorKind, Part};
use rules::{Generic, Hierarchy, Opaque, Parameters, SchemeForm};

#[cfg(feature = "editions")]
#[doc(hidden)]
pub use amended::{AMENDMENTS, Amendment};
pub(crate) use definition::Edition;
#[cfg(feature = "editions")]
pub use draft1997::DRAFT1997;
#[cfg(feature = "editions")]
pub use draft2003::DRAFT2003;
#[cfg(feature = "editions")]
pub use java::JAVA;
#[cfg(feature = "editions")]
pub use rfc1630::RFC1630;
#[cfg(feature = "editions")]
pub use rfc1738::RFC1738;
#[cfg(feature = "editions")]
pub use rfc1808::RFC1808;
#[cfg(feature = "editions")]
pub use rfc2396::RFC2396;
pub use rfc3986::RFC3986;
pub use rfc3987::RFC3987;
pub use rules::Rule;
#[doc(hidden)]
pub use rules::{Escapes, Sections};

/// The one list of editions, oldest first. Without the feature `editions`, it has RFC 3986 and RFC 3987 only.
pub const EDITIONS: &[&Edition] = &[
    #[cfg(feature = "editions")]
    RFC1630,
    #[cfg(feature = "editions")]
    RFC1738,
    #[cfg(feature = "editions")]
    RFC1808,
    #[cfg(feature = "editions")]
    DRAFT1997,
    #[cfg(feature = "editions")]
    RFC2396,
    #[cfg(feature = "editions")]
    DRAFT2003,
    RFC3986,
    RFC3987,
    #[cfg(feature = "editions")]
    JAVA,
];

/// The parsers that are compiled for a single edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compiled {
    /// For URIs, RFC 3986.
    Uri,
    /// For IRIs, RFC 3987.
    Iri,
}

impl Edition {
    /// The edition with this key, if there is one, also with an amendment.
    ///
    /// ```
    /// assert_eq!(napkin::Edition::named("rfc1808").unwrap().year, 1995);
    /// assert!(napkin::Edition::named("rfc1").is_none());
    /// ```
    pub fn named(name: &str) -> Option<&'static Self> {
        #[cfg(feature = "editions")]
        let amended = AMENDMENTS.iter().map(|amendment| amendment.edition);
        #[cfg(not(feature = "editions"))]
        let amended = core::iter::empty();
        EDITIONS.iter().copied().chain(amended).find(|edition| edition.name == name)
    }

    /// The edition that was in force at the end of a year: the newest RFC published by then, with the amendment in force.
    /// Drafts were never in force, and an addition does not replace the edition it adds to.
    ///
    /// ```
    /// use napkin::{Edition, edition::{RFC2396, RFC3986, RFC3987}};
    ///
    /// assert!(RFC3987.is_addition);
    /// assert_eq!(Edition::in_force(2026), Some(RFC3986));
    /// let of_1999 = Edition::in_force(1999).unwrap();
    /// assert_eq!((of_1999.name, of_1999.amends), ("rfc2396+rfc2732", Some(RFC2396)));
    /// assert!(of_1999.parse("http://[::1]/").is_ok() && RFC2396.parse("http://[::1]/").is_err());
    /// ```
    #[cfg(feature = "editions")]
    pub fn in_force(year: u16) -> Option<&'static Self> {
        Self::in_force_in(year, 12)
    }

    /// The RFC in force at the end of a month, 1 to 12, of a year; as [`in_force`](Self::in_force).
    ///
    /// ```
    /// use napkin::Edition;
    ///
    /// let in_force = |year, month| Edition::in_force_in(year, month).map(|edition| edition.name);
    /// assert_eq!(in_force(1999, 11), Some("rfc2396"));
    /// assert_eq!(in_force(1999, 12), Some("rfc2396+rfc2732"));
    /// ```
    #[cfg(feature = "editions")]
    pub fn in_force_in(year: u16, month: u8) -> Option<&'static Self> {
        let rfcs = EDITIONS.iter().copied();
        let mut rfcs = rfcs.filter(|edition| edition.is_rfc && !edition.is_addition);
        let is_published = |edition: &Self| (edition.year, edition.month) <= (year, month);
        let edition = rfcs.rfind(|edition| is_published(edition))?;
        let in_force = |amendment: &&Amendment| {
            let is_in_time = is_published(amendment.edition)
                && amendment.until.is_none_or(|until| (year, month) < until);
            amendment.edition.amends == Some(edition) && is_in_time
        };
        Some(AMENDMENTS.iter().find(in_force).map_or(edition, |amendment| amendment.edition))
    }

    /// The edition without its amendment: what documents and tables say of the edition holds for both.
    #[doc(hidden)]
    pub fn unamended(&self) -> &Self {
        self.amends.unwrap_or(self)
    }

    /// The rule that an error of this kind in this part breaks.
    #[doc(hidden)]
    pub fn rule(&self, kind: ErrorKind, part: Part) -> Rule {
        let of_kind = self.rules_of_kinds.iter().find(|(named, _)| *named == kind);
        of_kind.map_or(self.rules_of_parts.of(part), |(_, rule)| *rule)
    }

    /// The rule of what follows the scheme of an opaque URI, if the edition has one.
    pub(crate) const fn opaque_rule(&self) -> Option<Rule> {
        match self.generic() {
            Some(Generic { opaque: Opaque::UnlessSlash { rule, .. }, .. }) => Some(*rule),
            _ => None,
        }
    }

    /// The form of a scheme by its number. Numbers count the known forms from 1, then the others, then the partial
    /// form.
    pub(crate) const fn form(&self, number: u8) -> Option<&'static SchemeForm> {
        let Hierarchy::ByScheme { known, other, partial, .. } = self.hierarchy else {
            return None;
        };
        let number = number as usize;
        if number == 0 {
            None
        } else if number <= known.len() {
            Some(&known[number - 1])
        } else if number <= known.len() + other.len() {
            Some(&other[number - known.len() - 1])
        } else if number == known.len() + other.len() + 1 {
            partial
        } else {
            None
        }
    }

    /// Whether non-ASCII characters are allowed raw, so that texts are sequences of characters instead of octets.
    ///
    /// ```
    /// use napkin::edition::{RFC3986, RFC3987};
    ///
    /// assert!(RFC3987.has_characters_beyond_ascii() && !RFC3986.has_characters_beyond_ascii());
    /// ```
    #[doc(hidden)]
    pub const fn has_characters_beyond_ascii(&self) -> bool {
        !self.beyond_ascii.is_none()
    }

    /// The generic syntax, if the edition has one for all schemes.
    pub(crate) const fn generic(&self) -> Option<&'static Generic> {
        match self.hierarchy {
            Hierarchy::Generic(generic) => Some(generic),
            Hierarchy::ByScheme { .. } => None,
        }
    }
}

impl Edition {
    /// The meaning of a `;` in the path.
    pub(crate) const fn parameters(&self) -> Parameters {
        match self.generic() {
            Some(generic) => generic.parameters,
            None => Parameters::None,
        }
    }
}
