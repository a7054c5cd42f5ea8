//! Masks for whoever looks for something else than a URI's parts: where the bytes of a text stand that
//! are in given sets, 64 bytes at a time.

use core::ops::ControlFlow;

use super::{Block, Classes, Kernel, Work, run};
use crate::set::ByteSet;

/// Goes over a text 64 bytes at a time, and tells where the bytes stand that are in the sets.
///
/// `each` is called for every block with its offset and one mask for each set: bit `i` of `masks[n]` is
/// set if byte `i` of the block is in `sets[n]`. The last block may be shorter; bits past the end are 0.
/// It goes on until `each` breaks, and gives what that breaks with.
///
/// This takes a few instructions a block and set, by the best [`InstructionSet`](crate::InstructionSet)
/// of the machine. What depends on bytes side by side is made of the masks by shifting, where `each`
/// has to carry the highest bits into the next block.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use napkin::{ByteSet, masks};
///
/// // The first colon that follows a digit.
/// let sets = [ByteSet::of(b":"), ByteSet::range(b'0', b'9')];
/// let mut carried = 0;
/// let found = masks(b"note: at 12:30", &sets, |offset, [colons, digits]| {
///     let found = colons & (digits << 1 | carried);
///     carried = digits >> 63;
///     match found {
///         0 => ControlFlow::Continue(()),
///         found => ControlFlow::Break(offset + found.trailing_zeros() as usize),
///     }
/// });
/// assert_eq!(found, ControlFlow::Break(11));
/// ```
#[inline]
pub fn masks<const N: usize, B>(
    text: &[u8],
    sets: &[ByteSet; N],
    each: impl FnMut(usize, [u64; N]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    run(Masks { text, sets, each })
}

/// The bytes of a set that a text begins with, as text, which they are: sets hold ASCII.
///
/// ```
/// use napkin::{ByteSet, leading};
///
/// assert_eq!(leading(b"2005-\xFF", &ByteSet::range(b'0', b'9')), "2005");
/// ```
#[inline]
pub fn leading<'t>(text: &'t [u8], set: &ByteSet) -> &'t str {
    let bytes = text.get(..run(Leading { text, set })).unwrap_or(text);
    // SAFETY: all of these bytes are in the set; and each byte that may be in a set is a character by itself.
    unsafe { str::from_utf8_unchecked(bytes) }
}

/// The bytes of two sets on both sides of a place, all in one block of 64 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Around<'t> {
    /// All of them, as text.
    pub text: &'t str,
    /// How many of them stand before the place.
    pub before: usize,
    /// How many of all are left without those at the end that may be left out.
    pub kept: usize,
}

/// The bytes of `before` that end at a place of a text, those of `after` that begin there, and what is left of
/// both without those of `left_out` at the end.
///
/// This is one look at a block, so that it tells nothing of places with more than 15 bytes before them or 47
/// behind them, nor of those as near to an end of the text.
///
/// ```
/// use napkin::{ByteSet, around};
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
    Some(Around { text: unsafe { str::from_utf8_unchecked(bytes) }, before, kept })
}

/// How many bytes of its block stand before a place.
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

/// The walk over the bytes of one set, to the first that is not in it. Most texts end in the first block, so
/// this has nothing to set up.
struct Leading<'t> {
    text: &'t [u8],
    set: &'t ByteSet,
}

impl Work for Leading<'_> {
    type Output = usize;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> usize {
        let Self { text, set } = self;
        // What is past the end may read as NUL.
        if set.contains(0) {
            return text.iter().take_while(|byte| set.contains(**byte)).count();
        }
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let members = kernel.read(rest, Classes::NONE).members(*set);
            if members != u64::MAX {
                return at + members.trailing_ones() as usize;
            }
            at += 64;
        }
        text.len()
    }
}

/// The walk over the blocks.
struct Masks<'t, const N: usize, F> {
    text: &'t [u8],
    sets: &'t [ByteSet; N],
    each: F,
}

impl<const N: usize, B, F: FnMut(usize, [u64; N]) -> ControlFlow<B>> Work for Masks<'_, N, F> {
    type Output = ControlFlow<B>;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> ControlFlow<B> {
        let Self { text, sets, mut each } = self;
        // What is past the end may read as NUL, so that is asked for apart.
        if sets.iter().any(|set| set.contains(0)) {
            return kernel.run(MasksWithNul { text, sets, each });
        }
        // Held in registers: what `each` writes might be in memory that the sets are in too.
        let sets = *sets;
        // Blocks of a length that is known take less to read.
        let mut blocks = text.chunks_exact(64);
        let mut at = 0;
        for block in &mut blocks {
            ask_ahead(block);
            each(at, members(kernel.read(block, Classes::NONE), &sets))?;
            at += 64;
        }
        match blocks.remainder() {
            [] => ControlFlow::Continue(()),
            rest => each(at, members(kernel.read(rest, Classes::NONE), &sets)),
        }
    }
}

/// A mask for each set. This is no closure, which would be compiled without the instructions.
#[inline(always)]
fn members<B: Block, const N: usize>(block: B, sets: &[ByteSet; N]) -> [u64; N] {
    let mut masks = [0; N];
    for (mask, set) in masks.iter_mut().zip(sets) {
        *mask = block.members(*set);
    }
    masks
}

/// The same, where sets have NUL.
struct MasksWithNul<'t, const N: usize, F> {
    text: &'t [u8],
    sets: &'t [ByteSet; N],
    each: F,
}

impl<const N: usize, B, F: FnMut(usize, [u64; N]) -> ControlFlow<B>> Work
    for MasksWithNul<'_, N, F>
{
    type Output = ControlFlow<B>;

    #[inline(always)]
    fn run<K: Kernel>(mut self, kernel: K) -> ControlFlow<B> {
        for (at, rest) in (0..).step_by(64).zip(self.text.chunks(64)) {
            let block = kernel.read(rest, Classes::NONE);
            let nuls = if rest.len() < 64 { nuls(rest) } else { block.equal(0) };
            let mut masks = [0; N];
            for (mask, set) in masks.iter_mut().zip(self.sets) {
                let others = block.members(set.without(ByteSet::of(b"\0")));
                *mask = if set.contains(0) { others | nuls } else { others };
            }
            (self.each)(at, masks)?;
        }
        ControlFlow::Continue(())
    }
}

/// Where NUL stands in the last block, in which kernels do not tell it from what is past the end.
#[cold]
fn nuls(block: &[u8]) -> u64 {
    block.iter().rev().fold(0, |mask, &byte| mask << 1 | u64::from(byte == 0))
}

/// How far ahead of the walk memory is asked for, in bytes: beyond a few lines, since the machine looks
/// no further than the page by itself.
#[cfg(target_arch = "x86_64")]
const AHEAD: usize = 2048;

/// Asks for memory that is read soon.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn ask_ahead(rest: &[u8]) {
    use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: this is a hint that reads nothing, so any address will do; every x86-64 has it.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(rest.as_ptr().wrapping_add(AHEAD).cast()) }
}

/// Elsewhere the machine does what it does by itself.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn ask_ahead(_: &[u8]) {}
