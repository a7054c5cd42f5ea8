//! Changes of the pairs of a query, on its text: the one implementation, for setters and for other programs.
//!
//! A change keeps the order and the spelling of all other pairs.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};

use napkin_scan::{ByteSet, masks};

use super::pieces::write_encoded;
use super::splice::has_independent_parts;
use crate::edition::{Edition, RFC3986};
use crate::fault::Part;
use crate::percent::{decode, encode};

/// How a key or a value of a query is read. The example is `a+b%2B`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "the text, RFC 3986 and HTML are all that reads it")]
pub enum Reading {
    /// As it is written: `a+b%2B`.
    Raw,
    /// Percent-decoded: `a+b+`.
    #[default]
    Decoded,
    /// As an HTML form has it, where `+` is a space: `a b+`.
    Form,
}

impl Reading {
    /// The octets of a key or a value.
    ///
    /// ```
    /// use napkin::Reading;
    ///
    /// let octets = |reading: Reading| reading.octets("a+b%2B").into_owned();
    /// assert_eq!(octets(Reading::Raw), b"a+b%2B");
    /// assert_eq!(octets(Reading::Decoded), b"a+b+");
    /// assert_eq!(octets(Reading::Form), b"a b+");
    /// ```
    pub fn octets(self, text: &str) -> Cow<'_, [u8]> {
        match self {
            Self::Raw => Cow::Borrowed(text.as_bytes()),
            Self::Decoded | Self::Form => decode(text, self == Self::Form).to_bytes(),
        }
    }

    /// Whether a key, as it is written, is read as `wanted`.
    fn is(self, key: &str, wanted: &str) -> bool {
        match self {
            Self::Raw => key == wanted,
            Self::Decoded | Self::Form => decode(key, self == Self::Form) == wanted,
        }
    }
}

/// Changes of the pairs of a query, given as its text without the `?`. The empty query has no pairs.
///
/// Keys and values are data, which is percent-encoded; for [`Reading::Raw`], they are text that is written as it is.
///
/// ```
/// use napkin::{QueryEditor, Reading};
///
/// let form = QueryEditor::new(Reading::Form);
/// assert_eq!(form.set("first+name=Ann&x", "first name", Some("Eve")), "first%20name=Eve&x");
/// assert_eq!(form.append("x", "y", Some("1+1")), "x&y=1%2B1");
/// assert_eq!(form.remove("a+b=1&c", "a b").as_deref(), Some("c"));
/// assert_eq!(form.remove("a+b=1", "a b"), None); // no pair is left
/// assert_eq!(form.keep("a=1&b", |_, value| value.is_none()).as_deref(), Some("b"));
/// assert_eq!(form.sort("b&a=2&%61=1"), "a=2&%61=1&b");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "it changes what it is given"]
pub struct QueryEditor {
    edition: &'static Edition,
    reading: Reading,
}

impl QueryEditor {
    /// Changes by RFC 3986, with keys read in this way.
    pub const fn new(reading: Reading) -> Self {
        Self { edition: RFC3986, reading }
    }

    /// Encodes data by another edition.
    pub const fn by(mut self, edition: &'static Edition) -> Self {
        self.edition = edition;
        self
    }

    /// The query with this pair in place of the first pair with the key, and without the later ones; the pair is
    /// appended if there is none. `None` is a key without `=`.
    pub fn set(self, query: &str, key: &str, value: Option<&str>) -> String {
        match self.places(query, key).as_slice() {
            [] => self.append(query, key, value),
            places => self.replaced(query, places, key, value),
        }
    }

    /// The query with one more pair at its end. `None` is a key without `=`.
    pub fn append(self, query: &str, key: &str, value: Option<&str>) -> String {
        let mut made = String::with_capacity(query.len() + key.len() + value.map_or(0, str::len));
        made.push_str(query);
        if !query.is_empty() {
            made.push('&');
        }
        self.write(&mut made, key, value);
        made
    }

    /// The query without the pairs with a key; `None` if it loses all its pairs.
    pub fn remove(self, query: &str, key: &str) -> Option<String> {
        without(query, &self.places(query, key))
    }

    /// The query with the pairs that satisfy `keep`, which takes key and value as they are written; `None` if it loses
    /// all its pairs.
    pub fn keep(
        self,
        query: &str,
        mut keep: impl FnMut(&str, Option<&str>) -> bool,
    ) -> Option<String> {
        let kept = |pair: &&str| match pair.split_once('=') {
            Some((key, value)) => keep(key, Some(value)),
            None => keep(pair, None),
        };
        if query.is_empty() {
            return Some(String::new());
        }
        let mut kept = query.split('&').filter(kept);
        let mut made = String::from(kept.next()?);
        made.extend(kept.flat_map(|pair| ["&", pair]));
        Some(made)
    }

