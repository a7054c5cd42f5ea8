//! Witnesses: the shortest strings that two editions read differently.
//!
//! The search is exhaustive: it tries all strings up to a length over an alphabet. The alphabet has one byte for
//! each class of bytes that neither edition's data distinguishes, so a result for one byte holds for its class;
//! non-ASCII characters are treated likewise. It also has the words in the data, such as the schemes that have a
//! form.
//!
//! Digits are one class. Their values matter only in IPv4 addresses of editions that check ranges, which takes nine
//! bytes (`//1.1.1.1`).

use alloc::string::String;
use alloc::vec::Vec;

use napkin_scan::ByteSet;

use crate::code_points::CodePoints;
use crate::edition::Edition;
use crate::edition::rules::{AuthorityRule, Hierarchy, HostRule, NameRule, Opaque, Step};
use crate::edition::{ALPHA, ALPHANUM, DIGIT, HEXDIG};
use crate::fault::Part;
use crate::resolve::target::Target;

/// The length up to which the search is complete: digits are one class up to here.
pub const COMPLETE_UP_TO: usize = 8;

/// The base that targets are resolved against, from the examples in the standards.
pub const BASE: &str = "http://a/b/c/d;p?q";

/// The way in which two editions differ about a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::exhaustive_enums,
    reason = "validity, parts and targets are all that editions are compared by"
)]
pub enum Difference {
    /// Only the edition of this name accepts it.
    Validity(&'static str),
    /// Both accept it, and find this part at a different place.
    Part(Part),
    /// As a reference, it resolves to different URIs against [`BASE`], or resolves in one edition only.
    Target,
}

impl Difference {
    /// The name in JSON: `validity`, `parts` or `target`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Validity(_) => "validity",
            Self::Part(_) => "parts",
            Self::Target => "target",
        }
    }
}

/// A string that two editions read differently.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Witness {
    /// The string.
    pub text: String,
    /// The way in which they differ about it.
    pub difference: Difference,
}

/// The result of a search. Made by [`search`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// For each kind of difference, the shortest witnesses, all of the same length: one for each class of strings,
    /// in the order of the alphabet.
    pub witnesses: Vec<Witness>,
    /// The number of strings tried.
    pub tried: u64,
    /// The length up to which all strings were tried.
    pub complete_up_to: usize,
}

/// Searches the shortest witnesses of up to `length` bytes for each way in which two editions differ; if a part is
/// given, only for that part.
///
/// Lengths above [`COMPLETE_UP_TO`] are reduced to it. The search ends early when each kind of difference has its
/// witnesses.
///
/// ```
/// use napkin::edition::{DRAFT1997, RFC3986};
/// use napkin::witness::{Difference, search};
///
/// let found = search(DRAFT1997, RFC3986, 3, None);
/// let only = |name| move |w: &&napkin::witness::Witness| w.difference == Difference::Validity(name);
/// // A relative path may begin with a colon in one and not in the other.
/// assert_eq!(found.witnesses.iter().find(only("draft1997")).unwrap().text, ":");
/// // A host may begin with a digit in the other and not in the one.
/// assert_eq!(found.witnesses.iter().find(only("rfc3986")).unwrap().text, "//0");
/// assert_eq!(found.complete_up_to, 3);
/// ```
pub fn search(
    a: &'static Edition,
    b: &'static Edition,
    length: usize,
    part: Option<Part>,
) -> Found {
    let length = length.min(COMPLETE_UP_TO);
    let alphabet = alphabet(a, b);
    let mut search =
        Search { editions: [a, b], wanted: wanted([a, b], part), found: Vec::new(), tried: 0 };
    let mut complete = 0;
    for exact in 0..=length {
        let mut text = String::new();
        search.extend(&alphabet, &mut text, exact);
        let found = &search.found;
        let lacking = |wanted: &Difference| !found.iter().any(|w| w.difference == *wanted);
        search.wanted.retain(lacking);
        complete = exact;
        if search.wanted.is_empty() {
            break;
        }
    }
    search.found.sort_by_key(|witness| witness.text.len());
    Found { witnesses: search.found, tried: search.tried, complete_up_to: complete }
}

