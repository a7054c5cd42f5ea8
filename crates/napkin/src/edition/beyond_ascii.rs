//! What an edition allows beyond ASCII: sets of code points, and what its parser reads runs of them by.
//!
//! Letters come in runs. Most lead octets of UTF-8 decide by themselves, or with the octet behind them, whether a
//! character is in the set; a table that is derived from the set says which. Only the others are decoded and looked up.

use crate::code_points::{CodePoints, character_at, is_continuation};
use crate::fault::Part;

/// Which characters beyond ASCII may stand raw, by part.
#[derive(Debug)]
pub(crate) struct BeyondAscii {
    /// Those that are unreserved: in userinfo, registered names, path, query and fragment.
    unreserved: CodePoints,
    /// Those of the query besides.
    query: CodePoints,
    /// Those that conversion writes as triplets all the same, since they are not seen, cannot be typed or look like
    /// something else; and those of which that is so in a host only.
    encoded: CodePoints,
    encoded_in_host: CodePoints,
    /// For the lead octets from `0xC0` on, which sequences are unreserved characters for sure.
    leads: [Lead; 64],
}

/// A lead octet: sequences of this length whose second octet is between these are members of the set, all of them.
#[derive(Clone, Copy, Debug)]
struct Lead {
    length: u8,
    first: u8,
    last: u8,
}

impl BeyondAscii {
    /// Nothing: the texts of the edition are ASCII.
    pub(crate) const NONE: &Self = &Self::new([CodePoints::EMPTY; 2], [CodePoints::EMPTY; 2]);

    /// Unreserved characters, and those that only a query may have; and those that conversion writes as triplets, in
    /// any part and in a host.
    pub(crate) const fn new(
        [unreserved, query]: [CodePoints; 2],
        [encoded, encoded_in_host]: [CodePoints; 2],
    ) -> Self {
        let mut leads = [Lead::NONE; 64];
        let mut number = 0;
        while number < 64 {
            leads[number] = Lead::of(0xC0 + number as u8, unreserved);
            number += 1;
        }
        Self { unreserved, query, encoded, encoded_in_host, leads }
    }

    /// Whether nothing beyond ASCII is allowed.
    #[inline(always)]
    pub(crate) const fn is_none(&self) -> bool {
        self.unreserved.is_empty()
    }

    /// The sets of a part.
    pub(crate) const fn of(&self, part: Part) -> [CodePoints; 2] {
        match part {
            Part::Scheme | Part::Port => [CodePoints::EMPTY; 2],
            Part::Authority | Part::Userinfo | Part::Host | Part::Path | Part::Fragment => {
                [self.unreserved, CodePoints::EMPTY]
            }
            Part::Query => [self.unreserved, self.query],
        }
    }

    /// Whether conversion and encoding write a character raw in a part, or where the part is not known: in any.
    pub(crate) fn is_written(&self, part: Option<Part>, character: char) -> bool {
        let may_be_host = part.is_none_or(|part| matches!(part, Part::Host | Part::Authority));
        let is_allowed = self.unreserved.contains(character)
            || part == Some(Part::Query) && self.query.contains(character);
        is_allowed
            && !self.encoded.contains(character)
            && !(may_be_host && self.encoded_in_host.contains(character))
    }

    /// Where the run of characters ends that begins at `at`: at the first byte of ASCII.
    ///
    /// # Errors
    ///
    /// The first octet of a character that is not allowed, or of a sequence that is not well-formed.
    #[inline]
    pub(crate) fn run(&self, text: &[u8], at: usize, in_query: bool) -> Result<usize, usize> {
        let mut at = at;
        while let Some(&byte) = text.get(at)
            && !byte.is_ascii()
        {
            let rest = text.get(at + 1..).unwrap_or_default();
            let lead = self.leads[usize::from(byte & 0x3F)];
            let is_member = |second: u8| lead.first <= second && second <= lead.last;
            let length = match (lead.length, rest) {
                // A continuation octet has the place of a lead octet in the table.
                _ if byte < 0xC0 => 0,
                (2, &[second, ..]) if is_member(second) => 2,
                (3, &[second, third, ..]) if is_member(second) && is_continuation(third) => 3,
                (4, &[second, third, fourth, ..])
                    if is_member(second) && is_continuation(third) && is_continuation(fourth) =>
                {
                    4
                }
                _ => self.length(text, at, in_query),
            };
            if length == 0 {
                return Err(at);
            }
            at += length;
        }
        Ok(at)
    }

