//! The test strings: by enumeration, by generation from a grammar, and by mutation.
//!
//! Everything is reproducible: the generator of random numbers is our own and its seed is fixed.

use super::abnf_file::{Grammar, Node};

/// The number of strings tried of an enumeration that is not tried completely.
const ENOUGH_STRINGS: u64 = 60_000;

/// Whether all strings are tried, which takes minutes: with the variable `NAPKIN_DEEP`.
pub(crate) fn is_deep() -> bool {
    std::env::var_os("NAPKIN_DEEP").is_some()
}

/// All strings of up to `max_pieces` pieces, between `prefix` and `suffix`.
///
/// A piece is one of `characters`, or one of `texts` where strings have to get long to be of
/// interest. No piece begins with another one, so that no string is put together in two ways.
#[derive(Debug)]
pub(crate) struct Enumeration {
    pub(crate) prefix: &'static str,
    pub(crate) max_pieces: u32,
    pub(crate) characters: &'static str,
    pub(crate) texts: &'static [&'static str],
    pub(crate) suffix: &'static str,
}

impl Enumeration {
    /// All strings of up to `max_pieces` of `characters` after `prefix`.
    pub(crate) const fn after(
        prefix: &'static str,
        max_pieces: u32,
        characters: &'static str,
    ) -> Self {
        Self { prefix, max_pieces, characters, texts: &[], suffix: "" }
    }

    /// All strings of `characters` and `texts`.
    pub(crate) const fn and(self, texts: &'static [&'static str]) -> Self {
        Self { texts, ..self }
    }

    /// These strings, each with `suffix` at its end.
    pub(crate) const fn before(self, suffix: &'static str) -> Self {
        Self { suffix, ..self }
    }

    /// The characters and the texts.
    pub(crate) fn pieces(&self) -> Vec<&'static str> {
        let characters = self.characters.char_indices();
        let characters = characters.map(|(at, one)| &self.characters[at..at + one.len_utf8()]);
        characters.chain(self.texts.iter().copied()).collect()
    }

    /// The maximum number of pieces in a string: `max_pieces`, or in the short form, the number that gives at most
    /// [`ENOUGH_STRINGS`] strings.
    pub(crate) fn longest(&self) -> u32 {
        let count = |longest| self.count_up_to(longest);
        let is_short = |longest: &u32| is_deep() || count(*longest) <= ENOUGH_STRINGS;
        (0..=self.max_pieces).rev().find(is_short).unwrap_or_default()
    }

    /// Calls `visit` with each string once, those of fewer pieces first.
    pub(crate) fn each(&self, visit: &mut dyn FnMut(&str)) {
        let pieces = self.pieces();
        let mut text = String::from(self.prefix);
        for number in 0..=self.longest() {
            self.extend(&mut text, &pieces, number, visit);
        }
    }

    fn extend(&self, text: &mut String, pieces: &[&str], more: u32, visit: &mut dyn FnMut(&str)) {
        let length = text.len();
        if more == 0 {
            text.push_str(self.suffix);
            visit(text);
            text.truncate(length);
            return;
        }
        for piece in pieces {
            text.push_str(piece);
            self.extend(text, pieces, more - 1, visit);
            text.truncate(length);
        }
    }

    /// A piece that begins with another one, or is there twice.
    pub(crate) fn ambiguous_piece(&self) -> Option<&'static str> {
        let mut pieces = self.pieces();
        pieces.sort_unstable();
        pieces.windows(2).find(|two| two[1].starts_with(two[0])).map(|two| two[1])
    }

    /// How many strings there are.
    pub(crate) fn count(&self) -> u64 {
        self.count_up_to(self.longest())
    }

    fn count_up_to(&self, longest: u32) -> u64 {
        (0..=longest).map(|number| (self.pieces().len() as u64).pow(number)).sum()
    }
}

/// A splitmix64 generator: small, even enough, and the same on every machine.
#[derive(Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// A number from 0 up to, but not including, `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 32) as usize % limit
    }

    /// True once in `times` calls, on average.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// Beyond this length a generated string grows only as far as its rules require.
const ENOUGH: usize = 600;

/// A random string that the rule called `start` derives, if the rules derive UTF-8 only.
///
/// Most strings are short; one in a few is long, to reach past the block sizes of scanners.
pub(crate) fn generate(grammar: &Grammar, start: &str, random: &mut Random) -> String {
    let typical_repetitions = random.pick(&[2, 2, 3, 3, 6, 20]);
    let mut text = Vec::new();
    let node = Node::Rule(grammar.rule(start));
    append(grammar, &node, typical_repetitions, random, &mut text);
    String::from_utf8(text).expect("the grammar derives UTF-8")
}

fn append(grammar: &Grammar, node: &Node, typical: usize, random: &mut Random, text: &mut Vec<u8>) {
    match node {
        Node::Range { first, last } => {
            text.push(first + random.below(usize::from(last - first) + 1) as u8);
        }
        Node::Sequence(parts) => {
            for part in parts {
                append(grammar, part, typical, random, text);
            }
        }
        Node::Choice(alternatives) => {
            let chosen = &alternatives[random.below(alternatives.len())];
            append(grammar, chosen, typical, random, text);
        }
        Node::Repeat { node, min, max } => {
            let mut times = 0;
            while times < *min
                || (max.is_none_or(|max| times < max)
                    && text.len() < ENOUGH
                    && !random.once_in(typical))
            {
                append(grammar, node, typical, random, text);
                times += 1;
            }
        }
        Node::Rule(rule) => append(grammar, &grammar.rules[*rule].node, typical, random, text),
    }
}

/// `text` with a few random changes; pieces of `other` are spliced in.
pub(crate) fn mutate(text: &str, other: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    loop {
        let position = random.below(characters.len() + 1);
        let inside = position < characters.len();
        match random.below(5) {
            0 if inside => characters[position] = character(random),
            1 if inside => drop(characters.remove(position)),
            2 if inside => characters.insert(position, characters[position]),
            3 => {
                let other: Vec<char> = other.chars().collect();
                characters.truncate(position);
                characters.extend(&other[random.below(other.len() + 1)..]);
            }
            _ => characters.insert(position, character(random)),
        }
        if random.once_in(2) {
            return characters.into_iter().collect();
        }
    }
}

/// A random character, most often one with a role in some grammar.
fn character(random: &mut Random) -> char {
    const DELIMITERS: &[u8] = b"::://??##[]@@%.;=&+,-*";
    const IN_ADDRESSES: &[u8] = b"0123456789abcdefABCDEFvVxX";
    const NOT_ASCII: &[char] = &[
        '\u{80}',
        '\u{9F}',
        '\u{A0}',
        'é',
        'ÿ',
        '€',
        '：',
        '／',
        '\u{FEFF}',
        '😀',
        '\u{D7FF}',
        '\u{E000}',
        '\u{F8FF}',
        '\u{F900}',
        '\u{FDCF}',
        '\u{FDD0}',
        '\u{FDF0}',
        '\u{FFEF}',
        '\u{FFFD}',
        '\u{1FFFD}',
        '\u{1FFFE}',
        '\u{E0FFF}',
        '\u{E1000}',
        '\u{F0000}',
        '\u{10FFFD}',
        '\u{10FFFF}',
    ];
    match random.below(16) {
        0..=7 => random.pick(DELIMITERS).into(),
        8..=10 => random.pick(IN_ADDRESSES).into(),
        11 => random.pick(NOT_ASCII),
        _ => char::from(random.below(128) as u8),
    }
}
