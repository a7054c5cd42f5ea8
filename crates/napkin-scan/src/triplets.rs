//! Percent-encoded triplets in masks, without branches.
//!
//! Let `p` be the mask of `%` in a block and `h` the mask of hexadecimal digits. Every `%` begins a triplet if and
//! only if no bit of `(p << 1 | p << 2)` is outside `h`: bits `i + 1` and `i + 2` are set for exactly the two
//! places after a `%` at `i`. A digit is not a `%`, so triplets do not overlap. A digit is not a delimiter, so no
//! triplet reaches from one part into another. The two bits shifted out at the top, `(p >> 62) | (p >> 63)`, are
//! carried into the next block; at the end of the text, the carry must be 0.

/// Whether every `%` begins a triplet `%` HEXDIG HEXDIG, block after block.
///
/// ```
/// use napkin_scan::Triplets;
///
/// // "a%2Fb%2": the second triplet is cut off.
/// let (percent, digits) = (0b010_0010, 0b101_1101);
/// let mut triplets = Triplets::NONE;
/// assert_eq!(triplets.next(percent, digits), 1 << 7);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Triplets {
    /// The places in the next block that need a digit.
    carried: u64,
}

impl Triplets {
    /// The state before the first block: no digit is missing.
    pub const NONE: Self = Self { carried: 0 };

    /// Whether the next block has to begin with digits; at the end of the text this must be false.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn reach_on(self) -> bool {
        self.carried != 0
    }

    /// Takes the masks of `%` and of hexadecimal digits of the next block; returns the mask of the places where a
    /// digit is missing.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn next(&mut self, percent: u64, digits: u64) -> u64 {
        let wanted = percent << 1 | percent << 2 | self.carried;
        self.carried = percent >> 62 | percent >> 63;
        wanted & !digits
    }
}
