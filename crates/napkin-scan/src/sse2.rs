//! The kernel that every x86-64 has: SSE2, which compares sixteen bytes at once and has no table lookup.
//!
//! Delimiters are found by comparison. A table says, byte by byte, whether the text has any byte that is not plain.
//! Nearly always it has none, or only delimiters; the positions are looked up only if there is a strange byte.

use core::arch::x86_64::{
    __m128i, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128,
    _mm_set1_epi8, _mm_setzero_si128, _mm_storeu_si128, _mm_sub_epi8,
};

use crate::byte_set::ByteSet;
use crate::class::{Class, Classes, DELIMITER, NOT_IN_SCHEME, STRANGE};
use crate::halves::Halves;
use crate::kernel::{Block, Kernel, Sealed, below, first};
use crate::later::{chunks, signed, unsigned};

// All instructions here are of SSE2, which is part of x86-64, so calling them is always sound. The other condition
// is that pointers are to sixteen bytes.

/// SSE2.
#[derive(Clone, Copy)]
pub(crate) struct Sse2;

/// Two halves of the text, of two vectors each, which may overlap; bytes past the end are NUL.
#[derive(Clone, Copy)]
pub(crate) struct Block128 {
    bytes: [__m128i; 4],
    /// Offset of the second half.
    start: u32,
    /// The mask of the places within the text.
    places: u64,
    /// The kinds of all bytes together.
    kinds: u8,
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn vector(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: the pointer is to sixteen bytes, and the instruction asks for no alignment.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

impl Sealed for Sse2 {}
impl Sealed for Block128 {}

impl Kernel for Sse2 {
    type Block = Block128;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(self, text: &[u8], classes: &Classes) -> Block128 {
        let text = text.get(..64).unwrap_or(text);
        let (halves, start) = Halves::of(text);
        // SAFETY: see above.
        let none = unsafe { _mm_setzero_si128() };
        let bytes = match halves {
            Halves::Of32(first, second) => {
                let ([a, b], [c, d]) = (two(first), two(second));
                [a, b, c, d]
            }
            Halves::Of16(first, second) => [vector(first), none, vector(second), none],
            Halves::Small(bytes) => [vector(&bytes.to_le_bytes()), none, none, none],
        };
        Block128 { bytes, start, places: below(text.len()), kinds: kinds(text, classes) }
    }

    // Bytes after the text would count among its kinds.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_first(self, rest: &[u8], length: usize, classes: &Classes) -> Block128 {
        self.read(rest.get(..length).unwrap_or(rest), classes)
    }
}

/// Both vectors of 32 bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn two(bytes: &[u8; 32]) -> [__m128i; 2] {
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(second)) => [vector(first), vector(second)],
        _ => [vector(&[0; 16]); 2],
    }
}

/// The kinds of all bytes of a text together; the last eight may be read twice.
#[cfg_attr(not(debug_assertions), inline(always))]
fn kinds(text: &[u8], classes: &Classes) -> u8 {
    // One load for eight bytes; the loads from the table dominate.
    let of_eight = |bytes: &[u8; 8]| {
        let word = u64::from_le_bytes(*bytes);
        (0..8).fold(0, |kinds, place| kinds | classes.kinds[(word >> (8 * place)) as usize & 255])
    };
    match text.last_chunk() {
        Some(last) => chunks(text).fold(of_eight(last), |kinds, chunk| kinds | of_eight(chunk)),
        None => text.iter().fold(0, |kinds, &byte| kinds | classes.kinds[usize::from(byte)]),
    }
}

