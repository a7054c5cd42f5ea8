//! What editions say about themselves, beyond what the engine needs: their own names and terms, derivations by the
//! productions of their grammar, resolution by the instructions of their document, the strings that two of them read
//! differently, and the exception of Java's class.
//!
//! Nothing here decides an answer: parser, resolver and normalization work without this folder, which the feature
//! `explain` adds. An edition has one file here, beside its grammar in `edition/`, and one line in [`EXPLANATIONS`].

mod production;
mod procedure;

mod rfc1630;
mod rfc1738;
mod rfc1808;
mod draft1997;
mod rfc2396;
mod draft2003;
mod rfc3986;
mod rfc3987;
mod java;
mod amended;

mod derivation;
mod exception;
mod marks;
mod steps;
pub mod witness;

use procedure::Instruction;
use production::Production;

use crate::edition::Edition;
use crate::edition::rules::Rule;
use crate::fault::Part;

pub use derivation::{Derivation, Node};
pub use exception::SyntaxException;
pub use steps::{ResolutionStep, ResolutionSteps};

#[derive(Debug)]
pub(crate) struct Explanation {
    edition: &'static Edition,
    /// The edition's own names of the parts, where they differ.
    own_names: &'static [(Part, &'static str)],
    /// The edition's own terms for kinds of parts or references, where they differ from RFC 3986.
    own_terms: &'static [(&'static str, &'static str)],
    /// The rules of its grammar, as they derive a reference.
    productions: &'static [Production],
    /// The algorithm of resolution as the document words it, instruction by instruction; empty if it does not.
    procedure: &'static [Instruction],
    /// Whether an error of this edition is also an exception of java.net.URI.
    throws: bool,
}

/// The one list of explanations: of every edition, and of those with an amendment.
const EXPLANATIONS: &[&Explanation] = &[
    rfc1630::EXPLANATION,
    rfc1738::EXPLANATION,
    rfc1808::EXPLANATION,
    draft1997::EXPLANATION,
    rfc2396::EXPLANATION,
    draft2003::EXPLANATION,
    rfc3986::EXPLANATION,
    rfc3987::EXPLANATION,
    java::EXPLANATION,
    amended::RFC2396_WITH_RFC2732,
    amended::RFC3986_WITH_RFC6874,
];

impl Explanation {
    /// The explanation of an edition. A test holds that every edition has one; RFC 3986 would stand for one without.
    fn of(edition: &Edition) -> &'static Self {
        let own = EXPLANATIONS.iter().find(|explanation| explanation.edition == edition);
        own.unwrap_or(&rfc3986::EXPLANATION)
    }
}

impl Edition {
    /// The edition's own name for a part, such as `site` for the authority.
    ///
    /// ```
    /// use napkin::{Part, edition::{RFC1808, RFC3986}};
    ///
    /// assert_eq!(RFC1808.own_name(Part::Authority), "net_loc");
    /// assert_eq!(RFC3986.own_name(Part::Authority), "authority");
    /// ```
    pub fn own_name(&self, part: Part) -> &'static str {
        let own = Explanation::of(self).own_names.iter().find(|(named, _)| *named == part);
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
    #[doc(hidden)]
    pub fn own_term<'t>(&self, term: &'t str) -> &'t str {
        let own = Explanation::of(self).own_terms.iter().find(|(named, _)| *named == term);
        own.map_or(term, |(_, own)| own)
    }

    /// The rules of the grammar that [`Reference::derivation`](crate::Reference::derivation) names, each with its
    /// section.
    ///
    /// ```
    /// use napkin::edition::RFC3986;
    ///
    /// assert!(RFC3986.grammar_rules().any(|rule| rule.name == "reg-name"));
    /// ```
    #[doc(hidden)]
    pub fn grammar_rules(&self) -> impl Iterator<Item = Rule> {
        let productions = Explanation::of(self).productions.iter();
        productions.filter(|production| production.is_named).map(|production| production.rule)
    }

    /// The instructions by which the document resolves a reference, with numbers and sections; empty if it has
    /// none. [`EditionResolver::steps`](crate::EditionResolver::steps) executes them.
    ///
    /// ```
    /// use napkin::edition::RFC3986;
    ///
    /// assert!(RFC3986.resolution_rules().count() > 10);
    /// ```
    #[doc(hidden)]
    pub fn resolution_rules(&self) -> impl Iterator<Item = Rule> {
        Explanation::of(self).procedure.iter().map(|instruction| instruction.rule)
    }
}

#[cfg(test)]
mod tests {
    use super::{EXPLANATIONS, Explanation};
    use crate::edition::{AMENDMENTS, EDITIONS};

    #[test]
    fn every_edition_is_explained_once() {
        let amended = AMENDMENTS.iter().map(|amendment| amendment.edition);
        for edition in EDITIONS.iter().copied().chain(amended) {
            assert_eq!(Explanation::of(edition).edition, edition);
        }
        assert_eq!(EXPLANATIONS.len(), EDITIONS.len() + AMENDMENTS.len());
    }
}
