//! What comes of the fast path: offsets, or where the first fault is; of short texts in one word.
//!
//! A structure that is written in small pieces and copied in large ones makes the processor wait for its own
//! stores, which would cost as much as the parsing. A word is returned in a register, and spread where the
//! offsets are needed.

use napkin_scan::widened;

use crate::components::{Components, Facts};
use crate::fault::Part;

/// Where the first fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// At this byte, which may not stand in this part; all before it is right.
    Byte(usize, Part),
    /// In the authority between these places, if anywhere in it; the scheme is right.
    Authority(usize, usize),
    /// In the scheme, if anywhere in it.
    Scheme,
}

/// Why the fast parser did not accept a text: the first fault, or nothing where the exact parser has to decide.
pub(super) type FastReject = Option<Fault>;

/// What came of a text of fewer than 256 bytes, in the bytes of a word. Components are the seven offsets
/// from the lowest byte on, then the facts with the highest bit set. A known fault is its kind in the lowest
/// byte, and what belongs to it in the next two; 0 is an unknown one.
#[derive(Clone, Copy)]
pub(super) struct Packed(u64);

impl Packed {
    #[inline(always)]
    pub(super) fn new(result: Result<Components, FastReject>) -> Self {
        let components = match result {
            Ok(components) => components,
            Err(None) => return Self(0),
            Err(Some(fault)) => {
                let (kind, first, second) = match fault {
                    Fault::Byte(at, part) => (1, at, part as usize),
                    Fault::Authority(start, end) => (2, start, end),
                    Fault::Scheme => (3, 0, 0),
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
    #[inline(always)]
    pub(super) const fn is_ok(self) -> bool {
        self.0 >> 63 == 1
    }

    /// Where scheme and query end, if there are components.
    #[inline(always)]
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
            3 => Some(Fault::Scheme),
            _ => None,
        }
    }

    /// The components, if there are any.
    #[inline(always)]
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