/// All ones for each byte in the range, both ends included.
#[cfg_attr(not(debug_assertions), inline(always))]
fn between(bytes: __m128i, first: u8, last: u8) -> __m128i {
    // SAFETY: see above.
    unsafe {
        let above = _mm_sub_epi8(bytes, _mm_set1_epi8(signed(first)));
        let limit = _mm_set1_epi8(signed(last - first));
        _mm_cmpeq_epi8(_mm_min_epu8(above, limit), above)
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn is_hex(bytes: __m128i) -> __m128i {
    // SAFETY: see above.
    unsafe {
        let lowercase = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
        _mm_or_si128(between(bytes, b'0', b'9'), between(lowercase, b'a', b'f'))
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn is_name(bytes: __m128i) -> __m128i {
    // SAFETY: see above.
    unsafe {
        let lowercase = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
        let alphanumeric = _mm_or_si128(between(bytes, b'0', b'9'), between(lowercase, b'a', b'z'));
        _mm_or_si128(alphanumeric, between(bytes, b'-', b'.'))
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn ones(bytes: __m128i) -> u64 {
    // SAFETY: see above.
    u64::from(unsigned(unsafe { _mm_movemask_epi8(bytes) }))
}

impl Block128 {
    /// The mask of the text from vectors whose bytes are all ones where the bit is set.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn joined(self, [a, b, c, d]: [__m128i; 4]) -> u64 {
        let (first, second) = (ones(a) | ones(b) << 16, ones(c) | ones(d) << 16);
        first | second << self.start
    }

    /// The mask of the bytes that are of none of these kinds.
    #[inline]
    fn without(self, kinds: u8, classes: &Classes) -> u64 {
        self.where_none(|byte| classes.kinds[usize::from(byte)] & kinds)
    }

    /// The mask of the bytes for which `find` returns 0.
    #[inline]
    fn where_none(self, find: impl Fn(u8) -> u8) -> u64 {
        let mut found = self.bytes;
        for vector in &mut found {
            let mut bytes = [0; 16];
            // SAFETY: the place has sixteen bytes, and the instruction asks for no alignment.
            unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), *vector) }
            let bytes = bytes.map(&find);
            // SAFETY: see above.
            *vector = unsafe { _mm_cmpeq_epi8(self::vector(&bytes), _mm_setzero_si128()) };
        }
        self.joined(found)
    }
}

impl Block for Block128 {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mask(self, class: Class, classes: &Classes) -> u64 {
        let [a, b, c, d] = self.bytes;
        match class {
            Class::Plain if self.kinds & STRANGE == 0 => {
                let delimiters = if self.kinds & DELIMITER == 0 {
                    0
                } else {
                    self.equal(b'%') | self.equal(b'?') | self.equal(b'#')
                };
                !delimiters & self.places
            }
            Class::Plain => self.without(STRANGE | DELIMITER, classes),
            Class::Scheme => self.without(NOT_IN_SCHEME, classes),
            Class::Hex => self.joined([is_hex(a), is_hex(b), is_hex(c), is_hex(d)]),
            Class::Uppercase => self.joined([
                between(a, b'A', b'Z'),
                between(b, b'A', b'Z'),
                between(c, b'A', b'Z'),
                between(d, b'A', b'Z'),
            ]),
            Class::Name => self.joined([is_name(a), is_name(b), is_name(c), is_name(d)]),
            _ => class.byte().map_or(0, |byte| self.equal(byte)),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn equal(self, byte: u8) -> u64 {
        let [a, b, c, d] = self.bytes;
        // SAFETY: see above.
        self.joined(unsafe {
            let byte = _mm_set1_epi8(signed(byte));
            [
                _mm_cmpeq_epi8(a, byte),
                _mm_cmpeq_epi8(b, byte),
                _mm_cmpeq_epi8(c, byte),
                _mm_cmpeq_epi8(d, byte),
            ]
        })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at_least(self, least: u8) -> u64 {
        let [a, b, c, d] = self.bytes;
        self.joined([
            between(a, least, u8::MAX),
            between(b, least, u8::MAX),
            between(c, least, u8::MAX),
            between(d, least, u8::MAX),
        ])
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn members(self, set: ByteSet) -> u64 {
        self.where_none(|byte| u8::from(!set.contains(byte)))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn has_stray(self, _: &Classes) -> bool {
        self.kinds & STRANGE != 0
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn scheme(self, classes: &Classes) -> usize {
        let mut start = [0_u8; 16];
        // SAFETY: the place has sixteen bytes, and the instruction asks for no alignment.
        unsafe { _mm_storeu_si128(start.as_mut_ptr().cast(), self.bytes[0]) }
        let ends = |&byte: &u8| classes.kinds[usize::from(byte)] & NOT_IN_SCHEME != 0;
        let end = start.iter().position(ends);
        end.unwrap_or_else(|| first(!self.mask(Class::Scheme, classes)))
    }
}
