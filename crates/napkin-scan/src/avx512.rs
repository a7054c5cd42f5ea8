//! The kernel of x86-64 with AVX-512 and its instructions for bytes: 64 bytes at a time.
//!
//! It looks sets up as the kernel of AVX2 does, and loads a short text under a mask of its length.

use core::arch::x86_64::{
    __m512i, _bzhi_u64, _mm512_and_si512, _mm512_broadcast_i32x4, _mm512_cmpeq_epi8_mask,
    _mm512_cmpge_epu8_mask, _mm512_maskz_loadu_epi8, _mm512_set1_epi8, _mm512_shuffle_epi8,
    _mm512_srli_epi16, _mm512_test_epi8_mask,
};

use crate::avx2::{BITS, vector};
use crate::byte_set::ByteSet;
use crate::class::{Class, Classes};
use crate::kernel::{Block, Kernel, Sealed, Work};
use crate::later::signed;

/// AVX-512 F and BW. Constructing a value asserts that the machine has them.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// # Safety
    ///
    /// The machine has AVX-512 F, BW and VL, and BMI 1 and 2.
    pub(crate) const unsafe fn new() -> Self {
        Self(())
    }
}

/// One vector of the text; bytes past its end are NUL.
#[derive(Clone, Copy)]
pub(crate) struct Block512 {
    bytes: __m512i,
    bits: __m512i,
}

impl Sealed for Avx512 {}
impl Sealed for Block512 {}

impl Kernel for Avx512 {
    type Block = Block512;

    #[inline]
    fn run<W: Work>(self, work: W) -> W::Output {
        #[inline(never)]
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn inner<W: Work>(kernel: Avx512, work: W) -> W::Output {
            work.run(kernel)
        }
        // SAFETY: `self` exists only where the machine has these.
        unsafe { inner(self, work) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(self, text: &[u8], _: &Classes) -> Block512 {
        let length = text.len().min(64) as u32;
        // SAFETY: only the bytes below `length` are read, which are in the text; the others of the
        // vector are masked, and masked bytes are not touched. `self` exists only where the machine has
        // the instructions.
        unsafe {
            let bytes = _mm512_maskz_loadu_epi8(_bzhi_u64(u64::MAX, length), text.as_ptr().cast());
            let high = _mm512_and_si512(_mm512_srli_epi16::<4>(bytes), _mm512_set1_epi8(15));
            let bits = _mm512_shuffle_epi8(_mm512_broadcast_i32x4(vector(&BITS)), high);
            Block512 { bytes, bits }
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn below(self, end: usize) -> u64 {
        // SAFETY: `self` exists only where the machine has the instruction, which takes the lowest byte.
        unsafe { _bzhi_u64(u64::MAX, end as u32) }
    }
}

impl Block for Block512 {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mask(self, class: Class, classes: &Classes) -> u64 {
        match class.byte() {
            Some(byte) => self.equal(byte),
            None => self.members(classes.set(class)),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn equal(self, byte: u8) -> u64 {
        // SAFETY: a block exists only where the machine has the instruction.
        unsafe { _mm512_cmpeq_epi8_mask(self.bytes, _mm512_set1_epi8(signed(byte))) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at_least(self, least: u8) -> u64 {
        // SAFETY: a block exists only where the machine has the instruction.
        unsafe { _mm512_cmpge_epu8_mask(self.bytes, _mm512_set1_epi8(signed(least))) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn members(self, set: ByteSet) -> u64 {
        // SAFETY: a block exists only where the machine has the instructions. The lookup uses the low
        // halves of the bytes, and gives 0 for bytes from `0x80` up.
        unsafe {
            let rows = _mm512_broadcast_i32x4(vector(&set.rows()));
            _mm512_test_epi8_mask(_mm512_shuffle_epi8(rows, self.bytes), self.bits)
        }
    }
}
