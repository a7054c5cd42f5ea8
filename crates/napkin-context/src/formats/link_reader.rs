//! What the parser of a format offers, so that nothing that reads documents knows which format it reads.

use std::collections::BTreeSet;

use encoding_rs::Encoding;

use crate::base::Base;
use crate::fault::Fault;
use crate::formats::cuts::Cuts;
use crate::formats::triples::Statements;
use crate::link::Each;
use crate::vocabulary::also::Wanted;

/// The parser of a format. Each format has one beside its functions, which says what differs from [`LinkReader::of`].
#[derive(Clone, Copy)]
pub(crate) struct LinkReader {
    /// Passes on the links of a document, or of a piece of one; fails, if it or the rest of it cannot be read.
    pub(crate) links: fn(&DocumentText<'_>, &mut Statements, &mut Each<'_>) -> Result<(), Fault>,
    /// The encoding that a document declares in itself.
    pub(crate) declared_encoding: fn(&[u8]) -> Option<&'static Encoding>,
    /// The bases of a document, given the base around it.
    pub(crate) bases: fn(Base, &str) -> Bases,
    /// Where a document is cut, by its beginning, and whether non-ASCII characters may have bytes of ASCII; `None` if it
    /// is read as a whole.
    pub(crate) cuts: fn(&[u8], bool) -> Option<Cuts>,
    /// Adds the names of a document's fragments, in formats whose documents have some.
    pub(crate) fragments: Option<fn(&str, &mut BTreeSet<String>)>,
}

/// What a parser reads: a document, or a piece of one.
pub(crate) struct DocumentText<'s> {
    pub(crate) text: &'s str,
    pub(crate) bases: &'s Bases,
    /// The requested references besides links.
    pub(crate) wanted: Wanted,
}

/// The bases of a document.
pub(crate) struct Bases {
    /// The base around it.
    pub(crate) around: Base,
    /// The base by its `base` element.
    pub(crate) in_page: Base,
    /// The base as narrowed by its root.
    pub(crate) base: Base,
}

impl Bases {
    /// The bases of a document that declares some: by its `base` element, and by its root.
    pub(crate) fn declared(around: Base, element: Option<&str>, root: Option<&str>) -> Self {
        let in_page = match element {
            Some(reference) => around.clone().embedded(reference),
            None => around.clone(),
        };
        let base = match root {
            Some(reference) => in_page.clone().scoped(reference),
            None => in_page.clone(),
        };
        Self { around, in_page, base }
    }
}

impl LinkReader {
    /// A parser of documents that declare neither encoding nor base, are read as a whole, and have no fragments.
    pub(crate) const fn of(
        links: fn(&DocumentText<'_>, &mut Statements, &mut Each<'_>) -> Result<(), Fault>,
    ) -> Self {
        Self {
            links,
            declared_encoding: |_| None,
            bases: |around, _| Bases::declared(around, None, None),
            cuts: |_, _| None,
            fragments: None,
        }
    }
}
