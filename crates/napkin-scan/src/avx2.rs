//! The kernel of x86-64 with AVX2: 32 bytes at a time.
//!
//! The low halves of the bytes select the rows of a set, and the high halves the bits.

use core::arch::x86_64::{
    __m128i, __m256i, _bzhi_u64, _mm_loadu_si128, _mm256_and_si256, _mm256_broadcastsi128_si256,
    _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_max_epu8, _mm256_movemask_epi8, _mm256_set1_epi8,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_srli_epi16, _mm256_zextsi128_si256,
};

use crate::byte_set::ByteSet;
use crate::class::{Class, Classes};
use crate::halves::Halves;
use crate::kernel::{Block, Kernel, Sealed, Work};
use crate::later::{signed, unsigned};

/// For the high half of a byte, its bit in a row; 0 for bytes from `0x80` up.
pub(crate) const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];

/// AVX2. Constructing a value asserts that the machine has it.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// # Safety
    ///
    /// The machine has AVX2, and BMI 1 and 2.
    pub(crate) const unsafe fn new() -> Self {
        Self(())
    }
}

/// Sixteen bytes as a vector.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn vector(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: the pointer is to sixteen bytes, and the instruction asks for no alignment. It is of
    // SSE2, which every x86-64 has.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

/// Two halves of the text, which may overlap; bytes past the end are NUL.
#[derive(Clone, Copy)]
pub(crate) struct Block256 {
    bytes: [__m256i; 2],
    bits: [__m256i; 2],
    /// Offset of the second half.
    start: u32,
}

impl Sealed for Avx2 {}
impl Sealed for Block256 {}

impl Kernel for Avx2 {
    type Block = Block256;

    #[inline]
    fn run<W: Work>(self, work: W) -> W::Output {
        #[inline(never)]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        unsafe fn inner<W: Work>(kernel: Avx2, work: W) -> W::Output {
            work.run(kernel)
        }
        // SAFETY: `self` exists only where the machine has these.
        unsafe { inner(self, work) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(self, text: &[u8], _: &Classes) -> Block256 {
        let text = text.get(..64).unwrap_or(text);
        let (halves, start) = Halves::of(text);
        // SAFETY: the pointers are to 32 bytes, and the instruction asks for no alignment; `self` exists
        // only where the machine has the instructions.
        unsafe {
            let bytes = match halves {
                Halves::Of32(first, second) => [
                    _mm256_loadu_si256(first.as_ptr().cast()),
                    _mm256_loadu_si256(second.as_ptr().cast()),
                ],
                Halves::Of16(first, second) => {
                    [_mm256_zextsi128_si256(vector(first)), _mm256_zextsi128_si256(vector(second))]
                }
                Halves::Small(bytes) => {
                    [_mm256_zextsi128_si256(vector(&bytes.to_le_bytes())), _mm256_setzero_si256()]
                }
            };
            let bits = [bits(bytes[0]), bits(bytes[1])];
            Block256 { bytes, bits, start }
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn below(self, end: usize) -> u64 {
        // SAFETY: `self` exists only where the machine has the instruction, which takes the lowest byte.
        unsafe { _bzhi_u64(u64::MAX, end as u32) }
    }
}

/// The bit in a row for each byte.
///
/// # Safety
///
/// The machine has AVX2.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn bits(bytes: __m256i) -> __m256i {
    // SAFETY: by the condition above.
    unsafe {
        let high = _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), _mm256_set1_epi8(15));
        _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(vector(&BITS)), high)
    }
}

// Operations on both halves are written out: a closure would be compiled without the instruction set.

impl Block256 {
    /// The mask of the text from vectors whose bytes are all ones where the bit is set.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn joined(self, first: __m256i, second: __m256i) -> u64 {
        // SAFETY: a block exists only where the machine has the instruction.
        let (first, second) = unsafe {
            (unsigned(_mm256_movemask_epi8(first)), unsigned(_mm256_movemask_epi8(second)))
        };
        u64::from(first) | u64::from(second) << self.start
    }

    /// The mask of the text from vectors whose bytes are all zeros where the bit is set.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn joined_not(self, first: __m256i, second: __m256i) -> u64 {
        // SAFETY: a block exists only where the machine has the instruction.
        let (first, second) = unsafe {
            (unsigned(_mm256_movemask_epi8(first)), unsigned(_mm256_movemask_epi8(second)))
        };
        u64::from(!first) | u64::from(!second) << self.start
    }
}

impl Block for Block256 {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mask(self, class: Class, classes: &Classes) -> u64 {
        match class.byte() {
            Some(byte) => self.equal(byte),
            None => self.members(classes.set(class)),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn equal(self, byte: u8) -> u64 {
        let Self { bytes: [first, second], .. } = self;
        // SAFETY: a block exists only where the machine has the instructions.
        unsafe {
            let byte = _mm256_set1_epi8(signed(byte));
            self.joined(_mm256_cmpeq_epi8(first, byte), _mm256_cmpeq_epi8(second, byte))
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at_least(self, least: u8) -> u64 {
        let Self { bytes: [first, second], .. } = self;
        // SAFETY: a block exists only where the machine has the instructions.
        unsafe {
            let least = _mm256_set1_epi8(signed(least));
            self.joined(
                _mm256_cmpeq_epi8(_mm256_max_epu8(first, least), first),
                _mm256_cmpeq_epi8(_mm256_max_epu8(second, least), second),
            )
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn members(self, set: ByteSet) -> u64 {
        let Self { bytes: [first, second], bits: [first_bits, second_bits], .. } = self;
        // SAFETY: a block exists only where the machine has the instructions. The lookup uses the low
        // halves of the bytes, and gives 0 for bytes from `0x80` up, which have no bit either.
        unsafe {
            let table = _mm256_broadcastsi128_si256(vector(&set.rows()));
            let first_rows = _mm256_shuffle_epi8(table, first);
            let second_rows = _mm256_shuffle_epi8(table, second);
            let none = _mm256_setzero_si256();
            let first = _mm256_cmpeq_epi8(_mm256_and_si256(first_rows, first_bits), none);
            let second = _mm256_cmpeq_epi8(_mm256_and_si256(second_rows, second_bits), none);
            self.joined_not(first, second)
        }
    }
}
