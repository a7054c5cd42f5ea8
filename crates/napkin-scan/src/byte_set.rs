//! Sets of ASCII bytes, with the algebra that the grammars are written in.
//!
//! First in the flow: every table of a parser is derived from [`ByteSet`]s, which are unions and differences of a few
//! literal sets.

/// A set of ASCII bytes; bytes from `0x80` up are in no set.
///
/// All operations are `const`, so a grammar is a constant.
///
/// ```
/// use napkin_scan::ByteSet;
///
/// const DIGIT: ByteSet = ByteSet::range(b'0', b'9');
/// const HEXDIG: ByteSet = DIGIT.or(ByteSet::range(b'A', b'F')).or(ByteSet::range(b'a', b'f'));
/// assert!(HEXDIG.contains(b'e') && !HEXDIG.contains(b'g'));
/// assert_eq!(HEXDIG.without(DIGIT).len(), 12);
/// assert!(DIGIT.is_subset(HEXDIG) && HEXDIG.and(DIGIT) == DIGIT);
/// assert_eq!(HEXDIG.and(ByteSet::of(b"zyba")).iter().collect::<Vec<_>>(), b"ab");
/// ```
// Sixteen rows of eight bits: the low half of the byte selects the row, the high half the bit. Vector instructions
// look up this table directly (`kernel.rs`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ByteSet(u128);

/// The bit of an ASCII byte.
const fn bit(byte: u8) -> u128 {
    1 << ((byte & 15) * 8 + (byte >> 4))
}

impl ByteSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// The set of the bytes listed; bytes that are not ASCII are left out.
    pub const fn of(bytes: &[u8]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < bytes.len() {
            if bytes[i] < 128 {
                bits |= bit(bytes[i]);
            }
            i += 1;
        }
        Self(bits)
    }

    /// The set of the bytes from `first` to `last`, both included.
    pub const fn range(first: u8, last: u8) -> Self {
        let mut bits = 0;
        let mut byte = first;
        while byte <= last && byte < 128 {
            bits |= bit(byte);
            byte += 1;
        }
        Self(bits)
    }

    /// The union: bytes in either set.
    #[must_use]
    #[inline]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The intersection: bytes in both sets.
    #[must_use]
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The difference: bytes in this set and not in `other`.
    #[must_use]
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether `byte` is a member.
    #[inline]
    pub const fn contains(self, byte: u8) -> bool {
        byte < 128 && self.0 & bit(byte) != 0
    }

    /// The rows: bit `h` of row `l` is set if the byte with the halves `h` and `l` is a member. The kernels of some machines
    /// look bytes up in them.
    #[cfg(all(feature = "simd", any(target_arch = "x86_64", target_arch = "aarch64")))]
    #[inline]
    pub(crate) const fn rows(self) -> [u8; 16] {
        self.0.to_le_bytes()
    }

    /// Whether every member is a member of `other` too.
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// How many members there are, 0 to 128.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The members in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..128).filter(move |&byte| self.contains(byte))
    }
}

/// `ALPHA` of RFC 5234: letters.
pub const ALPHA: ByteSet = ByteSet::range(b'A', b'Z').or(ByteSet::range(b'a', b'z'));
/// `DIGIT` of RFC 5234: decimal digits.
pub const DIGIT: ByteSet = ByteSet::range(b'0', b'9');
/// Letters and digits.
pub const ALPHANUM: ByteSet = ALPHA.or(DIGIT);
/// `HEXDIG` of RFC 5234 in both cases, as RFC 3986 uses it: hexadecimal digits.
pub const HEXDIG: ByteSet = DIGIT.or(ByteSet::range(b'A', b'F')).or(ByteSet::range(b'a', b'f'));

impl core::fmt::Debug for ByteSet {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_set().entries(self.iter().map(char::from)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::ByteSet;

    #[test]
    fn algebra_agrees_with_membership_on_every_byte() {
        let a = ByteSet::of(b"abc\x00\x7f\xff");
        let b = ByteSet::range(b'b', b'z');
        for byte in 0..=255u8 {
            assert_eq!(a.or(b).contains(byte), a.contains(byte) || b.contains(byte));
            assert_eq!(a.and(b).contains(byte), a.contains(byte) && b.contains(byte));
            assert_eq!(a.without(b).contains(byte), a.contains(byte) && !b.contains(byte));
        }
        assert_eq!(a.len(), 5, "0xFF is not ASCII and is left out");
        assert!(a.and(b).is_subset(a) && !a.is_subset(b));
        assert!(ByteSet::EMPTY.is_empty() && !a.is_empty());
        assert_eq!(ByteSet::range(0, 255).len(), 128);
    }
}
