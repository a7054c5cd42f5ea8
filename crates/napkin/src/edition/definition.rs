//! The type of an edition. It is public as [`napkin::Edition`](crate::Edition) only.

use core::hash::{Hash, Hasher};

use napkin_scan::{ByteSet, Classes};

use super::beyond_ascii::BeyondAscii;
use super::rules::{
    Escapes, Excess, Hierarchy, NormalizationRule, PartRules, Resolution, Rule, SchemeRule,
    Sections, Views,
};
use super::{Compiled, plain};
use crate::fault::ErrorKind;

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
    #[doc(hidden)]
    pub is_addition: bool,
    /// The edition that this one is, apart from an amendment by a later RFC. Editions with amendments are in
    /// `AMENDMENTS`.
    #[doc(hidden)]
    pub amends: Option<&'static Edition>,
    /// Characters without a reserved purpose: raw and percent-encoded, they mean the same.
    #[doc(hidden)]
    pub unreserved: ByteSet,
    /// Characters that are delimiters in some part or scheme.
    #[doc(hidden)]
    pub reserved: ByteSet,
    /// The non-ASCII characters allowed raw.
    pub(crate) beyond_ascii: &'static BeyondAscii,
    /// The meaning of percent-encoded octets.
    #[doc(hidden)]
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
    #[doc(hidden)]
    pub sections: Sections,
    pub(crate) resolution: Resolution,
    /// The allowed treatments of `..` segments above the root in resolution, the default first.
    pub(crate) excess: &'static [Excess],
    /// The actions of normalization, in order.
    pub(crate) normalization: &'static [NormalizationRule],
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
