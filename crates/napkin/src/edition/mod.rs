//! Editions of the URI syntax, as data.
//!
//! An [`Edition`] is a constant: byte sets made by set algebra, rule choices, and the names and
//! sections that errors quote. The engine reads it; nothing outside this folder asks which edition
//! it has. An edition is one file and one line in [`EDITIONS`].

pub(crate) mod beyond_ascii;
pub(crate) mod rules;
pub(crate) mod plain;
pub(crate) mod procedure;
pub(crate) mod production;
mod questions;

mod rfc1630;
mod rfc1738;
mod rfc1808;
mod draft1997;
mod rfc2396;
mod draft2003;
pub(crate) mod rfc3986;
mod rfc3987;
mod java;

pub(crate) use napkin_scan::{ALPHA, ALPHANUM, DIGIT, HEXDIG};
use napkin_scan::{ByteSet, Classes};

use crate::fault::{ErrorKind, Part};
use beyond_ascii::BeyondAscii;
use procedure::Instruction;
use production::Production;
use rules::{
    Excess, Generic, Hierarchy, Parameters, PartRules, Resolution, SchemeForm, SchemeRule,
};

pub use draft1997::DRAFT1997;
pub use draft2003::DRAFT2003;
pub use java::JAVA;
pub use rfc1630::RFC1630;
pub use rfc1738::RFC1738;
pub use rfc1808::RFC1808;
pub use rfc2396::RFC2396;
pub use rfc3986::RFC3986;
pub use rfc3987::RFC3987;
pub use rules::{Escapes, Rule, Sections};

/// The one list of editions, oldest first.
pub const EDITIONS: &[&Edition] =
    &[RFC1630, RFC1738, RFC1808, DRAFT1997, RFC2396, DRAFT2003, RFC3986, RFC3987, JAVA];

/// One edition of the URI syntax: what the engine and the error messages need to know of it.
///
/// The grammar itself is closed: what it says is asked by methods, such as [`raw_bytes`](Self::raw_bytes) and
/// [`resolves_relative`](Self::resolves_relative). The sets hold bytes; `%` is in none of them, since it may only
/// begin a percent-encoded octet. What an edition allows beyond ASCII has sets of its own.
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
    /// What people call it, such as `RFC 3986`.
    pub title: &'static str,
    /// The name of the document.
    pub document: &'static str,
    /// The year it was published.
    pub year: u16,
    /// The month it was published, 1 to 12.
    pub month: u8,
    /// Whether it is an RFC; drafts were never in force.
    pub is_rfc: bool,
    /// Whether it adds to an edition before it or is one program's variant of it, rather than taking its place. Such an
    /// edition is asked for by name, never by year.
    pub is_addition: bool,
    /// Characters without a reserved purpose: the same raw as percent-encoded.
    pub unreserved: ByteSet,
    /// Characters that are delimiters, or may be.
    pub reserved: ByteSet,
    /// Characters beyond ASCII that may stand raw.
    pub(crate) beyond_ascii: &'static BeyondAscii,
    /// What percent-encoded octets stand for.
    pub escapes: Escapes,
    /// Whether a raw `+` in a query stands for a space.
    pub(crate) plus_is_space: bool,
    /// What an encoder of data leaves raw.
    pub(crate) encoder_keeps: ByteSet,
    /// The characters of a scheme.
    pub(crate) scheme: SchemeRule,
    /// What follows the scheme, and what may stand without one.
    pub(crate) hierarchy: Hierarchy,
    /// Whether a fragment is part of the URI, rather than of its use.
    pub(crate) fragment_inside: bool,
    /// Where the edition says what is not a rule of its grammar.
    pub sections: Sections,
    /// How references are resolved.
    pub(crate) resolution: Resolution,
    /// The same as its document tells it, instruction by instruction; none where it does not.
    pub(crate) procedure: &'static [Instruction],
    /// What resolution may do with `..` segments that climb above the top, the default first.
    pub(crate) excess: &'static [Excess],
    /// What normalization does, in order.
    pub(crate) normalization: &'static [rules::NormalizationRule],
    /// The edition's own names of the parts, where they differ.
    pub(crate) own_names: &'static [(Part, &'static str)],
    /// The edition's own terms for what a part or a reference is, where they differ from those of RFC 3986.
    pub(crate) own_terms: &'static [(&'static str, &'static str)],
    /// What the edition calls a hierarchical URI and an opaque one, if it tells them apart.
    pub(crate) forms: Option<[&'static str; 2]>,
    /// Whether an authority is told to be a server or a registry name.
    pub(crate) authority_forms: bool,
    /// Whether what stands between scheme and fragment is told as one component.
    pub(crate) tells_scheme_specific_part: bool,
    /// Whether a path is told to match one of five rules.
    pub(crate) path_kinds: bool,
    /// Whether what it refuses is what java.net.URI refuses, with an exception.
    pub(crate) throws: bool,
    /// What the scanner looks for.
    pub(crate) classes: &'static Classes,
    /// The forms of schemes as the fast parser knows them: those of known ones and then the others.
    pub(crate) plain: &'static [plain::Form],
    /// Which of the parsers that are compiled for one edition is its own, if one is.
    pub(crate) compiled: Option<Compiled>,
    /// The rules of its grammar, as they derive a reference.
    pub(crate) productions: &'static [Production],
    /// Which rule and section an error quotes for its kind.
    pub(crate) rules_of_kinds: &'static [(ErrorKind, Rule)],
    /// Which ones an error of any other kind quotes, for its part.
    pub(crate) rules_of_parts: PartRules,
}

