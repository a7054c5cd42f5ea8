//! Names as they are looked up: labels in lowercase ASCII, with `xn--` where a label has other letters.

use std::borrow::Cow;

/// The longest text of a label that is mapped, in bytes. No longer label becomes a DNS label, which has 63 octets.
const MAPPED: usize = 4 * 63;

/// Whether a character separates labels: the dot, and the full stops that IDNA maps to it (RFC 3490 §3.1).
pub(crate) fn is_dot(character: char) -> bool {
    matches!(character, '.' | '\u{3002}' | '\u{ff0e}' | '\u{ff61}')
}

/// The name without one dot at its end.
pub(crate) fn without_final_dot(name: &str) -> &str {
    name.strip_suffix(is_dot).unwrap_or(name)
}

/// The spelling of a name without a dot at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// Lowercase ASCII, as rules are compared.
    Plain,
    /// Uppercase or non-ASCII letters, which have to be mapped.
    Mixed,
    /// A label is empty.
    EmptyLabel,
}

pub(crate) fn spelling(name: &str) -> Spelling {
    let mut before = b'.';
    let mut is_plain = true;
    for byte in name.bytes() {
        if byte == b'.' && before == b'.' {
            return Spelling::EmptyLabel;
        }
        is_plain &= byte.is_ascii() && !byte.is_ascii_uppercase();
        before = byte;
    }
    if is_plain && before != b'.' {
        return Spelling::Plain;
    }
    if name.split(is_dot).any(str::is_empty) { Spelling::EmptyLabel } else { Spelling::Mixed }
}

/// A name in lowercase ASCII; a label that IDNA does not map stays in its letters.
pub(crate) fn in_ascii(name: &str) -> Cow<'_, str> {
    match spelling(name) {
        Spelling::Plain => name.into(),
        Spelling::Mixed | Spelling::EmptyLabel => mapped_end(name, usize::MAX).into(),
    }
}

/// The last labels of a name, up to a count, in lowercase ASCII. A label that IDNA does not map stays in its letters,
/// which no rule has.
pub(crate) fn mapped_end(name: &str, labels: usize) -> String {
    let start = start_of_end(name, labels);
    let end = name.get(start..).unwrap_or_default();
    let mut mapped = String::with_capacity(end.len());
    for (place, label) in end.split(is_dot).enumerate() {
        if place > 0 {
            mapped.push('.');
        }
        mapped.push_str(&mapped_label(label));
    }
    mapped
}

/// The offset at which the last labels of a name begin.
pub(crate) fn start_of_end(name: &str, labels: usize) -> usize {
    let Some(before) = labels.checked_sub(1) else { return name.len() };
    let dot = name.rmatch_indices(is_dot).nth(before);
    dot.map_or(0, |(at, dot)| at + dot.len())
}

fn mapped_label(label: &str) -> String {
    if label.is_ascii() || label.len() > MAPPED {
        return label.to_ascii_lowercase();
    }
    let mapped = idna::domain_to_ascii(label).ok();
    let mapped = mapped.filter(|label| !label.is_empty() && !label.contains('.'));
    mapped.unwrap_or_else(|| label.to_owned())
}
