//! Many texts: the fast path over records that end in a delimiter, and over separate texts.
//!
//! Records are read in two alternating steps: masks find the ends of a batch of records, and then each record is
//! parsed. The start of a record does not depend on parsing the record before it, so the processor works on several
//! records at once. A record is read in whole blocks from its start; [`Reading::components_in`] masks the bytes
//! after its end.

use napkin_scan::{Block, Classes, Kernel, Work, first};

use super::fast::Long;
use super::packed::FastReject;
use super::reading::{Grammar, Reading};
use crate::components::Components;

/// The number of line ends that are collected before the records are parsed.
const BATCH: usize = 64;

/// The number of line ends of a block that are written without counting them.
const AT_ONCE: usize = 4;

/// Reads the records of a buffer.
pub(super) struct Records<'b, G, F> {
    pub(super) grammar: G,
    pub(super) bytes: &'b [u8],
    pub(super) delimiter: u8,
    /// Takes a record: its offset, its bytes, and the result of the fast path.
    pub(super) take: F,
}

/// The ends of records that are found and not parsed yet.
struct Ends {
    /// Room for a batch, for the ends of one more block, and for the unchecked writes.
    places: [usize; BATCH + 64 + AT_ONCE],
    count: usize,
    /// The end of the searched part of the buffer.
    searched: usize,
}

impl<'b, G, F> Work for Records<'b, G, F>
where
    G: Grammar,
    F: FnMut(usize, &'b [u8], Result<Components, FastReject>),
{
    type Output = ();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run<K: Kernel>(mut self, kernel: K) {
        let mut ends = Ends { places: [0; BATCH + 64 + AT_ONCE], count: 0, searched: 0 };
        let mut at = 0;
        while at < self.bytes.len() {
            ends.find(kernel, self.bytes, self.delimiter);
            for &end in ends.places.get(..ends.count).unwrap_or_default() {
                self.record(kernel, at, end);
                at = end + 1;
            }
        }
    }
}

impl<'b, G, F> Records<'b, G, F>
where
    G: Grammar,
    F: FnMut(usize, &'b [u8], Result<Components, FastReject>),
{
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn record<K: Kernel>(&mut self, kernel: K, at: usize, end: usize) {
        let Self { grammar, bytes, .. } = *self;
        let Some(rest) = bytes.get(at..) else { return };
        let Some(text) = rest.get(..end - at) else { return };
        (self.take)(at, text, read(kernel, grammar, rest, text));
    }
}

/// Parses the texts of an iterator.
pub(super) struct Each<G, I, F> {
    pub(super) grammar: G,
    pub(super) texts: I,
    /// Takes a text and the result of the fast path.
    pub(super) take: F,
}

impl<'t, G, I, F> Work for Each<G, I, F>
where
    G: Grammar,
    I: Iterator<Item = &'t str>,
    F: FnMut(&'t str, Result<Components, FastReject>),
{
    type Output = ();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run<K: Kernel>(mut self, kernel: K) {
        for text in self.texts {
            let bytes = text.as_bytes();
            (self.take)(text, read(kernel, self.grammar, bytes, bytes));
        }
    }
}

/// Parses a text; `rest` is the text and the readable bytes after it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn read<K: Kernel, G: Grammar>(
    kernel: K,
    grammar: G,
    rest: &[u8],
    text: &[u8],
) -> Result<Components, FastReject> {
    if !K::HAS_VARIANTS {
        kernel.run(Long(grammar.edition(), text))
    } else if text.len() <= 64 {
        let block = kernel.read_first(rest, text.len(), grammar.edition().classes);
        Reading::<_, _, true> { kernel, grammar, text }.components_in(block)
    } else {
        Reading::<_, _, false> { kernel, grammar, text }.components()
    }
}

impl Ends {
    /// Finds the next ends: a batch or slightly more, and at least one if a record is left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn find<K: Kernel>(&mut self, kernel: K, bytes: &[u8], delimiter: u8) {
        // Local variables, which unlike fields are kept in registers.
        let (mut count, mut searched) = (0, self.searched);
        while count < BATCH {
            let rest = bytes.get(searched..).unwrap_or_default();
            let places = self.places.get_mut(count..);
            let places = places.and_then(<[usize]>::split_first_chunk_mut::<AT_ONCE>);
            let (64.., Some((at_once, more))) = (rest.len(), places) else {
                (self.count, self.searched) = (count, searched);
                self.find_last(rest, delimiter, bytes);
                return;
            };
            let mut mask = kernel.read(rest, Classes::NONE).equal(delimiter);
            let found = mask.count_ones() as usize;
            let mut next = || {
                let place = searched + first(mask);
                mask &= mask.wrapping_sub(1);
                place
            };
            at_once.fill_with(&mut next);
            if found > AT_ONCE {
                more.iter_mut().take(found - AT_ONCE).for_each(|place| *place = next());
            }
            count += found;
            searched += 64;
        }
        (self.count, self.searched) = (count, searched);
    }

    /// Finds the ends in the last bytes, fewer than a block. The end of the buffer also ends a record, unless that
    /// record would be empty.
    #[inline(never)]
    fn find_last(&mut self, rest: &[u8], delimiter: u8, bytes: &[u8]) {
        let delimiters = rest.iter().enumerate().filter(|(_, byte)| **byte == delimiter);
        let last = (bytes.last() != Some(&delimiter)).then_some(bytes.len());
        let ends = delimiters.map(|(place, _)| self.searched + place).chain(last);
        for (place, end) in self.places.iter_mut().skip(self.count).zip(ends) {
            *place = end;
            self.count += 1;
        }
        self.searched = bytes.len();
    }
}
