//! The input of the exact parser: a text and an edition, with the functions that look at bytes and report errors.

use napkin_scan::ByteSet;

use super::host::check_encoded;
use crate::code_points::character_at;
use crate::edition::{Edition, HEXDIG};
use crate::error::ParseError;
use crate::fault::{ErrorKind as Kind, Part};

pub(super) type Checked<T = ()> = Result<T, ParseError>;

/// `?` for `const fn`, where the operator is not available.
macro_rules! attempt {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(error) => return Err(error),
        }
    };
}
pub(super) use attempt;

#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    pub(super) edition: &'static Edition,
    pub(super) text: &'a [u8],
}

impl Reader<'_> {
    pub(super) const fn fail<T>(&self, kind: Kind, part: Part, offset: usize) -> Checked<T> {
        Err(ParseError::new(self.edition, kind, part, offset))
    }

    /// Fails at a byte. The error is a malformed triplet, or a character allowed nowhere, if the byte is one of
    /// these; otherwise it is `kind`. A number sign begins the fragment: what is before it lacks something.
    pub(super) const fn fail_at<T>(&self, kind: Kind, part: Part, at: usize) -> Checked<T> {
        if at < self.text.len() {
            let byte = self.text[at];
            if byte == b'%' && !self.is_triplet(at) {
                return self.fail(Kind::InvalidPercentEncoding, part, at);
            }
            let known = self.edition.unreserved.or(self.edition.reserved);
            if !matches!(byte, b'%' | b'#') && (!known.contains(byte) || byte == b' ') {
                return self.fail(Kind::InvalidCharacter, part, at);
            }
        }
        self.fail(kind, part, at)
    }

    pub(super) const fn is_triplet(&self, at: usize) -> bool {
        at + 2 < self.text.len()
            && HEXDIG.contains(self.text[at + 1])
            && HEXDIG.contains(self.text[at + 2])
    }

    /// Whether the octets at `at` are not UTF-8, in editions whose texts are sequences of characters.
    #[cold]
    pub(super) const fn is_ill_formed(&self, at: usize) -> bool {
        !self.edition.beyond_ascii.is_none()
            && at < self.text.len()
            && character_at(self.text, at).is_none()
    }

    /// The byte at `at`, or NUL past the end (which no rule accepts).
    pub(super) const fn byte(&self, at: usize) -> u8 {
        if at < self.text.len() { self.text[at] } else { 0 }
    }

    /// The first offset from `at` whose byte is in `set`, or `end`.
    pub(super) const fn find(&self, set: ByteSet, at: usize, end: usize) -> usize {
        let mut at = at;
        while at < end && !set.contains(self.text[at]) {
            at += 1;
        }
        at
    }

    /// Checks that `text[start..end]` consists of bytes of `set`, of the non-ASCII characters that the part allows,
    /// and of percent-encoded octets.
    pub(super) const fn check(
        &self,
        part: Part,
        set: ByteSet,
        start: usize,
        end: usize,
    ) -> Checked {
        match check_encoded(self.text, start, end, set, self.edition.beyond_ascii.of(part)) {
            Ok(()) => Ok(()),
            Err(at) => self.fail_at(Kind::InvalidCharacter, part, at),
        }
    }
}
