//! The kernel for machines without vector instructions: words of 64 bits.
//!
//! The table of [`Classes`] has a word for each byte, with one bit in the lane of each of its classes. Eight such
//! words, each shifted by the position of its byte, combine into one word whose lanes are the masks of eight bytes.
//! Eight of these words, transposed, are the masks of 64 bytes.

use crate::byte_set::ByteSet;
use crate::class::{Class, Classes, HEX, LANES, NAME, UPPERCASE};
use crate::kernel::{Block, Kernel, Sealed};
use crate::later::chunks;

/// Computes with 64-bit words.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

/// The bytes, eight in a word, and the masks of the first classes.
#[derive(Clone, Copy)]
pub(crate) struct Words {
    bytes: [u64; 8],
    masks: [u64; LANES],
}

impl Sealed for Portable {}
impl Sealed for Words {}

impl Kernel for Portable {
    type Block = Words;

    // Machines with vector instructions run this kernel only to be measured.
    const HAS_VARIANTS: bool = cfg!(not(any(target_arch = "x86_64", target_arch = "aarch64")));

    #[inline]
    fn read(self, text: &[u8], classes: &Classes) -> Words {
        let text = text.get(..64).unwrap_or(text);
        let mut bytes = [0; 8];
        let mut groups = [0; 8];
        for (at, &word) in chunks(text).enumerate() {
            let word = u64::from_le_bytes(word);
            bytes[at & 7] = word;
            groups[at & 7] = lanes(word, classes);
        }
        if text.len() % 8 > 0 {
            let (word, at) = (last_word(text), text.len() / 8);
            bytes[at & 7] = word;
            groups[at & 7] = lanes(word, classes);
        }
        Words { bytes, masks: transposed(groups) }
    }
}

impl Block for Words {
    #[inline]
    fn mask(self, class: Class, classes: &Classes) -> u64 {
        match (self.masks.get(class as usize), class.byte(), class) {
            (Some(&mask), ..) => mask,
            (None, Some(byte), _) => self.equal(byte),
            (None, None, Class::Hex) => self.of_kind(HEX, classes),
            (None, None, Class::Name) => self.of_kind(NAME, classes),
            _ => self.of_kind(UPPERCASE, classes),
        }
    }

    #[inline]
    fn equal(self, byte: u8) -> u64 {
        // A byte of the difference is 0 where the bytes are equal. Adding to its low bits carries into the highest
        // bit unless they are all 0.
        let same = u64::from_ne_bytes([byte; 8]);
        gathered(self.bytes.map(|word| {
            let difference = word ^ same;
            !(((difference & LOW) + LOW) | difference | LOW)
        }))
    }

    #[inline]
    fn at_least(self, least: u8) -> u64 {
        // Adding to the low bits carries into the highest bit from the least byte on.
        let missing = u64::from_ne_bytes([0x80 - (least & 0x7F); 8]);
        gathered(self.bytes.map(|word| ((word & LOW) + missing) & word & !LOW))
    }

    #[inline]
    fn members(self, set: ByteSet) -> u64 {
        self.where_so(|byte| set.contains(byte))
    }
}

impl Words {
    /// The mask of the bytes of a kind.
    #[inline]
    fn of_kind(self, kind: u8, classes: &Classes) -> u64 {
        self.where_so(|byte| classes.kinds[usize::from(byte)] & kind > 0)
    }

    /// The mask of the bytes that satisfy a predicate.
    #[inline]
    fn where_so(self, is_so: impl Fn(u8) -> bool) -> u64 {
        let mut mask = 0;
        for (number, word) in self.bytes.into_iter().enumerate() {
            if word != 0 {
                for (place, byte) in word.to_le_bytes().into_iter().enumerate() {
                    mask |= u64::from(is_so(byte)) << (8 * number + place);
                }
            }
        }
        mask
    }
}

/// The lower bits of each byte of a word.
const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;

/// The mask of the bytes whose highest bit is set; their lower bits are 0.
#[inline]
fn gathered(words: [u64; 8]) -> u64 {
    // The product gathers the highest bits.
    const GATHER: u64 = 0x0002_0408_1020_4081;
    let mut mask = 0;
    for (number, word) in words.into_iter().enumerate() {
        mask |= ((word >> 7).wrapping_mul(GATHER << 7) >> 56) << (8 * number);
    }
    mask
}

/// The masks of eight bytes, one in each lane.
#[inline]
fn lanes(word: u64, classes: &Classes) -> u64 {
    let mut lanes = 0;
    for place in 0..8 {
        lanes |= classes.lanes[(word >> (8 * place)) as usize & 255] << place;
    }
    lanes
}

/// The last, incomplete word of a text whose length is not a multiple of eight.
#[inline]
fn last_word(text: &[u8]) -> u64 {
    let rest = text.len() % 8;
    if let Some(&last) = text.last_chunk() {
        return u64::from_le_bytes(last) >> (64 - 8 * rest);
    }
    if let (Some(&start), Some(&end)) = (text.first_chunk(), text.last_chunk()) {
        let (start, end) = (u32::from_le_bytes(start), u32::from_le_bytes(end));
        return u64::from(start) | u64::from(end) << (8 * (rest - 4));
    }
    text.iter().rev().fold(0, |word, &byte| word * 256 + u64::from(byte))
}

/// Byte `i` of word `j` becomes byte `j` of word `i`: swapped in pairs, in fours, in eights.
#[inline]
fn transposed(mut words: [u64; 8]) -> [u64; 8] {
    for (distance, kept) in
        [(1, 0x00FF_00FF_00FF_00FF), (2, 0x0000_FFFF_0000_FFFF), (4, 0x0000_0000_FFFF_FFFF_u64)]
    {
        let bits = 8 * distance;
        for low in (0..8).filter(|low| low & distance == 0) {
            let (a, b) = (words[low], words[low + distance]);
            words[low] = a & kept | (b & kept) << bits;
            words[low + distance] = a >> bits & kept | b & !kept;
        }
    }
    words
}
