//! The kernel of aarch64: NEON, which every aarch64 machine has.
//!
//! Works like the AVX2 kernel, with vectors of 16 bytes; four vectors are 64 bytes of text in two halves.

use core::arch::aarch64::{
    uint8x16_t, vandq_u8, vceqq_u8, vcgeq_u8, vdupq_n_u8, vgetq_lane_u64, vld1q_u8, vpaddq_u8,
    vqtbl1q_u8, vreinterpretq_u64_u8, vshrq_n_u8, vtstq_u8,
};

use crate::byte_set::ByteSet;
use crate::class::{Class, Classes};
use crate::halves::Halves;
use crate::kernel::{Block, Kernel, Sealed, Work};

/// For the high half of a byte, its bit in a row; 0 for bytes from `0x80` up.
const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];

/// For each of eight adjacent bytes, its bit in a mask.
const WEIGHTS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

/// NEON. Constructing a value asserts that the machine has it.
#[derive(Clone, Copy)]
pub(crate) struct Neon(());

impl Neon {
    /// # Safety
    ///
    /// The machine has NEON.
    pub(crate) const unsafe fn new() -> Self {
        Self(())
    }
}

/// Sixteen bytes as a vector.
#[cfg_attr(not(debug_assertions), inline(always))]
fn vector(bytes: &[u8; 16]) -> uint8x16_t {
    // SAFETY: the pointer is to sixteen bytes, and the instruction asks for no alignment. It is a NEON instruction,
    // and every caller has NEON.
    unsafe { vld1q_u8(bytes.as_ptr()) }
}

/// Two halves of the text, of two vectors each, which may overlap; bytes past the end are NUL.
#[derive(Clone, Copy)]
pub(crate) struct Block128 {
    bytes: [uint8x16_t; 4],
    bits: [uint8x16_t; 4],
    /// Offset of the second half.
    start: u32,
}

impl Sealed for Neon {}
impl Sealed for Block128 {}

impl Kernel for Neon {
    type Block = Block128;

    #[inline]
    fn run<W: Work>(self, work: W) -> W::Output {
        #[inline(never)]
        #[target_feature(enable = "neon")]
        fn inner<W: Work>(kernel: Neon, work: W) -> W::Output {
            work.run(kernel)
        }
        // SAFETY: `self` exists only where the machine has it.
        unsafe { inner(self, work) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(self, text: &[u8], _: &Classes) -> Block128 {
        const NONE: [u8; 16] = [0; 16];
        let text = text.get(..64).unwrap_or(text);
        let (halves, start) = Halves::of(text);
        let bytes = match halves {
            Halves::Of32(first, second) => {
                let (a, b) = two(first);
                let (c, d) = two(second);
                [a, b, c, d]
            }
            Halves::Of16(first, second) => {
                [vector(first), vector(&NONE), vector(second), vector(&NONE)]
            }
            Halves::Small(bytes) => {
                [vector(&bytes.to_le_bytes()), vector(&NONE), vector(&NONE), vector(&NONE)]
            }
        };
        let [a, b, c, d] = bytes;
        Block128 { bytes, bits: [bits(a), bits(b), bits(c), bits(d)], start }
    }
}

/// The bit in a row for each byte.
#[cfg_attr(not(debug_assertions), inline(always))]
fn bits(bytes: uint8x16_t) -> uint8x16_t {
    // SAFETY: NEON is available, as for `vector`.
    unsafe { vqtbl1q_u8(vector(&BITS), vshrq_n_u8::<4>(bytes)) }
}

/// Both vectors of 32 bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn two(bytes: &[u8; 32]) -> (uint8x16_t, uint8x16_t) {
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(second)) => (vector(first), vector(second)),
        _ => (vector(&[0; 16]), vector(&[0; 16])),
    }
}

impl Block128 {
    /// The mask of the text from vectors whose bytes are all ones where the bit is set.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mask_of(self, [a, b, c, d]: [uint8x16_t; 4]) -> u64 {
        let weights = vector(&WEIGHTS);
        // SAFETY: a block exists only where the machine has the instructions.
        let joined = unsafe {
            let first = vpaddq_u8(vandq_u8(a, weights), vandq_u8(b, weights));
            let second = vpaddq_u8(vandq_u8(c, weights), vandq_u8(d, weights));
            let sum = vpaddq_u8(first, second);
            vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(sum, sum)))
        };
        joined & u64::from(u32::MAX) | joined >> 32 << self.start
    }
}

impl Block for Block128 {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mask(self, class: Class, classes: &Classes) -> u64 {
        match class.byte() {
            Some(byte) => self.equal(byte),
            None => self.members(classes.set(class)),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn equal(self, byte: u8) -> u64 {
        let [a, b, c, d] = self.bytes;
        // SAFETY: a block exists only where the machine has the instructions.
        let equal = unsafe {
            let byte = vdupq_n_u8(byte);
            [vceqq_u8(a, byte), vceqq_u8(b, byte), vceqq_u8(c, byte), vceqq_u8(d, byte)]
        };
        self.mask_of(equal)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at_least(self, least: u8) -> u64 {
        let [a, b, c, d] = self.bytes;
        // SAFETY: a block exists only where the machine has the instructions.
        let at_least = unsafe {
            let least = vdupq_n_u8(least);
            [vcgeq_u8(a, least), vcgeq_u8(b, least), vcgeq_u8(c, least), vcgeq_u8(d, least)]
        };
        self.mask_of(at_least)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn members(self, set: ByteSet) -> u64 {
        let table = vector(&set.rows());
        let row = |number: usize| member(table, self.bytes[number], self.bits[number]);
        self.mask_of([row(0), row(1), row(2), row(3)])
    }
}

/// All ones in each byte whose bit is set in its row of the table.
#[cfg_attr(not(debug_assertions), inline(always))]
fn member(table: uint8x16_t, bytes: uint8x16_t, bits: uint8x16_t) -> uint8x16_t {
    // SAFETY: NEON is available, as for `vector`. A lookup past the end of the table gives 0, so the low halves are
    // cut out first.
    unsafe { vtstq_u8(vqtbl1q_u8(table, vandq_u8(bytes, vdupq_n_u8(15))), bits) }
}