    /// The length of the character at `at`, 0 if it is not allowed.
    #[cold]
    #[inline(never)]
    fn length(&self, text: &[u8], at: usize, in_query: bool) -> usize {
        match character_at(text, at) {
            Some(character)
                if self.unreserved.contains(character)
                    || in_query && self.query.contains(character) =>
            {
                character.len_utf8()
            }
            _ => 0,
        }
    }
}

impl Lead {
    /// No sequence for sure.
    const NONE: Self = Self { length: 0, first: 1, last: 0 };

    /// What a lead octet tells of a set: the longest run of second octets behind which all is in it.
    const fn of(lead: u8, set: CodePoints) -> Self {
        let length: u8 = match lead {
            0xC2..=0xDF => 2,
            0xE0..=0xEF => 3,
            0xF0..=0xF4 => 4,
            _ => 0,
        };
        let mut longest = Self { length, ..Self::NONE };
        if length == 0 {
            return longest;
        }
        let below = 6 * (length as u32 - 2);
        let base = (lead as u32 & (0x7F >> length)) << 6;
        let mut second = 0x80;
        while second < 0xC0 {
            let first = second;
            while second < 0xC0 {
                let code = (base | (second & 0x3F)) << below;
                if !holds(set, code, code | ((1 << below) - 1)) {
                    break;
                }
                second += 1;
            }
            let (length_of_run, of_longest) = (second - first, longest.last + 1 - longest.first);
            if length_of_run > of_longest as u32 {
                longest = Self { length, first: first as u8, last: second as u8 - 1 };
            }
            second += 1;
        }
        longest
    }
}

/// Whether all characters from `first` to `last` are in one range of a set. What is too short for its length is in none,
/// since sequences of that length begin with what the set has only in shorter ones.
const fn holds(set: CodePoints, first: u32, last: u32) -> bool {
    let least = if last - first == 0 {
        0x80
    } else if last - first == 0x3F {
        0x800
    } else {
        0x1_0000
    };
    let ranges = set.ranges();
    let mut number = 0;
    while number < ranges.len() {
        let range = &ranges[number];
        if first >= least && *range.start() as u32 <= first && last <= *range.end() as u32 {
            return true;
        }
        number += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::BeyondAscii;
    use crate::code_points::{CodePoints, character_at};
    use crate::edition::EDITIONS;

    /// The table and the sets say the same of every character, and of sequences that are none.
    #[test]
    fn runs_are_what_the_sets_say() {
        for edition in EDITIONS {
            let beyond = edition.beyond_ascii;
            let mut buffer = [0; 5];
            for character in '\u{80}'..=char::MAX {
                let length = character.encode_utf8(&mut buffer).len();
                buffer[length] = b'a';
                for in_query in [false, true] {
                    let is_member = beyond.unreserved.contains(character)
                        || in_query && beyond.query.contains(character);
                    let expected = if is_member { Ok(length) } else { Err(0) };
                    assert_eq!(
                        beyond.run(&buffer[..=length], 0, in_query),
                        expected,
                        "{character:?}"
                    );
                    assert_eq!(
                        beyond.run(&buffer[..length], 0, in_query),
                        expected,
                        "{character:?}"
                    );
                    assert!(
                        beyond.run(&buffer[..length - 1], 0, in_query).is_err(),
                        "{character:?}"
                    );
                }
            }
            for lead in 0x80..=0xFF {
                for second in 0..=0xFF {
                    for third in [0x7F, 0x80, 0xBF, 0xC0] {
                        let text = [lead, second, third, 0x80];
                        if character_at(&text, 0).is_none() {
                            assert_eq!(beyond.run(&text, 0, true), Err(0), "{text:X?}");
                        }
                    }
                }
            }
        }
    }

    /// Most of what people write takes no decoding.
    #[test]
    fn leads_decide_for_most_scripts() {
        const ALL: CodePoints = CodePoints::of(&['\u{A0}'..='\u{D7FF}', '\u{F900}'..='\u{FDCF}']);
        let none = CodePoints::EMPTY;
        let beyond = BeyondAscii::new([ALL, none], [none; 2]);
        for character in ['é', 'я', 'ع', 'ก', 'अ', '日', '한'] {
            let mut buffer = [0; 4];
            let octets = character.encode_utf8(&mut buffer).as_bytes();
            let lead = beyond.leads[usize::from(octets[0] & 0x3F)];
            assert!((lead.first..=lead.last).contains(&octets[1]), "{character}");
        }
    }
}
