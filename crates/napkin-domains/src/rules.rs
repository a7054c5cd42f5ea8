//! Reads a list: each line is a rule, in one of two sections.
//!
//! The crate `publicsuffix` is not used: it does not try a wildcard where a longer rule has the label (Mozilla's
//! `*.cloud.int.apple` for `r.cloud.int.apple`, beside `*.r.cloud.int.apple`), its exceptions hold in every section, and
//! it skips rules before the first section.

use hashbrown::HashMap;

use crate::error::{ListError, ListErrorKind};
use crate::suffix::Section;

/// The rules by their names in lowercase ASCII, without marks. Every name that a rule's name ends in has an entry.
pub(crate) type Rules = HashMap<String, Node>;

/// What a list says of a name, each with its section.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node {
    /// The name is a suffix: a rule `name`.
    pub(crate) rule: Option<Section>,
    /// The names one label below are suffixes: a rule `*.name`.
    pub(crate) wildcard: Option<Section>,
    /// The name is no suffix, and the one above is: a rule `!name`.
    pub(crate) exception: Option<Section>,
}

pub(crate) fn read(text: &str) -> Result<Rules, ListError> {
    let mut rules = Rules::new();
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
    if rules.is_empty() { Err(ListError::NO_RULES) } else { Ok(rules) }
}

/// Adds a rule, which may be in uppercase or in letters.
fn add(rules: &mut Rules, rule: &str, section: Section) -> Result<(), ListErrorKind> {
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
    idna::domain_to_ascii_strict(name).ok()
}
