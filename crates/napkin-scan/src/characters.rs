//! Characters of UTF-8 in masks, without branches.
//!
//! Let `l` be the mask of the lead octets in a block, `t` the mask of those of three octets, and `c` the mask of the
//! continuation octets. Every sequence has the length that its lead octet says if and only if `l << 1 | t << 2` is
//! `c`. A few lead octets allow only half of the second octets: those below `0xA0`, or the others. The bits shifted
//! out at the top are carried into the next block.

use crate::kernel::Block;

/// Characters of two or three octets that belong to a set: all with these lead octets, and for some of the lead
/// octets those with one half of the second octets.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::exhaustive_structs, reason = "sequences of three octets have no other conditions")]
pub struct Leads {
    /// The first and the last lead octet, between `0xC2` and `0xEF`.
    pub range: [u8; 2],
    /// Lead octets of the range whose second octet is `0xA0` or more; unused places have `0xFF`.
    pub high: [u8; 2],
    /// The lead octet of the range whose second octet is less than `0xA0`; `0xFF` if there is none.
    pub low: u8,
}

/// Whether all non-ASCII bytes are characters of a set, block after block.
#[derive(Clone, Copy, Debug)]
pub struct Characters {
    /// Masks of the previous block: all lead octets, the lead octets of sequences of three, and the lead octets in
    /// `high` and `low` of [`Leads`].
    lead: u64,
    three: u64,
    high: u64,
    low: u64,
}

impl Characters {
    /// The state before the first block: no character is unfinished.
    pub const NONE: Self = Self { lead: 0, three: 0, high: 0, low: 0 };

    /// How many octets of an unfinished character are at the end of the block.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn unfinished(self) -> usize {
        if self.lead >> 63 == 1 {
            1
        } else if self.three >> 62 == 1 {
            2
        } else {
            0
        }
    }

    /// Takes the next block, and the mask of its places in the text; returns a mask that is 0 if all non-ASCII bytes
    /// up to the end of the block are characters of the set. A block without non-ASCII bytes may be left out, if no
    /// character is unfinished.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn next<B: Block>(&mut self, block: B, places: u64, leads: &Leads) -> u64 {
        let before = *self;
        let lead = block.at_least(0xC0) & places;
        let three = block.at_least(0xE0) & places;
        let continuation = block.at_least(0x80) & places & !lead;
        let above = block.at_least(0xA0);
        let [first, last] = leads.range;
        let mut high = 0;
        for octet in leads.high {
            if octet < 0xFF {
                high |= block.equal(octet) & places;
            }
        }
        let low = if leads.low < 0xFF { block.equal(leads.low) & places } else { 0 };
        *self = Self { lead, three, high, low };
        let wanted = lead << 1 | before.lead >> 63 | three << 2 | before.three >> 62;
        let outside = lead & !block.at_least(first) | block.at_least(last + 1) & places;
        let above_only = high << 1 | before.high >> 63;
        let below_only = low << 1 | before.low >> 63;
        (wanted ^ continuation) | outside | above_only & !above | below_only & above
    }
}
