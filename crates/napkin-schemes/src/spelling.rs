//! Canonical spellings of text that can be written in several ways, for the normal forms of schemes.
//!
//! Works on the written text of one part; the caller decides which escapes may be decoded.

use napkin_scan::{ByteSet, hex};

pub(crate) use napkin_scan::{ALPHA, ALPHANUM, DIGIT, HEXDIG as HEX};

/// The unreserved characters of RFC 2396 §2.3, for documents that build on it: an escape of one means the
/// character.
pub(crate) const UNRESERVED: ByteSet = ALPHANUM.or(ByteSet::of(b"-_.!~*'()"));

/// The decoded octets of a text, each with its offset in the text.
pub(crate) fn octets(text: &str) -> impl Iterator<Item = (usize, u8)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        let first = *text.as_bytes().get(start)?;
        let escaped = text.get(start + 1..).filter(|_| first == b'%').and_then(escaped);
        at += if escaped.is_some() { "%00".len() } else { 1 };
        Some((start, escaped.map_or(first, |(octet, _)| octet)))
    })
}

/// The text with escapes of `raw` decoded, and the digits of all others in uppercase.
pub(crate) fn unescape(text: &str, raw: ByteSet) -> String {
    let mut output = String::with_capacity(text.len());
    for (number, piece) in text.split('%').enumerate() {
        output.push_str(if number > 0 { "%" } else { "" });
        match escaped(piece).filter(|_| number > 0) {
            Some((octet, rest)) if raw.contains(octet) => {
                output.pop();
                output.push(char::from(octet));
                output.push_str(rest);
            }
            Some((_, rest)) => {
                let digits = piece.strip_suffix(rest).unwrap_or_default();
                output.push_str(&digits.to_ascii_uppercase());
                output.push_str(rest);
            }
            None => output.push_str(piece),
        }
    }
    output
}

/// The text with its letters in lowercase, except the digits of escapes.
pub(crate) fn lowercase(text: &str) -> String {
    let mut output = String::with_capacity(text.len());
    for (number, piece) in text.split('%').enumerate() {
        let digits = if number > 0 && escaped(piece).is_some() { 2 } else { 0 };
        let (digits, rest) = piece.split_at_checked(digits).unwrap_or_default();
        output.push_str(if number > 0 { "%" } else { "" });
        output.push_str(digits);
        output.push_str(&rest.to_ascii_lowercase());
    }
    output
}

/// Octets in lowercase hexadecimal digits.
pub(crate) fn hexadecimal(octets: &[u8]) -> String {
    let digits = octets.iter().flat_map(|octet| [octet >> 4, octet & 0xF]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}

/// The octet of the two hexadecimal digits at the start of a text, and the rest of the text.
fn escaped(text: &str) -> Option<(u8, &str)> {
    let (digits, rest) = text.split_at_checked(2)?;
    let [high, low] = *digits.as_bytes() else { return None };
    Some((hex(high)? << 4 | hex(low)?, rest))
}

/// The words of a decoded search. A plus and `%20` both mean a space (D1630-19).
pub(crate) fn words_of(search: &str) -> Vec<String> {
    search.split(' ').filter(|word| !word.is_empty()).map(String::from).collect()
}

#[cfg(test)]
mod tests {
    use super::{UNRESERVED, lowercase, octets, unescape};

    #[test]
    fn octets_know_where_they_are_written() {
        let found: Vec<_> = octets("a%2fb%").collect();
        assert_eq!(found, [(0, b'a'), (1, b'/'), (4, b'b'), (5, b'%')]);
    }

    #[test]
    fn escapes_are_undone_where_they_mean_the_character() {
        assert_eq!(unescape("%61%2f%28%zz%", UNRESERVED), "a%2F(%zz%");
        assert_eq!(unescape("zz%2F", UNRESERVED), "zz%2F");
    }

    #[test]
    fn digits_of_escapes_keep_their_case() {
        assert_eq!(lowercase("AB%2FCD%ZZ"), "ab%2Fcd%zz");
    }
}
