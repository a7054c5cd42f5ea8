//! Percent-encoding against a naive implementation.

use napkin::edition::EDITIONS;
use napkin::percent;

use crate::data::Data;

pub(crate) fn coded(data: &[u8]) {
    let encoded = percent::encode(data).to_string();
    assert_eq!(percent::check(encoded.as_bytes()), Ok(()));
    assert_eq!(percent::decode(&encoded, false).to_bytes(), data);
    for edition in EDITIONS {
        let encoded = percent::encode(data).by(edition).to_string();
        assert_eq!(percent::decode(&encoded, false).to_bytes(), data, "{}", edition.name);
    }
    let text = Data::new(data).rest_as_text();
    let checked = percent::check(text.as_bytes());
    assert_eq!(checked.err(), first_bad(text.as_bytes()));
    for plus_is_space in [false, true] {
        let decoded = percent::decode(&text, plus_is_space);
        let expected = naive(text.as_bytes(), plus_is_space);
        assert_eq!(decoded.to_bytes(), expected);
        assert_eq!(decoded.to_str().ok().as_deref(), str::from_utf8(&expected).ok());
        assert_eq!(
            decoded.to_latin1(),
            expected.iter().copied().map(char::from).collect::<String>()
        );
        assert_eq!(decoded.to_string_lossy(), String::from_utf8_lossy(&expected));
    }
}

fn digits(rest: &[u8]) -> Option<u8> {
    let [high, low] = rest.get(1..3)? else { return None };
    let digit = |byte: u8| char::from(byte).to_digit(16);
    u8::try_from(16 * digit(*high)? + digit(*low)?).ok()
}

/// The first `%` that does not begin a triplet.
fn first_bad(text: &[u8]) -> Option<usize> {
    (0..text.len()).find(|&at| text[at] == b'%' && digits(&text[at..]).is_none())
}

/// Each triplet as its byte; anything else unchanged.
fn naive(text: &[u8], plus_is_space: bool) -> Vec<u8> {
    let mut decoded = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let octet = if byte == b'%' { digits(&text[at..]) } else { None };
        decoded.push(match (octet, byte) {
            (Some(octet), _) => octet,
            (None, b'+') if plus_is_space => b' ',
            (None, byte) => byte,
        });
        at += if octet.is_some() { 3 } else { 1 };
    }
    decoded
}
