//! The rules of a list, as a hash table in one piece of memory: that of the list in this package is a file, so that no program
//! reads the text of the list.
//!
//! The crate `publicsuffix` is not used: it does not try a wildcard where a longer rule has the label (Mozilla's
//! `*.cloud.int.apple` for `r.cloud.int.apple`, beside `*.r.cloud.int.apple`), its exceptions hold in every section, and
//! it skips rules before the first section.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::error::{ListError, ListErrorKind};
use crate::suffix::Section;

/// The rules by their names in lowercase ASCII, without marks. Every name that a rule's name ends in has an entry.
///
/// The table is numbers of four bytes, little endian: the number of slots, a power of two; and for each slot 0, or the offset of
/// an entry in 24 bits with eight bits of the hash above, so that most names of other slots need no look at the entry. An
/// entry is the length of its name, its node, and the name.
#[derive(Clone)]
pub(crate) struct Rules {
    table: Cow<'static, [u8]>,
}

/// What a list says of a name, each with its section.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Node {
    /// The name is a suffix: a rule `name`.
    pub(crate) rule: Option<Section>,
    /// The names one label below are suffixes: a rule `*.name`.
    pub(crate) wildcard: Option<Section>,
    /// The name is no suffix, and the one above is: a rule `!name`.
    pub(crate) exception: Option<Section>,
}

/// The bits of a slot that are an offset.
const OFFSET: usize = 0xFF_FFFF;
/// The bytes of a number.
const NUMBER: usize = size_of::<u32>();

impl Rules {
    /// The rules of a table that [`Rules::write`] has made.
    pub(crate) const fn made(table: &'static [u8]) -> Self {
        Self { table: Cow::Borrowed(table) }
    }

    /// Reads a list: each line is a rule, in one of two sections.
    pub(crate) fn read(text: &str) -> Result<Self, ListError> {
        let mut rules = BTreeMap::new();
        let mut section = Section::Icann;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (place, line) in text.lines().enumerate() {
            if line.starts_with("//") {
                if line.contains("===BEGIN PRIVATE DOMAINS===") {
                    section = Section::Private;
                } else if line.contains("===BEGIN ICANN DOMAINS===") {
                    section = Section::Icann;
                }
            } else if let Some(rule) = line.split_whitespace().next() {
                add(&mut rules, rule, section).map_err(|kind| ListError::new(kind, place + 1))?;
            }
        }
        if rules.is_empty() {
            return Err(ListError::NO_RULES);
        }
        let made = Self::write(&rules);
        if made.table.len() > OFFSET { Err(ListError::TOO_LONG) } else { Ok(made) }
    }

    fn write(rules: &BTreeMap<String, Node>) -> Self {
        let slots = (2 * rules.len()).next_power_of_two();
        let mut starts = vec![0_u32; slots];
        let mut entries = Vec::new();
        for (name, node) in rules {
            let hash = hash(name);
            let mut slot = hash & (slots - 1);
            while starts[slot] != 0 {
                slot = (slot + 1) & (slots - 1);
            }
            let at = NUMBER * (slots + 1) + entries.len();
            starts[slot] = (at | hash & !OFFSET) as u32;
            // A name of the DNS has at most 253 octets.
            entries.extend([name.len() as u8, node.packed()]);
            entries.extend(name.bytes());
        }
        let numbers = [slots as u32].into_iter().chain(starts);
        let table = numbers.flat_map(u32::to_le_bytes).chain(entries);
        Self { table: table.collect() }
    }

    fn number(&self, place: usize) -> Option<usize> {
        let (bytes, _) = self.table.get(NUMBER * place..)?.split_first_chunk()?;
        Some(u32::from_le_bytes(*bytes) as usize)
    }

    /// The name and the node of the entry at an offset, and the offset of the next.
    fn entry(&self, at: usize) -> Option<(&[u8], Node, usize)> {
        let &[length, node, ref rest @ ..] = self.table.get(at..)? else { return None };
        let name = rest.get(..usize::from(length))?;
        Some((name, Node::unpacked(node), at + 2 + name.len()))
    }

    /// What the list says of a name.
    pub(crate) fn get(&self, name: &str) -> Option<Node> {
        let slots = self.number(0)?;
        let hash = hash(name);
        let mut slot = hash;
        loop {
            slot &= slots.wrapping_sub(1);
            // At least half of the slots have no entry.
            let at = self.number(1 + slot).filter(|at| *at > 0)?;
            if at & !OFFSET == hash & !OFFSET {
                let (known, node, _) = self.entry(at & OFFSET)?;
                if known == name.as_bytes() {
                    return Some(node);
                }
            }
            slot += 1;
        }
    }

