//! Classifies bytes for the scanner, by one lookup in a table made from an edition. Non-ASCII characters are
//! decoded where they matter, and looked up in the edition's sets.

use napkin::code_points::CodePoints;
use napkin::{ByteSet, Edition, Part};
use napkin_scan::{leading, span};

use crate::edition::{BeyondAscii, Context};

/// Facts about a byte, as bits.
pub(super) type Facts = u16;

/// Allowed in a URI, or the first byte of a non-ASCII character that may be.
pub(super) const URI: Facts = 1;
/// In [`SCHEMES`].
pub(super) const SCHEME: Facts = 2;
/// A letter.
pub(super) const LETTER: Facts = 4;
/// A URI may begin after it.
pub(super) const BEFORE: Facts = 8;
/// Opens a wrapper.
pub(super) const OPENING: Facts = 16;
/// May be white space: in [`SPACES`], or the first or last byte of such a character.
pub(super) const MAYBE_SPACE: Facts = 32;
/// Punctuation of the sentence, at the end.
pub(super) const PUNCTUATION: Facts = 64;
/// A closing bracket or emphasis: at the end, the text before decides.
pub(super) const CLOSING: Facts = 128;
/// The first byte of a non-ASCII character that may end a URI.
const MAY_END: Facts = 256;

const LETTERS: ByteSet = ByteSet::range(b'A', b'Z').or(ByteSet::range(b'a', b'z'));
const DIGITS: ByteSet = ByteSet::range(b'0', b'9');
/// Allowed in a scheme, in any edition.
pub(super) const SCHEMES: ByteSet = LETTERS.or(DIGITS).or(ByteSet::of(b"+-."));
/// White space of one byte.
pub(super) const SPACES: ByteSet = ByteSet::range(b'\t', b'\r').or(ByteSet::of(b" "));
/// Punctuation of the sentence, at the end.
pub(super) const PUNCTUATIONS: ByteSet = ByteSet::of(b".,;:!?'`");
/// Characters that open a wrapper.
pub(super) const OPENINGS: ByteSet = ByteSet::of(b"<\"");
/// Characters that continue a word, so that no URI begins after them.
const GOES_ON: ByteSet = LETTERS.or(DIGITS).or(ByteSet::of(b"+-./@#?&%$"));

/// The facts about every byte.
#[derive(Clone)]
pub(super) struct Characters {
    facts: [Facts; 256],
    uri: ByteSet,
    edition: &'static Edition,
    beyond_ascii: &'static BeyondAscii,
}

impl Characters {
    pub(super) fn of(edition: &'static Edition) -> Self {
        let uri = of_uri(edition);
        let mut table = [BEFORE; 256];
        for byte in 0..128 {
            let sets = [
                (uri, URI),
                (SCHEMES, SCHEME),
                (LETTERS, LETTER),
                (SPACES, MAYBE_SPACE),
                (OPENINGS, OPENING),
                (PUNCTUATIONS, PUNCTUATION),
                (ByteSet::of(b")]*_~"), CLOSING),
            ];
            let facts = sets.iter().filter(|(set, _)| set.contains(byte));
            let before = if GOES_ON.contains(byte) { 0 } else { BEFORE };
            table[usize::from(byte)] = facts.map(|(_, fact)| fact).sum::<Facts>() | before;
        }
        let beyond_ascii = Context::of(edition).beyond_ascii;
        for character in beyond_ascii.spaces.ranges().iter().cloned().flatten() {
            for &byte in character.encode_utf8(&mut [0; 4]).as_bytes() {
                table[usize::from(byte)] |= MAYBE_SPACE;
            }
        }
        if edition.has_characters_beyond_ascii() {
            for facts in &mut table[0xC2..=0xF4] {
                *facts |= URI;
            }
        }
        for range in beyond_ascii.ends.iter().flat_map(|set| set.ranges()) {
            for lead in lead_octet(*range.start())..=lead_octet(*range.end()) {
                table[usize::from(lead)] |= MAY_END;
            }
        }
        Self { facts: table, uri, edition, beyond_ascii }
    }

    /// White space.
    #[inline]
    pub(super) fn space(&self) -> Space {
        Space(self.beyond_ascii.spaces)
    }

