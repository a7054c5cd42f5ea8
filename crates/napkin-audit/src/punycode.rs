//! Labels with `xn--` and the letters in them (RFC 3492), for labels of a length that a mapping takes.
//!
//! Both directions insert letters one by one or pass over the label for each of its letters, so they take quadratic time.
//! No label of the DNS has more than 63 octets (RFC 1034 section 3.1); the crate `idna` takes up to 1,000 letters.

/// The longest label that is encoded or decoded, in characters.
const LONGEST: usize = 1_000;

/// The text after `xn--` in a label with that prefix.
pub(crate) fn of_label(label: &str) -> Option<&str> {
    let (prefix, coded) = label.split_at_checked(4)?;
    prefix.eq_ignore_ascii_case("xn--").then_some(coded)
}

/// A label in letters, without the prefix; `None` if it is too long, or no Punycode.
pub(crate) fn decoded(coded: &str) -> Option<String> {
    Some(coded).filter(|coded| is_short(coded)).and_then(idna::punycode::decode_to_string)
}

/// A label in Punycode, without the prefix; `None` if it is too long.
pub(crate) fn encoded(label: &str) -> Option<String> {
    Some(label).filter(|label| is_short(label)).and_then(idna::punycode::encode_str)
}

fn is_short(label: &str) -> bool {
    label.len() <= LONGEST || label.chars().nth(LONGEST).is_none()
}
