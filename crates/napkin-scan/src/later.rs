//! Functions that the standard library has only in Rust later than 1.85, which this crate builds with.

/// The whole pieces of `N` bytes from the start of a text.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn chunks<const N: usize>(text: &[u8]) -> impl Iterator<Item = &[u8; N]> {
    text.chunks_exact(N).filter_map(<[u8]>::first_chunk)
}

/// The number of the same bits, from -128 to 127.
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) const fn signed(byte: u8) -> i8 {
    i8::from_ne_bytes([byte])
}

/// The number of the same bits, from 0 up.
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) const fn unsigned(word: i32) -> u32 {
    u32::from_ne_bytes(word.to_ne_bytes())
}