    /// The query with its pairs in the order of the octets of their keys; pairs of one key keep their order.
    pub fn sort(self, query: &str) -> String {
        let mut pairs: Vec<_> = query.split('&').collect();
        let key = |pair: &&str| {
            self.reading.octets(pair.split_once('=').map_or(pair, |(key, _)| key)).into_owned()
        };
        pairs.sort_by_cached_key(key);
        pairs.join("&")
    }

    /// The ranges of the pairs with a key.
    pub(super) fn places(self, query: &str, key: &str) -> Vec<Range<usize>> {
        const ENDS: &[ByteSet; 1] = &[ByteSet::of(b"&")];
        let mut places = Vec::new();
        if query.is_empty() {
            return places;
        }
        let search = Search::new(self.reading, query, key);
        let mut start = 0;
        let _: ControlFlow<()> = masks(query.as_bytes(), ENDS, |offset, [mut ends]| {
            while ends != 0 {
                let end = offset + ends.trailing_zeros() as usize;
                if search.finds_at(start) {
                    places.push(start..end);
                }
                start = end + 1;
                ends &= ends - 1;
            }
            ControlFlow::Continue(())
        });
        if search.finds_at(start) {
            places.push(start..query.len());
        }
        places
    }

    /// The query with a pair in the first of some places, and nothing in the others.
    pub(super) fn replaced(
        self,
        query: &str,
        places: &[Range<usize>],
        key: &str,
        value: Option<&str>,
    ) -> String {
        let mut made = String::with_capacity(query.len() + key.len() + value.map_or(0, str::len));
        let mut copied = 0;
        for (number, place) in places.iter().enumerate() {
            // A later pair goes with the `&` before it.
            let end = place.start.saturating_sub(usize::from(number > 0));
            made.push_str(query.get(copied..end).unwrap_or_default());
            if number == 0 {
                self.write(&mut made, key, value);
            }
            copied = place.end;
        }
        made.push_str(query.get(copied..).unwrap_or_default());
        made
    }

    pub(super) fn write(self, query: &mut String, key: &str, value: Option<&str>) {
        self.write_data(query, key);
        if let Some(value) = value {
            query.push('=');
            self.write_data(query, value);
        }
    }

    fn write_data(self, query: &mut String, data: &str) {
        /// What is always encoded in data, even if the edition allows it raw.
        const DELIMITERS: ByteSet = ByteSet::of(b"&=+;");

        if self.reading == Reading::Raw {
            query.push_str(data);
        } else if has_independent_parts(self.edition) {
            write_encoded(self.edition, query, Part::Query, data);
        } else {
            encode(data).by(self.edition).escape(DELIMITERS).push_onto(query);
        }
    }
}

/// The query without some of its pairs; `None` if it loses all.
pub(super) fn without(query: &str, places: &[Range<usize>]) -> Option<String> {
    let Some(last) = places.last() else { return Some(query.into()) };
    let mut made = String::with_capacity(query.len());
    let mut copied = 0;
    for place in places {
        made.push_str(query.get(copied..place.start).unwrap_or_default());
        // A pair goes with the `&` after it.
        copied = place.end + 1;
    }
    if last.end < query.len() {
        made.push_str(query.get(copied..).unwrap_or_default());
        return Some(made);
    }
    // The last pair goes with the `&` before it.
    made.pop().map(|_| made)
}

/// The search for a key at the start of pairs. Eight bytes of a pair are compared at a time; most other keys differ in the first eight.
struct Search<'q, 'k> {
    reading: Reading,
    query: &'q str,
    key: &'k str,
    /// The first 32 bytes of the key in words of eight, each with the mask of its bytes that belong to the key. No word is compared if a query
    /// would encode a byte of the key.
    words: [(u64, u64); 4],
    compared: usize,
}

impl<'q, 'k> Search<'q, 'k> {
    fn new(reading: Reading, query: &'q str, key: &'k str) -> Self {
        let mut words = [(0, 0); 4];
        for (word, bytes) in words.iter_mut().zip(key.as_bytes().chunks(8)) {
            let with = |of: fn(u8) -> u8| {
                bytes.iter().rev().fold(0, |all, byte| all << 8 | u64::from(of(*byte)))
            };
            *word = (with(|byte| byte), with(|_| 0xFF));
        }
        let is_plain = !key.bytes().any(|byte| is_special(byte) || matches!(byte, b'&' | b'='));
        let compared = if is_plain { key.len().div_ceil(8).min(words.len()) } else { 0 };
        Self { reading, query, key, words, compared }
    }

