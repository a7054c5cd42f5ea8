//! Eight bytes as eight words.

/// Zero-extends the bytes of a word, from the lowest up, to 32 bits each, by vector instructions on targets that
/// always have them.
///
/// ```
/// assert_eq!(napkin_scan::widened(0x0102), [2, 1, 0, 0, 0, 0, 0, 0]);
/// ```
#[inline(always)]
pub fn widened(bytes: u64) -> [u32; 8] {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{
            _mm_cvtsi64_si128, _mm_setzero_si128, _mm_storeu_si128, _mm_unpackhi_epi16,
            _mm_unpacklo_epi8, _mm_unpacklo_epi16,
        };
        let mut words = [0; 8];
        let (low, high) = words.split_at_mut(4);
        // SAFETY: the places have sixteen bytes each, and the instructions ask for no alignment. They are SSE2
        // instructions, which every x86-64 has.
        unsafe {
            let zero = _mm_setzero_si128();
            let halves =
                _mm_unpacklo_epi8(_mm_cvtsi64_si128(i64::from_ne_bytes(bytes.to_ne_bytes())), zero);
            _mm_storeu_si128(low.as_mut_ptr().cast(), _mm_unpacklo_epi16(halves, zero));
            _mm_storeu_si128(high.as_mut_ptr().cast(), _mm_unpackhi_epi16(halves, zero));
        }
        words
    }
    #[cfg(not(target_arch = "x86_64"))]
    bytes.to_le_bytes().map(u32::from)
}
