//! Finds the colons that can belong to a URI at memory speed: most colons of a text belong to prose and are never
//! inspected.
//!
//! A colon is a candidate if one of these conditions holds; the scanner checks all other rules later:
//!
//! - It is the first byte after a bracket or a quote that is neither white space nor a scheme character, as in
//!   `<URL:`, `"http:` and `< x :`. Words are allowed there that cannot precede a colon elsewhere.
//! - The byte before it is the last byte of a known scheme or of the prefix, and the byte after it is allowed in a
//!   URI.
//! - A slash follows it.
//!
//! The conditions are computed from the masks of six sets of bytes, for 64 places at once. A run of bytes is
//! skipped by addition: a bit added to the run's mask at its start is carried to the place after its end. Where the
//! condition is unknown (non-ASCII bytes, both ends of the text), a colon is a candidate.

use std::ops::ControlFlow;

use napkin::Edition;
use napkin_scan::{ByteSet, masks};

use super::characters;
use super::typed::PREFIX;
use crate::text::schemes::Schemes;

/// The sets whose masks determine the candidates.
#[derive(Clone)]
pub(super) struct Marking([ByteSet; 6]);

impl Marking {
    pub(super) fn of(edition: &Edition, schemes: &Schemes) -> Self {
        let passed = characters::SCHEMES.or(characters::SPACES);
        let prefix = PREFIX[PREFIX.len() - 2];
        let last = match schemes.last_bytes() {
            Some(last) => last.or(ByteSet::of(&[prefix, prefix.to_ascii_uppercase()])),
            None => characters::SCHEMES,
        };
        Self([
            ByteSet::of(b":"),
            characters::OPENINGS,
            ByteSet::range(1, 127).without(passed),
            last,
            // Bytes not allowed in a URI; non-ASCII bytes are undecided.
            ByteSet::range(0, 127).without(characters::of_uri(edition)),
            ByteSet::of(b"/"),
        ])
    }
}

/// How many blocks are scanned before any of their colons is inspected: restarting costs as much as some blocks.
const BLOCKS: usize = u64::BITS as usize;

/// The state of the search for colons in a text.
#[derive(Clone)]
pub(super) struct Marks {
    /// The range of the blocks scanned last.
    start: usize,
    read: usize,
    /// The blocks that still have candidates,
    blocks: u64,
    /// and these candidates, block by block: bit `i` stands for the byte before the block's byte `i`.
    left: [u64; BLOCKS],
    carried: Carried,
}

/// The state carried from one block to the next.
#[derive(Clone, Copy)]
struct Carried {
    /// 1 if the run after a bracket or a quote continues, or ends with the last byte.
    run: u64,
    reached: u64,
    /// 1 if the last byte is a colon.
    colon: u64,
    /// Whether a scheme may end at the last two bytes; one bit each.
    last: u64,
}

impl Default for Marks {
    fn default() -> Self {
        Self::from(0)
    }
}

impl Marks {
    /// Begins the search at a place.
    pub(super) const fn from(at: usize) -> Self {
        let carried = Carried { run: 1, reached: 0, colon: 0, last: 0b11 };
        Self { start: at, read: at, blocks: 0, left: [0; BLOCKS], carried }
    }

    /// The next candidate from a place on. Places may only grow.
    #[inline]
    pub(super) fn next(&mut self, marking: &Marking, text: &[u8], from: usize) -> Option<usize> {
        self.pass(from);
        while self.blocks == 0 {
            if self.read >= text.len() {
                // The byte after it may not be read yet.
                let last = text.len().checked_sub(1)?;
                return (text[last] == b':' && last >= from).then_some(last);
            }
            self.read_on(marking, text);
            self.pass(from);
        }
        let block = self.blocks.trailing_zeros() as usize;
        Some(self.start + 64 * block + self.left[block].trailing_zeros() as usize - 1)
    }

