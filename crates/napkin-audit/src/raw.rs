//! The bytes allowed raw in the parts of an input, as far as sets can express: by the edition and, if each scheme
//! has a form of its own, by the scheme. The parser checks the other rules of a form.

use napkin::{ByteSet, Edition, Part};

/// The sets of one input.
#[derive(Clone, Copy)]
pub(crate) struct Raw {
    pub(crate) userinfo: ByteSet,
    pub(crate) name: ByteSet,
    /// Including the slash.
    pub(crate) path: ByteSet,
    pub(crate) query: ByteSet,
    pub(crate) fragment: ByteSet,
}

impl Raw {
    /// The sets of an edition, for text that begins with this scheme; empty for no scheme.
    pub(crate) fn of(edition: &Edition, scheme: &str) -> Self {
        let of = |part| edition.raw_bytes(part, scheme);
        Self {
            userinfo: of(Part::Userinfo),
            name: of(Part::Host),
            path: of(Part::Path),
            query: of(Part::Query),
            fragment: of(Part::Fragment),
        }
    }
}
