//! Labels by the tables of IDNA.

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

use super::{is_ace, letters};

/// The A-label of a non-ASCII label; `None` if IDNA has none. A label that is mapped to ASCII stays that.
pub(super) fn a_label(label: &str) -> Option<String> {
    let (letters, result) =
        Uts46::new().to_unicode(label.as_bytes(), AsciiDenyList::STD3, Hyphens::Check);
    result.ok()?;
    let bytes = letters.as_bytes();
    let (deny, hyphens) = (AsciiDenyList::STD3, Hyphens::Check);
    let ascii = Uts46::new().to_ascii(bytes, deny, hyphens, DnsLength::Ignore).ok()?;
    letters::are_known(&letters).then(|| ascii.into_owned())
}

/// Whether the labels of a name satisfy the Bidi rule together (RFC 5893): a right-to-left label constrains the
/// others. A-labels that cannot be decoded are ignored.
pub(super) fn follows_bidi_rule(name: &str) -> bool {
    let known: Vec<_> = name
        .split('.')
        .map(|label| letters_of(label).map_or("a".into(), String::from))
        .zip(name.split('.'))
        .map(|(letters, label)| if is_ace(label) { letters } else { label.to_owned() })
        .collect();
    let rules = (AsciiDenyList::EMPTY, Hyphens::Allow);
    Uts46::new().to_unicode(known.join(".").as_bytes(), rules.0, rules.1).1.is_ok()
}

/// The Unicode form of an A-label; `None` for another label, or if the form does not map back to it.
pub(crate) fn letters_of(label: &str) -> Option<String> {
    if !is_ace(label) {
        return None;
    }
    let (letters, result) =
        Uts46::new().to_unicode(label.as_bytes(), AsciiDenyList::STD3, Hyphens::Check);
    result.ok()?;
    let leads_back = a_label(&letters)?.eq_ignore_ascii_case(label);
    (!letters.is_ascii() && leads_back).then(|| letters.into_owned())
}