    /// Whether the pair that begins at an offset has the key.
    #[inline(always)]
    fn finds_at(&self, start: usize) -> bool {
        let mut rest = self.query.as_bytes().get(start..).unwrap_or_default();
        for (word, mask) in self.words.iter().take(self.compared) {
            let Some((bytes, behind)) = rest.split_first_chunk::<8>() else { break };
            let bytes = u64::from_le_bytes(*bytes);
            let differing = (bytes ^ word) & mask;
            if differing != 0 {
                let first = bytes >> (differing.trailing_zeros() / 8 % 8 * 8);
                if is_special(first as u8) {
                    break;
                }
                return false;
            }
            rest = behind;
        }
        self.reads_at(start)
    }

    /// Whether the pair that begins at an offset has the key, by its decoded octets.
    #[inline(never)]
    fn reads_at(&self, start: usize) -> bool {
        let rest = self.query.get(start..).unwrap_or_default();
        let end = rest.bytes().position(|byte| matches!(byte, b'&' | b'='));
        self.reading.is(rest.get(..end.unwrap_or(rest.len())).unwrap_or_default(), self.key)
    }
}

/// Whether a byte of a key can be written for another one.
const fn is_special(byte: u8) -> bool {
    matches!(byte, b'%' | b'+')
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::{QueryEditor, Reading};
    use crate::percent::decode;

    /// The ranges of the pairs with a key, found one by one.
    fn plainly(reading: Reading, query: &str, key: &str) -> Vec<core::ops::Range<usize>> {
        let mut at = 0;
        let mut found = Vec::new();
        for pair in query.split('&').filter(|_| !query.is_empty()) {
            let own = pair.split('=').next().unwrap_or_default();
            let is_key = match reading {
                Reading::Raw => own == key,
                Reading::Decoded => decode(own, false) == key,
                Reading::Form => decode(own, true) == key,
            };
            if is_key {
                found.push(at..at + pair.len());
            }
            at += pair.len() + 1;
        }
        found
    }

    #[test]
    fn keys_are_found_in_every_spelling() {
        let keys = [
            "",
            "a",
            "b",
            "a b",
            "a+b",
            "a%62",
            "ab",
            "parameter",
            "parameters",
            "é",
            "a=b",
            "a&b",
            "k=",
            "&",
        ];
        let spelled = [
            "",
            "=",
            "a",
            "a=",
            "a=1",
            "%61=1",
            "a+b",
            "a%20b=2",
            "a%2Bb",
            "a%2562",
            "ab=%26",
            "%61b",
            "parameter=1",
            "parameters",
            "p%61rameters=x",
            "parameter%73",
            "%C3%A9",
            "a%3Db=1",
            "a%26b",
            "k%3D",
            "%26=",
            "a%62",
            "x=a",
        ];
        let mut checked = 0;
        for first in spelled {
            for second in spelled {
                for third in spelled {
                    let padding = "p".repeat(checked % 70);
                    let query = [padding.as_str(), first, second, third].join("&");
                    for reading in [Reading::Raw, Reading::Decoded, Reading::Form] {
                        let key = keys[checked % keys.len()];
                        let editor = QueryEditor::new(reading);
                        let places = plainly(reading, &query, key);
                        assert_eq!(editor.places(&query, key), places, "{query} {key} {reading:?}");
                        let kept =
                            editor.keep(&query, |own, _| reading.octets(own) != key.as_bytes());
                        assert_eq!(editor.remove(&query, key), kept, "{query} {key} {reading:?}");
                        checked += 1;
                    }
                }
            }
        }
        for query in ["a", "a&a", "a&", "&a", "&a&", "a&b", "b&a", "", "&", "a&b&a"] {
            let editor = QueryEditor::new(Reading::Decoded);
            let kept = editor.keep(query, |own, _| own != "a");
            assert_eq!(editor.remove(query, "a"), kept, "{query}");
        }
    }

    #[test]
    fn pairs_are_set_in_their_place() {
        let set =
            |reading, query: &str, key: &str| QueryEditor::new(reading).set(query, key, Some("&"));
        for (reading, query, key, expected) in [
            (Reading::Decoded, "a=1&b&%61=2&c&a", "a", "a=%26&b&c"),
            (Reading::Decoded, "a+b&a%20b", "a b", "a+b&a%20b=%26"),
            (Reading::Form, "a+b&x&a%20b", "a b", "a%20b=%26&x"),
            (Reading::Raw, "a%20b&x", "a%20b", "a%20b=&&x"),
            (Reading::Decoded, "", "a", "a=%26"),
            (Reading::Decoded, "&a", "", "=%26&a"),
        ] {
            assert_eq!(set(reading, query, key), expected, "{query}");
        }
        let rfc1738 = QueryEditor::new(Reading::Decoded).by(crate::edition::RFC1808);
        assert_eq!(rfc1738.append("a", "b+", Some("~")), String::from("a&b%2B=%7E"));
    }
}
