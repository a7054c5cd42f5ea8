//! The names of newsgroups in `news` and `nntp` (RFC 5538 §2.2, §4).

use napkin::ByteSet;
use napkin::edition::{RFC1630, RFC1738, Rule};

use crate::definition::ByEdition;
use crate::error::{ErrorKind, SchemeError};
use crate::octets::Octets;
use crate::source::Source;
use crate::spelling::ALPHANUM;

/// The characters allowed raw in a group's name, besides the unreserved ones.
pub(crate) const GROUP_RAW: ByteSet = ByteSet::of(b"+");
/// The characters of a pattern that no group's name has.
pub(crate) const WILDCARDS: ByteSet = ByteSet::of(b"*?");
/// The characters of a group's name, with `~`, which is equivalent to its escape (RFC 3986 §2.3).
pub(crate) const GROUP_CHARACTERS: ByteSet = ALPHANUM.or(ByteSet::of(b"-+_.~%"));

/// The editions whose own parsers have checked groups and ids already.
pub(crate) static IS_CHECKED: ByEdition<bool> =
    ByEdition { own: &[(RFC1630, true), (RFC1738, true)], others: false };

/// The index of the first octet that cannot be in a pattern of groups.
pub(crate) fn pattern_fault(octets: &[u8]) -> Option<usize> {
    octets.iter().position(|octet| {
        octet.is_ascii() && !octet.is_ascii_graphic() || b"!,[]\\".contains(octet)
    })
}

/// The index of the first octet that cannot be in the name of one group.
pub(crate) fn group_fault(octets: &[u8]) -> Option<usize> {
    pattern_fault(octets).or_else(|| octets.iter().position(|&octet| WILDCARDS.contains(octet)))
}

/// Whether it is a single group's name in its current form.
pub(crate) fn is_group(name: &Octets<'_>) -> bool {
    !name.is_empty()
        && group_fault(&name.to_bytes()).is_none()
        && name.is_written_in(GROUP_CHARACTERS)
}

pub(crate) fn check_group(source: Source<'_>, group: &str, rule: Rule) -> Result<(), SchemeError> {
    if group.is_empty() {
        return Err(source.error(ErrorKind::Empty, "group", group, rule));
    }
    if *IS_CHECKED.get(source.edition()) {
        return Ok(());
    }
    source.check(group, GROUP_CHARACTERS, "group", rule)?;
    source.check_octets(group, group_fault, "group", rule)
}
