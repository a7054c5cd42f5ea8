//! The first byte of a text that is in a set, or not in it.

use crate::byte_set::ByteSet;
use crate::class::Classes;
use crate::instruction_set::run;
use crate::kernel::{Block, Kernel, Work, first};

/// The number of bytes of a set at the start of the text.
///
/// ```
/// use napkin_scan::{DIGIT, span};
///
/// assert_eq!(span(b"2005-01", &DIGIT), 4);
/// ```
#[inline]
pub fn span(text: &[u8], set: &ByteSet) -> usize {
    if set.contains(0) {
        return text.iter().take_while(|byte| set.contains(**byte)).count();
    }
    run(Search { text, set, members: false })
}

/// The bytes of a set at the start of a text, as text: sets hold ASCII only.
///
/// ```
/// use napkin_scan::{DIGIT, leading};
///
/// assert_eq!(leading(b"2005-\xFF", &DIGIT), "2005");
/// ```
#[inline]
pub fn leading<'t>(text: &'t [u8], set: &ByteSet) -> &'t str {
    let bytes = text.get(..span(text, set)).unwrap_or_default();
    // SAFETY: all of these bytes are in the set; and each byte that may be in a set is a character by itself.
    unsafe { core::str::from_utf8_unchecked(bytes) }
}

/// The offset of the first byte that is in a set, or the length of the text.
///
/// ```
/// use napkin_scan::{ByteSet, find};
///
/// assert_eq!(find(b"path?query", &ByteSet::of(b"?#")), 4);
/// assert_eq!(find(b"path", &ByteSet::of(b"?#")), 4);
/// ```
#[inline]
pub fn find(text: &[u8], set: &ByteSet) -> usize {
    if set.contains(0) {
        return text.iter().take_while(|byte| !set.contains(**byte)).count();
    }
    run(Search { text, set, members: true })
}

/// The search for the first byte that is in a set without NUL, or for the first that is not. Kernels read places
/// past the end of the text as NUL, which is in no such set.
struct Search<'t> {
    text: &'t [u8],
    /// Borrowed: a copy would be stored in pieces and loaded as a whole, which defeats store forwarding.
    set: &'t ByteSet,
    members: bool,
}

impl Work for Search<'_> {
    type Output = usize;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> usize {
        let Self { text, set, members: is_for_members } = self;
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let members = kernel.read(rest, Classes::NONE).members(*set);
            let found = if is_for_members { members } else { !members };
            if found != 0 {
                return at + first(found);
            }
            at += 64;
        }
        text.len()
    }
}