    /// The edition's rules for non-ASCII characters.
    pub(super) fn beyond_ascii(&self) -> &'static BeyondAscii {
        self.beyond_ascii
    }

    /// The characters that are allowed in a URI, at the beginning of a text.
    #[inline]
    pub(super) fn leading<'t>(&self, text: &'t [u8]) -> &'t str {
        let run = leading(text, &self.uri);
        match text.get(run.len()) {
            Some(&next) if self.is(next, URI) => self.leading_beyond_ascii(text),
            _ => run,
        }
    }

    #[cold]
    fn leading_beyond_ascii<'t>(&self, text: &'t [u8]) -> &'t str {
        let (mut at, mut in_query, mut in_fragment) = (0, false, false);
        loop {
            let ascii = &text[at..at + span(&text[at..], &self.uri)];
            at += ascii.len();
            in_query |= ascii.contains(&b'?');
            in_fragment |= ascii.contains(&b'#');
            let part = if in_query && !in_fragment { Part::Query } else { Part::Path };
            let wide = self.wide(&text[at..], part);
            at += wide;
            if wide == 0 {
                return str::from_utf8(&text[..at]).unwrap_or_default();
            }
        }
    }

    /// The length of the non-ASCII characters at the start of a text that are allowed in a part and do not end a
    /// URI.
    fn wide(&self, text: &[u8], part: Part) -> usize {
        let mut at = 0;
        while let Some(&lead) = text.get(at)
            && !lead.is_ascii()
            && let Some(character) = first_character(&text[at..])
            && self.edition.allows_raw(part, character)
            && !(self.is(lead, MAY_END)
                && self.beyond_ascii.ends.iter().any(|set| set.contains(character)))
        {
            at += character.len_utf8();
        }
        at
    }

    /// The length of a run without the punctuation at its end.
    #[inline]
    pub(super) fn without_punctuation(&self, run: &[u8]) -> usize {
        let mut len = run.len();
        while let Some(&last) = run[..len].last() {
            len -= match self.is(last, PUNCTUATION) {
                true => 1,
                false if last.is_ascii() => return len,
                false => match self.soft_before(&run[..len]) {
                    0 => return len,
                    soft => soft,
                },
            };
        }
        len
    }

    /// The length of the non-ASCII character at the end of a text, if it is punctuation; otherwise 0.
    #[cold]
    pub(super) fn soft_before(&self, text: &[u8]) -> usize {
        self.soft(last_character(text))
    }

    /// The length of the non-ASCII character at the start of a text, if it is punctuation; otherwise 0.
    #[cold]
    pub(super) fn soft_at(&self, text: &[u8]) -> usize {
        self.soft(first_character(text))
    }

    fn soft(&self, character: Option<char>) -> usize {
        let is_soft = |character: &char| self.beyond_ascii.soft.contains(*character);
        character.filter(is_soft).map_or(0, char::len_utf8)
    }

    /// Whether the facts hold of a byte.
    #[inline]
    pub(super) fn is(&self, byte: u8, facts: Facts) -> bool {
        self.facts[usize::from(byte)] & facts != 0
    }

    /// The length of the scheme characters at the end of a text.
    #[inline]
    pub(super) fn scheme_before(&self, text: &[u8]) -> usize {
        text.iter().rev().take_while(|&&byte| self.is(byte, SCHEME)).count()
    }

    /// The length of a text without the label of a host name at its end.
    pub(super) fn before_label(&self, text: &[u8]) -> usize {
        let is_label = |byte: &u8| self.is(*byte, SCHEME) && !b"+.".contains(byte);
        let mut start = text.len();
        loop {
            start -= text[..start].iter().rev().take_while(|byte| is_label(byte)).count();
            let last = last_character(&text[..start]).filter(|last| !last.is_ascii());
            match last.map(|last| (last, start - last.len_utf8())) {
                // Middle dots stand between letters.
                Some((last, at))
                    if self.is(text[at], URI)
                        && (is_of_word(last) || matches!(last, '\u{b7}' | '\u{30fb}')) =>
                {
                    start = at;
                }
                _ => return start,
            }
        }
    }

    /// The characters allowed in a URI.
    #[inline]
    pub(super) fn uri(&self) -> &ByteSet {
        &self.uri
    }
}

/// The first octet of a character in UTF-8.
fn lead_octet(character: char) -> u8 {
    character.encode_utf8(&mut [0; 4]).as_bytes()[0]
}

