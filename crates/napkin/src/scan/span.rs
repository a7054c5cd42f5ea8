//! Going over a text of any length, block after block.

use super::{Block, Classes, Kernel, Work, first, run};
use crate::set::ByteSet;

/// How many bytes of `set` the text begins with.
#[inline]
pub(crate) fn span(text: &[u8], set: &ByteSet) -> usize {
    run(Search { text, set, members: false })
}

/// Where the first byte of `set` stands, or the length of the text.
#[inline]
pub(crate) fn find(text: &[u8], set: &ByteSet) -> usize {
    run(Search { text, set, members: true })
}

/// The search for the first byte that is in a set, or for the first that is not.
struct Search<'t> {
    text: &'t [u8],
    /// Where it is, lest it be copied in pieces and read as a whole at once.
    set: &'t ByteSet,
    members: bool,
}

impl Work for Search<'_> {
    type Output = usize;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> usize {
        let mut at = 0;
        while let Some(rest) = self.text.get(at..).filter(|rest| !rest.is_empty()) {
            let block = kernel.read(rest, Classes::NONE);
            let members = block.members(*self.set);
            let found = if self.members { members } else { !members };
            let found = found & kernel.below(rest.len().min(64));
            if found != 0 {
                return at + first(found);
            }
            at += rest.len().min(64);
        }
        self.text.len()
    }
}
