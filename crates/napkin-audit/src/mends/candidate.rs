//! A mended text with its edits, and what it costs.

use super::around::begins_with_scheme;
use super::identity::Identity;
use crate::span::Edit;

/// A way to make an input valid.
pub(super) struct Candidate {
    /// The valid text.
    pub(super) uri: String,
    /// The changes, in order.
    pub(super) edits: Vec<Edit>,
    pub(super) identity: Identity,
    /// Whether a part is likely not what its writer meant: text before the last `@`, which may be a user name and a
    /// password, is not in the userinfo, and some of it would be the host; a directory behind the colon of a server is
    /// removed; the scp form of SSH or a URI in brackets becomes a path; the label `URL:` with white space behind it stays as the scheme; words
    /// are joined to a scheme; or non-ASCII white space around the URI stays.
    pub(super) is_unlikely: bool,
    /// Whether letters or digits of the URI are removed, which another candidate may keep.
    pub(super) cuts: bool,
}

impl Candidate {
    /// A candidate whose identity is not known yet.
    pub(super) const fn new(uri: String, edits: Vec<Edit>) -> Self {
        Self { uri, edits, identity: Identity::Guessed, is_unlikely: false, cuts: false }
    }

    /// The sort key of candidates: whether a part is unlikely, whether letters or digits are removed, the number of
    /// edits, whether the identity may change, and the number of bytes removed and inserted. A byte that is only removed counts as four, since it is
    /// lost: encoding it costs no more.
    pub(super) fn cost(&self) -> (bool, bool, usize, Identity, usize) {
        let bytes = |edit: &Edit| match edit.text.len() {
            0 => 4 * edit.span.len(),
            inserted => edit.span.len() + inserted,
        };
        let size = self.edits.iter().map(bytes).sum();
        // Browsers read anything as a relative reference.
        let identity = match self.identity {
            Identity::AsBrowsers if !begins_with_scheme(self.uri.as_bytes()) => Identity::Guessed,
            identity => identity,
        };
        (self.is_unlikely, self.cuts, self.edits.len(), identity, size)
    }
}
