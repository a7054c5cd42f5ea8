//! Conversion of triplets to characters, part by part and run by run (RFC 3987 §3.2).
//!
//! Works on the text as written. Unchanged text keeps its spelling, except for the hexadecimal digits of non-ASCII
//! octets. A raw character that the edition does not allow raw at its place becomes triplets, so that both
//! spellings of a character become one.

use alloc::string::String;
use core::ops::Range;

use napkin_scan::decode_triplet;

use crate::code_points::character_at;
use crate::components::HostKind;
use crate::edition::Edition;
use crate::fault::Part;
use crate::reference::Reference;

/// The parts from the path on that conversion leaves unchanged, for a scheme that compares paths without decoding.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Kept {
    /// Triplets of unreserved ASCII in the path.
    pub(crate) ascii_in_path: bool,
    /// Triplets of unreserved ASCII anywhere, and triplets of non-ASCII characters with a lowercase digit.
    pub(crate) spelling: bool,
}

impl Kept {
    pub(crate) const NOTHING: Self = Self { ascii_in_path: false, spelling: false };
}

/// The reference with its triplets converted, by the data of its edition; `None` if nothing changes.
pub(crate) fn convert(reference: Reference<'_>, kept: Kept) -> Option<String> {
    let text = reference.as_str();
    if text.is_ascii() && !text.contains('%') {
        return None;
    }
    let components = reference.components();
    let is_name = components.facts.host_kind() == Some(HostKind::RegName);
    let parts = [
        (Part::Userinfo, components.userinfo()),
        (Part::Host, components.host().filter(|_| is_name)),
        (Part::Path, Some(components.path())),
        (Part::Query, components.query()),
        (Part::Fragment, components.fragment(text.len() as u32)),
    ];
    let edition = reference.edition();
    let mut conversion = Conversion { text, edition, out: String::new(), copied: 0 };
    for (part, range) in parts {
        let Some(range) = range else { continue };
        let keeps_ascii = kept.spelling || kept.ascii_in_path && part == Part::Path;
        let range = range.start as usize..range.end as usize;
        conversion.part(part, range, keeps_ascii, kept.spelling);
    }
    conversion.finish()
}

/// The state of the conversion of one text.
struct Conversion<'t> {
    text: &'t str,
    edition: &'static Edition,
    /// The output; empty as long as nothing has changed.
    out: String,
    /// The end of the text that is written to the output.
    copied: usize,
}

impl Conversion<'_> {
    fn part(&mut self, part: Part, range: Range<usize>, keeps_ascii: bool, keeps_lowercase: bool) {
        let Range { start: mut at, end } = range;
        while let Some(rest) = self.text.as_bytes().get(at..end).filter(|rest| !rest.is_empty()) {
            let Some(found) = rest.iter().position(|&byte| byte == b'%' || !byte.is_ascii()) else {
                return;
            };
            at += found;
            at += match decode_triplet(rest.get(found..).unwrap_or_default()) {
                Some(ascii @ ..0x80) => {
                    if !keeps_ascii && self.edition.unreserved.contains(ascii) {
                        self.replace(at..at + 3, char::from(ascii));
                    }
                    3
                }
                Some(_) => self.triplets(part, at..end, keeps_lowercase),
                None => self.character(part, at),
            };
        }
    }

    /// Converts the triplets of one character, or one triplet that belongs to no character. Returns their length.
    fn triplets(&mut self, part: Part, range: Range<usize>, keeps_lowercase: bool) -> usize {
        let bytes = self.text.as_bytes().get(range.clone()).unwrap_or_default();
        let mut octets = [0; 4];
        let triplets =
            bytes.chunks(3).map_while(decode_triplet).take_while(|octet| !octet.is_ascii());
        for (place, octet) in octets.iter_mut().zip(triplets) {
            *place = octet;
        }
        let character = character_at(&octets, 0);
        let length = 3 * character.map_or(1, char::len_utf8);
        let range = range.start..range.start + length;
        let written = self.text.get(range.clone()).unwrap_or_default();
        let is_lowercase = written.bytes().any(|byte| byte.is_ascii_lowercase());
        match character {
            _ if is_lowercase && keeps_lowercase => {}
            Some(character) if self.edition.beyond_ascii.is_written(Some(part), character) => {
                self.replace(range, character);
            }
            _ if is_lowercase => {
                let uppercase = written.to_ascii_uppercase();
                self.begin(range.start).push_str(&uppercase);
                self.copied = range.end;
            }
            _ => {}
        }
        length
    }

    /// Converts a raw character. Returns its length.
    fn character(&mut self, part: Part, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        let Some(character) = rest.chars().next() else { return 1 };
        let length = character.len_utf8();
        if !character.is_ascii() && !self.edition.beyond_ascii.is_written(Some(part), character) {
            let mut buffer = [0; 4];
            let triplets = super::encoded_beyond_ascii(character.encode_utf8(&mut buffer));
            self.begin(at).push_str(&triplets.unwrap_or_default());
            self.copied = at + length;
        }
        length
    }

    fn replace(&mut self, range: Range<usize>, character: char) {
        self.begin(range.start).push(character);
        self.copied = range.end;
    }

    /// Copies the text before a place that changes.
    fn begin(&mut self, at: usize) -> &mut String {
        if self.out.capacity() == 0 {
            self.out.reserve(self.text.len());
        }
        self.out.push_str(self.text.get(self.copied..at).unwrap_or_default());
        &mut self.out
    }

    fn finish(mut self) -> Option<String> {
        if self.copied == 0 {
            return None;
        }
        self.out.push_str(self.text.get(self.copied..).unwrap_or_default());
        Some(self.out)
    }
}
