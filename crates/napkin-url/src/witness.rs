//! Witnesses: the shortest texts that tell two dated editions apart.
//!
//! Found by search, not by chance. A text is made of pieces: characters, one for each class that neither edition's data
//! tells apart, and the few words to which the standard gives a meaning. All texts are tried that have one of the schemes
//! or none, and up to a number of pieces behind it.

use alloc::string::String;
use alloc::vec::Vec;

use crate::attribute::Attribute;
use crate::edition::{Edition, sets};
use crate::url::Url;

/// The most pieces behind the scheme that a search takes.
pub const COMPLETE_UP_TO: usize = 5;

/// The base against which targets are compared, that of the examples in the standards of URIs.
pub const BASE: &str = "http://a/b/c/d;p?q";

/// In what two editions differ about a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::exhaustive_enums,
    reason = "validity, attributes and targets are all that editions are compared by"
)]
pub enum Difference {
    /// Only the edition with this key accepts it.
    Validity(&'static str),
    /// Both accept it, and this attribute differs.
    Attribute(Attribute),
    /// Against [`BASE`] it is another URL, or a URL in one edition only.
    Target,
}

impl Difference {
    /// The name in JSON: `validity`, `parts` or `target`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Validity(_) => "validity",
            Self::Attribute(_) => "parts",
            Self::Target => "target",
        }
    }
}

/// A text that tells two editions apart. Made by [`search`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Witness {
    /// The text.
    pub text: String,
    /// In what they differ about it.
    pub difference: Difference,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// For each kind of difference the shortest witnesses, all of the same length in bytes, in the order of the pieces.
    pub witnesses: Vec<Witness>,
    /// The number of texts tried.
    pub tried: u64,
    /// The number of pieces behind the scheme up to which all texts were tried.
    pub complete_up_to: usize,
    /// The schemes, with their colons.
    pub schemes: Vec<&'static str>,
}

/// Searches the shortest witnesses of up to `pieces` pieces behind a scheme for each way in which two editions differ; if an attribute
/// is given, only for that.
///
/// Numbers above [`COMPLETE_UP_TO`] are taken for that.
///
/// ```
/// use napkin_url::Attribute;
/// use napkin_url::edition::{WHATWG_2023_08, WHATWG_2025_08};
/// use napkin_url::witness::{Difference, search};
///
/// let found = search(WHATWG_2023_08, WHATWG_2025_08, 2, None);
/// let path = Difference::Attribute(Attribute::Pathname);
/// let witness = found.witnesses.iter().find(|witness| witness.difference == path);
/// // A caret in a path is encoded since 2025.
/// assert_eq!(witness.unwrap().text, "a:/^");
/// ```
pub fn search(
    a: &'static Edition,
    b: &'static Edition,
    pieces: usize,
    attribute: Option<Attribute>,
) -> Found {
    let pieces = pieces.min(COMPLETE_UP_TO);
    let schemes = schemes(a, b);
    let mut search = Search {
        editions: [a, b],
        bases: [a, b].map(|edition| edition.parse(BASE).ok()),
        alphabet: alphabet(a, b),
        shortest: wanted([a, b], attribute).into_iter().map(|kind| (kind, Vec::new())).collect(),
        tried: 0,
    };
    for scheme in [""].iter().chain(&schemes) {
        search.extend(&mut String::from(*scheme), pieces);
    }
    let mut witnesses: Vec<Witness> = Vec::new();
    for (difference, texts) in search.shortest {
        witnesses.extend(texts.into_iter().map(|text| Witness { text, difference }));
    }
    witnesses.sort_by_key(|witness| witness.text.len());
    Found { witnesses, tried: search.tried, complete_up_to: pieces, schemes }
}