    /// All names with what the list says of them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, Node)> {
        let mut at = self.number(0).map_or(usize::MAX, |slots| NUMBER * (slots + 1));
        std::iter::from_fn(move || {
            let (name, node, next) = self.entry(at)?;
            at = next;
            Some((str::from_utf8(name).ok()?, node))
        })
    }
}

/// The hash by which the slot of a name is found, eight octets at a time.
fn hash(name: &str) -> usize {
    // The golden ratio as a fraction of 2^64.
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let mix = |hash: u64, chunk: u64| {
        let mixed = (hash ^ chunk).wrapping_mul(FACTOR);
        mixed ^ mixed >> 32
    };
    let (chunks, rest) = name.as_bytes().as_chunks();
    let rest = rest.iter().fold(name.len() as u64, |rest, octet| rest << 8 | u64::from(*octet));
    let hash = chunks.iter().fold(0, |hash, chunk| mix(hash, u64::from_le_bytes(*chunk)));
    let mixed = mix(hash, rest);
    (mixed >> 16 & 0xFFFF_FFFF) as usize
}

impl Node {
    /// The three sections, two bits each.
    fn packed(self) -> u8 {
        let digit = |section: Option<Section>| match section {
            None => 0,
            Some(Section::Icann) => 1,
            Some(Section::Private) => 2,
        };
        digit(self.rule) | digit(self.wildcard) << 2 | digit(self.exception) << 4
    }

    const fn unpacked(packed: u8) -> Self {
        const fn section(digit: u8) -> Option<Section> {
            match digit & 3 {
                1 => Some(Section::Icann),
                2 => Some(Section::Private),
                _ => None,
            }
        }
        Self {
            rule: section(packed),
            wildcard: section(packed >> 2),
            exception: section(packed >> 4),
        }
    }
}

/// Adds a rule, which may be in uppercase or in letters.
fn add(
    rules: &mut BTreeMap<String, Node>,
    rule: &str,
    section: Section,
) -> Result<(), ListErrorKind> {
    type Field = fn(&mut Node) -> &mut Option<Section>;
    let (name, field): (_, Field) = if let Some(name) = rule.strip_prefix('!') {
        (name, |node| &mut node.exception)
    } else if let Some(name) = rule.strip_prefix("*.") {
        (name, |node| &mut node.wildcard)
    } else {
        (rule, |node| &mut node.rule)
    };
    if name.split('.').any(str::is_empty) {
        return Err(ListErrorKind::EmptyLabel);
    }
    if name.contains('*') {
        return Err(ListErrorKind::Wildcard);
    }
    if rule.starts_with('!') && !name.contains('.') {
        return Err(ListErrorKind::Exception);
    }
    let name = in_ascii(name).ok_or(ListErrorKind::Label)?;
    let mut rest = name.as_str();
    while let Some((_, above)) = rest.split_once('.') {
        rest = above;
        if !rules.contains_key(rest) {
            rules.insert(rest.to_owned(), Node::default());
        }
    }
    let known = field(rules.entry(name).or_default());
    // A rule of both sections is one of registries.
    *known = Some(known.map_or(section, |known| known.min(section)));
    Ok(())
}

/// A name in lowercase ASCII, if its labels are valid DNS labels.
fn in_ascii(name: &str) -> Option<String> {
    // Nearly all rules are letters and dots, for which IDNA would take half the time of reading a list.
    let is_plain = |label: &str| label.len() <= 63 && label.bytes().all(|b| b.is_ascii_lowercase());
    if name.len() <= 253 && name.split('.').all(is_plain) {
        return Some(name.to_owned());
    }
    strict(name)
}

#[cfg(feature = "idna")]
fn strict(name: &str) -> Option<String> {
    idna::domain_to_ascii_strict(name).ok()
}

/// Without IDNA, a rule is written in ASCII.
#[cfg(not(feature = "idna"))]
fn strict(name: &str) -> Option<String> {
    let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let is_label = |label: &str| {
        label.len() <= 63
            && label.bytes().all(is_of_name)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    (name.len() <= 253 && name.split('.').all(is_label)).then(|| name.to_ascii_lowercase())
}

#[cfg(all(test, feature = "idna"))]
mod tests {
    use super::Rules;

    /// `NAPKIN_BLESS=1` writes the table from the list.
    #[test]
    fn the_table_is_that_of_the_list() {
        let table = Rules::read(include_str!("public_suffix_list.dat")).unwrap().table;
        if std::env::var_os("NAPKIN_BLESS").is_some() {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/public_suffix_list.bin");
            std::fs::write(path, &table).unwrap();
        } else {
            assert!(*table == include_bytes!("public_suffix_list.bin")[..], "the list has changed");
        }
    }
}
