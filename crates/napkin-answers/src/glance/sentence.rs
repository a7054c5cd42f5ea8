//! A sentence with the words that matter most set apart.

use std::fmt;

/// A piece of a sentence. What it quotes of an input is safe to show.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a piece is emphasized or not")]
pub enum Piece {
    /// Words.
    Words(String),
    /// What the sentence is about: a host, an address.
    Name(String),
}

/// A sentence. `Display` writes it as plain text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence(pub Vec<Piece>);

impl Sentence {
    /// The sentence with more words.
    pub(super) fn say(mut self, words: impl Into<String>) -> Self {
        self.0.push(Piece::Words(words.into()));
        self
    }

    /// The sentence with a name, which is shortened and made safe to show.
    pub(super) fn name(mut self, name: &str) -> Self {
        self.0.push(Piece::Name(shown(name)));
        self
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|piece| match piece {
            Piece::Words(text) | Piece::Name(text) => f.write_str(text),
        })
    }
}

/// The longest text of an input that a sentence repeats, in characters.
const LONGEST: usize = 80;

/// A text of the input as sentences repeat it: safe to show, and cut in its middle if it is long, since the end of a host
/// says most.
pub(super) fn shown(text: &str) -> String {
    let text = napkin::visible(text).to_string();
    let count = text.chars().count();
    if count <= LONGEST {
        return text;
    }
    let begin: String = text.chars().take(LONGEST / 2).collect();
    let end: String = text.chars().skip(count - LONGEST / 2).collect();
    format!("{begin}…{end}")
}
