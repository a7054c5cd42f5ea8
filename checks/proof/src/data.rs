//! Turns random bytes into choices: editions, numbers, lines.

use std::borrow::Cow;

use arbitrary::Unstructured;
use napkin::Edition;
use napkin::edition::{AMENDMENTS, EDITIONS, RFC3986};

/// The maximum length of derived or composed texts, in bytes; fuzzers rarely exceed it.
const LONGEST: usize = 4096;

/// Bytes that choices and texts are made from, until they are used up.
pub(crate) struct Data<'d>(Unstructured<'d>);

impl<'d> Data<'d> {
    pub(crate) fn new(data: &'d [u8]) -> Self {
        Self(Unstructured::new(data))
    }

    /// A number below `bound`; 0 if no bytes are left.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let byte: u8 = self.0.arbitrary().unwrap_or_default();
        usize::from(byte) % bound
    }

    /// One of several things.
    pub(crate) fn pick<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())]
    }

    /// Any edition, also with its amendment, but most often the one in force.
    pub(crate) fn edition(&mut self) -> &'static Edition {
        let number = self.below(2 * EDITIONS.len());
        let amended = AMENDMENTS.iter().map(|amendment| amendment.edition);
        EDITIONS.iter().copied().chain(amended).nth(number).unwrap_or(RFC3986)
    }

    /// Whether nothing is left to choose by.
    pub(crate) fn is_used_up(&self) -> bool {
        self.0.is_empty()
    }

    /// All bytes that are left.
    pub(crate) fn rest(&mut self) -> &'d [u8] {
        self.0.bytes(self.0.len()).unwrap_or_default()
    }

    /// All bytes that are left, as text; ill-formed UTF-8 becomes U+FFFD.
    pub(crate) fn rest_as_text(&mut self) -> Cow<'d, str> {
        String::from_utf8_lossy(self.rest())
    }

    /// The bytes up to the next newline.
    pub(crate) fn line(&mut self) -> String {
        let length = self.0.peek_bytes(self.0.len()).unwrap_or_default();
        let end = length.iter().position(|&byte| byte == b'\n');
        let line = self.0.bytes(end.unwrap_or(length.len())).unwrap_or_default();
        let _ = self.0.bytes(usize::from(end.is_some()));
        String::from_utf8_lossy(line).into_owned()
    }

    /// Whether to repeat once more in a text of this length.
    pub(crate) fn goes_on(&mut self, length: usize) -> bool {
        length < LONGEST && !self.is_used_up() && self.below(4) != 0
    }
}
