//! The contract between kernels and the computations on their masks.
//!
//! A [`Kernel`] is an instruction set. It reads up to 64 bytes of text into a [`Block`], which answers with masks:
//! bit `i` of a mask is about byte `i`. [`Block::members`] is the mask of the bytes in a [`ByteSet`].
//! [`Block::mask`] is the mask of the bytes in one of the [`Class`]es of a URI parser, by the [`Classes`] of its
//! grammar. Bits past the end of the text are 0. Nothing past the end is read.
//!
//! A computation on masks is written once, as [`Work`] that any kernel can run. [`run`](crate::run) chooses the
//! best kernel of the machine. `reference.rs` is the contract as code, one byte at a time; the tests compare every
//! kernel with it.
//!
//! # Lookup of a set
//!
//! An ASCII byte is two halves of four bits. The low half selects a row of the set's table ([`ByteSet::rows`]); the
//! high half selects one of the eight bits in a row. One table lookup gives the rows of all bytes of a vector.
//! Another, with a table common to all sets, gives their bits. A byte is a member if its row has its bit. Bytes
//! from `0x80` up have no row, or no bit, so they are in no set. Kernels without lookups take the masks of all
//! classes from one table, which has a word for each byte, with one bit in the lane of each of its classes
//! (`portable.rs`).
//!
//! # Short texts
//!
//! Half of all URIs have less than 45 bytes. No kernel reads past the end, and none has a loop for the remainder:
//! AVX-512 loads under a mask; the others read two pieces that overlap, of 32, 16, 8 or 4 bytes, one from the start
//! and one up to the end, and shift the second piece's mask to its place (`halves.rs`). In the overlap, both masks
//! are equal, so their union is right.
//!
//! # Unsafe code
//!
//! Unsafe code here does two things: it calls functions that are compiled for an instruction set, and it reads and
//! writes through pointers. The calls are sound because values of the kernels in `avx2`, `avx512` and `aarch64` are made
//! only if the instruction set was detected (`instruction_set.rs`), and no other crate can implement the traits.
//! Each block states why its pointers are valid.

use crate::byte_set::ByteSet;
use crate::class::{Class, Classes};

/// Seals the traits, since [`leading`](crate::leading) trusts the masks.
pub trait Sealed {}

/// An instruction set, or its portable substitute.
///
/// Only this crate implements it; [`run`](crate::run) passes one to a [`Work`].
pub trait Kernel: Copy + Sealed {
    /// Up to 64 bytes in the representation of this kernel.
    type Block: Block;

    /// Whether a parser has variants for this kernel, such as one for short texts, which cost bytes of code. Where
    /// another kernel is always better, it has none.
    const HAS_VARIANTS: bool = true;

    /// Runs a computation in a function of its own that is compiled for the instruction set.
    #[inline(never)]
    fn run<W: Work>(self, work: W) -> W::Output {
        work.run(self)
    }

    /// Reads the first 64 bytes of a text, or all of a shorter one.
    fn read(self, text: &[u8], classes: &Classes) -> Self::Block;

    /// Reads a text of `length` bytes at the start of `rest`. The block may also hold bytes after the text.
    #[inline(always)]
    fn read_first(self, rest: &[u8], _length: usize, classes: &Classes) -> Self::Block {
        self.read(rest, classes)
    }

    /// The mask of the places below `end`, which is at most 255; all 64 places if `end` is 64 or more.
    #[inline(always)]
    fn below(self, end: usize) -> u64 {
        below(end)
    }
}

/// Up to 64 bytes, with a mask for each class or set. Only this crate implements it.
pub trait Block: Copy + Sealed {
    /// The mask of the bytes in a class, by the classes that the block was read with.
    fn mask(self, class: Class, classes: &Classes) -> u64;

    /// The mask of the bytes equal to `byte`. In a text of fewer than 64 bytes, NUL cannot be distinguished from
    /// the end.
    fn equal(self, byte: u8) -> u64;

    /// The mask of the bytes that are `least` or more, which is at least `0x80`.
    fn at_least(self, least: u8) -> u64;

    /// The mask of the bytes in a set without NUL.
    fn members(self, set: ByteSet) -> u64;

    /// Whether a byte is neither [`Class::Plain`] nor `%`, `?` or `#`, if the kernel can say so without computing a
    /// mask.
    #[inline(always)]
    fn has_stray(self, _: &Classes) -> bool {
        false
    }

    /// How many of the first bytes are in [`Class::Scheme`].
    #[inline(always)]
    fn scheme(self, classes: &Classes) -> usize {
        first(!self.mask(Class::Scheme, classes))
    }
}

/// A computation on masks that any kernel can run.
///
/// `run` and every function that it calls with the kernel or a block must be `#[inline(always)]`, so that they are
/// compiled for each instruction set. A closure is not: it is compiled without the instruction set.
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

/// The mask of the places below `end`; all 64 places if `end` is 64 or more.
#[inline(always)]
pub(crate) const fn below(end: usize) -> u64 {
    match u64::MAX.checked_shl(end as u32) {
        Some(others) => !others,
        None => u64::MAX,
    }
}

/// The first place of a mask; 64 if there is none.
#[inline(always)]
pub const fn first(mask: u64) -> usize {
    mask.trailing_zeros() as usize
}