/// The ASCII characters that are allowed in a URI of an edition.
pub(super) fn of_uri(edition: &Edition) -> ByteSet {
    edition.unreserved.or(edition.reserved).or(ByteSet::of(b"%#")).without(SPACES)
}

/// White space: ASCII white space and the edition's further characters.
#[derive(Clone, Copy)]
pub(super) struct Space(CodePoints);

impl Space {
    /// How long the white space is that begins here, in bytes.
    pub(super) fn at(self, text: &[u8]) -> usize {
        let mut at = 0;
        while let Some(len) = self.first(&text[at..]) {
            at += len;
        }
        at
    }

    /// How long the white space is that ends here, in bytes.
    pub(super) fn before(self, text: &[u8]) -> usize {
        let mut end = text.len();
        while let Some(len) = self.last(&text[..end]) {
            end -= len;
        }
        text.len() - end
    }

    /// The length of the character at the start of a text, if it is white space.
    #[inline]
    pub(super) fn first(self, text: &[u8]) -> Option<usize> {
        match *text.first()? {
            byte if byte.is_ascii() => SPACES.contains(byte).then_some(1),
            _ => self.of_beyond_ascii(first_character(text)),
        }
    }

    /// The length of the character at the end of a text, if it is white space.
    #[inline]
    pub(super) fn last(self, text: &[u8]) -> Option<usize> {
        match *text.last()? {
            byte if byte.is_ascii() => SPACES.contains(byte).then_some(1),
            _ => self.of_beyond_ascii(last_character(text)),
        }
    }

    fn of_beyond_ascii(self, character: Option<char>) -> Option<usize> {
        character.filter(|character| self.0.contains(*character)).map(char::len_utf8)
    }

    /// The text without surrounding white space, and the length of the white space before it.
    pub(super) fn trim(self, text: &[u8]) -> (usize, &[u8]) {
        let before = self.at(text);
        let text = &text[before..];
        (before, &text[..text.len() - self.before(text)])
    }
}

/// The length of the first character of a text; 1 if it is not UTF-8.
pub(super) fn first_length(text: &[u8]) -> usize {
    first_character(text).map_or(1, char::len_utf8)
}

/// The character at the start of a text, if it is UTF-8.
pub(super) fn first_character(text: &[u8]) -> Option<char> {
    let len = match *text.first()? {
        0..=0x7f => 1,
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return None,
    };
    str::from_utf8(text.get(..len)?).ok()?.chars().next()
}

/// The character at the end of a text, if it is UTF-8.
pub(super) fn last_character(text: &[u8]) -> Option<char> {
    let end = &text[text.len().saturating_sub(4)..];
    let lead = end.iter().rposition(|byte| byte & 0xc0 != 0x80)?;
    str::from_utf8(&end[lead..]).ok()?.chars().next()
}

/// Whether a text begins with an octet that is not UTF-8 and is a letter in older encodings of the West.
pub(super) fn begins_with_octet(text: &[u8]) -> bool {
    text.first().is_some_and(|&first| first >= 0xC0) && first_character(text).is_none()
}

/// Whether the text behind a scheme goes on behind its authority. Octets inside a host are left alone: the DNS has no such names.
pub(super) fn behind_host(behind_scheme: &str) -> bool {
    behind_scheme.strip_prefix("//").is_none_or(|rest| rest.contains(['/', '?', '#']))
}

/// Whether a text is an incomplete character.
pub(super) fn is_cut(text: &[u8]) -> bool {
    let error = str::from_utf8(&text[..text.len().min(4)]).err();
    error.is_some_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
}

/// How many bytes after a run decide whether the word continues: two characters.
pub(super) const BEHIND: usize = 8;

/// Whether the text after a run of URI characters continues the word with a letter, a mark or a digit that is not
/// allowed in a URI. The run is then not the intended URI, as `http://b` in `http://b\u{fc}cher.example`.
#[inline]
pub(super) fn goes_on(behind: &[u8]) -> bool {
    behind.first().is_some_and(|first| !first.is_ascii()) && goes_on_beyond_ascii(behind)
}