/// The kinds of difference to look for.
fn wanted(editions: [&'static Edition; 2], attribute: Option<Attribute>) -> Vec<Difference> {
    if let Some(attribute) = attribute {
        return Vec::from([Difference::Attribute(attribute)]);
    }
    let mut wanted: Vec<_> =
        editions.iter().map(|edition| Difference::Validity(edition.key)).collect();
    wanted.push(Difference::Target);
    wanted.extend(Attribute::ALL.map(Difference::Attribute));
    wanted
}

struct Search {
    editions: [&'static Edition; 2],
    bases: [Option<Url>; 2],
    alphabet: Vec<String>,
    /// For each kind of difference the shortest texts so far, all of the same length.
    shortest: Vec<(Difference, Vec<String>)>,
    tried: u64,
}

impl Search {
    /// Tries all texts that begin with `text` and have up to so many pieces more.
    fn extend(&mut self, text: &mut String, more: usize) {
        self.tried += 1;
        self.judge(text);
        if more == 0 {
            return;
        }
        for number in 0..self.alphabet.len() {
            let length = text.len();
            text.push_str(&self.alphabet[number]);
            self.extend(text, more - 1);
            text.truncate(length);
        }
    }

    fn judge(&mut self, text: &str) {
        let is_wanted =
            |texts: &Vec<String>| texts.first().is_none_or(|shortest| text.len() <= shortest.len());
        if !self.shortest.iter().any(|(_, texts)| is_wanted(texts)) {
            return;
        }
        let [a, b] = self.editions;
        let (read_a, read_b) = (a.parse(text).ok(), b.parse(text).ok());
        let target = |number: usize| {
            let (edition, base) = (self.editions[number], self.bases[number].as_ref());
            let target = Url::options().edition(edition).base_url(base).parse_exactly(text);
            target.ok().map(String::from)
        };
        for (difference, texts) in &mut self.shortest {
            if !is_wanted(texts) {
                continue;
            }
            let differs = match (*difference, &read_a, &read_b) {
                (Difference::Validity(only), Some(_), None) => only == a.key,
                (Difference::Validity(only), None, Some(_)) => only == b.key,
                (Difference::Attribute(attribute), Some(a), Some(b)) => {
                    a.get(attribute) != b.get(attribute)
                }
                (Difference::Attribute(_) | Difference::Validity(_), ..) => false,
                (Difference::Target, ..) => target(0) != target(1),
            };
            if !differs {
                continue;
            }
            if texts.first().is_some_and(|shortest| text.len() < shortest.len()) {
                texts.clear();
            }
            if !texts.iter().any(|known| known == text) {
                texts.push(text.into());
            }
        }
    }
}

/// Words that mean more than their characters: the slashes of an authority, a drive letter, and what begins a label in
/// Punycode.
pub const WORDS: [&str; 3] = ["//", "a:", "xn--"];

/// Non-ASCII characters that the rules of UTS 46 treat in three ways: kept, removed and changed over time.
const BEYOND_ASCII: [char; 3] = ['é', '\u{ad}', '\u{1e9e}'];

/// The schemes that a text may start with: one that is not special, one that is, those with rules of their own, and those
/// that are special in one of the two editions.
fn schemes(a: &Edition, b: &Edition) -> Vec<&'static str> {
    let mut schemes = Vec::from(["a:", "ws:", "file:", "blob:"]);
    let is_special = |edition: &Edition| edition.special.scheme_type("gopher").is_special();
    if is_special(a) != is_special(b) {
        schemes.push("gopher:");
    }
    schemes
}

/// The pieces that texts are made of: one character of each class, and the words.
fn alphabet(a: &Edition, b: &Edition) -> Vec<String> {
    let of =
        |edition: &Edition| [edition.forbidden_host, edition.forbidden_domain, edition.path_encode];
    let sets = [sets::C0_CONTROL, sets::FRAGMENT, sets::QUERY, sets::SPECIAL_QUERY, sets::USERINFO];
    let sets: Vec<_> = of(a).into_iter().chain(of(b)).chain(sets).collect();
    // Each of these has a meaning of its own somewhere.
    let known = b"a0/?#:@.%\\ \0\x7f";
    let mut classes: Vec<Vec<bool>> = Vec::new();
    let mut pieces: Vec<String> = known.iter().map(|byte| char::from(*byte).into()).collect();
    for byte in (0..0x80).filter(|byte| !known.contains(byte) && !byte.is_ascii_alphanumeric()) {
        let class: Vec<bool> = sets.iter().map(|set| set.contains(byte)).collect();
        // What the two editions treat alike tells nothing apart.
        let (of_a, of_b) = (class.get(..3), class.get(3..6));
        if of_a != of_b && !classes.contains(&class) {
            pieces.push(char::from(byte).into());
            classes.push(class);
        }
    }
    pieces.extend(BEYOND_ASCII.map(String::from));
    pieces.extend(WORDS.map(String::from));
    pieces
}
