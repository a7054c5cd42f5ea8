//! Masks for general searches: the positions of bytes in given sets, 64 bytes at a time.

use core::ops::ControlFlow;

use crate::byte_set::ByteSet;
use crate::class::Classes;
use crate::instruction_set::run;
use crate::kernel::{Block, Kernel, Work};

/// Walks over a text 64 bytes at a time, with the masks of the bytes in the sets.
///
/// `each` is called for every block with its offset and one mask for each set: bit `i` of `masks[n]` is set if byte
/// `i` of the block is in `sets[n]`. The last block may be shorter; bits past the end are 0. The walk ends when
/// `each` breaks, and returns the value of the break.
///
/// Each block takes a few instructions per set, by the best [`InstructionSet`](crate::InstructionSet) of the
/// machine. Conditions on adjacent bytes are computed by shifting masks; `each` then has to carry the highest bits
/// into the next block.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use napkin_scan::{ByteSet, masks};
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
        // Places past the end may read as NUL, so NUL is searched separately.
        if sets.iter().any(|set| set.contains(0)) {
            return kernel.run(MasksWithNul { text, sets, each });
        }
        // A local copy, kept in registers: `each` might write to the memory that holds the sets.
        let sets = *sets;
        // Blocks of a known length take less time to load.
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

/// A mask for each set. A function, since a closure would be compiled without the instruction set.
#[inline(always)]
fn members<B: Block, const N: usize>(block: B, sets: &[ByteSet; N]) -> [u64; N] {
    let mut masks = [0; N];
    for (mask, set) in masks.iter_mut().zip(sets) {
        *mask = block.members(*set);
    }
    masks
}

/// The walk over the blocks for sets with NUL.
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

/// The mask of NUL in the last block, where kernels cannot distinguish it from places past the end.
#[cold]
fn nuls(block: &[u8]) -> u64 {
    block.iter().rev().fold(0, |mask, &byte| mask << 1 | u64::from(byte == 0))
}

/// Prefetch distance, in bytes: more than a few cache lines, since the hardware prefetcher stops at the page
/// boundary.
#[cfg(target_arch = "x86_64")]
const AHEAD: usize = 2048;

/// Prefetches memory that will be read soon.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn ask_ahead(rest: &[u8]) {
    use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: this is a hint that reads nothing, so any address will do; every x86-64 has it.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(rest.as_ptr().wrapping_add(AHEAD).cast()) }
}

/// Other machines rely on the hardware prefetcher.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn ask_ahead(_: &[u8]) {}
