//! Going over a text of any length, block after block.

use super::{Block, Classes, Kernel, Work, first, run};
use crate::set::ByteSet;

/// How many bytes of `set` the text begins with.
#[inline]
pub(crate) fn span(text: &[u8], set: ByteSet) -> usize {
    run(Span { text, set })
}

struct Span<'t> {
    text: &'t [u8],
    set: ByteSet,
}

impl Work for Span<'_> {
    type Output = usize;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> usize {
        let mut at = 0;
        while let Some(rest) = self.text.get(at..).filter(|rest| !rest.is_empty()) {
            let block = kernel.read(rest, &Classes::NONE);
            let others = !block.members(self.set) & kernel.below(rest.len().min(64));
            if others != 0 {
                return at + first(others);
            }
            at += rest.len().min(64);
        }
        self.text.len()
    }
}
