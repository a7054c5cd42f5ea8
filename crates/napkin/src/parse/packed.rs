//! The result of the fast path: offsets, or the first fault; for short texts in one word.
//!
//! A structure that is written in small pieces and read back in large ones defeats store forwarding: the processor
//! waits for its own stores, which would take as long as the parsing. A word is returned in a register, and
//! unpacked where the offsets are needed.

use napkin_scan::widened;

use crate::components::{Components, Facts};
use crate::fault::Part;

/// The place of the first fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// At this byte, which is not allowed in this part; every byte before it is valid.
    Byte(usize, Part),
    /// If the authority is invalid, in the authority between these offsets; the scheme is valid.
    Authority(usize, usize),
    /// At this byte or before it, and behind scheme and authority, which are valid by the scheme's form of this number,
    /// counted from 0. It is a byte that no plain form allows, or the end of the query.
    Form(usize, usize),
}

/// Why the fast parser did not accept a text: the first fault, or nothing where the exact parser has to decide.
pub(super) type FastReject = Option<Fault>;

/// The result for a text of fewer than 256 bytes, in the bytes of a word. Components are the seven offsets from the
/// lowest byte up, then the facts with the highest bit set. A known fault is its kind in the lowest byte, and its
/// arguments in the next two bytes. An unknown fault is 0.
#[derive(Clone, Copy)]
pub(super) struct Packed(u64);

impl Packed {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new(result: Result<Components, FastReject>) -> Self {
        let components = match result {
            Ok(components) => components,
            Err(None) => return Self(0),
            Err(Some(fault)) => {
                let (kind, first, second) = match fault {
                    Fault::Byte(at, part) => (1, at, part as usize),
                    Fault::Authority(start, end) => (2, start, end),
                    Fault::Form(at, number) => (3, at, number),
                };
                return Self(kind | (first as u64) << 8 | (second as u64) << 16);
            }
        };
        let offsets = [
            components.scheme_end,
            components.host_start,
            components.host_end,
            components.authority_end,
            components.path_start,
            components.path_end,
            components.query_end,
        ];
        let mut word = (1 << 63) | u64::from(components.facts.in_a_byte()) << 56;
        for (place, offset) in offsets.into_iter().enumerate() {
            word |= u64::from(offset) << (8 * place);
        }
        Self(word)
    }

    /// Whether there are components.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) const fn is_ok(self) -> bool {
        self.0 >> 63 == 1
    }

    /// The ends of scheme and query, if there are components.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) const fn ends(self) -> (usize, usize) {
        (self.0 as usize & 255, (self.0 >> 48) as usize & 255)
    }

    /// The known fault, if there is one.
    pub(super) fn fault(self) -> FastReject {
        let [kind, first, second, ..] = self.0.to_le_bytes();
        let (first, second) = (first as usize, second as usize);
        match kind {
            _ if self.is_ok() => None,
            1 => Some(Fault::Byte(first, *Part::ALL.get(second)?)),
            2 => Some(Fault::Authority(first, second)),
            3 => Some(Fault::Form(first, second)),
            _ => None,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn components(self) -> Components {
        let [
            scheme_end,
            host_start,
            host_end,
            authority_end,
            path_start,
            path_end,
            query_end,
            facts,
        ] = widened(self.0 & u64::MAX >> 1);
        Components {
            scheme_end,
            host_start,
            host_end,
            authority_end,
            path_start,
            path_end,
            query_end,
            facts: Facts::of_byte(facts),
        }
    }
}
