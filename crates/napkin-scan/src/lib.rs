#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![expect(unsafe_code, reason = "vector instructions; kernel.rs says what makes them sound")]

#[cfg(test)]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

// The modules in the order in which data flows: sets, the contract, kernels, functions on masks. Each uses only
// modules before it, which `cargo xtask flow` checks.

mod later;
mod byte_set;
mod class;
mod kernel;
#[cfg(all(feature = "simd", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod halves;
mod portable;
#[cfg(all(feature = "simd", target_arch = "aarch64"))]
mod aarch64;
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
mod sse2;
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
mod avx2;
// The oldest Rust of the crate does not have these instructions.
#[cfg(all(feature = "avx512", target_arch = "x86_64"))]
#[clippy::msrv = "1.89"]
mod avx512;
mod instruction_set;
mod triplet;
mod triplets;
mod characters;
mod span;
mod masks;
mod around;
mod widen;

#[cfg(test)]
mod reference;
#[cfg(test)]
mod tests;

pub use around::{Around, around};
pub use byte_set::{ALPHA, ALPHANUM, ByteSet, DIGIT, HEXDIG};
pub use characters::{Characters, Leads};
pub use class::{Class, Classes};
pub use instruction_set::{InstructionSet, run};
pub use kernel::{Block, Kernel, Work, first};
pub use masks::masks;
pub use span::{find, leading, span};
pub use triplet::{decode_triplet, encode_triplet, hex};
pub use triplets::Triplets;
pub use widen::widened;
