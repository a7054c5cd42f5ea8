//! The non-ASCII characters of an edition: sets of code points, and the table by which the parser reads runs of
//! them.
//!
//! Non-ASCII letters come in runs. Most lead octets of UTF-8 decide alone, or with the next octet, whether a
//! character is in the set; a table derived from the set lists them, and the masks of a block check the most of
//! them at once. Other characters are decoded and looked up.

use napkin_scan::Leads;

use crate::code_points::{CodePoints, character_at, is_continuation};
use crate::fault::Part;

/// The non-ASCII characters allowed raw, by part.
#[derive(Debug)]
pub(crate) struct BeyondAscii {
    /// The unreserved ones, allowed in userinfo, registered names, path, query and fragment.
    unreserved: CodePoints,
    /// The further ones of the query.
    query: CodePoints,
    /// The characters that conversion nevertheless writes as triplets, since they are invisible, cannot be typed or
    /// look like other characters; in any part, and only in a host.
    encoded: CodePoints,
    encoded_in_host: CodePoints,
    /// For the lead octets from `0xC0` on, the sequences that are certainly unreserved characters.
    leads: [Lead; 64],
    /// The longest range of lead octets whose sequences masks can check.
    by_masks: Leads,
}

/// A lead octet: all sequences of this length whose second octet is in this range are members of the set.
#[derive(Clone, Copy, Debug)]
struct Lead {
    length: u8,
    first: u8,
    last: u8,
}

impl BeyondAscii {
    /// No characters: the texts of the edition are ASCII.
    pub(crate) const NONE: &Self = &Self::new([CodePoints::EMPTY; 2], [CodePoints::EMPTY; 2]);

    /// The unreserved characters, and those only for a query; and the characters that conversion writes as
    /// triplets, in any part and in a host.
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
        let by_masks = by_masks(&leads);
        Self { unreserved, query, encoded, encoded_in_host, leads, by_masks }
    }

    /// Whether no non-ASCII character is allowed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn is_none(&self) -> bool {
        self.unreserved.is_empty()
    }

    /// The sequences of unreserved characters that masks can check.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn by_masks(&self) -> &Leads {
        &self.by_masks
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

    /// Whether conversion and encoding write a character raw in a part; if the part is not known, in any part.
    pub(crate) fn is_written(&self, part: Option<Part>, character: char) -> bool {
        let may_be_host = part.is_none_or(|part| matches!(part, Part::Host | Part::Authority));
        let is_allowed = self.unreserved.contains(character)
            || part == Some(Part::Query) && self.query.contains(character);
        is_allowed
            && !self.encoded.contains(character)
            && !(may_be_host && self.encoded_in_host.contains(character))
    }

    /// The end of the run of non-ASCII characters that begins at `at`: the offset of the next ASCII byte.
    ///
    /// # Errors
    ///
    /// The offset of a character that is not allowed, or of an ill-formed sequence.
    #[inline]
    pub(crate) fn run(&self, text: &[u8], at: usize, in_query: bool) -> Result<usize, usize> {
        let mut at = at;
        while let Some(&byte) = text.get(at).filter(|byte| !byte.is_ascii()) {
            let rest = text.get(at + 1..).unwrap_or_default();
            let lead = self.leads[usize::from(byte & 0x3F)];
            let is_member = |second: u8| lead.first <= second && second <= lead.last;
            let length = match (lead.length, rest) {
                // A continuation octet where a lead octet has to be.
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
    /// No sequence is certain.
    const NONE: Self = Self { length: 0, first: 1, last: 0 };

    /// The table entry of a lead octet: the longest range of second octets for which every character is in the set.
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

/// The longest range of lead octets of two or three octets of which each is certain with all second octets, or with
/// those of one half.
const fn by_masks(leads: &[Lead; 64]) -> Leads {
    const UNUSED: u8 = 0xFF;
    let mut longest = Leads { range: [UNUSED, UNUSED - 1], high: [UNUSED; 2], low: UNUSED };
    let mut first = 0xC2;
    while first < 0xF0 {
        let mut found = Leads { range: [first, first - 1], high: [UNUSED; 2], low: UNUSED };
        let mut octet = first;
        while octet < 0xF0 {
            let lead = leads[(octet - 0xC0) as usize];
            match (lead.first, lead.last) {
                (0x80, 0xBF) => {}
                (0xA0, 0xBF) if found.high[0] == UNUSED => found.high[0] = octet,
                (0xA0, 0xBF) if found.high[1] == UNUSED => found.high[1] = octet,
                (0x80, 0x9F) if found.low == UNUSED => found.low = octet,
                _ => break,
            }
            found.range[1] = octet;
            octet += 1;
        }
        if found.range[1] - (first - 1) > longest.range[1] + 1 - longest.range[0] {
            longest = found;
        }
        first += 1;
    }
    longest
}

/// Whether all characters from `first` to `last` are in one range of a set. False for overlong sequences, since the
/// code points at the start of the range belong to shorter sequences.
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

    /// Table and sets agree on every character, and on ill-formed sequences.
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

    /// Most text that people write needs no decoding.
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
