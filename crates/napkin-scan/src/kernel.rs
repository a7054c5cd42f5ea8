//! The contract between kernels and what is computed with their masks.
//!
//! A [`Kernel`] is an instruction set. It reads up to 64 bytes of text into a [`Block`], which answers with masks: bit
//! `i` of a mask is about byte `i`. [`Block::members`] tells which bytes are in a [`ByteSet`], [`Block::mask`] which are
//! of one of the [`Class`]es that a parser of URIs asks for, by the [`Classes`] of its grammar. Bits past the end of the
//! text are 0. Nothing past the end is read.
//!
//! A computation on masks is written once, as [`Work`] that any kernel can run. [`run`](crate::run) chooses the best
//! kernel of the machine. `reference.rs` is the contract as code, one byte at a time; the tests hold every kernel to it.
//!
//! # Lookup of a set
//!
//! A byte of ASCII is two halves of four bits. The low half chooses a row of the set's table ([`ByteSet::rows`]); the
//! high half chooses one of the eight bits in a row. The row comes from one table lookup for all bytes of a vector, the
//! bit from another that is the same for all sets, and the byte is a member if the two have a bit in common. Bytes from
//! `0x80` up have no row, or no bit, so they are in no set. Kernels without lookups take the masks of all classes together
//! from one table that has, for every byte, a word with one bit in the lane of each of its classes
//! (`portable.rs`).
//!
//! # Short texts
//!
//! Half of all URIs have less than 45 bytes. No kernel reads past the end, and none has a loop for the remainder:
//! AVX-512 loads under a mask; the others read two pieces that overlap, of 32, 16, 8 or 4 bytes, one from the start
//! and one up to the end, and shift the second piece's mask to its place (`halves.rs`). Where the pieces overlap, both
//! say the same, so the union of the masks is right.
//!
//! # Unsafe code
//!
//! It does two things: it calls functions that are compiled for an instruction set, and it reads and writes through
//! pointers. The first is sound because the kernels of `x86_64` and `aarch64` are values that are made only where
//! the instruction set was found (`instruction_set.rs`), and no crate can implement the traits; each block says how the
//! second is.

use crate::byte_set::ByteSet;
use crate::class::{Class, Classes};

/// What other crates cannot implement, since [`leading`](crate::leading) trusts the masks.
pub trait Sealed {}

/// An instruction set, or what stands for one.
///
/// Only this crate implements it; [`run`](crate::run) hands one to a [`Work`].
pub trait Kernel: Copy + Sealed {
    /// Up to 64 bytes as this kernel holds them.
    type Block: Block;

    /// Runs a computation in a function of its own that is compiled for the instruction set.
    #[inline(never)]
    fn run<W: Work>(self, work: W) -> W::Output {
        work.run(self)
    }

    /// Reads a text, of which only the first 64 bytes count.
    fn read(self, text: &[u8], classes: &Classes) -> Self::Block;

    /// Reads the text of this length that `rest` begins with. Bytes behind it may be in the block too.
    #[inline(always)]
    fn read_first(self, rest: &[u8], _length: usize, classes: &Classes) -> Self::Block {
        self.read(rest, classes)
    }

    /// The mask of the places below `end`, which is at most 255; all 64 places from 64 on.
    #[inline(always)]
    fn below(self, end: usize) -> u64 {
        below(end)
    }
}

/// Up to 64 bytes, of which masks can be asked. Only this crate implements it.
pub trait Block: Copy + Sealed {
    /// The mask of the bytes of a class, by the classes that the block was read with.
    fn mask(self, class: Class, classes: &Classes) -> u64;

    /// The mask of the bytes equal to `byte`. In a text of fewer than 64 bytes, NUL is not told from the end.
    fn equal(self, byte: u8) -> u64;

    /// The mask of the bytes in a set without NUL.
    fn members(self, set: ByteSet) -> u64;

    /// Whether a byte is neither [`Class::Plain`] nor `%`, `?` or `#`, if the kernel knows without a mask.
    #[inline(always)]
    fn has_stray(self, _: &Classes) -> bool {
        false
    }

    /// How many of the first bytes are of [`Class::Scheme`].
    #[inline(always)]
    fn scheme(self, classes: &Classes) -> usize {
        first(!self.mask(Class::Scheme, classes))
    }
}

/// A computation on masks that any kernel can run.
///
/// `run` has to be `#[inline(always)]`, as has every function that it calls with the kernel or a block, so that it is
/// compiled anew for each instruction set. A closure is not: it is compiled without the instructions.
///
/// ```
/// use napkin_scan::{Block, ByteSet, Classes, Kernel, Work, run};
///
/// /// How many of the first 64 bytes are digits.
/// struct CountDigits<'t>(&'t [u8]);
///
/// impl Work for CountDigits<'_> {
///     type Output = u32;
///
///     #[inline(always)]
///     fn run<K: Kernel>(self, kernel: K) -> u32 {
///         let block = kernel.read(self.0, Classes::NONE);
///         block.members(ByteSet::range(b'0', b'9')).count_ones()
///     }
/// }
///
/// assert_eq!(run(CountDigits(b"RFC 3986")), 4);
/// ```
pub trait Work {
    /// The result.
    type Output;

    /// Runs the computation on `kernel`.
    fn run<K: Kernel>(self, kernel: K) -> Self::Output;
}

/// The mask of the places below `end`; all 64 places from 64 on.
#[inline(always)]
pub(crate) const fn below(end: usize) -> u64 {
    !u64::MAX.unbounded_shl(end as u32)
}

/// The first place of a mask; 64 if there is none.
#[inline(always)]
pub const fn first(mask: u64) -> usize {
    mask.trailing_zeros() as usize
}