    /// Drops the candidates before a place. It has no branches, since they would be mispredicted.
    #[inline]
    fn pass(&mut self, from: usize) {
        // A bit stands for the byte before its place.
        let places = (from + 1).saturating_sub(self.start);
        let (block, places) = (places / 64, places % 64);
        self.blocks &= u64::MAX.unbounded_shl(block as u32);
        let left = &mut self.left[block % BLOCKS];
        *left &= u64::MAX << places;
        self.blocks &= !(u64::from(*left == 0).unbounded_shl(block as u32));
    }

    /// Scans the next blocks.
    fn read_on(&mut self, marking: &Marking, text: &[u8]) {
        let rest = &text[self.read..];
        let rest = &rest[..rest.len().min(64 * BLOCKS)];
        let (mut carried, mut blocks) = (self.carried, 0);
        let (left, len) = (&mut self.left, rest.len());
        // The carried state is moved into the walk and returned at its end, so that it stays in registers.
        let end = masks(rest, &marking.0, move |at, masks| {
            let found = carried.next(masks);
            left[at / 64 % BLOCKS] = found;
            blocks |= u64::from(found != 0) << (at / 64 % BLOCKS);
            if at + 64 < len {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break((carried, blocks))
            }
        });
        if let ControlFlow::Break(end) = end {
            (self.carried, self.blocks) = end;
        }
        self.start = self.read;
        self.read += len.next_multiple_of(64);
    }
}

impl Carried {
    /// The candidates of the next block, shifted by one place.
    #[inline(always)]
    fn next(&mut self, [colons, openings, others, last, foreign, slashes]: [u64; 6]) -> u64 {
        let beginnings = openings << 1 | self.run;
        let (passed, goes_on) = (!others).overflowing_add(beginnings & !others);
        let reached = (passed | beginnings) & others;
        let found = (colons << 1 | self.colon)
            & (slashes | (last << 2 | self.last) & !foreign | reached << 1 | self.reached);
        *self = Self {
            run: openings >> 63 | u64::from(goes_on),
            reached: reached >> 63,
            colon: colons >> 63,
            last: last >> 62,
        };
        found
    }
}

#[cfg(test)]
mod tests {
    use napkin::edition::RFC3986;

    use super::{Marking, Marks, characters};
    use crate::text::schemes::Schemes;

    /// Whether a colon is a candidate, computed byte by byte.
    fn counts(text: &[u8], at: usize, last: &[u8]) -> bool {
        let passed = |byte: &u8| {
            let known = characters::SCHEMES.or(characters::SPACES);
            known.contains(*byte) || *byte == 0 || !byte.is_ascii()
        };
        let before = text[..at].iter().rev().find(|byte| !passed(byte));
        let reached = before.is_none_or(|byte| b"<\"".contains(byte));
        let named = at.checked_sub(1).is_none_or(|before| last.contains(&text[before]));
        text.get(at + 1).is_none_or(|&next| {
            let may_follow = !next.is_ascii() || characters::of_uri(RFC3986).contains(next);
            reached || next == b'/' || named && may_follow
        })
    }

    #[test]
    fn the_colons_that_count_and_no_others() {
        let marking = Marking::of(RFC3986, &Schemes::only(["ab", "3c"]));
        let mut seed = 1_u64;
        let mut found = [0; 2];
        for round in 0..20_000 {
            let text: Vec<u8> = (0..round % 301)
                .map(|_| {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    b"bcxL3: :\"<=/\xA0\0:d  "[(seed >> 40) as usize % 18]
                })
                .collect();
            let (mut marks, mut from) = (Marks::default(), 0);
            for at in (0..text.len()).filter(|&at| text[at] == b':') {
                let right = counts(&text, at, b"bBcClL");
                found[usize::from(right)] += 1;
                if right {
                    assert_eq!(marks.next(&marking, &text, from), Some(at), "{text:?}");
                    from = at + 1;
                }
            }
            assert_eq!(marks.next(&marking, &text, from), None, "{text:?}");
        }
        assert!(found.iter().all(|&times| times > 10_000), "{found:?}");
    }
}
