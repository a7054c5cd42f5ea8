//! Where the test strings come from: enumeration, generation from a grammar, and mutation.
//!
//! Everything is reproducible: the generator of random numbers is our own and its seed is fixed.

use crate::abnf_file::{Grammar, Node};

/// All strings of up to `max_pieces` of `pieces`, between `prefix` and `suffix`.
///
/// A piece is a character, or a longer text where strings have to get long to be of interest. No
/// piece begins with another one, so that no string is put together in two ways.
#[derive(Debug)]
pub(crate) struct Enumeration {
    pub(crate) prefix: &'static str,
    pub(crate) pieces: &'static [&'static str],
    pub(crate) suffix: &'static str,
    pub(crate) max_pieces: u32,
}

impl Enumeration {
    /// All strings of up to `max_pieces` of `pieces` after `prefix`.
    pub(crate) const fn after(
        prefix: &'static str,
        max_pieces: u32,
        pieces: &'static [&'static str],
    ) -> Self {
        Self { prefix, pieces, suffix: "", max_pieces }
    }

    /// The same, each with `suffix` at its end.
    pub(crate) const fn before(self, suffix: &'static str) -> Self {
        Self { suffix, ..self }
    }

    /// Calls `visit` with each string once.
    pub(crate) fn each(&self, visit: &mut dyn FnMut(&str)) {
        let mut text = String::from(self.prefix);
        self.extend(&mut text, self.max_pieces, visit);
    }

    fn extend(&self, text: &mut String, more: u32, visit: &mut dyn FnMut(&str)) {
        let length = text.len();
        text.push_str(self.suffix);
        visit(text);
        text.truncate(length);
        if more > 0 {
            for piece in self.pieces {
                text.push_str(piece);
                self.extend(text, more - 1, visit);
                text.truncate(length);
            }
        }
    }

    /// A piece that begins with another one, or is empty.
    pub(crate) fn ambiguous_piece(&self) -> Option<&'static str> {
        let begins =
            |(a, one): (usize, &&str), (b, other): (usize, &&str)| a != b && one.starts_with(other);
        let others = || self.pieces.iter().enumerate();
        let found = others().find(|&one| others().any(|other| begins(one, other)));
        found.map(|(_, piece)| *piece)
    }

    /// How many strings there are.
    pub(crate) fn count(&self) -> u64 {
        (0..=self.max_pieces).map(|number| (self.pieces.len() as u64).pow(number)).sum()
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

/// Past this length a generated string grows no further than its rules force it to.
const ENOUGH: usize = 600;

/// A random string that the rule called `start` derives, if the rules derive ASCII only.
///
/// Most strings are short; one in a few is long, to reach past the block sizes of scanners.
pub(crate) fn generate(grammar: &Grammar, start: &str, random: &mut Random) -> String {
    let typical_repetitions = random.pick(&[2, 2, 3, 3, 6, 20]);
    let mut text = Vec::new();
    let node = Node::Rule(grammar.rule(start));
    append(grammar, &node, typical_repetitions, random, &mut text);
    String::from_utf8(text).expect("the grammar derives ASCII")
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

/// `text` with a few random changes; `other` is what is spliced in.
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

/// A character to put into a string: most often one that some grammar gives a role.
fn character(random: &mut Random) -> char {
    const DELIMITERS: &[u8] = b"::://??##[]@@%.;=&+,";
    const IN_ADDRESSES: &[u8] = b"0123456789abcdefABCDEFvVxX";
    const NOT_ASCII: &[char] = &['\u{80}', '\u{A0}', 'é', 'ÿ', '€', '：', '／', '\u{FEFF}', '😀'];
    match random.below(16) {
        0..=7 => random.pick(DELIMITERS).into(),
        8..=10 => random.pick(IN_ADDRESSES).into(),
        11 => random.pick(NOT_ASCII),
        _ => char::from(random.below(128) as u8),
    }
}
