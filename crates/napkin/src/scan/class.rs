//! The classes of bytes that the parser asks for, made from the sets of an edition.

use crate::set::{ALPHANUM, ByteSet, HEXDIG};

/// A class of bytes that a block has a mask of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// What may stand anywhere behind the authority and needs no second look: neither `%` nor `?` nor
    /// `#`.
    Plain,
    /// What a scheme is made of.
    Scheme,
    Colon,
    Slash,
    At,
    Question,
    Hash,
    Percent,
    Dot,
    /// Hexadecimal digits.
    Hex,
    /// Letters that may have to become lowercase.
    Uppercase,
    /// Letters, digits, hyphens and dots, of which names of hosts are made.
    Name,
}

/// How many of them there is a lane for in a word: the first ones, which every text needs.
pub(super) const LANES: usize = 8;

/// The kind of `%`, `?` and `#`.
pub(super) const DELIMITER: u8 = 1;

/// The kind of a byte that is neither plain nor one of those.
pub(super) const STRANGE: u8 = 2;

/// The kind of a byte that is not in a scheme.
pub(super) const NOT_IN_SCHEME: u8 = 4;

/// The kind of hexadecimal digits.
pub(super) const HEX: u8 = 8;

/// The kind of letters in uppercase.
pub(super) const UPPERCASE: u8 = 16;

/// The kind of what names of hosts are made of.
pub(super) const NAME: u8 = 32;

/// What names of hosts are made of.
const NAMES: ByteSet = ALPHANUM.or(ByteSet::of(b"-."));

/// The sets of the classes, and the table of lanes for kernels that look up one byte at a time.
#[derive(Debug)]
pub(crate) struct Classes {
    plain: ByteSet,
    scheme: ByteSet,
    /// Which bytes a scheme begins with.
    first_of_scheme: [bool; 256],
    /// For every byte, what it is: [`DELIMITER`], [`STRANGE`] and the others below.
    pub(super) kinds: [u8; 256],
    /// For every byte, a word whose byte number `n` is 1 if the byte is of the class number `n`.
    pub(super) lanes: [u64; 256],
}

impl Classes {
    /// For a block of which only sets are asked.
    pub(crate) const NONE: &'static Self =
        &Self::new(ByteSet::EMPTY, ByteSet::EMPTY, ByteSet::EMPTY);

    /// The classes of an edition in which these bytes may stand behind the authority, and those at the
    /// start of a scheme and in it.
    pub(crate) const fn new(body: ByteSet, first_of_scheme: ByteSet, scheme: ByteSet) -> Self {
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
    pub(crate) const fn begins_scheme(&self, byte: u8) -> bool {
        self.first_of_scheme[byte as usize]
    }

    /// The bytes of a class.
    #[inline(always)]
    pub(super) const fn set(&self, class: Class) -> ByteSet {
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
pub(super) const ALL: [Class; 12] = [
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
    /// The byte of a class that has one.
    #[inline(always)]
    pub(super) const fn byte(self) -> Option<u8> {
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