/// The parsers that are compiled for one edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compiled {
    /// For URIs, RFC 3986.
    Uri,
    /// For IRIs, RFC 3987.
    Iri,
}

impl Edition {
    /// The edition with this key, if there is one.
    pub fn named(name: &str) -> Option<&'static Self> {
        EDITIONS.iter().copied().find(|edition| edition.name == name)
    }

    /// The edition that was in force at the end of a year: the newest RFC published by then. Drafts
    /// were never in force, and an addition leaves the edition in force to which it adds.
    ///
    /// ```
    /// use napkin::{Edition, edition::{RFC3986, RFC3987}};
    ///
    /// assert!(RFC3987.is_addition);
    /// assert_eq!(Edition::in_force(2026), Some(RFC3986));
    /// ```
    pub fn in_force(year: u16) -> Option<&'static Self> {
        let rfcs = EDITIONS.iter().copied();
        let rfcs = rfcs.filter(|edition| edition.is_rfc && !edition.is_addition);
        rfcs.rev().find(|edition| edition.year <= year)
    }

    /// The rule that an error of this kind, in this part, breaks.
    pub fn rule(&self, kind: ErrorKind, part: Part) -> Rule {
        let of_kind = self.rules_of_kinds.iter().find(|(named, _)| *named == kind);
        of_kind.map_or(self.rules_of_parts.of(part), |(_, rule)| *rule)
    }

    /// What the edition itself calls a part, such as `site` for the authority.
    pub fn own_name(&self, part: Part) -> &'static str {
        let own = self.own_names.iter().find(|(named, _)| *named == part);
        own.map_or(part.name(), |(_, name)| name)
    }

    /// The edition's own term for what RFC 3986 calls the kind of a host or of a reference, such as
    /// `hostname` for `reg-name`.
    ///
    /// ```
    /// use napkin::edition::{DRAFT2003, RFC3986};
    ///
    /// assert_eq!(DRAFT2003.own_term("reg-name"), "hostname");
    /// assert_eq!(RFC3986.own_term("reg-name"), "reg-name");
    /// ```
    pub fn own_term<'t>(&self, term: &'t str) -> &'t str {
        let own = self.own_terms.iter().find(|(named, _)| *named == term);
        own.map_or(term, |(_, own)| own)
    }

    /// The form of a scheme by its number, which counts the known ones from 1, then the others, then the
    /// partial form.
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

    /// Whether characters beyond ASCII may stand raw, so that texts are sequences of characters rather than of octets.
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
    /// What a `;` in the path begins.
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
