//! Editions of the URI syntax, as data.
//!
//! An [`Edition`] is a constant: byte sets made by set algebra, rule choices, and the names and
//! sections that errors quote. The engine in [`parse`](crate::parse) reads it; nothing outside
//! this folder asks which edition it has. An edition is one file and one line in [`EDITIONS`].

mod rfc3986;

use crate::fault::{ErrorKind, Part};
use crate::set::ByteSet;

pub use rfc3986::RFC3986;

/// The one list of editions, oldest first.
pub static EDITIONS: &[&Edition] = &[RFC3986];

pub(crate) const ALPHA: ByteSet = ByteSet::range(b'A', b'Z').or(ByteSet::range(b'a', b'z'));
pub(crate) const DIGIT: ByteSet = ByteSet::range(b'0', b'9');
pub(crate) const HEXDIG: ByteSet =
    DIGIT.or(ByteSet::range(b'A', b'F')).or(ByteSet::range(b'a', b'f'));

/// One edition of the URI syntax: what the engine and the error messages need to know of it.
///
/// The sets hold the bytes that may stand raw in a part; `%` is in none of them, since it may only
/// begin a percent-encoded octet.
///
/// ```
/// let edition = napkin::Edition::named("rfc3986").unwrap();
/// assert_eq!((edition.title, edition.year), ("RFC 3986", 2005));
/// assert!(edition.query.contains(b'/') && !edition.segment.contains(b'/'));
/// ```
#[derive(Debug)]
pub struct Edition {
    /// The key of the edition on the command line and in JSON, such as `rfc3986`.
    pub name: &'static str,
    /// What people call it, such as `RFC 3986`.
    pub title: &'static str,
    /// The year it was published.
    pub year: u16,
    /// Characters without a reserved purpose: the same raw as percent-encoded.
    pub unreserved: ByteSet,
    /// Characters that are delimiters, or may be.
    pub reserved: ByteSet,
    /// What may begin a scheme.
    pub scheme_first: ByteSet,
    /// What may continue a scheme.
    pub scheme: ByteSet,
    /// Raw bytes of userinfo, the colon included where it may stand.
    pub userinfo: ByteSet,
    /// Raw bytes of a registered name.
    pub reg_name: ByteSet,
    /// Bytes of an `IPvFuture` address after its dot.
    pub ipv_future: ByteSet,
    /// Raw bytes of a path segment (`pchar`).
    pub segment: ByteSet,
    /// Raw bytes of the query.
    pub query: ByteSet,
    /// Raw bytes of the fragment.
    pub fragment: ByteSet,
    /// What resolution may do with `..` segments that climb above the top, the default first.
    pub excess: &'static [Excess],
    /// Which rule and section an error quotes; the first row that matches counts.
    pub rules: &'static [RuleOf],
}

impl Edition {
    /// The edition with this key, if there is one.
    pub fn named(name: &str) -> Option<&'static Self> {
        EDITIONS.iter().copied().find(|edition| edition.name == name)
    }

    /// The rule that an error of this kind, in this part, breaks.
    pub fn rule(&self, kind: ErrorKind, part: Part) -> Rule {
        self.rules
            .iter()
            .find(|row| row.kind.is_none_or(|k| k == kind) && row.part.is_none_or(|p| p == part))
            .map_or(Rule { name: "URI-reference", section: "4.1" }, |row| row.rule)
    }
}

impl PartialEq for Edition {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Edition {}

/// A rule of a grammar, and the section of the document that states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The name of the rule in the edition's ABNF.
    pub name: &'static str,
    /// The section that states it, such as `3.2.2`.
    pub section: &'static str,
}

/// One row of an edition's table of rules: which errors quote this rule.
#[derive(Clone, Copy, Debug)]
pub struct RuleOf {
    /// The kind of error, or any.
    pub kind: Option<ErrorKind>,
    /// The part it is in, or any.
    pub part: Option<Part>,
    /// The rule to quote.
    pub rule: Rule,
}

/// What resolution does with `..` segments that climb above the top of the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Excess {
    /// They disappear (RFC 3986 §5.2.4).
    Remove,
    /// They stay in the path of the target.
    Retain,
    /// The reference is refused.
    Error,
}