/// The kinds of difference to look for.
fn wanted(editions: [&'static Edition; 2], part: Option<Part>) -> Vec<Difference> {
    if let Some(part) = part {
        return Vec::from([Difference::Part(part)]);
    }
    let mut wanted: Vec<_> =
        editions.iter().map(|edition| Difference::Validity(edition.name)).collect();
    wanted.push(Difference::Target);
    wanted.extend(Part::ALL.iter().copied().map(Difference::Part));
    wanted
}

struct Search {
    editions: [&'static Edition; 2],
    /// The kinds of difference that have no witness yet.
    wanted: Vec<Difference>,
    found: Vec<Witness>,
    tried: u64,
}

impl Search {
    /// Tries all strings that begin with `text` and have exactly `more` further bytes.
    fn extend(&mut self, alphabet: &[String], text: &mut String, more: usize) {
        if more == 0 {
            self.tried += 1;
            self.judge(text);
            return;
        }
        for piece in alphabet.iter().filter(|piece| piece.len() <= more) {
            text.push_str(piece);
            self.extend(alphabet, text, more - piece.len());
            text.truncate(text.len() - piece.len());
        }
    }

    fn judge(&mut self, text: &str) {
        let [a, b] = self.editions;
        let (read_a, read_b) = (a.parse(text).ok(), b.parse(text).ok());
        for index in 0..self.wanted.len() {
            let difference = self.wanted[index];
            let differs = match (difference, &read_a, &read_b) {
                (Difference::Validity(only), Some(_), None) => only == a.name,
                (Difference::Validity(only), None, Some(_)) => only == b.name,
                (Difference::Part(part), Some(read_a), Some(read_b)) => {
                    read_a.part(part) != read_b.part(part)
                }
                (Difference::Part(_) | Difference::Validity(_), ..) => false,
                (Difference::Target, ..) => target(a, text) != target(b, text),
            };
            if differs {
                self.found.push(Witness { text: text.into(), difference });
            }
        }
    }
}

fn target(edition: &'static Edition, reference: &str) -> Option<Target> {
    edition.resolver(BASE).resolve(reference).ok()
}

/// The pieces of the strings: one byte of each class, and the words.
fn alphabet(a: &Edition, b: &Edition) -> Vec<String> {
    let mut sets = Vec::from([ALPHA, DIGIT, HEXDIG]);
    // Each of these bytes has a meaning of its own in some edition.
    sets.extend(b":/?#[]@%.-;=+*".iter().map(|byte| ByteSet::of(&[*byte])));
    let mut words = Vec::new();
    for edition in [a, b] {
        collect(edition, &mut sets, &mut words);
    }
    let mut classes: Vec<(Vec<bool>, u8)> = Vec::new();
    // A byte that neither edition knows is in no witness.
    let known = |edition: &Edition| edition.unreserved.or(edition.reserved);
    let known = known(a).or(known(b)).or(ByteSet::of(b"%")).without(ByteSet::of(b" "));
    // Letters first, so that a letter represents its class.
    let letters = (b'a'..=b'z').chain(ALPHANUM.iter());
    for byte in letters.chain(known.without(ALPHANUM).iter()) {
        let class: Vec<bool> = sets.iter().map(|set| set.contains(byte)).collect();
        if !classes.iter().any(|(seen, _)| *seen == class) {
            classes.push((class, byte));
        }
    }
    let mut pieces: Vec<String> =
        classes.iter().map(|&(_, byte)| String::from(char::from(byte))).collect();
    pieces.extend(beyond_ascii(a, b).into_iter().map(String::from));
    // If only one edition matches schemes case-insensitively, a scheme in another case is another word.
    let know_schemes = a.generic().is_none() && b.generic().is_none();
    let cases_differ = know_schemes && a.scheme.case_sensitive != b.scheme.case_sensitive;
    let words = words.into_iter().filter(|word| word.len() > 1);
    let mut words: Vec<String> = words
        .flat_map(|word| [Some(word.into()), cases_differ.then(|| word.to_ascii_uppercase())])
        .flatten()
        .collect();
    words.sort_unstable();
    words.dedup();
    pieces.extend(words);
    pieces
}

/// One non-ASCII character of each class that neither edition distinguishes, if one of the editions has such
/// characters.
fn beyond_ascii(a: &Edition, b: &Edition) -> Vec<char> {
    let sets: Vec<CodePoints> =
        [a, b].iter().flat_map(|edition| edition.beyond_ascii.of(Part::Query)).collect();
    let starts = sets.iter().flat_map(|set| set.ranges()).map(|range| *range.start());
    let mut classes: Vec<(Vec<bool>, char)> = Vec::new();
    // A letter represents its class.
    for character in core::iter::once('é').chain(starts) {
        let class: Vec<bool> = sets.iter().map(|set| set.contains(character)).collect();
        if class.contains(&true) && !classes.iter().any(|(seen, _)| *seen == class) {
            classes.push((class, character));
        }
    }
    classes.into_iter().map(|(_, character)| character).collect()
}

/// Collects the byte sets and the words in an edition's data.
fn collect(edition: &Edition, sets: &mut Vec<ByteSet>, words: &mut Vec<&'static str>) {
    sets.extend([edition.unreserved, edition.reserved, edition.scheme.first, edition.scheme.rest]);
    match edition.hierarchy {
        Hierarchy::Generic(generic) => {
            sets.extend([generic.segment, generic.query, generic.fragment]);
            collect_authority(&generic.authority, sets);
            match generic.opaque {
                Opaque::None => {}
                Opaque::Fallback(set) => sets.push(set),
                Opaque::UnlessSlash { first, rest, .. } => sets.extend([first, rest]),
            }
        }
        Hierarchy::ByScheme { known, other, partial, fragment } => {
            sets.push(fragment);
            for form in known.iter().chain(other).chain(partial) {
                words.push(form.scheme);
                if let Some(authority) = form.authority {
                    collect_authority(authority, sets);
                }
                for steps in form.tail {
                    collect_steps(steps, sets, words);
                }
            }
        }
    }
}

fn collect_authority(rule: &AuthorityRule, sets: &mut Vec<ByteSet>) {
    sets.push(rule.end);
    sets.extend(rule.userinfo.map(|userinfo| userinfo.raw));
    sets.extend(rule.registry);
    collect_host(&rule.host, sets);
}

fn collect_host(rule: &HostRule, sets: &mut Vec<ByteSet>) {
    match rule.name {
        NameRule::Registered(set) | NameRule::LetterThen(set) => sets.push(set),
        NameRule::Labels { .. } => {}
    }
    sets.extend(rule.literal.future());
}

fn collect_text(text: &'static [u8], sets: &mut Vec<ByteSet>, words: &mut Vec<&'static str>) {
    match text {
        [_] => sets.push(ByteSet::of(text)),
        _ => words.extend(core::str::from_utf8(text)),
    }
}

fn collect_steps(steps: &'static [Step], sets: &mut Vec<ByteSet>, words: &mut Vec<&'static str>) {
    for step in steps {
        match *step {
            Step::Literal(text) => collect_text(text, sets, words),
            Step::CharactersBefore(set, text) => {
                sets.push(set);
                collect_text(text, sets, words);
            }
            Step::Byte(set)
            | Step::Character(set)
            | Step::Bytes(set, _)
            | Step::Characters(set, _)
            | Step::AtInside(set)
            | Step::DecodedAddress(set) => sets.push(set),
            Step::Maybe(steps) | Step::Repeat(steps, _) => collect_steps(steps, sets, words),
            Step::OneOf(choices) => {
                for steps in choices {
                    collect_steps(steps, sets, words);
                }
            }
            Step::LastAt(set, steps) => {
                sets.push(set);
                collect_steps(steps, sets, words);
            }
            Step::Host(rule) => collect_host(rule, sets),
        }
    }
}
