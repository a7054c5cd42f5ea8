//! Host names in other letters, as the programs write them with `xn--`. They have the tables of other versions of Unicode
//! and rules of their own; here a letter is mapped by UTS 46.

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

/// The number of octets of a label at most (RFC 1035).
const LONGEST_LABEL: usize = 63;

/// A name as Python's codec `idna` writes it (IDNA 2003), if it does: the labels that are ASCII stay, and none is empty
/// but the last, or longer than 63 octets.
pub(crate) fn by_codec(name: &str) -> Option<Vec<u8>> {
    if name.is_empty() {
        return Some(Vec::new());
    }
    let mut labels: Vec<&str> = name.split(['.', '\u{3002}', '\u{FF0E}', '\u{FF61}']).collect();
    let is_root = labels.len() > 1 && labels.last().is_some_and(|label| label.is_empty());
    if is_root {
        labels.pop();
    }
    let mut out = Vec::with_capacity(name.len());
    for (place, label) in labels.into_iter().enumerate() {
        if place > 0 {
            out.push(b'.');
        }
        let start = out.len();
        if label.is_ascii() {
            out.extend_from_slice(label.as_bytes());
        } else {
            out.extend_from_slice(mapped(&of_2003(label), AsciiDenyList::EMPTY)?.as_bytes());
        }
        if out.len() == start || out.len() - start > LONGEST_LABEL {
            return None;
        }
    }
    if is_root {
        out.push(b'.');
    }
    Some(out)
}

/// The letters that IDNA 2003 maps and UTS 46 keeps.
fn of_2003(label: &str) -> String {
    let mut out = String::with_capacity(label.len());
    for letter in label.chars() {
        match letter {
            'ß' | 'ẞ' => out.push_str("ss"),
            'ς' => out.push('σ'),
            '\u{200C}' | '\u{200D}' => {}
            letter => out.push(letter),
        }
    }
    out
}

/// A name as the package urlcanon writes it, by UTS 46 in lowercase, if it has letters, digits, hyphens and dots only then, and
/// each label has 1 to 63 octets; the last may be empty.
pub(crate) fn by_urlcanon(name: &[u8]) -> Option<String> {
    let name = std::str::from_utf8(name).ok()?;
    // Labels with `xn--` are not checked where no other letter is.
    let name = if name.is_ascii() {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
        name.bytes().all(is_letter).then(|| name.to_ascii_lowercase())?
    } else {
        mapped(name, AsciiDenyList::STD3)?
    };
    let fits = |label: &str| !label.is_empty() && label.len() <= LONGEST_LABEL;
    let named = name.strip_suffix('.').unwrap_or(&name);
    named.split('.').all(fits).then_some(name)
}

/// A name by UTS 46.
fn mapped(name: &str, deny: AsciiDenyList) -> Option<String> {
    let (hyphens, length) = (Hyphens::Allow, DnsLength::Ignore);
    let ascii = Uts46::new().to_ascii(name.as_bytes(), deny, hyphens, length).ok()?;
    Some(ascii.into_owned())
}
