//! The length limit of a text: checked by this module only, for every text that is parsed or written.
//!
//! Offsets have 32 bits. A parsed text is short enough. A text made from it can be longer, because an address is
//! spelled out, a slash is added, or a base is put before it. Every operation that makes a new text therefore
//! checks this limit before it uses the offsets. Tests lower the limit, to check that each operation does so.

use crate::edition::Edition;
use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};

/// The most bytes that a text may have.
pub(crate) const LONGEST: usize = u32::MAX as usize - 1;

/// Checks the length of a text before it gets offsets.
#[inline]
pub(crate) fn check(edition: &'static Edition, length: usize) -> Result<(), ParseError> {
    if length > longest() { Err(too_long(edition)) } else { Ok(()) }
}

pub(crate) const fn too_long(edition: &'static Edition) -> ParseError {
    ParseError::new(edition, ErrorKind::TooLong, Part::Path, 0)
}

#[cfg(not(test))]
#[inline(always)]
const fn longest() -> usize {
    LONGEST
}

#[cfg(test)]
std::thread_local! {
    static LOWERED: core::cell::Cell<usize> = const { core::cell::Cell::new(LONGEST) };
}

#[cfg(test)]
fn longest() -> usize {
    LOWERED.get()
}

/// Runs a test with another limit of at least 255, since shorter texts are parsed without a check.
#[cfg(test)]
pub(crate) fn lowered<R>(longest: usize, test: impl FnOnce() -> R) -> R {
    LOWERED.set(longest);
    let result = test();
    LOWERED.set(LONGEST);
    result
}
