//! The run of characters around an offset, in one block.

use crate::byte_set::ByteSet;
use crate::class::Classes;
use crate::instruction_set::run;
use crate::kernel::{Block, Kernel, Work};

/// The bytes of two sets on both sides of an offset, all within one block of 64 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Around<'t> {
    /// The bytes on both sides, as text.
    pub text: &'t str,
    /// How many of them precede the offset.
    pub before: usize,
    /// How many remain without those at the end that may be left out.
    pub kept: usize,
}

/// The bytes of `before` that end at an offset of a text, the bytes of `after` that begin there, and how many of
/// both remain without those of `left_out` at the end.
///
/// Reads a single block. Returns nothing for a run with more than 15 bytes before the offset or 47 after it, or for
/// an offset that close to an end of the text.
///
/// ```
/// use napkin_scan::{ByteSet, around};
///
/// let text = b"a text in which a:b/c, stands for what is looked for, with enough behind it.";
/// let letters = ByteSet::range(b'a', b'z');
/// let others = letters.or(ByteSet::of(b":/,"));
/// let found = around(text, 17, &letters, &others, &ByteSet::of(b",")).unwrap();
/// assert_eq!((found.text, found.before, found.kept), ("a:b/c,", 1, 5));
/// assert_eq!(around(text, 6, &letters, &others, &letters), None);
/// ```
#[inline(always)]
pub fn around<'t>(
    text: &'t [u8],
    at: usize,
    before: &ByteSet,
    after: &ByteSet,
    left_out: &ByteSet,
) -> Option<Around<'t>> {
    let block = text.get(at.checked_sub(BEFORE)?..)?.first_chunk()?;
    let [before, after, kept] = run(Neighborhood { block, sets: [before, after, left_out] });
    if before >= BEFORE || after >= 64 - BEFORE {
        return None;
    }
    let bytes = block.get(BEFORE - before..BEFORE + after)?;
    // SAFETY: all of these bytes are in the sets; and each byte that may be in a set is a character by itself.
    Some(Around { text: unsafe { core::str::from_utf8_unchecked(bytes) }, before, kept })
}

/// How many bytes of the block precede the offset.
const BEFORE: usize = 16;

/// A block, and the three sets.
struct Neighborhood<'t> {
    block: &'t [u8; 64],
    sets: [&'t ByteSet; 3],
}

impl Work for Neighborhood<'_> {
    type Output = [usize; 3];

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> [usize; 3] {
        let Self { block, sets: [before, after, left_out] } = self;
        let block = kernel.read(block, Classes::NONE);
        let before = (block.members(*before) << (64 - BEFORE)).leading_ones() as usize;
        let after = (block.members(*after) >> BEFORE).trailing_ones() as usize;
        let all = kernel.below(BEFORE + after) & !kernel.below(BEFORE - before);
        let end = 64 - (all & !block.members(*left_out)).leading_zeros() as usize;
        [before, after, (end + before).saturating_sub(BEFORE)]
    }
}
