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
    let end = masks(text, core::array::from_ref(set), |at, [members]| match members {
        u64::MAX => ControlFlow::Continue(()),
        _ => ControlFlow::Break(at + members.trailing_ones() as usize),
    });
    let bytes = match end {
        ControlFlow::Break(end) => text.get(..end).unwrap_or_default(),
        ControlFlow::Continue(()) => text,
    };
    // SAFETY: all of these bytes are in the set; and each byte that may be in a set is a character by itself.
    unsafe { str::from_utf8_unchecked(bytes) }
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
    fn run<K: Kernel>(mut self, kernel: K) -> ControlFlow<B> {
        // What is past the end may read as NUL, so that is asked for apart.
        let with_nul = self.sets.map(|set| set.contains(0));
        let any_with_nul = with_nul.contains(&true);
        let without_nul;
        // Sets are not copied without need: the processor would wait for what it has just written.
        let sets = if any_with_nul {
            without_nul = all_without_nul(self.sets);
            &without_nul
        } else {
            self.sets
        };
        let mut at = 0;
        while let Some(rest) = self.text.get(at..).filter(|rest| !rest.is_empty()) {
            ask_ahead(rest);
            let block = kernel.read(rest, Classes::NONE);
            let mut masks = [0; N];
            for (mask, set) in masks.iter_mut().zip(sets) {
                *mask = block.members(*set);
            }
            if any_with_nul {
                let nuls = if rest.len() < 64 { nuls(rest) } else { block.equal(0) };
                for (mask, with_nul) in masks.iter_mut().zip(with_nul) {
                    *mask |= if with_nul { nuls } else { 0 };
                }
            }
            (self.each)(at, masks)?;
            at += 64;
        }
        ControlFlow::Continue(())
    }
}

#[cold]
#[inline(never)]
fn all_without_nul<const N: usize>(sets: &[ByteSet; N]) -> [ByteSet; N] {
    sets.map(|set| set.without(ByteSet::of(b"\0")))
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
