//! Percent-encoded triplets in masks, without branches.
//!
//! Let `p` be the mask of `%` in a block and `h` that of hexadecimal digits. Every `%` begins a triplet if and only if no
//! bit of `(p << 1 | p << 2)` is outside `h`: the bit `i + 1` or `i + 2` is set for exactly the two places behind a `%`
//! at `i`. No digit is a `%`, so triplets do not overlap, and no digit is a delimiter, so none reaches from one part into
//! another. What is shifted out at the top belongs to the next block: two bits, `(p >> 62) | (p >> 63)`, that are
//! carried into it; at the end of the text nothing may be carried.

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
    /// The places of the next block where a digit has to stand.
    carried: u64,
}

impl Triplets {
    /// Before the first block: no digit is missing.
    pub const NONE: Self = Self { carried: 0 };

    /// Whether the next block has to begin with digits; at the end of the text it must not.
    #[inline(always)]
    pub const fn reach_on(self) -> bool {
        self.carried != 0
    }

    /// Takes the masks of `%` and of hexadecimal digits of the next block; returns the mask of the places where a
    /// digit is missing.
    #[inline(always)]
    pub const fn next(&mut self, percent: u64, digits: u64) -> u64 {
        let wanted = percent << 1 | percent << 2 | self.carried;
        self.carried = percent >> 62 | percent >> 63;
        wanted & !digits
    }
}
