//! Editions of the URI syntax, as data.
//!
//! An [`Edition`] is a constant: byte sets made by set algebra, rule choices, and the names and sections that
//! errors quote. The engine reads it; no code outside this folder asks which edition it has. An edition is one file
//! and one line in [`EDITIONS`].

pub(crate) mod beyond_ascii;
pub(crate) mod rules;
pub(crate) mod plain;
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

use core::hash::{Hash, Hasher};
pub(crate) use napkin_scan::{ALPHA, ALPHANUM, DIGIT, HEXDIG};

use napkin_scan::{ByteSet, Classes};

use crate::fault::{ErrorKind, Part};
use beyond_ascii::BeyondAscii;
use rules::{
    Excess, Generic, Hierarchy, Opaque, Parameters, PartRules, Resolution, SchemeForm, SchemeRule,
    Views,
};

#[cfg(feature = "editions")]
pub use amended::{AMENDMENTS, Amendment};
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
pub use rules::{Escapes, Rule, Sections};

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

/// One edition of the URI syntax: the data for the engine and the error messages.
///
/// The grammar itself is private; methods such as [`raw_bytes`](Self::raw_bytes) and
/// [`resolves_relative`](Self::resolves_relative) answer questions about it. The sets hold bytes; `%` is in none of
/// them, since it is allowed only at the start of a percent-encoded octet. Non-ASCII characters have sets of their
/// own.
///
/// ```
/// use napkin::{Edition, edition::EDITIONS};
///
/// let edition = Edition::named("rfc3986").unwrap();
/// assert_eq!((edition.title, edition.year), ("RFC 3986", 2005));
/// assert_eq!(EDITIONS.len(), 9);
/// assert_eq!(Edition::in_force(1996).unwrap().name, "rfc1808");
/// ```
#[derive(Debug)]
pub struct Edition {
    /// The key of the edition on the command line and in JSON, such as `rfc3986`.
    pub name: &'static str,
    /// The usual title, such as `RFC 3986`.
    pub title: &'static str,
    /// The name of the document.
    pub document: &'static str,
    /// The year it was published.
    pub year: u16,
    /// The month it was published, 1 to 12.
    pub month: u8,
    /// Whether it is an RFC; drafts were never in force.
    pub is_rfc: bool,
    /// Whether it adds to an earlier edition, or is one program's variant of it, instead of replacing it. Such an
    /// edition is selected by name, never by year.
    pub is_addition: bool,
    /// The edition that this one is, apart from an amendment by a later RFC. Editions with amendments are in
    /// `AMENDMENTS`.
    pub amends: Option<&'static Edition>,
    /// Characters without a reserved purpose: raw and percent-encoded, they mean the same.
    pub unreserved: ByteSet,
    /// Characters that are delimiters in some part or scheme.
    pub reserved: ByteSet,
    /// The non-ASCII characters allowed raw.
    pub(crate) beyond_ascii: &'static BeyondAscii,
    /// The meaning of percent-encoded octets.
    pub escapes: Escapes,
    /// Whether a raw `+` in a query means a space.
    pub(crate) plus_is_space: bool,
    /// The characters that an encoder of data leaves raw.
    pub(crate) encoder_keeps: ByteSet,
    /// The characters of a scheme.
    pub(crate) scheme: SchemeRule,
    /// The syntax after the scheme, and of references without one.
    pub(crate) hierarchy: Hierarchy,
    /// Whether a fragment is part of the URI, instead of part of its use.
    pub(crate) fragment_inside: bool,
    /// The sections for statements that are not rules of the grammar.
    pub sections: Sections,
    /// The algorithm of resolution.
    pub(crate) resolution: Resolution,
    /// The allowed treatments of `..` segments above the root in resolution, the default first.
    pub(crate) excess: &'static [Excess],
    /// The actions of normalization, in order.
    pub(crate) normalization: &'static [rules::NormalizationRule],
    /// The views that its references have and those of other editions have not.
    pub(crate) views: Views,
    /// The byte classes of the scanner.
    pub(crate) classes: &'static Classes,
    /// The forms of schemes for the fast parser: those of known schemes, then the others.
    pub(crate) plain: &'static [plain::Form],
    /// The compiled parser of this edition, if it has one.
    pub(crate) compiled: Option<Compiled>,
    /// The rule and section that an error quotes, for some kinds of error.
    pub(crate) rules_of_kinds: &'static [(ErrorKind, Rule)],
    /// The rule and section that an error of any other kind quotes, by part.
    pub(crate) rules_of_parts: PartRules,
}

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
    pub fn unamended(&self) -> &Self {
        self.amends.unwrap_or(self)
    }

    /// The rule that an error of this kind in this part breaks.
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

impl PartialEq for Edition {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Edition {}

impl Hash for Edition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}