#[cold]
fn goes_on_beyond_ascii(behind: &[u8]) -> bool {
    let behind = &behind[..behind.len().min(BEHIND)];
    let Some(chunk) = behind.utf8_chunks().next() else { return false };
    let mut characters = chunk.valid().chars();
    match characters.next() {
        // Not UTF-8: in older Western encodings, these bytes are letters.
        None => behind.first().is_some_and(|&first| first >= 0xC0),
        Some(first) if WITHIN_WORDS.contains(&first) => {
            characters.next().is_some_and(char::is_alphanumeric)
        }
        Some(first) => is_of_word(first),
    }
}

/// Whether a text ends with a word of characters that are not allowed in a URI.
pub(super) fn word_before(text: &[u8]) -> bool {
    if text.last().is_none_or(u8::is_ascii) {
        return false;
    }
    let Some(chunk) = text[text.len().saturating_sub(4)..].utf8_chunks().last() else {
        return false;
    };
    match (chunk.invalid().last(), chunk.valid().chars().next_back()) {
        (Some(&last), _) => last >= 0xC0,
        (None, last) => last.is_some_and(is_of_word),
    }
}

/// Characters inside words, between letters: hyphens, the apostrophe, middle dots.
const WITHIN_WORDS: [char; 8] =
    ['\u{b7}', '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2019}', '\u{2027}', '\u{30fb}'];

/// Whether a character is a letter, a combining mark, a digit, or invisible.
fn is_of_word(character: char) -> bool {
    match character {
        // Footnote numbers.
        '\u{b2}' | '\u{b3}' | '\u{b9}' | '\u{2070}'..='\u{209c}' | '\u{2460}'..='\u{24ff}' => false,
        // Marks that are not letters themselves, the soft hyphen, and joiners.
        '\u{300}'..='\u{36f}'
        | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}'
        | '\u{3099}'..='\u{309a}'
        | '\u{fe20}'..='\u{fe2f}'
        | '\u{ad}'
        | '\u{200c}'
        | '\u{200d}'
        | '\u{2060}' => true,
        _ => character.is_alphanumeric(),
    }
}

#[cfg(test)]
mod tests {
    use napkin::edition::{RFC3986, RFC3987};

    use super::{Characters, goes_on};

    #[test]
    fn white_space_is_by_edition() {
        let text = "\u{3000} \u{a0}x\u{2003}";
        let trimmed = |edition| Characters::of(edition).space().trim(text.as_bytes());
        assert_eq!(trimmed(RFC3987), (6, &b"x"[..]));
        assert_eq!(trimmed(RFC3986), (0, text.as_bytes()));
        assert_eq!(Characters::of(RFC3986).space().at("\u{a0} x".as_bytes()), 3);
        assert_eq!(Characters::of(RFC3987).space().before(b"x\x80"), 0);
    }

    #[test]
    fn runs_of_iris_end_at_punctuation() {
        let characters = Characters::of(RFC3987);
        let run = |text: &'static str| characters.leading(text.as_bytes());
        assert_eq!(run("http://h/路\u{3002}x"), "http://h/路");
        assert_eq!(run("http://h/é\u{201d}"), "http://h/é");
        assert_eq!(run("http://h/?\u{e000}#\u{e000}"), "http://h/?\u{e000}#");
        assert_eq!(run("http://h/\u{85}"), "http://h/");
        assert_eq!(characters.leading(b"http://h/\xc3\xa9\xff"), "http://h/é");
        assert_eq!(Characters::of(RFC3986).leading("http://h/é".as_bytes()), "http://h/");
        assert_eq!(characters.without_punctuation("é\u{2026}\u{2019}!".as_bytes()), 2);
    }

    #[test]
    fn words_that_go_on() {
        for behind in
            ["\u{fc}cher", "\u{308}b", "\u{5427}", "\u{2019}s", "\u{2013}B", "\u{ad}c", "\u{663}"]
        {
            assert!(goes_on(behind.as_bytes()), "{behind}");
        }
        let ends = [
            "",
            " ",
            "a",
            "\u{a0}a",
            "\u{201d}a",
            "\u{ff0c}\u{5427}",
            "\u{3002}",
            "\u{2019} ",
            "\u{b2}",
            "\u{2014}a",
        ];
        for behind in ends {
            assert!(!goes_on(behind.as_bytes()), "{behind}");
        }
        assert!(goes_on(b"\xe4se") && !goes_on(b"\xbb,") && goes_on(b"\xc3"));
    }
}
