//! The scanner: bytes in, bit masks out.
//!
//! # The contract
//!
//! A [`Kernel`] is an instruction set. It reads up to 64 bytes of text into a [`Block`], which answers
//! with masks: bit `i` of a mask is about byte `i`. [`Block::members`] tells which bytes are in a
//! [`ByteSet`], [`Block::mask`] which are of one of the [`Class`]es that the parser asks for, by the
//! [`Classes`] of an edition. Bits past the end of the text are 0. Nothing past the end is read.
//!
//! What is done with masks is written once, as [`Work`] that any kernel can do: the parser, the
//! test for normal forms, the search for a byte, and [`masks`](masks()) for other crates. [`run`] has it
//! done by the best kernel that the machine has, which is found out once, with `std` when the program
//! runs and without it when it is compiled.
//! `reference.rs` is the contract as code: one byte at a time. The tests hold every kernel to it.
//!
//! # The algorithm
//!
//! A byte of ASCII is two halves of four bits. The low half chooses a row of the set's table
//! ([`ByteSet::rows`]); the high half chooses one of the eight bits in a row. The row comes from one
//! table lookup for all bytes of a vector, the bit from another that is the same for all sets, and the
//! byte is a member if the two have a bit in common. Bytes from `0x80` up have no row, or no bit, so they
//! are in no set. Kernels without lookups take the masks of all classes together from one table that has,
//! for every byte, a word with one bit in the lane of each of its classes ([`portable`]).
//!
//! # Triplets without branches
//!
//! Let `p` be the mask of `%` in a block and `h` that of hexadecimal digits. Every `%` begins a triplet
//! if and only if no bit of `(p << 1 | p << 2)` is outside `h`: the bit `i + 1` or `i + 2` is set for
//! exactly the two places behind a `%` at `i`. No digit is a `%`, so triplets do not overlap, and no
//! digit is a delimiter, so none reaches from one part into another. What is shifted out at the top
//! belongs to the next block: two bits, `(p >> 62) | (p >> 63)`, that are carried into it; at the
//! end of the text nothing may be carried. [`Triplets`] is this.
//!
//! # Short texts
//!
//! Half of all URIs have less than 45 bytes. No kernel reads past the end, and none has a loop for
//! what is left over: AVX-512 loads under a mask; the others read two pieces that overlap, of 32, 16, 8
//! or 4 bytes, one from the start and one up to the end, and move the second piece's mask to its
//! place ([`halves`]). Where the pieces overlap, both say the same, so the union of the masks is right.
//!
//! # Unsafe code
//!
//! It is here only, for two things: to call what is compiled for an instruction set, and to read and write
//! through pointers. The first is sound because the kernels of `x86_64` and `aarch64` are values that
//! can only be made where the instruction set was found ([`set`]); each block says how the second is.
#![expect(unsafe_code, reason = "vector instructions; see above")]

mod class;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod halves;
mod masks;
mod portable;
mod span;
mod widen;
#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "x86_64")]
mod sse2;
#[cfg(target_arch = "x86_64")]
mod x86_64;
mod set;

#[cfg(test)]
mod reference;
#[cfg(test)]
mod tests;

pub(crate) use class::{Class, Classes};
pub use masks::{Around, around, leading, masks};
pub use set::InstructionSet;
pub(crate) use set::run;
#[cfg(test)]
use set::run_by;
pub(crate) use span::{find, span};
pub(crate) use widen::widened;

use crate::set::ByteSet;

/// An instruction set, or what stands for one.
pub(crate) trait Kernel: Copy {
    /// What it makes of a text.
    type Block: Block;

    /// Does work in a function of its own, that is compiled for the instruction set.
    #[inline(never)]
    fn run<W: Work>(self, work: W) -> W::Output {
        work.run(self)
    }

    /// Reads a text, of which only the first 64 bytes count.
    fn read(self, text: &[u8], classes: &Classes) -> Self::Block;

    /// Reads the text of this length that `rest` begins with. What stands behind it may be in the block too.
    #[inline(always)]
    fn read_first(self, rest: &[u8], _length: usize, classes: &Classes) -> Self::Block {
        self.read(rest, classes)
    }

    /// The mask of the places below `end`, which is at most 255; all from 64 on.
    #[inline(always)]
    fn below(self, end: usize) -> u64 {
        below(end)
    }
}

/// Up to 64 bytes, of which masks can be asked.
pub(crate) trait Block: Copy {
    /// The bytes of a class, by the classes that the block was read with.
    fn mask(self, class: Class, classes: &Classes) -> u64;

    /// The bytes that are this one; of a text of fewer than 64 bytes, one that is not NUL.
    fn equal(self, byte: u8) -> u64;

    /// The bytes of a set that does not contain NUL.
    fn members(self, set: ByteSet) -> u64;

    /// Whether a byte is neither plain nor `%`, `?` or `#`, if the kernel knows before it looks for the place.
    #[inline(always)]
    fn has_stray(self, _: &Classes) -> bool {
        false
    }

    /// How many of the first bytes may stand in a scheme.
    #[inline(always)]
    fn scheme(self, classes: &Classes) -> usize {
        first(!self.mask(Class::Scheme, classes))
    }
}

/// What is done with a kernel. `run` has to be `#[inline(always)]`, so that it is compiled anew for each
/// instruction set.
pub(crate) trait Work {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run<K: Kernel>(self, kernel: K) -> Self::Output;
}

/// The mask of the places below `end`; all from 64 on.
#[inline(always)]
const fn below(end: usize) -> u64 {
    !u64::MAX.unbounded_shl(end as u32)
}

/// The first place of a mask; 64 if there is none.
#[inline(always)]
pub(crate) const fn first(mask: u64) -> usize {
    mask.trailing_zeros() as usize
}

/// Whether every `%` begins a triplet, block after block.
#[derive(Clone, Copy)]
pub(crate) struct Triplets {
    /// The places of the next block where a digit has to stand.
    carried: u64,
}

impl Triplets {
    pub(crate) const NONE: Self = Self { carried: 0 };

    /// Whether digits have to follow; at the end of the text none may have to.
    #[inline(always)]
    pub(crate) const fn reach_on(self) -> bool {
        self.carried != 0
    }

    /// Takes the next block: where `%` stands, and where digits do. The mask of where one is missing.
    #[inline(always)]
    pub(crate) const fn next(&mut self, percent: u64, digits: u64) -> u64 {
        let wanted = percent << 1 | percent << 2 | self.carried;
        self.carried = percent >> 62 | percent >> 63;
        wanted & !digits
    }
}
