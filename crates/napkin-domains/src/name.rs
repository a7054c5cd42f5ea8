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

/// The dots of a name, which is ASCII: a bit for each octet, if they are few.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dots(Option<u64>);

/// The spelling of a name without a dot at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// Lowercase ASCII, as rules are compared.
    Plain(Dots),
    /// Uppercase or non-ASCII letters, which have to be mapped.
    Mixed,
    EmptyLabel,
}

/// How a name is spelled; most are plain.
pub(crate) fn spelling(name: &str) -> Spelling {
    plain_dots(name.as_bytes()).map_or_else(|| exact_spelling(name), Spelling::Plain)
}

/// The dots of a name of 8 to 64 octets that is lowercase ASCII without an empty label, eight octets at a time.
fn plain_dots(name: &[u8]) -> Option<Dots> {
    const WORD: usize = size_of::<u64>();
    const EACH: u64 = u64::from_ne_bytes([1; WORD]);
    /// The highest bit of each octet.
    const HIGH: u64 = EACH << 7;
    /// Brings the lowest bits of the octets into the highest octet.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let last = name.last_chunk::<WORD>().filter(|_| name.len() <= 64)?;
    let mut odd = 0;
    let mut dots_of = |word: &[u8; WORD]| {
        let word = u64::from_le_bytes(*word);
        // No sum of an ASCII octet and less than 0x80 has more than eight bits; its highest bit is the answer.
        let ascii = word & !HIGH;
        let is_at_least = |least: u8| ascii + EACH * u64::from(0x80 - least);
        let is_uppercase = is_at_least(b'A') & !is_at_least(b'Z' + 1);
        odd |= (word | is_uppercase) & HIGH;
        let dots = !((ascii ^ (EACH * u64::from(b'.'))) + EACH * 0x7F) & HIGH;
        (dots >> 7).wrapping_mul(GATHER) >> (64 - WORD)
    };
    let mut dots = 0;
    for (place, word) in name.as_chunks().0.iter().enumerate() {
        dots |= dots_of(word) << (WORD * place);
    }
    let end = name.len() - WORD;
    dots |= dots_of(last) << end;
    let is_at_end = (1 | 1 << (end + WORD - 1)) & dots != 0;
    (odd == 0 && dots & dots << 1 == 0 && !is_at_end).then_some(Dots(Some(dots)))
}

impl Dots {
    /// Dots that are searched when they are asked for.
    pub(crate) const UNKNOWN: Self = Self(None);

    /// The last dot before an offset of the name.
    pub(crate) fn before(self, name: &str, end: usize) -> Option<usize> {
        match self.0 {
            Some(dots) => {
                let before = dots & !u64::MAX.checked_shl(end as u32).unwrap_or(0);
                before.checked_ilog2().map(|place| place as usize)
            }
            None => name.as_bytes().get(..end)?.iter().rposition(|&octet| octet == b'.'),
        }
    }
}

/// How a name is spelled, octet by octet.
fn exact_spelling(name: &str) -> Spelling {
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
        return Spelling::Plain(Dots::UNKNOWN);
    }
    if name.split(is_dot).any(str::is_empty) { Spelling::EmptyLabel } else { Spelling::Mixed }
}

/// A name in lowercase ASCII; a label that IDNA does not map stays in its letters.
pub(crate) fn in_ascii(name: &str) -> Cow<'_, str> {
    match spelling(name) {
        Spelling::Plain(_) => name.into(),
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

#[cfg(test)]
mod tests {
    use super::{Dots, Spelling, exact_spelling, plain_dots, spelling, start_of_end};

    /// Every ASCII octet, two dots and another letter, at each place of names of all short lengths.
    #[test]
    fn words_and_octets_agree_about_spellings() {
        let mut plain = 0;
        let octets = (0..0x80).map(char::from).map(String::from);
        let odd: Vec<_> = octets.chain(["..".into(), "é".into()]).collect();
        for length in 0..68 {
            let name = "a.bcdefg-9".repeat(7).get(..length).unwrap().to_owned();
            for (at, odd) in (0..=length).flat_map(|at| odd.iter().map(move |odd| (at, odd))) {
                let name = [&name[..at], odd, &name[at..]].concat();
                let (found, exact) = (plain_dots(name.as_bytes()), exact_spelling(&name));
                let is_plain = matches!(exact, Spelling::Plain(_));
                assert_eq!(found.is_some(), is_plain && (8..=64).contains(&name.len()), "{name}");
                if let Some(dots) = found {
                    assert_eq!(spelling(&name), Spelling::Plain(dots));
                    for end in 0..=name.len() {
                        assert_eq!(
                            dots.before(&name, end),
                            Dots::UNKNOWN.before(&name, end),
                            "{name}"
                        );
                    }
                    plain += 1;
                } else {
                    assert_eq!(spelling(&name), exact);
                }
            }
        }
        assert!(plain > 50_000, "{plain}");
    }

    #[test]
    fn ends_begin_behind_any_dot() {
        assert_eq!(start_of_end("a.b.c", 2), 2);
        assert_eq!(start_of_end("a.b.c", 4), 0);
        assert_eq!(start_of_end("a。b.c", 2), 4);
        assert_eq!(start_of_end("a.b", 0), 3);
    }
}
