//! A text of at most 64 bytes as two halves of at most 32, which may overlap.

/// How two halves cover a text.
pub(crate) enum Halves<'t> {
    /// 32 bytes from the start and 32 up to the end.
    Of32(&'t [u8; 32], &'t [u8; 32]),
    /// 16 bytes from the start and 16 up to the end.
    Of16(&'t [u8; 16], &'t [u8; 16]),
    /// At most 15 bytes, the first one lowest.
    Small(u128),
}

impl<'t> Halves<'t> {
    /// The halves of a text, and the shift for the mask of the second half.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn of(text: &'t [u8]) -> (Self, u32) {
        let length = text.len() as u32;
        if let (Some(start), Some(end)) = (text.first_chunk::<32>(), text.last_chunk()) {
            (Self::Of32(start, end), length - 32)
        } else if let (Some(start), Some(end)) = (text.first_chunk::<16>(), text.last_chunk()) {
            (Self::Of16(start, end), length - 16)
        } else {
            (Self::Small(small(text)), 0)
        }
    }
}

/// A text of at most 15 bytes, in two pieces that may overlap.
#[cfg_attr(not(debug_assertions), inline(always))]
fn small(text: &[u8]) -> u128 {
    let length = text.len();
    if let (Some(&start), Some(&end)) = (text.first_chunk::<8>(), text.last_chunk()) {
        let (start, end) = (u64::from_le_bytes(start), u64::from_le_bytes(end));
        u128::from(start) | u128::from(end) << (8 * (length - 8))
    } else if let (Some(&start), Some(&end)) = (text.first_chunk::<4>(), text.last_chunk()) {
        let (start, end) = (u32::from_le_bytes(start), u32::from_le_bytes(end));
        u128::from(u64::from(start) | u64::from(end) << (8 * (length - 4)))
    } else {
        // Up to three bytes: if there are fewer, some offsets coincide and the same byte is written to the same
        // place.
        let byte = |at: usize| u128::from(text.get(at).copied().unwrap_or_default()) << (8 * at);
        byte(0) | byte(length / 2) | byte(length.saturating_sub(1))
    }
}
