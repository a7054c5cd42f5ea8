//! What a byte is to the scanner: one lookup in a table that an edition gives.

use napkin::{ByteSet, Edition};

/// Facts about a byte, as bits.
pub(super) type Facts = u16;

/// May stand in a URI.
pub(super) const URI: Facts = 1;
/// In [`SCHEMES`].
pub(super) const SCHEME: Facts = 2;
/// A letter.
pub(super) const LETTER: Facts = 4;
/// In [`SPACES`].
pub(super) const SPACE: Facts = 8;
/// A URI may begin behind it.
pub(super) const BEFORE: Facts = 16;
/// Opens a wrapper.
pub(super) const OPENING: Facts = 32;
/// May be white space: in [`SPACES`], or a byte of the [no-break space](NO_BREAK_SPACE).
pub(super) const MAYBE_SPACE: Facts = 64;
/// Punctuation of the sentence, where it stands last.
pub(super) const PUNCTUATION: Facts = 128;
/// Closes a bracket, or is emphasis: where it stands last, it depends on what stands before it.
pub(super) const CLOSING: Facts = 256;

const LETTERS: ByteSet = ByteSet::range(b'A', b'Z').or(ByteSet::range(b'a', b'z'));
const DIGITS: ByteSet = ByteSet::range(b'0', b'9');
/// May stand in a scheme, in any edition that is written in text.
pub(super) const SCHEMES: ByteSet = LETTERS.or(DIGITS).or(ByteSet::of(b"+-."));
/// White space of one byte.
pub(super) const SPACES: ByteSet = ByteSet::range(b'\t', b'\r').or(ByteSet::of(b" "));
/// Punctuation of the sentence, where it stands last.
pub(super) const PUNCTUATIONS: ByteSet = ByteSet::of(b".,;:!?'`");
/// What opens a wrapper.
pub(super) const OPENINGS: ByteSet = ByteSet::of(b"<\"");
/// What says that the word goes on, so that no URI begins in the middle of it.
const GOES_ON: ByteSet = LETTERS.or(DIGITS).or(ByteSet::of(b"+-./@#?&%$"));

/// The no-break space, which counts as white space, in UTF-8.
pub(super) const NO_BREAK_SPACE: &[u8] = "\u{a0}".as_bytes();

/// The facts about every byte.
#[derive(Clone)]
pub(super) struct Characters {
    facts: [Facts; 256],
    uri: ByteSet,
}

impl Characters {
    pub(super) fn of(edition: &Edition) -> Self {
        let uri = of_uri(edition);
        let mut table = [BEFORE; 256];
        for byte in 0..128 {
            let sets = [
                (uri, URI),
                (SCHEMES, SCHEME),
                (LETTERS, LETTER),
                (SPACES, SPACE | MAYBE_SPACE),
                (OPENINGS, OPENING),
                (PUNCTUATIONS, PUNCTUATION),
                (ByteSet::of(b")]*_~"), CLOSING),
            ];
            let facts = sets.iter().filter(|(set, _)| set.contains(byte));
            let before = if GOES_ON.contains(byte) { 0 } else { BEFORE };
            table[usize::from(byte)] = facts.map(|(_, fact)| fact).sum::<Facts>() | before;
        }
        for &byte in NO_BREAK_SPACE {
            table[usize::from(byte)] |= MAYBE_SPACE;
        }
        Self { facts: table, uri }
    }

    /// Whether the facts hold of a byte.
    #[inline]
    pub(super) fn is(&self, byte: u8, facts: Facts) -> bool {
        self.facts[usize::from(byte)] & facts != 0
    }

    /// How many bytes a text ends with that may stand in a scheme.
    #[inline]
    pub(super) fn scheme_before(&self, text: &[u8]) -> usize {
        text.iter().rev().take_while(|&&byte| self.is(byte, SCHEME)).count()
    }

    /// What may stand in a URI.
    #[inline]
    pub(super) fn uri(&self) -> &ByteSet {
        &self.uri
    }
}

/// What may stand in a URI of an edition.
pub(super) fn of_uri(edition: &Edition) -> ByteSet {
    edition.unreserved.or(edition.reserved).or(ByteSet::of(b"%#")).without(SPACES)
}

/// How long the white space is that begins here, in bytes.
pub(super) fn space_at(text: &[u8]) -> usize {
    let mut at = 0;
    loop {
        match text.get(at) {
            Some(&byte) if SPACES.contains(byte) => at += 1,
            Some(0xC2) if text[at..].starts_with(NO_BREAK_SPACE) => at += NO_BREAK_SPACE.len(),
            _ => return at,
        }
    }
}

/// How long the white space is that ends here, in bytes.
pub(super) fn space_before(text: &[u8]) -> usize {
    let mut end = text.len();
    loop {
        match text[..end].last() {
            Some(&byte) if SPACES.contains(byte) => end -= 1,
            Some(0xA0) if text[..end].ends_with(NO_BREAK_SPACE) => end -= NO_BREAK_SPACE.len(),
            _ => return text.len() - end,
        }
    }
}

/// The text without the white space around it, and how much stood before it.
pub(super) fn trim(text: &[u8]) -> (usize, &[u8]) {
    let before = space_at(text);
    let text = &text[before..];
    (before, &text[..text.len() - space_before(text)])
}

/// How much behind a run tells whether the word goes on: two characters.
pub(super) const BEHIND: usize = 8;

/// Whether what stands behind a run of characters of URIs goes on with the word: with a letter, a mark or a
/// digit that no URI has. Then the run is not what was meant, as `http://b` in `http://b\u{fc}cher.example`.
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
        // No UTF-8: in the older encodings of the West, these are the letters.
        None => behind.first().is_some_and(|&first| first >= 0xC0),
        Some(first) if WITHIN_WORDS.contains(&first) => {
            characters.next().is_some_and(char::is_alphanumeric)
        }
        Some(first) => is_of_word(first),
    }
}

/// Whether a word that no URI has ends where a text ends.
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

/// Signs that stand in words, between letters: hyphens, the apostrophe, dots in the middle.
const WITHIN_WORDS: [char; 8] =
    ['\u{b7}', '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2019}', '\u{2027}', '\u{30fb}'];

/// Whether a character is a letter, a mark on one, a digit, or nothing that is seen.
fn is_of_word(character: char) -> bool {
    match character {
        // Numbers of notes.
        '\u{b2}' | '\u{b3}' | '\u{b9}' | '\u{2070}'..='\u{209c}' | '\u{2460}'..='\u{24ff}' => false,
        // Marks that are no letters by themselves, the soft hyphen, and what joins.
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
    use super::goes_on;

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
