//! What a byte is to the scanner: one lookup in a table that an edition gives.

use std::ops::ControlFlow;

use napkin::{ByteSet, Edition, masks};

/// Facts about a byte, as bits.
pub(super) type Facts = u8;

/// May stand in a URI.
pub(super) const URI: Facts = 1;
/// In [`SCHEMES`].
pub(super) const SCHEME: Facts = 2;
/// A letter.
pub(super) const LETTER: Facts = 4;
/// In [`SPACES`].
pub(super) const SPACE: Facts = 8;
/// A URI may begin behind it.
pub(super) const BEFORE: Facts = 16;

const LETTERS: ByteSet = ByteSet::range(b'A', b'Z').or(ByteSet::range(b'a', b'z'));
const DIGITS: ByteSet = ByteSet::range(b'0', b'9');
/// May stand in a scheme, in any edition that is written in text.
pub(super) const SCHEMES: ByteSet = LETTERS.or(DIGITS).or(ByteSet::of(b"+-."));
/// White space of one byte.
pub(super) const SPACES: ByteSet = ByteSet::range(b'\t', b'\r').or(ByteSet::of(b" "));
/// What says that the word goes on, so that no URI begins in the middle of it.
const GOES_ON: ByteSet = LETTERS.or(DIGITS).or(ByteSet::of(b"+-./@#?&%$"));

/// The no-break space, which counts as white space, in UTF-8.
pub(super) const NO_BREAK_SPACE: &[u8] = "\u{a0}".as_bytes();

/// The facts about every byte.
#[derive(Clone)]
pub(super) struct Characters {
    facts: [Facts; 256],
    uri: ByteSet,
}

impl Characters {
    pub(super) fn of(edition: &Edition) -> Self {
        let uri = of_uri(edition);
        let mut table = [BEFORE; 256];
        for byte in 0..128 {
            let sets = [(uri, URI), (SCHEMES, SCHEME), (LETTERS, LETTER), (SPACES, SPACE)];
            let facts = sets.iter().filter(|(set, _)| set.contains(byte));
            let before = if GOES_ON.contains(byte) { 0 } else { BEFORE };
            table[usize::from(byte)] = facts.map(|(_, fact)| fact).sum::<Facts>() | before;
        }
        Self { facts: table, uri }
    }

    /// Whether the facts hold of a byte.
    #[inline]
    pub(super) fn is(&self, byte: u8, facts: Facts) -> bool {
        self.facts[usize::from(byte)] & facts != 0
    }

    /// What may stand in a URI.
    #[inline]
    pub(super) fn uri(&self) -> ByteSet {
        self.uri
    }
}

/// What may stand in a URI of an edition.
pub(super) fn of_uri(edition: &Edition) -> ByteSet {
    edition.unreserved.or(edition.reserved).or(ByteSet::of(b"%#")).without(SPACES)
}

/// How many bytes of a set a text begins with.
#[inline]
pub(super) fn span(text: &[u8], set: ByteSet) -> usize {
    let end = masks(text, &[set], |at, [members]| match members {
        u64::MAX => ControlFlow::Continue(()),
        _ => ControlFlow::Break(at + members.trailing_ones() as usize),
    });
    end.break_value().unwrap_or(text.len())
}

/// How many bytes of a set a text ends with.
#[inline]
pub(super) fn span_before(text: &[u8], set: ByteSet) -> usize {
    let mut rest = text;
    while let Some(at) = rest.len().checked_sub(64) {
        let members = members(&rest[at..], set);
        if members != u64::MAX {
            return text.len() - rest.len() + members.leading_ones() as usize;
        }
        rest = &rest[..at];
    }
    let outside = 64 - rest.len();
    let last = (members(rest, set).unbounded_shl(outside as u32)).leading_ones() as usize;
    text.len() - rest.len() + last
}

/// Which bytes of a text of at most 64 are in a set.
#[inline]
fn members(text: &[u8], set: ByteSet) -> u64 {
    masks(text, &[set], |_, [members]| ControlFlow::Break(members)).break_value().unwrap_or(0)
}

/// How long the white space is that begins here, in bytes.
pub(super) fn space_at(text: &[u8]) -> usize {
    let mut at = 0;
    loop {
        match text.get(at) {
            Some(&byte) if SPACES.contains(byte) => at += 1,
            Some(0xC2) if text[at..].starts_with(NO_BREAK_SPACE) => at += NO_BREAK_SPACE.len(),
            _ => return at,
        }
    }
}

/// How long the white space is that ends here, in bytes.
pub(super) fn space_before(text: &[u8]) -> usize {
    let mut end = text.len();
    loop {
        match text[..end].last() {
            Some(&byte) if SPACES.contains(byte) => end -= 1,
            Some(0xA0) if text[..end].ends_with(NO_BREAK_SPACE) => end -= NO_BREAK_SPACE.len(),
            _ => return text.len() - end,
        }
    }
}

/// The text without the white space around it, and how much stood before it.
pub(super) fn trim(text: &[u8]) -> (usize, &[u8]) {
    let before = space_at(text);
    let text = &text[before..];
    (before, &text[..text.len() - space_before(text)])
}
