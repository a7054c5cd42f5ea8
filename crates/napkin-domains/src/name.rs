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

/// A host with its percent-encoded octets decoded; `None` if they are no text of a name.
pub(crate) fn decoded(host: &str) -> Option<Cow<'_, str>> {
    if !host.contains('%') {
        return Some(Cow::Borrowed(host));
    }
    let mut octets = Vec::with_capacity(host.len());
    let mut rest = host.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        rest = behind;
        if first == b'%' {
            let digits = str::from_utf8(rest.get(..2)?).ok()?;
            let is_octet = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            octets.push(u8::from_str_radix(digits, 16).ok().filter(|_| is_octet)?);
            rest = rest.get(2..)?;
        } else {
            octets.push(first);
        }
    }
    let name = String::from_utf8(octets).ok()?;
    let is_of_name =
        |c: char| !c.is_ascii() || c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    name.chars().all(is_of_name).then_some(Cow::Owned(name))
}

/// The spelling of a name without a dot at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// Lowercase ASCII, as rules are compared.
    Plain,
    /// Uppercase or non-ASCII letters, which have to be mapped.
    Mixed,
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
    #[cfg(feature = "idna")]
    if let Ok(mapped) = idna::domain_to_ascii(label)
        && !mapped.is_empty()
        && !mapped.contains('.')
    {
        return mapped;
    }
    label.to_owned()
}
