//! The contract as code, one byte at a time: the reference for the tests of the kernels.

use crate::byte_set::ByteSet;
use crate::class::{Class, Classes};
use crate::kernel::{Block, Kernel, Sealed};

/// The reference kernel, without optimization.
#[derive(Clone, Copy)]
pub(crate) struct Reference;

/// The bytes and their number.
#[derive(Clone, Copy)]
pub(crate) struct Bytes([u8; 64], usize);

impl Sealed for Reference {}
impl Sealed for Bytes {}

impl Kernel for Reference {
    type Block = Bytes;

    fn read(self, text: &[u8], _: &Classes) -> Bytes {
        let mut bytes = [0; 64];
        let length = text.len().min(64);
        bytes[..length].copy_from_slice(&text[..length]);
        Bytes(bytes, length)
    }
}

impl Block for Bytes {
    fn mask(self, class: Class, classes: &Classes) -> u64 {
        self.members(classes.set(class))
    }

    fn equal(self, byte: u8) -> u64 {
        (0..64).map(|place| u64::from(self.0[place] == byte) << place).sum()
    }

    fn at_least(self, least: u8) -> u64 {
        (0..64).map(|place| u64::from(self.0[place] >= least) << place).sum()
    }

    fn members(self, set: ByteSet) -> u64 {
        let Self(bytes, length) = self;
        (0..length).map(|place| u64::from(set.contains(bytes[place])) << place).sum()
    }
}
