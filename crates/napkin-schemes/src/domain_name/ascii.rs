//! Labels without the tables of IDNA: no non-ASCII label, and no A-label, is known to be valid.

use super::is_ace;

/// The A-label of a non-ASCII label: none is known.
pub(super) fn a_label(_: &str) -> Option<String> {
    None
}

/// Whether no label of a name can be right-to-left.
pub(super) fn follows_bidi_rule(name: &str) -> bool {
    !name.split('.').any(is_ace)
}

/// The Unicode form of an A-label: none is known.
pub(crate) fn letters_of(_: &str) -> Option<String> {
    None
}
