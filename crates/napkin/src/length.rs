//! How long a text may be: asked here and nowhere else, of what is parsed and of all that is written.
//!
//! Offsets have 32 bits. What parses is short enough; what is made of it can be longer, since an address is spelled
//! out, a slash added, a base put before it. So every operation that makes a new text holds it against this
//! bound before its offsets are believed. Tests lower the bound, to see that each operation does.

use crate::edition::Edition;
use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};

/// The most bytes that a text may have.
pub(crate) const LONGEST: usize = u32::MAX as usize - 1;

/// Checks the length of a text that is about to have offsets.
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

/// Runs a test with another bound: 255 or more, since what is shorter is parsed without asking.
#[cfg(test)]
pub(crate) fn lowered<R>(longest: usize, test: impl FnOnce() -> R) -> R {
    LOWERED.set(longest);
    let result = test();
    LOWERED.set(LONGEST);
    result
}
