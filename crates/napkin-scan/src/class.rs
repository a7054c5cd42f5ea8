//! The byte classes of a URI parser, made from the sets of its grammar.

use crate::byte_set::{ALPHANUM, ByteSet, HEXDIG};

/// A class of bytes; a block has a mask for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Class {
    /// Bytes that are valid anywhere after the authority and delimit nothing: neither `%` nor `?` nor `#`.
    Plain,
    /// Bytes of a scheme.
    Scheme,
    /// `:`
    Colon,
    /// `/`
    Slash,
    /// `@`
    At,
    /// `?`
    Question,
    /// `#`
    Hash,
    /// `%`
    Percent,
    /// `.`
    Dot,
    /// Hexadecimal digits.
    Hex,
    /// Uppercase letters.
    Uppercase,
    /// Letters, digits, hyphens and dots, the characters of host names.
    Name,
}

/// How many classes have a lane in a word: the first ones, which parsing always needs.
pub(crate) const LANES: usize = 8;

/// The kind of `%`, `?` and `#`.
pub(crate) const DELIMITER: u8 = 1;

/// The kind of a byte that is neither plain nor a delimiter.
pub(crate) const STRANGE: u8 = 2;

/// The kind of a byte that is not in a scheme.
pub(crate) const NOT_IN_SCHEME: u8 = 4;

/// The kind of hexadecimal digits.
pub(crate) const HEX: u8 = 8;

/// The kind of letters in uppercase.
pub(crate) const UPPERCASE: u8 = 16;

/// The kind of the characters of host names.
pub(crate) const NAME: u8 = 32;

/// The characters of host names.
const NAMES: ByteSet = ALPHANUM.or(ByteSet::of(b"-."));

/// The sets of the classes by a grammar, with the lookup tables for kernels that look up one byte at a time.
#[derive(Debug)]
pub struct Classes {
    plain: ByteSet,
    scheme: ByteSet,
    /// Whether a scheme may begin with each byte.
    first_of_scheme: [bool; 256],
    /// The kinds of each byte: [`DELIMITER`], [`STRANGE`] and the others below.
    pub(crate) kinds: [u8; 256],
    /// For each byte, a word whose byte number `n` is 1 if the byte is in class number `n`.
    pub(crate) lanes: [u64; 256],
}

impl Classes {
    /// For blocks that are only searched for sets.
    pub const NONE: &'static Self = &Self::new(ByteSet::EMPTY, ByteSet::EMPTY, ByteSet::EMPTY);

    /// The classes of a grammar: the bytes valid after the authority, the bytes that may begin a scheme, and the
    /// bytes in a scheme.
    pub const fn new(body: ByteSet, first_of_scheme: ByteSet, scheme: ByteSet) -> Self {
        let mut classes = Self {
            plain: body.without(ByteSet::of(b"\0%?#")),
            scheme: scheme.without(ByteSet::of(b"\0")),
            first_of_scheme: [false; 256],
            kinds: [STRANGE | NOT_IN_SCHEME; 256],
            lanes: [0; 256],
        };
        let mut byte: usize = 1;
        while byte < 128 {
            classes.kinds[byte] = classes.kind(byte as u8);
            classes.first_of_scheme[byte] = first_of_scheme.contains(byte as u8);
            let mut lane = 0;
            while lane < LANES {
                if classes.set(ALL[lane]).contains(byte as u8) {
                    classes.lanes[byte] |= 1 << (8 * lane);
                }
                lane += 1;
            }
            byte += 1;
        }
        classes
    }

    const fn kind(&self, byte: u8) -> u8 {
        let mut kind = 0;
        if ByteSet::of(b"%?#").contains(byte) {
            kind |= DELIMITER;
        } else if !self.plain.contains(byte) {
            kind |= STRANGE;
        }
        if !self.scheme.contains(byte) {
            kind |= NOT_IN_SCHEME;
        }
        if byte.is_ascii_hexdigit() {
            kind |= HEX;
        }
        if byte.is_ascii_uppercase() {
            kind |= UPPERCASE;
        }
        if NAMES.contains(byte) {
            kind |= NAME;
        }
        kind
    }

    /// Whether a scheme may begin with this byte.
    #[inline(always)]
    pub const fn begins_scheme(&self, byte: u8) -> bool {
        self.first_of_scheme[byte as usize]
    }

    #[inline(always)]
    pub(crate) const fn set(&self, class: Class) -> ByteSet {
        match class {
            Class::Plain => self.plain,
            Class::Scheme => self.scheme,
            Class::Hex => HEXDIG,
            Class::Uppercase => ByteSet::range(b'A', b'Z'),
            Class::Name => NAMES,
            _ => match class.byte() {
                Some(byte) => ByteSet::of(&[byte]),
                None => ByteSet::EMPTY,
            },
        }
    }
}

/// All classes, in the order of their numbers.
pub(crate) const ALL: [Class; 12] = [
    Class::Plain,
    Class::Scheme,
    Class::Colon,
    Class::Slash,
    Class::At,
    Class::Question,
    Class::Hash,
    Class::Percent,
    Class::Dot,
    Class::Hex,
    Class::Uppercase,
    Class::Name,
];

impl Class {
    #[inline(always)]
    pub(crate) const fn byte(self) -> Option<u8> {
        match self {
            Self::Plain | Self::Scheme | Self::Hex | Self::Uppercase | Self::Name => None,
            Self::Colon => Some(b':'),
            Self::Slash => Some(b'/'),
            Self::At => Some(b'@'),
            Self::Question => Some(b'?'),
            Self::Hash => Some(b'#'),
            Self::Percent => Some(b'%'),
            Self::Dot => Some(b'.'),
        }
    }
}
